package io.sluice.pool.internal.upkeep;

import io.sluice.pool.FlushMode;
import io.sluice.pool.FlushReport;
import io.sluice.pool.internal.base.DrainSignal;
import io.sluice.pool.internal.disposal.Discarder;
import io.sluice.pool.internal.holder.Generations;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.ResourceState;
import io.sluice.pool.internal.queue.HolderSets;
import io.sluice.pool.internal.report.DrainReporter;
import io.sluice.pool.spi.DiscardReason;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Discards all resources of a pool, so that new ones replace them. */
public final class Flush<R> {

    private final HolderSets<R> sets;
    private final Generations generations;
    private final DrainSignal drains;
    private final Discarder<R> discarder;
    private final DrainReporter<R> stillOut;
    private final long destroyNanos;

    /**
     * @param destroyNanos the longest time until a resource taken away is destroyed
     */
    public Flush(
            HolderSets<R> sets,
            Generations generations,
            DrainSignal drains,
            Discarder<R> discarder,
            DrainReporter<R> stillOut,
            long destroyNanos) {
        this.sets = sets;
        this.generations = generations;
        this.drains = drains;
        this.discarder = discarder;
        this.stillOut = stillOut;
        this.destroyNanos = destroyNanos;
    }

    public FlushReport run(FlushMode mode) {
        return switch (mode) {
            case IDLE -> discardIdle();
            case GRACEFUL -> new Old().report();
            case IMMEDIATE -> {
                Old old = new Old();
                old.takeAway();
                yield old.report();
            }
        };
    }

    private FlushReport discardIdle() {
        int discarded = 0;
        for (ResourceHolder<R> holder : sets.members()) {
            if (holder.idleToReserved()) {
                discarder.discard(holder, DiscardReason.FLUSHED, null);
                discarded++;
            }
        }
        return new FlushReport(discarded, 0, 0, 0);
    }

    /** Discards gracefully, and by force what is still leased at the end of the drain. */
    public FlushReport run(Duration drain) {
        Old old = new Old();
        if (!drains.await(old::isGone, TimeUnit.NANOSECONDS.convert(drain))) {
            return old.report(); // interrupted
        }
        stillOut.tell(old.leased(), drain);
        stillOut.tellCreating(old.creating(), drain);
        old.takeAway();
        drains.await(old::isGoneOrCreating, destroyNanos); // attempts may hang for any time
        return old.report();
    }

    /** The resources of earlier generations; each is discarded when it is no longer used. */
    private final class Old {

        private final int oldest = generations.outdateAll(); // first: what joins later is outdated
        private final List<ResourceHolder<R>> members =
                sets.members().stream().filter(holder -> holder.bornIn < oldest).toList();

        /** The members ended by force. */
        private final Set<ResourceHolder<R>> forced = new HashSet<>();

        /** Discards idle members now, the rest when their owner is done. */
        Old() {
            for (ResourceHolder<R> holder : members) {
                holder.doom(DiscardReason.FLUSHED, null);
            }
        }

        boolean isGone() {
            return generations.isNothingLeftBefore(oldest);
        }

        boolean isGoneOrCreating() {
            return generations.isNoResourceLeftBefore(oldest);
        }

        int creating() {
            return generations.creatingBefore(oldest);
        }

        List<ResourceHolder<R>> leased() {
            return members.stream().filter(Flush::isLeased).toList();
        }

        void takeAway() {
            for (ResourceHolder<R> holder : members) {
                if (discarder.takeAway(holder, DiscardReason.FLUSHED)) {
                    forced.add(holder);
                } else if (holder.state() == ResourceState.RESERVED) {
                    discarder.abort(holder); // the thread that cleans or validates it may hang
                    forced.add(holder);
                }
            }
        }

        /**
         * Each resource counts once, by its current state; those discarded earlier do not count.
         */
        FlushReport report() {
            int out = 0;
            int takenAway = 0;
            for (ResourceHolder<R> holder : members) {
                if (holder.state() != ResourceState.CLOSED) {
                    out++; // in use, perhaps by the pool itself
                } else if (forced.contains(holder)) {
                    takenAway++;
                }
            }
            return new FlushReport(members.size() - takenAway - out, takenAway, out, creating());
        }
    }

    private static boolean isLeased(ResourceHolder<?> holder) {
        ResourceState state = holder.state();
        return state == ResourceState.ACCESSIBLE || state == ResourceState.INACCESSIBLE;
    }
}
