package io.sluice.pool.internal;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.internal.base.DrainSignal;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.Generations;
import io.sluice.pool.internal.holder.HolderReturn;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.internal.queue.Admission;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.HolderSets;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.internal.queue.Suspension;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.internal.report.Timings;
import io.sluice.pool.internal.upkeep.FitnessCheck;
import io.sluice.pool.spi.DiscardReason;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One holder, on lease, with the parts of a pool that decide which thread gets it: they check it
 * and put it to use as in a real pool.
 */
abstract class PoolOfOne implements HolderReturn<ResourceHolder<Integer>> {

    private final StillTicker ticker = new StillTicker();
    private final CreationPermits permits = new CreationPermits(/* minSize= */ 0, 1);
    private final HolderSlots<Integer> slots = new HolderSlots<>(1);
    private final WaiterQueue<Integer> waiters =
            new WaiterQueue<>("test", ticker, slots, new Admission("test", 1, permits), () -> {});
    private final HolderSets<Integer> sets = new HolderSets<>(slots, waiters, permits);
    private final AtomicInteger discarded = new AtomicInteger();
    final Epoch epoch = new Epoch(ticker, 1_000_000, /* fixed= */ false, () -> {});
    final Suspension<Integer> suspension = new Suspension<>(epoch, sets, waiters);
    final FitnessCheck<Integer> fitnessCheck =
            new FitnessCheck<>(
                    PoolConfig.builder().build(),
                    null,
                    epoch,
                    new Generations(new DrainSignal(ticker)),
                    sets,
                    suspension,
                    waiters,
                    null,
                    null,
                    new Timings("test", FlightRecorder.none()),
                    Runnable::run);
    final ResourceHolder<Integer> holder =
            new ResourceHolder<>(1, epoch, waiters, this, 1, Long.MAX_VALUE, 0);

    PoolOfOne() {
        sets.join(holder);
        waiters.offer(holder);
        acquire(); // looked at, so that the next release and acquire take the short way
    }

    /** As the pool does it. */
    final String acquire() {
        ResourceHolder<Integer> found = slots.poll();
        if (found == null) {
            return "nothing";
        }
        return found.seen == epoch.value || fitnessCheck.checkFit(found, Long.MAX_VALUE, true)
                ? "leased"
                : "nothing";
    }

    final String end() {
        return holder.state() + ", discarded " + discarded;
    }

    @Override
    public void runAside(Runnable task) {
        throw new AssertionError("nothing blocks here");
    }

    @Override
    public void requeue(ResourceHolder<Integer> returned) {
        fitnessCheck.requeue(returned);
    }

    @Override
    public void publish(ResourceHolder<Integer> reserved) {
        if (!suspension.publish(reserved)) {
            discarded.incrementAndGet();
        }
    }

    @Override
    public void discard(ResourceHolder<Integer> reserved, DiscardReason reason, Throwable cause) {
        discarded.incrementAndGet();
    }

    @Override
    public boolean releaseInTransaction(ResourceHolder<Integer> leased, long stamp) {
        return false;
    }
}
