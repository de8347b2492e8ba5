package io.sluice.pool.internal.report;

import io.sluice.pool.PoolCounters;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.internal.holder.ResourceState;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.HolderSets;
import io.sluice.pool.internal.queue.Suspension;
import io.sluice.pool.internal.queue.WaiterQueue;

/** Counts what a pool has and has done. */
public final class Snapshots<R> {

    private final String poolName;
    private final HolderSets<R> sets;
    private final CreationPermits permits;
    private final WaiterQueue<R> waiters;
    private final Suspension<R> suspension;
    private final PoolEvents<R> events;
    private final Timings timings;

    public Snapshots(
            String poolName,
            HolderSets<R> sets,
            CreationPermits permits,
            WaiterQueue<R> waiters,
            Suspension<R> suspension,
            PoolEvents<R> events,
            Timings timings) {
        this.poolName = poolName;
        this.sets = sets;
        this.permits = permits;
        this.waiters = waiters;
        this.suspension = suspension;
        this.events = events;
        this.timings = timings;
    }

    public PoolSnapshot take() {
        return take(waiters.waiting);
    }

    /**
     * The same for a caller that has counted the waiting threads, so that its report agrees with
     * itself.
     */
    public PoolSnapshot take(int waiting) {
        HolderSets.Counts counts = sets.count();
        return new PoolSnapshot(
                poolName,
                CreationPermits.total(counts.permits()),
                permits.minSize(),
                permits.maxSize(),
                CreationPermits.creating(counts.permits()),
                counts.in(ResourceState.AVAILABLE),
                counts.in(ResourceState.ACCESSIBLE),
                counts.in(ResourceState.INACCESSIBLE),
                counts.in(ResourceState.RESERVED),
                waiting,
                suspension.isSuspended(),
                new PoolCounters(
                        counts.leases(),
                        events.timedOut(),
                        waiters.refusals(),
                        counts.joined(),
                        events.creationsFailed(),
                        counts.left(),
                        timings.soFar()));
    }
}
