package io.sluice.pool.internal;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.base.DrainSignal;
import io.sluice.pool.internal.growth.CreationSite;
import io.sluice.pool.internal.growth.Demand;
import io.sluice.pool.internal.holder.Generations;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.internal.queue.Admission;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.spi.DiscardReason;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * One grower without threads: the test runs the creators, one after the other, and counts the
 * waiters.
 */
abstract class DemandFixture {

    static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(7);
    static final Duration A_SECOND = Duration.ofSeconds(1);
    static final int MAX_SIZE = 6;

    private final int maxSize;
    final HandDrivenTicker ticker = new HandDrivenTicker();
    final Journal journal = new Journal();
    final ScriptedFactory factory = new ScriptedFactory(journal);
    final Deque<Runnable> creators = new ArrayDeque<>();
    final Generations generations = new Generations(new DrainSignal(ticker));
    final CreationPermits permits;
    final WaiterQueue<Resource> waiters;
    final Pool pool = new Pool();
    FlightRecorder recorder = FlightRecorder.none();
    Duration connectTimeout = CONNECT_TIMEOUT;

    /** Run when a thread waits. */
    Runnable onDemand = () -> {};

    DemandFixture() {
        this(MAX_SIZE);
    }

    DemandFixture(int maxSize) {
        this.maxSize = maxSize;
        permits = new CreationPermits(/* minSize= */ 0, maxSize);
        waiters =
                new WaiterQueue<>(
                        "orders",
                        ticker,
                        new HolderSlots<>(maxSize),
                        new Admission("orders", Integer.MAX_VALUE, permits),
                        this::waits);
    }

    Demand<Resource> demand(int minSize, int maxCreating) {
        return demand(minSize, maxCreating, creators::add);
    }

    Demand<Resource> demand(int minSize, int maxCreating, Executor threads) {
        permits.resize(minSize, maxSize);
        PoolConfig config =
                PoolConfig.builder()
                        .name("orders")
                        .minSize(minSize)
                        .maxSize(maxSize)
                        .maxCreating(maxCreating)
                        .connectTimeout(connectTimeout)
                        .ticker(ticker)
                        .build();
        return new Demand<>(
                config, factory, threads, permits, waiters, recorder, generations, pool);
    }

    private void waits() {
        onDemand.run();
    }

    void waiting(int threads) {
        waiters.waiting = threads;
    }

    void runCreators() {
        for (Runnable next = creators.poll(); next != null; next = creators.poll()) {
            next.run();
        }
    }

    int total() {
        return CreationPermits.total(permits.get());
    }

    int creating() {
        return CreationPermits.creating(permits.get());
    }

    void fail(int number) {
        throw new IllegalStateException("attempt " + number);
    }

    /** Stands in for the pool. */
    final class Pool implements CreationSite<Resource> {

        final List<Resource> created = new ArrayList<>();
        final List<Integer> generations = new ArrayList<>();
        final List<Throwable> failures = new ArrayList<>();

        /** Whether a caller was told, by failure. */
        final List<Boolean> told = new ArrayList<>();

        final List<Resource> announced = new ArrayList<>();
        final List<Long> announcedNanos = new ArrayList<>();
        final List<Resource> late = new ArrayList<>();
        final List<Resource> refused = new ArrayList<>();
        Throwable refusal;
        Runnable onRefused = () -> {};
        Runnable onCreated = () -> {};
        Runnable onAnnounced = () -> {};
        boolean waitersLeaveAtOnce = true;
        int reserved;
        long returned;
        boolean closed;
        boolean suspended;
        Runnable onIsClosed = () -> {};

        /** Run after the answer is found. */
        Runnable onIsSuspended = () -> {};

        @Override
        public Refusal created(Resource resource, int bornIn) {
            DemandFixture.this.generations.creationEnded(bornIn);
            if (refusal != null) {
                return new Refusal(refusal, DiscardReason.BROKEN);
            }
            permits.created();
            created.add(resource);
            generations.add(bornIn);
            onCreated.run();
            if (waitersLeaveAtOnce) {
                waiting(Math.max(0, waiters.waiting - 1)); // it serves one of them
            }
            return null;
        }

        @Override
        public void refused(Resource resource, Refusal why, int bornIn) {
            refused.add(resource);
            onRefused.run();
        }

        @Override
        public void announce(Resource resource, long nanos) {
            announced.add(resource);
            announcedNanos.add(nanos);
            onAnnounced.run();
        }

        @Override
        public void createdTooLate(Resource resource, int bornIn) {
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
        public long returned() {
            return returned;
        }

        @Override
        public boolean creationFails() {
            return false; // nobody asks
        }

        @Override
        public void creationFailed(Throwable failure, boolean isFirst, boolean isTold) {
            failures.add(failure);
            told.add(isTold);
        }

        @Override
        public boolean isSuspended() {
            boolean found = suspended;
            onIsSuspended.run();
            return found;
        }

        @Override
        public boolean isClosed() {
            onIsClosed.run();
            return closed;
        }
    }
}
