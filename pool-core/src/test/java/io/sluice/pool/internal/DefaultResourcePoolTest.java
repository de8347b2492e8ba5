package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.PoolClosedException;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolCounters;
import io.sluice.pool.PoolListener;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.TooManyWaitingException;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DefaultResourcePoolTest {

    private static final Duration A_SECOND = Duration.ofSeconds(1);

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final HandDrivenTicker ticker = fixture.ticker;
    private final Journal journal = fixture.journal;
    private final ScriptedFactory factory = fixture.factory;

    @Nested
    class Acquire {

        @Test
        void aLeaseTellsHowLongItsAcquireTook() throws Exception {
            fixture.open(config -> config.maxSize(1));
            Lease first = fixture.acquire();
            Background<Lease> waiter = fixture.acquireInBackground();
            fixture.ticker.awaitParked(1);
            fixture.ticker.advance(Duration.ofMillis(600));

            first.release();

            Lease waited = waiter.get();
            assertThat(waited.holder().waitedNanos(waited.stamp()))
                    .isEqualTo(Duration.ofMillis(600).toNanos());
            waited.release();
            Lease atOnce = fixture.acquire();
            assertThat(atOnce.holder().waitedNanos(atOnce.stamp())).isZero();
            atOnce.release();
        }

        @Test
        void givesAHolderThatIsTheCallersAloneUntilTheLeaseEnds() throws Exception {
            ResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
            Holder<Resource> holder = pool.acquire();
            Background<Holder<Resource>> other = Background.start(() -> pool.acquire());
            ticker.awaitParked(1);
            assertThat(other.isDone()).isFalse();

            assertThat(holder.release(holder.stamp())).isTrue();

            Holder<Resource> next = other.get();
            assertThat(next.resource()).isSameAs(holder.resource());
            next.release(next.stamp());
        }

        @Test
        void timesOutWithTheCountsOfThePool() throws Exception {
            fixture.open(config -> config.maxSize(1).acquireTimeout(A_SECOND));
            Lease lease = fixture.acquire();
            Background<Lease> waiter = fixture.acquireInBackground();
            ticker.awaitParked(1);

            ticker.advance(A_SECOND);

            AcquireTimeoutException timeout =
                    catchThrowableOfType(AcquireTimeoutException.class, waiter::get);
            assertThat(timeout)
                    .hasMessageStartingWith(
                            "Pool orders: no resource became available within 1000 ms"
                                    + " (acquireTimeout 1000 ms): orders [total 1 of 1,"
                                    + " available 0, accessible 1, inaccessible 0, reserved 0,"
                                    + " creating 0, waiting 1]\n")
                    .hasNoCause();
            assertThat(timeout.snapshot())
                    .as("it waited itself")
                    .usingRecursiveComparison()
                    .ignoringFields("counters")
                    .isEqualTo(
                            new PoolSnapshot(
                                    "orders", 1, 0, 1, 0, 0, 1, 0, 0, 1, false, PoolCounters.NONE));
            assertThat(timeout.waited()).isEqualTo(A_SECOND);
            assertThat(timeout.limit()).isEqualTo(A_SECOND);
            assertThat(timeout.failureAge()).isNull();
            lease.release();
        }

        @Test
        void timesOutWithTheLastFailureToCreateAsItsCause() throws Exception {
            IllegalStateException refused = new IllegalStateException("connection refused");
            factory.onCreate =
                    number -> {
                        throw refused;
                    };
            fixture.open(config -> config.maxSize(1).acquireTimeout(A_SECOND.multipliedBy(3)));
            Background<Lease> waiter = fixture.acquireInBackground();
            journal.await("onCreateFailure");
            ticker.awaitParked(1);

            AcquireTimeoutException timeout = null;
            for (int i = 0; i < 3; i++) {
                ticker.advance(A_SECOND);
            }
            timeout = catchThrowableOfType(AcquireTimeoutException.class, waiter::get);

            assertThat(timeout)
                    .hasCause(refused)
                    .hasMessageMatching(
                            ".*within 3000 ms .*; the last attempt to create one failed"
                                    + " [0-9]+ ms ago: connection refused");
            assertThat(timeout.failureAge()).isBetween(Duration.ZERO, A_SECOND.multipliedBy(3));
            assertThat(timeout.getMessage())
                    .contains("failed " + timeout.failureAge().toMillis() + " ms ago");
        }

        @Test
        void takesTheTimeItIsGivenInsteadOfTheConfiguredOne() throws Exception {
            ResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
            Lease lease = fixture.acquire();
            Background<Holder<Resource>> waiter =
                    Background.start(() -> pool.acquire(Duration.ofMillis(1500)));
            ticker.awaitParked(1);

            ticker.advance(Duration.ofMillis(1500));

            assertThatExceptionOfType(AcquireTimeoutException.class)
                    .isThrownBy(waiter::get)
                    .withMessageContaining("within 1500 ms (acquireTimeout 1500 ms)");
            lease.release();
        }

        @Test
        void withZeroDoesNotWaitAtAll() throws Exception {
            ResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
            Lease lease = fixture.acquire();
            int parks = ticker.parks();

            assertThatExceptionOfType(AcquireTimeoutException.class)
                    .isThrownBy(() -> pool.acquire(Duration.ZERO));

            assertThat(ticker.parks()).isEqualTo(parks);
            lease.release();
            Lease available = Lease.of(pool.acquire(Duration.ZERO));
            assertThat(available.release()).isTrue();
        }

        @Test
        void withTheLongestTimeWaitsUntilSomethingComes() throws Exception {
            ResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
            Lease lease = fixture.acquire();
            Background<Lease> waiter =
                    Background.start(
                            () -> Lease.of(pool.acquire(Duration.ofSeconds(Long.MAX_VALUE))));
            ticker.awaitParked(1);
            ticker.leap(Duration.ofDays(36_500)); // the pool ticks while a thread waits

            lease.release();

            waiter.get().release();
        }

        @Test
        void isRefusedWhenTooManyWaitAlready() throws Exception {
            fixture.open(config -> config.maxSize(1).maxWaiting(1));
            Lease lease = fixture.acquire();
            Background<Lease> waiter = fixture.acquireInBackground();
            ticker.awaitParked(1);

            assertThatExceptionOfType(TooManyWaitingException.class)
                    .isThrownBy(fixture::acquire)
                    .withMessageStartingWith("Pool orders: 1 requests are already waiting")
                    .satisfies(refusal -> assertThat(refusal.getStackTrace()).isEmpty());

            lease.release();
            waiter.get().release();
        }

        @Test
        void endsWhenInterruptedAndThePoolGoesOn() throws Exception {
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
            Lease lease = fixture.acquire();
            Background<Lease> waiter = fixture.acquireInBackground();
            ticker.awaitParked(1);

            waiter.thread().interrupt();

            assertThatExceptionOfType(InterruptedException.class).isThrownBy(waiter::get);
            lease.release();
            assertThat(pool.snapshot().available()).isOne();
            assertThat(pool.snapshot().waiting()).isZero();
        }

        @Test
        void doesNotLookAtTheInterruptWhenSomethingIsAvailable() throws Exception {
            fixture.open(config -> config.maxSize(1));
            fixture.warmUp(1);
            Thread.currentThread().interrupt();

            Lease lease = fixture.acquire();

            assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
            lease.release();
        }

        @Test
        void thatFailsDuringTheCheckKeepsNothing() throws Exception {
            fixture.open(config -> config.maxSize(1));
            fixture.warmUp(1);
            ticker.advance(Duration.ofHours(1)); // the epoch is dormant
            InternalError noAlarm = new InternalError("no alarm");
            ticker.onNextSchedule = noAlarm;

            assertThatThrownBy(fixture::acquire).isSameAs(noAlarm);

            journal.await("onDiscard 1 BROKEN");
            assertThat(fixture.discardCause).hasValue(noAlarm);
            fixture.acquire().release();
        }

        @Test
        void isRefusedByAClosedPool() {
            DefaultResourcePool<Resource> pool = fixture.open(config -> config);
            pool.close(Duration.ZERO);

            assertThatExceptionOfType(PoolClosedException.class)
                    .isThrownBy(fixture::acquire)
                    .withMessage("Pool orders is closed; open a new pool");
            assertThatExceptionOfType(PoolClosedException.class)
                    .isThrownBy(() -> pool.acquire(Duration.ZERO));
        }
    }

    @Test
    void withAnIdleTimeOfZeroEveryAcquireValidates() throws Exception {
        fixture.open(config -> config.maxSize(1).validateAfterIdle(Duration.ZERO));
        fixture.warmUp(1);
        int before = journal.count("validate 1");

        for (int i = 0; i < 3; i++) {
            fixture.acquire().release();
        }

        assertThat(journal.count("validate 1")).isEqualTo(before + 3);
    }

    @Nested
    class Release {

        private final ResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));

        @Test
        void twiceReleasesOnce() throws Exception {
            Lease lease = fixture.acquire();

            assertThat(lease.release()).isTrue();
            assertThat(lease.release()).isFalse();

            assertThat(pool.snapshot().available()).isOne();
        }

        @Test
        void afterAQuietTimeMakesItAvailableAlsoWhenNoTickCanBeSet() throws Exception {
            Lease lease = fixture.acquire();
            fixture.ticker.advance(Duration.ofHours(1)); // the epoch is dormant
            InternalError noAlarm = new InternalError("no alarm");
            fixture.ticker.onSchedule = noAlarm;

            assertThatThrownBy(lease::release).isSameAs(noAlarm);

            fixture.ticker.onSchedule = null;
            assertThat(pool.snapshot().available()).isOne();
        }

        @Test
        void ofAnEarlierLeaseDoesNothing() throws Exception {
            Lease first = fixture.acquire();
            first.release();
            Lease second = fixture.acquire();

            assertThat(first.release()).isFalse();
            assertThat(first.holder().reserve(first.stamp())).isFalse();

            assertThat(pool.snapshot().accessible()).isOne();
            assertThat(second.release()).isTrue();
        }

        @Test
        void withSomethingToCleanLeavesTheHolderToTheCallerUntilItIsRequeued() throws Exception {
            Lease lease = fixture.acquire();

            assertThat(lease.holder().reserve(lease.stamp())).isTrue();
            assertThat(pool.snapshot().reserved()).isOne();
            assertThat(lease.release()).isFalse();
            lease.holder().requeue();

            assertThat(pool.snapshot().available()).isOne();
        }

        @Test
        void withSomethingThatCannotBeCleanedDiscards() throws Exception {
            IllegalStateException resetFailed = new IllegalStateException("reset failed");
            Lease lease = fixture.acquire();

            lease.holder().reserve(lease.stamp());
            lease.holder().discard(DiscardReason.BROKEN, resetFailed);
            journal.await("onDestroy 1");

            assertThat(journal.entries("onDiscard")).containsExactly("onDiscard 1 BROKEN");
            assertThat(fixture.discardCause).hasValue(resetFailed);
        }

        @Test
        void ofADoomedHolderDiscardsItForTheReasonOfItsDoom() throws Exception {
            IllegalStateException broken = new IllegalStateException("connection reset");
            Lease lease = fixture.acquire();
            lease.holder().doom(DiscardReason.BROKEN, broken);
            assertThat(pool.snapshot().accessible()).as("in use until then").isOne();

            assertThat(lease.release()).isTrue();
            journal.await("onDestroy 1");

            assertThat(journal.entries("onDiscard")).containsExactly("onDiscard 1 BROKEN");
            assertThat(fixture.discardCause).hasValue(broken);
        }
    }

    @Nested
    class Close {

        private final Duration drain = Duration.ofSeconds(5);

        @Test
        void destroysWhatIsAvailable() throws Exception {
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(3));
            fixture.warmUp(3);
            assertThat(pool.isClosed()).isFalse();

            PoolSnapshot end = pool.close(drain);

            assertThat(end.accessible()).isZero();
            assertThat(pool.isClosed()).isTrue();
            assertThat(factory.created()).isEqualTo(3);
            assertThat(journal.count("destroy ")).isEqualTo(3);
            assertThat(journal.count("abort")).isZero();
            journal.await("onDestroy", 3);
            assertThat(journal.entries("onDiscard"))
                    .hasSize(3)
                    .allMatch(entry -> entry.endsWith(" POOL_CLOSED"));
        }

        @Test
        void refusesWaiters() throws Exception {
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
            Lease lease = fixture.acquire();
            Background<Lease> waiter = fixture.acquireInBackground();
            ticker.awaitParked(1);

            Background<PoolSnapshot> close = Background.start(() -> pool.close(drain));

            assertThatExceptionOfType(PoolClosedException.class)
                    .isThrownBy(waiter::get)
                    .withMessage("Pool orders is closed; open a new pool");
            lease.release();
            close.get();
        }

        @Test
        void letsLeasesThatAreOutComeBack() throws Exception {
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
            Lease lease = fixture.acquire();
            Background<PoolSnapshot> close = Background.start(() -> pool.close(drain));
            ticker.awaitAlarmIn(drain);
            ticker.advance(drain.minusNanos(1));
            assertThat(close.isDone()).isFalse();

            assertThat(lease.release()).isTrue();

            assertThat(close.get().accessible()).isZero();
            assertThat(journal.count("destroy 1")).isOne();
            assertThat(journal.count("abort")).isZero();
        }

        @Test
        void abortsWhatIsStillOutAfterTheDrainAndReportsIt() throws Exception {
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(2));
            Lease lease = fixture.acquire();
            Lease idle = fixture.acquire();
            idle.release();
            Background<PoolSnapshot> close = Background.start(() -> pool.close(drain));
            ticker.awaitAlarmIn(drain);

            ticker.advance(drain);

            assertThat(close.get().accessible()).isOne();
            assertThat(journal.entries("abort")).containsExactly("abort " + lease.number());
            assertThat(journal.entries())
                    .containsSubsequence("abort " + lease.number(), "destroy " + lease.number());
            assertThat(lease.release()).as("it was taken away").isFalse();
        }

        @Test
        void logsTheLeasesStillOutAfterTheDrain() throws Exception {
            try (LogCapture log = LogCapture.start()) {
                DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(3));
                Gate busy = new Gate();
                Background<Void> user =
                        Background.start(
                                () -> {
                                    fixture.acquire();
                                    busy.pass();
                                    return null;
                                });
                busy.awaitEntered();
                fixture.acquire();
                Lease back = fixture.acquire();
                ticker.advance(Duration.ofSeconds(2));
                Background<PoolSnapshot> close = Background.start(() -> pool.close(drain));
                ticker.awaitAlarmIn(drain);
                back.release();

                ticker.advance(drain);

                close.get();
                LogRecord record = log.await("still out");
                assertThat(record.getLevel()).isEqualTo(Level.WARNING);
                assertThat(record.getMessage())
                        .startsWith(
                                "Pool orders: leases still out after a drain of 5000 ms"
                                        + " are taken away: 2; the longest, with the stacks of"
                                        + " their threads:\n    ")
                        .contains(" ms, thread " + Thread.currentThread().getName() + "\n")
                        .contains(" ms, thread test-background\n        at ");
                busy.open();
                user.get();
            }
        }

        @Test
        void saysNothingWhenAllHaveComeBack() throws Exception {
            try (LogCapture log = LogCapture.start()) {
                DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
                fixture.warmUp(1);

                pool.close(drain);

                assertThat(log.messages()).noneMatch(text -> text.contains("still out"));
            }
        }

        @Test
        void withoutADrainAbortsAtOnce() throws Exception {
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
            fixture.acquire();
            Background<PoolSnapshot> close = Background.start(() -> pool.close(Duration.ZERO));
            ticker.awaitAlarmIn(Duration.ZERO);

            ticker.advance(Duration.ZERO);

            assertThat(close.get().accessible()).isOne();
            assertThat(journal.count("abort 1")).isOne();
        }

        @Test
        void drainsForTheConfiguredTimeUnlessToldOtherwise() throws Exception {
            DefaultResourcePool<Resource> pool =
                    fixture.open(config -> config.maxSize(1).closeTimeout(Duration.ofSeconds(3)));
            fixture.acquire();
            Background<Void> close = Background.start((Runnable) pool::close);
            ticker.awaitAlarmIn(Duration.ofSeconds(3));

            ticker.advance(Duration.ofSeconds(3));

            close.get();
            assertThat(journal.count("abort 1")).isOne();
        }

        @Test
        void waitsForADestructionThatHangsNoLongerThanItsLimit() throws Exception {
            Gate gate = new Gate();
            factory.onDestroy = number -> gate.pass();
            DefaultResourcePool<Resource> pool =
                    fixture.open(config -> config.maxSize(1).closeTimeout(Duration.ofSeconds(3)));
            fixture.warmUp(1);
            Background<PoolSnapshot> close = Background.start(() -> pool.close(drain));
            gate.awaitEntered();
            ticker.awaitAlarmIn(drain);
            assertThat(close.isDone()).isFalse();

            ticker.advance(Duration.ofSeconds(3));

            close.get();
            assertThat(journal.count("abort 1")).isOne();
            gate.open();
        }

        @Test
        void twiceWaitsForTheSameEnd() throws Exception {
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
            Lease lease = fixture.acquire();
            Background<PoolSnapshot> first = Background.start(() -> pool.close(drain));
            ticker.awaitAlarmIn(drain);
            // Ends no sooner: the first close has set how long leases may still take.
            Background<PoolSnapshot> second = Background.start(() -> pool.close(Duration.ZERO));

            ticker.advance(drain);

            assertThat(first.get().accessible()).isOne();
            assertThat(second.get()).isSameAs(first.get());
            assertThat(pool.close(drain)).isSameAs(first.get());
            assertThat(lease.release()).isFalse();
        }

        @Test
        void abortsWhatHangsInThePoolsOwnHands() throws Exception {
            Gate gate = new Gate();
            factory.onValidate = number -> gate.pass();
            factory.onAbort = number -> gate.open();
            DefaultResourcePool<Resource> pool =
                    fixture.open(
                            config -> config.maxSize(1).keepaliveInterval(Duration.ofMinutes(1)));
            fixture.warmUp(1);
            ticker.advance(Duration.ofMinutes(1));
            gate.awaitEntered();
            Background<PoolSnapshot> close = Background.start(() -> pool.close(drain));
            ticker.awaitAlarmIn(drain);

            ticker.advance(drain);

            assertThat(close.get().reserved()).isOne();
            assertThat(journal.count("destroy 1")).isOne();
        }

        @Test
        void interruptedGoesOnByForceAndKeepsTheFlag() throws Exception {
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
            fixture.acquire();
            CompletableFuture<Boolean> flag = new CompletableFuture<>();
            Background<Void> close =
                    Background.start(
                            () -> {
                                pool.close(drain);
                                flag.complete(Thread.currentThread().isInterrupted());
                            });
            ticker.awaitAlarmIn(drain);

            close.thread().interrupt();

            close.get();
            assertThat(flag.get(30, TimeUnit.SECONDS)).isTrue();
            journal.await("abort 1");
        }

        @Test
        void goesOnByForceWhenTheDrainCannotBeTimed() throws Exception {
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
            Lease lease = fixture.acquire();
            Error full = new OutOfMemoryError("on purpose");
            ticker.onNextSchedule = full;

            assertThatThrownBy(() -> pool.close(drain)).isSameAs(full);

            assertThat(journal.count("destroy 1")).isOne();
            assertThat(lease.release()).as("it was taken away").isFalse();
            assertThat(ticker.closings()).isOne();
        }

        @Test
        void givesTheTickerBackOnce() throws Exception {
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
            assertThat(ticker.openings()).isOne();
            assertThat(ticker.closings()).isZero();

            pool.close();
            pool.close();

            assertThat(ticker.closings()).isOne();
        }

        @Test
        void endsTheCreatorThreads() throws Exception {
            CompletableFuture<Thread> creator = new CompletableFuture<>();
            factory.onCreate = number -> creator.complete(Thread.currentThread());
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
            fixture.warmUp(1);

            pool.close();

            Thread thread = creator.get(30, TimeUnit.SECONDS);
            assertThat(thread.isDaemon()).isTrue();
            assertThat(thread.getName()).startsWith("sluice-orders-creator-");
            thread.join(Duration.ofSeconds(30).toMillis());
            assertThat(thread.isAlive()).isFalse();
            assertThat(thread.getContextClassLoader()).isNull();
        }
    }

    @Test
    void aSnapshotCountsEveryMemberOnceInItsState() throws Exception {
        FakeTransactions transactions = new FakeTransactions();
        DefaultResourcePool<Resource> pool =
                fixture.open(config -> config.maxSize(4).transactions(transactions));
        List<Lease> leases = List.of(fixture.acquire(), fixture.acquire(), fixture.acquire());
        FakeTransactions.FakeTransaction transaction = transactions.begin();
        fixture.acquire().release();
        transactions.suspend();
        leases.get(0).release();
        leases.get(1).holder().reserve(leases.get(1).stamp());

        PoolSnapshot snapshot = pool.snapshot();

        assertThat(snapshot)
                .usingRecursiveComparison()
                .ignoringFields("counters")
                .isEqualTo(
                        new PoolSnapshot(
                                "orders", 4, 0, 4, 0, 1, 1, 1, 1, 0, false, PoolCounters.NONE));
        assertThat(snapshot)
                .hasToString(
                        "orders [total 4 of 4, available 1, accessible 1, inaccessible 1,"
                                + " reserved 1, creating 0, waiting 0]");
        leases.get(1).holder().requeue();
        leases.get(2).release();
        transaction.end();
    }

    @Test
    void aSnapshotCountsWaitersAndCreations() throws Exception {
        Gate gate = new Gate();
        factory.onCreate = number -> gate.pass();
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
        Background<Lease> waiter = fixture.acquireInBackground();
        gate.awaitEntered();
        ticker.awaitParked(1);

        assertThat(pool.snapshot())
                .usingRecursiveComparison()
                .ignoringFields("counters")
                .isEqualTo(
                        new PoolSnapshot(
                                "orders", 0, 0, 1, 1, 0, 0, 0, 0, 1, false, PoolCounters.NONE));

        gate.open();
        waiter.get().release();
    }

    @Test
    void aHolderThatNobodyCouldDiscardIsDiscardedThoughItsLeaseIsAbandonedToo() throws Exception {
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
        Lease lease = fixture.acquire();
        ResourceHolder<Resource> holder = lease.holder();
        assertThat(holder.reserve(lease.stamp())).isTrue(); // as a close takes it away
        holder.orphaned = DiscardReason.POOL_CLOSED; // as a discard does without memory
        holder.abandoned = lease.stamp(); // as the thread that had the lease does without stack

        pool.close(Duration.ZERO);

        journal.await("destroy 1");
    }

    @Test
    void aListenerThatThrowsIsLoggedAndGoesNoFurther() throws Exception {
        IllegalStateException failure = new IllegalStateException("listener on purpose");
        PoolListener broken =
                new PoolListener() {
                    @Override
                    public void onCreate(String pool, Object resource) {
                        throw failure;
                    }
                };
        LogCapture log = LogCapture.start();
        try (ResourcePool<Resource> pool =
                ResourcePool.open(
                        PoolConfig.builder().name("other").maxSize(1).listener(broken).build(),
                        factory)) {
            Lease lease = Lease.of(pool.acquire());

            assertThat(log.await("Pool other: the listener failed").getThrown()).isSameAs(failure);
            lease.release();
        } finally {
            log.close();
        }
    }

    @Test
    void onTheClockOfTheSystemItServesAndTimesOutAsWell() throws Exception {
        try (ResourcePool<Resource> pool =
                ResourcePool.open(PoolConfig.builder().maxSize(1).build(), factory)) {
            Lease lease = Lease.of(pool.acquire());
            assertThatExceptionOfType(AcquireTimeoutException.class)
                    .isThrownBy(() -> pool.acquire(Duration.ofMillis(5)));
            lease.release();
            assertThat(pool.toString()).isEqualTo("ResourcePool[pool]");
        }
        assertThat(journal.count("destroy 1")).isOne();
    }
}
