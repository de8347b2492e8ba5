package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.pool.DiscardReason;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.internal.FakeTransactions.FakeTransaction;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What was once broken in ways that span several classes of the core. */
class OnceBrokenTest {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(7);
    private static final Duration A_MINUTE = Duration.ofMinutes(1);
    private static final Duration A_SECOND = Duration.ofSeconds(1);

    @Nested
    class Growth {
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
            return new Grower<>(config, factory, threads, permits, waiters, pool);
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

        /** Stands in for the pool. */
        private final class Pool implements Grower.Site<Resource> {

            private final List<Resource> created = new ArrayList<>();
            private final List<Integer> generations = new ArrayList<>();
            private final List<Throwable> failures = new ArrayList<>();
            private final List<Resource> late = new ArrayList<>();
            private int generation;
            private boolean waitersLeaveAtOnce = true;
            private int reserved;
            private boolean closed;
            private Runnable onIsClosed = () -> {};

            @Override
            public void created(Resource resource, int bornIn) {
                permits.created();
                created.add(resource);
                generations.add(bornIn);
                if (waitersLeaveAtOnce) {
                    waiting(Math.max(0, waiters.waiting - 1));
                }
            }

            @Override
            public void announce(Resource resource) {}

            @Override
            public void createdTooLate(Resource resource) {
                late.add(resource);
            }

            @Override
            public int available() {
                return created.size();
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

    @Nested
    class ThroughThePool {
        @RegisterExtension final PoolFixture fixture = new PoolFixture();

        @Test
        void oneThreadThatAsksOnceGetsOneResourceCreated() throws Exception {
            fixture.open(config -> config.maxSize(10));

            for (int i = 0; i < 20; i++) {
                fixture.acquire().release();
            }

            assertThat(fixture.factory.attempts()).isOne();
        }

        @Test
        void aLeakIsReportedAlsoOfAResourceWhoseLifetimeIsOver() throws Exception {
            fixture.open(
                    config ->
                            config.maxSize(1)
                                    .maxLifetime(A_MINUTE)
                                    .lifetimeJitter(0)
                                    .leakThreshold(A_MINUTE.multipliedBy(2)));
            Lease lease = fixture.acquire();

            fixture.ticker.advance(A_MINUTE.multipliedBy(10));

            try {
                fixture.journal.await("onLeak 1");
            } finally {
                lease.release();
            }
        }

        @Test
        void aLeakIsReportedAlsoOfADoomedResource() throws Exception {
            fixture.open(config -> config.maxSize(1).leakThreshold(A_MINUTE));
            Lease lease = fixture.acquire();
            lease.holder().doom(DiscardReason.BROKEN, null);

            fixture.ticker.advance(A_MINUTE.multipliedBy(10));

            try {
                fixture.journal.await("onLeak 1");
            } finally {
                lease.release();
            }
        }

        @Test
        void aTransactionThatKeepsNothingForUsDoesNotKeepTheHolderEither() throws Exception {
            FakeTransactions transactions = new FakeTransactions();
            DefaultResourcePool<Resource> pool =
                    fixture.open(config -> config.maxSize(1).transactions(transactions));
            FakeTransaction transaction = transactions.begin();
            // Timed out between the enlistment and this: the manager refuses to keep anything.
            transaction.onPut =
                    () -> {
                        throw new IllegalStateException("the transaction is not active");
                    };

            assertThatExceptionOfType(RuntimeException.class).isThrownBy(fixture::acquire);
            transaction.end();

            assertThat(pool.snapshot().accessible()).isZero();
        }

        @Test
        void withoutWaitingAnUnfitResourceIsNoReasonToMissAnotherThatIsAvailable()
                throws Exception {
            DefaultResourcePool<Resource> pool =
                    fixture.open(config -> config.maxSize(2).validateAfterIdle(A_SECOND));
            fixture.warmUp(2);
            fixture.ticker.advance(A_MINUTE);
            fixture.factory.onValidate =
                    number -> {
                        if (fixture.journal.count("validate ") == 1) {
                            throw new IllegalStateException("server gone");
                        }
                    };

            Lease.of(pool.acquire(Duration.ZERO)).release();
        }

        @Test
        void afterAKeepaliveThePoolSleepsUntilTheNextIsDue() throws Exception {
            fixture.open(config -> config.maxSize(1).keepaliveInterval(A_MINUTE));
            fixture.warmUp(1);
            fixture.ticker.advance(A_MINUTE);
            fixture.journal.await("validate 1");
            fixture.awaitAvailable(1);
            try {
                fixture.ticker.awaitAlarmIn(A_MINUTE.dividedBy(4)); // never comes when mended
            } catch (AssertionError none) {
                return;
            }

            assertThat(fixture.ticker.untilNext()).isEqualTo(A_MINUTE);
        }

        @Test
        void reservedToAccessibleWinsOnReservedOnly() throws Exception {
            fixture.open(config -> config.maxSize(1));
            Lease lease = fixture.acquire();

            boolean stolen = lease.holder().reservedToAccessible();

            assertThat(stolen).isFalse();
            lease.release();
        }
    }
}
