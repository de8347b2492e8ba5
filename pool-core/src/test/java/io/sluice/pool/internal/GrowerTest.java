package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.pool.PoolClosedException;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.ResourceCreationException;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.spi.DiscardReason;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class GrowerTest {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(7);
    private static final Duration A_SECOND = Duration.ofSeconds(1);

    /** Without threads: the test runs the creators, one after the other, and counts the waiters. */
    @Nested
    class Demand {

        private static final int MAX_SIZE = 6;

        private final HandDrivenTicker ticker = new HandDrivenTicker();
        private final Journal journal = new Journal();
        private final ScriptedFactory factory = new ScriptedFactory(journal);
        private final Deque<Runnable> creators = new ArrayDeque<>();
        private final CreationPermits permits = new CreationPermits(MAX_SIZE);
        private final WaiterQueue<Resource> waiters =
                new WaiterQueue<>("orders", Integer.MAX_VALUE, ticker);
        private final Pool pool = new Pool();

        private Grower<Resource> grower(int minSize, int maxCreating) {
            return grower(minSize, maxCreating, creators::add);
        }

        private Grower<Resource> grower(int minSize, int maxCreating, Executor threads) {
            PoolConfig config =
                    PoolConfig.builder()
                            .name("orders")
                            .minSize(minSize)
                            .maxSize(MAX_SIZE)
                            .maxCreating(maxCreating)
                            .connectTimeout(CONNECT_TIMEOUT)
                            .ticker(ticker)
                            .build();
            return new Grower<>(
                    config, factory, threads, permits, waiters, FlightRecorder.none(), pool);
        }

        private void waiting(int threads) {
            waiters.waiting = threads;
        }

        private void runCreators() {
            for (Runnable next = creators.poll(); next != null; next = creators.poll()) {
                next.run();
            }
        }

        private int total() {
            return CreationPermits.total(permits.get());
        }

        private int creating() {
            return CreationPermits.creating(permits.get());
        }

        private void fail(int number) {
            throw new IllegalStateException("attempt " + number);
        }

        @Test
        void startsAsManyCreatorsAsWaitersNeed() {
            Grower<Resource> grower = grower(0, 4);
            waiting(2);

            grower.demand();
            grower.demand();

            assertThat(creators).hasSize(2);
            assertThat(creating()).isEqualTo(2);
        }

        @Test
        void startsNoMoreCreatorsThanMayCreateAtOnce() {
            waiting(10);

            grower(0, 4).demand();

            assertThat(creators).hasSize(4);
        }

        @Test
        void startsNoMoreCreatorsThanTheMaximumLeavesRoomFor() {
            waiting(10);

            grower(0, 10).demand();

            assertThat(creators).hasSize(MAX_SIZE);
        }

        @Test
        void startsNobodyWhenNobodyNeedsAnything() {
            grower(0, 4).demand();

            assertThat(creators).isEmpty();
        }

        @Test
        void startsNobodyInAClosedPool() {
            waiting(2);
            pool.closed = true;

            grower(2, 4).demand();

            assertThat(creators).isEmpty();
        }

        @Test
        void fillsToTheMinimum() {
            grower(3, 2).demand();
            assertThat(creators).hasSize(2);

            runCreators();

            assertThat(total()).isEqualTo(3);
            assertThat(creating()).isZero();
            assertThat(factory.attempts()).isEqualTo(3);
        }

        @Test
        void isLookedAtAgainBeforeConnecting() {
            Grower<Resource> grower = grower(0, 4);
            waiting(3);
            grower.demand();

            waiting(0); // what came back has served them
            runCreators();

            assertThat(factory.attempts()).isZero();
            assertThat(creating()).as("permits came back").isZero();
        }

        @Test
        void isLookedAtAgainBetweenOneConnectAndTheNext() {
            Grower<Resource> grower = grower(0, 1);
            waiting(3);
            grower.demand();
            factory.onCreate =
                    number -> {
                        if (number == 2) {
                            waiting(1); // what came back has served another
                        }
                    };

            runCreators();

            assertThat(factory.attempts()).isEqualTo(2);
        }

        @Test
        void keepsOneCreatorGoingWhileThereIsMore() {
            Grower<Resource> grower = grower(0, 1);
            waiting(3);

            grower.demand();
            assertThat(creators).hasSize(1);
            runCreators();

            assertThat(pool.created).hasSize(3);
            assertThat(pool.announced).isEqualTo(pool.created);
        }

        @Test
        void isLookedAtOnceMoreByWhoGaveAPermitBackUnused() {
            Grower<Resource> grower = grower(0, 4);
            waiting(1);
            grower.demand();
            waiting(0);
            // Begins to wait at the very moment at which the creator has found nobody.
            Runnable comes =
                    () -> {
                        pool.onIsClosed = () -> {};
                        waiting(1);
                    };
            pool.onIsClosed = () -> pool.onIsClosed = comes;

            runCreators();

            assertThat(factory.attempts()).isOne();
        }

        @Test
        void waitsForTheRetryAfterAFailure() {
            Grower<Resource> grower = grower(0, 4);
            factory.onCreate = this::fail;
            waiting(2);
            grower.demand();
            runCreators();
            assertThat(creating()).isZero();

            waiting(5);
            grower.demand();
            assertThat(creators).isEmpty();
            assertThat(ticker.pending()).as("one retry for all failures").isOne();

            ticker.advanceToNext();
            assertThat(creators).as("one prober").hasSize(1);
        }

        @Test
        void backsOffToOneAttemptASecondAtMost() {
            Grower<Resource> grower = grower(1, 4);
            factory.onCreate = this::fail;
            grower.demand();
            List<Duration> waits = new ArrayList<>();
            for (int attempt = 1; attempt <= 20; attempt++) {
                assertThat(creators).hasSize(1);
                runCreators();
                waits.add(ticker.advanceToNext());
            }

            assertThat(factory.attempts()).isEqualTo(20);
            assertThat(waits).allMatch(wait -> wait.compareTo(A_SECOND) < 0);
            assertThat(waits.get(0)).isBetween(Duration.ofMillis(20), Duration.ofMillis(40));
            assertThat(waits.subList(10, 20))
                    .allMatch(wait -> wait.compareTo(Duration.ofMillis(500)) >= 0);
            assertThat(waits.subList(10, 20)).as("with jitter").doesNotHaveDuplicates();
        }

        @Test
        void backsOffLikewiseWhenTheFactoryAcceptsNothingThatItHasCreated() {
            pool.refusal = new IllegalStateException("not after all");
            pool.onRefused = permits::destroyed;
            Grower<Resource> grower = grower(1, 4);
            grower.demand();
            List<Duration> waits = new ArrayList<>();
            for (int attempt = 1; attempt <= 20; attempt++) {
                runCreators();
                waits.add(ticker.advanceToNext());
            }

            assertThat(waits.subList(10, 20))
                    .allMatch(wait -> wait.compareTo(Duration.ofMillis(500)) >= 0);
            assertThat(total()).isZero();
        }

        /** Destroying it gives its permit back, and who gives one back looks at demand. */
        @Test
        void beginsNothingBeforeTheRetryWhenWhatWasNotAcceptedIsDestroyedAtOnce() {
            pool.refusal = new IllegalStateException("not after all");
            Grower<Resource> grower = grower(0, 4);
            pool.onRefused =
                    () -> {
                        permits.destroyed();
                        grower.demand();
                    };
            waiting(1);
            grower.demand();
            assertThat(creators).hasSize(1);

            creators.remove().run();

            assertThat(pool.refused).hasSize(1);
            assertThat(creators).isEmpty();
            assertThat(ticker.pending()).as("the retry").isOne();
        }

        @Test
        void whatWasNotAcceptedCountsAsExistingUntilItIsDestroyed() {
            pool.refusal = new IllegalStateException("not after all");
            List<String> counts = new ArrayList<>();
            pool.onRefused = () -> counts.add(permits.toString());
            Grower<Resource> grower = grower(1, 4);

            grower.demand();
            runCreators();

            assertThat(counts).containsExactly("CreationPermits[total 1, creating 0, max 6]");
        }

        /** The waiter was told of its resource, and has not counted itself out yet. */
        @Test
        void aWaiterWhoseResourceIsThereNeedsNoSecond() {
            waiting(1);
            pool.waitersLeaveAtOnce = false;
            Grower<Resource> grower = grower(0, 4);
            grower.demand();

            runCreators();

            assertThat(factory.attempts()).isOne();
        }

        @Test
        void recoversWithoutAnybodyAsking() {
            Grower<Resource> grower = grower(1, 4);
            factory.onCreate =
                    number -> {
                        if (number < 4) {
                            fail(number);
                        }
                    };
            grower.demand();
            runCreators();
            assertThat(grower.lastFailure().cause()).hasMessage("attempt 1");

            while (total() == 0) {
                ticker.advanceToNext();
                runCreators();
            }

            assertThat(factory.attempts()).isEqualTo(4);
            assertThat(grower.lastFailure()).as("forgotten").isNull();
            assertThat(ticker.pending()).isZero();
        }

        @Test
        void beginsWithAShortRetryAgainAfterASuccess() {
            Grower<Resource> grower = grower(2, 4);
            factory.onCreate =
                    number -> {
                        if (number != 11) {
                            fail(number);
                        }
                    };
            grower.demand();
            runCreators();
            while (total() == 0) {
                ticker.advanceToNext();
                runCreators();
            }

            // The creator has gone on to the next, and failed.
            assertThat(grower.lastFailure().cause()).hasMessage("attempt 12");
            assertThat(ticker.untilNext()).isLessThan(Duration.ofMillis(40));
        }

        @Test
        void aFailureIsReportedOnceWithItsTime() {
            Grower<Resource> grower = grower(1, 4);
            factory.onCreate = this::fail;
            grower.demand();

            runCreators();

            assertThat(pool.failures)
                    .extracting(Throwable::getMessage)
                    .containsExactly("attempt 1");
            assertThat(grower.lastFailure().at()).isEqualTo(ticker.nanos());
        }

        @Test
        void aThreadThatCannotBeHadIsAFailureLikeAnother() {
            RejectedExecutionException noThread = new RejectedExecutionException("no thread");
            Grower<Resource> grower =
                    grower(
                            1,
                            4,
                            task -> {
                                throw noThread;
                            });

            grower.demand();

            assertThat(creating()).as("the permit came back").isZero();
            assertThat(pool.failures).containsExactly(noThread);
            assertThat(ticker.pending()).as("tried again").isOne();
        }

        @Test
        void aPermanentFailureRefusesWaitingUntilAProbeSucceeds() {
            Grower<Resource> grower = grower(0, 4);
            factory.permanent = failure -> true;
            factory.onCreate =
                    number -> {
                        if (number < 3) {
                            fail(number);
                        }
                    };
            waiting(1);
            grower.demand();
            runCreators();
            assertThat(waiters.isRefusing()).isTrue();

            waiting(0); // it was refused; the probes go on without anybody
            ticker.advanceToNext();
            runCreators();
            assertThat(waiters.isRefusing()).isTrue();
            ticker.advanceToNext();
            runCreators();

            assertThat(waiters.isRefusing()).isFalse();
            assertThat(total()).isOne();
            assertThat(ticker.pending()).isZero();
        }

        @Test
        void aPermanentFailureRefusesNobodyWhileThereIsAResource() {
            Grower<Resource> grower = grower(2, 1);
            factory.permanent = failure -> true;
            factory.onCreate =
                    number -> {
                        if (number > 1) {
                            fail(number);
                        }
                    };
            grower.demand();

            runCreators();

            assertThat(total()).isOne();
            assertThat(waiters.isRefusing()).isFalse();
        }

        @Test
        void aFailureOfWhichNobodyCanSayWhetherItIsPermanentIsNot() {
            Grower<Resource> grower = grower(1, 4);
            IllegalStateException doubt = new IllegalStateException("in doubt");
            factory.permanent =
                    failure -> {
                        throw doubt;
                    };
            factory.onCreate = this::fail;
            grower.demand();

            runCreators();

            assertThat(waiters.isRefusing()).isFalse();
            assertThat(pool.failures.get(0)).hasSuppressedException(doubt);
        }

        @Test
        void countsOnWhatThePoolWorksOnToReturnSoon() {
            Grower<Resource> grower = grower(0, 4);
            pool.reserved = 1;
            waiting(1);

            grower.demand();

            assertThat(creators).isEmpty();
            assertThat(ticker.pending()).as("a second look").isOne();
        }

        @Test
        void doesNotCountOnItForLong() {
            Grower<Resource> grower = grower(0, 4);
            pool.reserved = 1;
            waiting(1);
            grower.demand();
            grower.demand();

            Duration soon = ticker.advanceToNext();

            assertThat(soon).isEqualTo(Duration.ofMillis(10));
            assertThat(creators).hasSize(1);
            assertThat(ticker.pending()).isZero();
        }

        @Test
        void countsTheNeedBesidesIt() {
            Grower<Resource> grower = grower(0, 4);
            pool.reserved = 1;
            waiting(3);

            grower.demand();

            assertThat(creators).hasSize(2);
        }

        @Test
        void allowsOneAfterAFailureAndTwiceAsManyWithEachSuccess() {
            Grower<Resource> grower = grower(0, 4);
            List<String> atOnce = new ArrayList<>();
            factory.onCreate =
                    number -> {
                        if (number == 1) {
                            fail(number);
                        }
                        atOnce.add("attempt " + number + " of " + creating() + " at once");
                    };
            waiting(1);
            grower.demand();
            runCreators();
            waiting(MAX_SIZE);
            ticker.advanceToNext();

            runCreators();

            assertThat(atOnce)
                    .startsWith("attempt 2 of 1 at once", "attempt 3 of 2 at once")
                    .hasSize(MAX_SIZE);
        }

        @Test
        void stopsAtTooManyCreationsThatHangUntilOneReturns() {
            Grower<Resource> grower = grower(1, 4);
            factory.onCreate =
                    number -> {
                        if (number > 32) {
                            return;
                        }
                        // Given up, but it does not return: the next begins inside it.
                        ticker.advance(CONNECT_TIMEOUT);
                        ticker.advance(A_SECOND);
                        assertThat(creators).hasSize(number < 32 ? 1 : 0);
                        if (number < 32) {
                            creators.remove().run();
                        }
                    };

            grower.demand();
            creators.remove().run();

            assertThat(pool.late).hasSize(32);
            assertThat(pool.created).as("begun when one had returned").hasSize(1);
            assertThat(creating()).isZero();
        }

        @Test
        void aClosedPoolRetriesNothing() {
            Grower<Resource> grower = grower(1, 4);
            factory.onCreate = this::fail;
            grower.demand();
            runCreators();

            pool.closed = true;
            grower.close(new PoolClosedException("Pool orders is closed"));

            assertThat(ticker.pending()).isZero();
        }

        @Test
        void aResourceBelongsToTheGenerationInWhichItsCreationBegan() {
            Grower<Resource> grower = grower(1, 4);
            pool.generation = 3;
            factory.onCreate = number -> pool.generation = 4; // suspected while it connects
            grower.demand();

            runCreators();

            assertThat(pool.generations).containsExactly(3);
        }

        /** Stands in for the pool. */
        private final class Pool implements Grower.Site<Resource> {

            private final List<Resource> created = new ArrayList<>();
            private final List<Integer> generations = new ArrayList<>();
            private final List<Throwable> failures = new ArrayList<>();
            private final List<Resource> announced = new ArrayList<>();
            private final List<Resource> late = new ArrayList<>();
            private final List<Resource> refused = new ArrayList<>();
            private Throwable refusal;
            private Runnable onRefused = () -> {};
            private boolean waitersLeaveAtOnce = true;
            private int generation;
            private int reserved;
            private boolean closed;
            private Runnable onIsClosed = () -> {};

            @Override
            public Throwable created(Resource resource, int bornIn) {
                if (refusal != null) {
                    return refusal;
                }
                permits.created();
                created.add(resource);
                generations.add(bornIn);
                if (waitersLeaveAtOnce) {
                    waiting(Math.max(0, waiters.waiting - 1)); // it serves one of them
                }
                return null;
            }

            @Override
            public void refused(Resource resource, Throwable why) {
                refused.add(resource);
                onRefused.run();
            }

            @Override
            public void announce(Resource resource) {
                announced.add(resource);
            }

            @Override
            public void createdTooLate(Resource resource) {
                late.add(resource);
            }

            @Override
            public int available() {
                return waitersLeaveAtOnce ? 0 : created.size();
            }

            @Override
            public int reserved() {
                return reserved;
            }

            @Override
            public void creationFailed(Throwable failure) {
                failures.add(failure);
            }

            @Override
            public int generation() {
                return generation;
            }

            @Override
            public boolean isClosed() {
                onIsClosed.run();
                return closed;
            }
        }
    }

    /** Through the pool, with its threads. */
    @Nested
    class InThePool {

        @RegisterExtension final PoolFixture fixture = new PoolFixture();

        private final ScriptedFactory factory = fixture.factory;
        private final Journal journal = fixture.journal;
        private final Gate gate = new Gate();

        @Test
        void nothingIsCreatedBeforeSomebodyAsks() {
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(5));

            assertThat(pool.snapshot().total()).isZero();
            assertThat(pool.snapshot().creating()).isZero();
        }

        @Test
        void theMinimumIsCreatedInTheBackground() {
            DefaultResourcePool<Resource> pool =
                    fixture.open(config -> config.minSize(3).maxSize(5));

            journal.await("onCreate", 3);

            assertThat(pool.snapshot().total()).isEqualTo(3);
            assertThat(factory.attempts()).isEqualTo(3);
        }

        @Test
        void theMinimumIsRestoredAfterADiscard() throws Exception {
            fixture.open(config -> config.minSize(1).maxSize(1));
            Lease lease = fixture.acquire();

            lease.holder().doom(DiscardReason.EVICTED, null);
            lease.release();

            journal.await("onCreate 2");
        }

        @Test
        void whoWaitsTakesWhatComesFirstBeItReturnedOrNew() throws Exception {
            factory.onCreate =
                    number -> {
                        if (number == 2) {
                            gate.pass();
                        }
                    };
            fixture.open(config -> config.maxSize(2).maxCreating(1));
            Lease first = fixture.acquire();
            Background<Lease> second = fixture.acquireInBackground();
            gate.awaitEntered();
            fixture.ticker.awaitParked(1);

            first.release();

            Lease returned = second.get();
            assertThat(returned.number()).isOne();
            returned.release();
            gate.open();
            journal.await("onCreate 2");
        }

        @Test
        void aPermanentFailureFailsWhoWaitsAndWhoComesAtOnce() throws Exception {
            IllegalArgumentException wrongPassword = new IllegalArgumentException("wrong password");
            factory.permanent = failure -> failure == wrongPassword;
            factory.onCreate =
                    number -> {
                        gate.pass();
                        throw wrongPassword;
                    };
            fixture.open(config -> config.maxSize(1));
            Background<Lease> waiter = fixture.acquireInBackground();
            gate.awaitEntered();

            gate.open();

            String message =
                    "Pool orders has no resource and cannot create one,"
                            + " and waiting would not help: wrong password";
            assertThatExceptionOfType(ResourceCreationException.class)
                    .isThrownBy(waiter::get)
                    .withMessage(message)
                    .withCause(wrongPassword);
            assertThatExceptionOfType(ResourceCreationException.class)
                    .isThrownBy(fixture::acquire)
                    .withMessage(message)
                    .withCause(wrongPassword);
        }

        @Test
        void aPoolRecoversFromAPermanentFailureByItself() throws Exception {
            factory.permanent = failure -> true;
            factory.onCreate =
                    number -> {
                        if (number == 1) {
                            throw new IllegalArgumentException("wrong password");
                        }
                    };
            fixture.open(config -> config.maxSize(1));
            assertThatExceptionOfType(ResourceCreationException.class).isThrownBy(fixture::acquire);
            journal.await("onCreateFailure");

            fixture.ticker.advance(A_SECOND);
            journal.await("onCreate 2");

            Lease lease = fixture.acquire();
            assertThat(lease.number()).isEqualTo(2);
            lease.release();
        }

        @Test
        void aCreationThatTakesTooLongIsGivenUpAndItsPermitComesBack() throws Exception {
            factory.onCreate =
                    number -> {
                        if (number == 1) {
                            gate.pass();
                        }
                    };
            DefaultResourcePool<Resource> pool =
                    fixture.open(config -> config.maxSize(1).connectTimeout(CONNECT_TIMEOUT));
            Background<Lease> waiter = fixture.acquireInBackground();
            gate.awaitEntered();
            fixture.ticker.awaitParked(1);

            fixture.ticker.advance(CONNECT_TIMEOUT.minusNanos(1));
            assertThat(pool.snapshot().creating()).isOne();
            fixture.ticker.advance(Duration.ofNanos(1));

            assertThat(pool.snapshot().creating()).isZero();
            journal.await("onCreateFailure");
            assertThat(fixture.createFailure.get())
                    .isInstanceOf(TimeoutException.class)
                    .hasMessageContaining("took longer than connectTimeout, PT7S");
            fixture.ticker.advance(A_SECOND);
            Lease lease = waiter.get();
            assertThat(lease.number()).isEqualTo(2);
            lease.release();
            gate.open();
            journal.await("destroy 1");
        }

        @Test
        void whatArrivesAfterItWasGivenUpIsDestroyedAndNeverServes() throws Exception {
            factory.onCreate =
                    number -> {
                        if (number == 1) {
                            gate.pass();
                        }
                    };
            DefaultResourcePool<Resource> pool =
                    fixture.open(
                            config -> config.minSize(1).maxSize(2).connectTimeout(CONNECT_TIMEOUT));
            gate.awaitEntered();
            fixture.ticker.advance(CONNECT_TIMEOUT);

            gate.open();
            journal.await("destroy 1");

            assertThat(journal.count("onCreate 1")).isZero();
            assertThat(pool.snapshot().total()).isZero();
            fixture.ticker.advance(A_SECOND);
            journal.await("onCreate 2");
            assertThat(pool.snapshot().total()).isOne();
        }

        @Test
        void aFailureThatComesAfterItWasGivenUpIsNotReportedAgain() throws Exception {
            factory.onCreate =
                    number -> {
                        if (number == 1) {
                            gate.pass();
                            throw new IllegalStateException("refused at last");
                        }
                    };
            fixture.open(config -> config.minSize(1).maxSize(1).connectTimeout(CONNECT_TIMEOUT));
            gate.awaitEntered();
            fixture.ticker.advance(CONNECT_TIMEOUT);
            journal.await("onCreateFailure");

            gate.open();
            fixture.ticker.advance(A_SECOND);
            journal.await("onCreate 2");

            assertThat(journal.count("onCreateFailure")).isOne();
        }

        @Test
        void nothingIsLeftOnTheClockWhenACreationHasSucceeded() throws Exception {
            fixture.open(config -> config.maxSize(1).connectTimeout(CONNECT_TIMEOUT));
            Lease lease = fixture.acquire();
            journal.await("onCreate 1");
            lease.holder().reserve(lease.stamp());
            lease.holder().discard(DiscardReason.EVICTED, null);
            journal.await("onDestroy 1"); // on the thread that had created it, or after that

            fixture.ticker.advance(CONNECT_TIMEOUT.multipliedBy(2));

            assertThat(journal.count("onCreateFailure")).isZero();
        }

        @Test
        void aResourceThatTheFactoryDoesNotAcceptAfterAllIsDestroyed() throws Exception {
            factory.onJoined =
                    number -> {
                        if (number == 1) {
                            throw new IllegalStateException("not after all");
                        }
                    };
            fixture.open(config -> config.maxSize(1));
            Background<Lease> waiter = fixture.acquireInBackground();

            journal.await("onDestroy 1");
            journal.await("onCreateFailure not after all");
            fixture.ticker.advance(A_SECOND);

            Lease lease = waiter.get(); // for the permit came back
            assertThat(lease.number()).isEqualTo(2);
            assertThat(journal.count("onCreate 1")).isZero();
            lease.release();
        }

        @Test
        void whatIsInCreationWhenThePoolIsClosedIsDestroyedWhenItArrives() throws Exception {
            factory.onCreate = number -> gate.pass();
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
            Background<Lease> waiter = fixture.acquireInBackground();
            gate.awaitEntered();
            fixture.ticker.awaitParked(1);

            pool.close(Duration.ZERO);

            assertThatExceptionOfType(PoolClosedException.class).isThrownBy(waiter::get);
            gate.open();
            journal.await("onDestroy 1");
            assertThat(journal.entries("onDiscard")).containsExactly("onDiscard 1 POOL_CLOSED");
        }

        @Test
        void aFailedConnectWakesNobody() throws Exception {
            factory.onCreate =
                    number -> {
                        throw new IllegalStateException("attempt " + number);
                    };
            fixture.open(config -> config.maxSize(1));
            Background<Lease> waiter = fixture.acquireInBackground();
            fixture.ticker.awaitParked(1);
            int woken = fixture.ticker.parks();

            journal.await("onCreateFailure attempt 1");

            assertThat(fixture.ticker.parks()).isEqualTo(woken);
            assertThat(waiter.isDone()).isFalse();
            factory.onCreate = number -> {};
            fixture.ticker.advance(A_SECOND);
            waiter.get().release();
        }
    }

    @Nested
    class First {

        @RegisterExtension final PoolFixture fixture = new PoolFixture();

        private final ScriptedFactory factory = fixture.factory;

        @Test
        void isCreatedAndKept() throws Exception {
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));

            pool.createFirst();

            assertThat(factory.attempts()).isOne();
            assertThat(pool.snapshot().total()).isOne();
            fixture.acquire().release();
            assertThat(factory.attempts()).isOne();
        }

        @Test
        void isNotCreatedWhenThereIsOne() throws Exception {
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
            fixture.acquire().release();

            pool.createFirst();

            assertThat(factory.attempts()).isOne();
        }

        @Test
        void isMissingWhenItCannotBeCreated() {
            IllegalStateException failure = new IllegalStateException("connection refused");
            factory.onCreate =
                    number -> {
                        throw failure;
                    };
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(2));

            assertThatExceptionOfType(ResourceCreationException.class)
                    .isThrownBy(pool::createFirst)
                    .withMessage(
                            "Pool orders: the first resource could not be created:"
                                    + " connection refused")
                    .withCause(failure);
            assertThat(pool.snapshot().creating()).isZero();
        }

        @Test
        void isGivenUpAfterTheConnectTimeout() throws Exception {
            Gate gate = new Gate();
            factory.onCreate = number -> gate.pass();
            DefaultResourcePool<Resource> pool =
                    fixture.open(config -> config.maxSize(2).connectTimeout(CONNECT_TIMEOUT));
            Background<Void> first = Background.start(pool::createFirst);
            gate.awaitEntered();

            fixture.ticker.advance(CONNECT_TIMEOUT);

            assertThatExceptionOfType(ResourceCreationException.class)
                    .isThrownBy(first::get)
                    .withCauseInstanceOf(TimeoutException.class);
            gate.open();
        }

        @Test
        void isWaitedForWhenOthersAreCreatingItAlready() throws Exception {
            Gate gate = new Gate();
            factory.onCreate =
                    number -> {
                        gate.pass();
                        throw new IllegalStateException("connection refused");
                    };
            DefaultResourcePool<Resource> pool =
                    fixture.open(config -> config.minSize(1).maxSize(1));
            gate.awaitEntered();
            Background<Void> first = Background.start(pool::createFirst);
            first.awaitBlocked();

            gate.open();

            assertThatExceptionOfType(ResourceCreationException.class)
                    .isThrownBy(first::get)
                    .withMessageEndingWith("connection refused");
            assertThat(factory.attempts()).isOne();
        }

        @Test
        void isMissingWhenTheFactoryDoesNotAcceptIt() throws Exception {
            Gate gate = new Gate();
            factory.onJoined =
                    number -> {
                        gate.pass();
                        throw new IllegalStateException("not after all");
                    };
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
            Background<Void> first = Background.start(pool::createFirst);
            gate.awaitEntered();
            first.awaitBlocked();

            gate.open();

            assertThatExceptionOfType(ResourceCreationException.class)
                    .isThrownBy(first::get)
                    .withMessageEndingWith("not after all");
        }

        @Test
        void isAvailableWhenTheCallReturns() throws Exception {
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));

            pool.createFirst();

            Lease.of(pool.acquire(Duration.ZERO)).release();
        }

        @Test
        void isMissingWhenThePoolIsClosedMeanwhile() throws Exception {
            Gate gate = new Gate();
            factory.onCreate = number -> gate.pass();
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
            Background<Void> first = Background.start(pool::createFirst);
            gate.awaitEntered();

            pool.close(Duration.ZERO);

            assertThatExceptionOfType(ResourceCreationException.class)
                    .isThrownBy(first::get)
                    .withCauseInstanceOf(PoolClosedException.class);
            gate.open();
        }

        @Test
        void isMissingForWhoIsInterruptedAndTheFlagIsKept() throws Exception {
            Gate gate = new Gate();
            factory.onCreate = number -> gate.pass();
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
            Thread.currentThread().interrupt();

            assertThatExceptionOfType(ResourceCreationException.class)
                    .isThrownBy(pool::createFirst)
                    .withMessage(
                            "Pool orders: interrupted while the first resource was being created");

            assertThat(Thread.interrupted()).isTrue();
            gate.open();
        }

        @Test
        void isRefusedByAClosedPool() {
            DefaultResourcePool<Resource> pool = fixture.open(config -> config);
            pool.close(Duration.ZERO);

            assertThatExceptionOfType(PoolClosedException.class).isThrownBy(pool::createFirst);
            assertThat(factory.attempts()).isZero();
        }
    }
}
