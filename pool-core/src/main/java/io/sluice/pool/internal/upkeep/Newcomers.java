package io.sluice.pool.internal.upkeep;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.internal.disposal.Discarder;
import io.sluice.pool.internal.growth.CreationSite;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.Generations;
import io.sluice.pool.internal.holder.HolderReturn;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.queue.HolderSets;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.internal.queue.Suspension;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.internal.report.PoolEvents;
import io.sluice.pool.internal.report.Timings;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.ResourceFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Takes created resources into the pool, or destroys them. */
public final class Newcomers<R> implements CreationSite<R> {

    private final PoolConfig config;
    private final ResourceFactory<R> factory;
    private final Epoch epoch;
    private final Generations generations;
    private final WaiterQueue<R> waiters;
    private final HolderReturn<ResourceHolder<R>> owner;
    private final HolderSlots<R> slots;
    private final HolderSets<R> sets;
    private final Suspension<R> suspension;
    private final FitnessCheck<R> fitnessCheck;
    private final Housekeeping<R> housekeeping;
    private final Discarder<R> discarder;
    private final PoolEvents<R> events;
    private final Timings timings;
    private final Runnable joined;

    /**
     * @param joined called after a resource has joined the pool
     */
    public Newcomers(
            PoolConfig config,
            ResourceFactory<R> factory,
            Epoch epoch,
            Generations generations,
            WaiterQueue<R> waiters,
            HolderReturn<ResourceHolder<R>> owner,
            HolderSlots<R> slots,
            HolderSets<R> sets,
            Suspension<R> suspension,
            FitnessCheck<R> fitnessCheck,
            Housekeeping<R> housekeeping,
            Discarder<R> discarder,
            PoolEvents<R> events,
            Timings timings,
            Runnable joined) {
        this.config = config;
        this.factory = factory;
        this.epoch = epoch;
        this.generations = generations;
        this.waiters = waiters;
        this.owner = owner;
        this.slots = slots;
        this.sets = sets;
        this.suspension = suspension;
        this.fitnessCheck = fitnessCheck;
        this.housekeeping = housekeeping;
        this.discarder = discarder;
        this.events = events;
        this.timings = timings;
        this.joined = joined;
    }

    @Override
    public @Nullable Refusal created(R resource, int bornIn) {
        ResourceHolder<R> holder;
        boolean joined;
        try {
            Throwable invalid;
            try {
                long now = epoch.now();
                holder =
                        new ResourceHolder<>(
                                resource, epoch, waiters, owner, now, lifetimeEnd(now), bornIn);
                factory.joined(resource, holder);
                invalid = fitnessCheck.validateNew(resource);
            } finally { // a flush cannot take it away before
                generations.creationEnded(bornIn);
            }
            if (invalid != null) {
                return new Refusal(invalid, DiscardReason.INVALID);
            }
            joined = sets.join(holder);
        } catch (Throwable e) { // a factory may throw anything, see refused
            return Refusal.broken(e);
        }
        if (joined) {
            try {
                publish(holder);
            } finally {
                sets.published();
            }
            watch(holder);
        } else {
            discarder.destroyUnseated(resource, DiscardReason.POOL_CLOSED, null, bornIn);
        }
        return null;
    }

    private void publish(ResourceHolder<R> holder) {
        try {
            if (generations.isOutdated(holder.bornIn)) { // flushed before it joined
                holder.doom(DiscardReason.FLUSHED, null);
            }
        } catch (Throwable e) { // out of memory, and the holder is still reserved
            discarder.discard(holder, DiscardReason.BROKEN, e);
            throw e;
        }
        fitnessCheck.publish(holder);
    }

    private void watch(ResourceHolder<R> holder) {
        try {
            housekeeping.joined(holder);
            joined.run();
        } catch (Throwable e) { // out of memory: the next tick replaces the alarm
            return;
        }
    }

    private long lifetimeEnd(long createdAt) {
        long lifetime = config.maxLifetime().toNanos();
        if (lifetime == 0) {
            return Long.MAX_VALUE;
        }
        double kept = 1 - config.lifetimeJitter() * ThreadLocalRandom.current().nextDouble();
        return createdAt + Math.max(TimeUnit.MILLISECONDS.toNanos(1), (long) (lifetime * kept));
    }

    @Override
    public void refused(R resource, Refusal why, int bornIn) {
        discarder.destroyUnseated(resource, why.reason(), why.cause(), bornIn);
    }

    @Override
    public void createdTooLate(R resource, int bornIn) {
        discarder.destroyLate(resource, bornIn);
    }

    @Override
    public void announce(R resource, long nanos) {
        timings.created(nanos);
        events.created(resource);
    }

    @Override
    public boolean creationFails() {
        return events.creationFails();
    }

    @Override
    public void creationFailed(Throwable failure, boolean isFirst, boolean isTold) {
        events.creationFailed(failure, isFirst, isTold);
    }

    @Override
    public int available() {
        return slots.available();
    }

    @Override
    public int reserved() {
        return slots.reserved();
    }

    @Override
    public long returned() {
        return slots.returned();
    }

    @Override
    public boolean isClosed() {
        return sets.isClosed();
    }

    @Override
    public boolean isSuspended() {
        return suspension.isSuspended();
    }
}
