package io.sluice.pool.internal.upkeep;

import io.sluice.pool.internal.growth.Demand;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.queue.HolderSets;
import java.util.List;

/**
 * Changes the sizes of a running pool. A surplus of idle holders leaves at once. The new epoch
 * sends each other holder along the slow path once, where {@link FitnessCheck} discards it while
 * there is a surplus. A release that has read the former maximum, or the epoch before, may come
 * after that: as long as there is a surplus, each tick looks for what is idle.
 */
public final class Resizing<R> {

    private final Epoch epoch;
    private final HolderSets<R> sets;
    private final Housekeeping<R> housekeeping;
    private final Demand<R> demand;

    public Resizing(
            Epoch epoch, HolderSets<R> sets, Housekeeping<R> housekeeping, Demand<R> demand) {
        this.epoch = epoch;
        this.sets = sets;
        this.housekeeping = housekeeping;
        this.demand = demand;
    }

    public void resize(int minSize, int maxSize) {
        sets.resize(minSize, maxSize);
        epoch.bump(); // after the sizes: a thread that misses them sees another epoch next time
        try {
            discardIdleSurplus();
            housekeeping.resized();
            if (isUnfinished()) {
                epoch.touch(); // from now on ticks go on
            }
        } finally { // out of memory: what is idle leaves when it is used
            demand.check();
        }
    }

    /** Whether ticks are needed: there is a surplus, which may become idle unnoticed. */
    public boolean isUnfinished() {
        return sets.isSurplus() && !sets.isClosed();
    }

    /** Runs on the timer thread. */
    public void tick() {
        if (isUnfinished()) {
            discardIdleSurplus();
        }
    }

    /** Begins with the last slots, which threads find last. */
    private void discardIdleSurplus() {
        List<ResourceHolder<R>> members = sets.members();
        for (int i = members.size() - 1; i >= 0 && sets.isSurplus(); i--) {
            ResourceHolder<R> holder = members.get(i);
            if (holder.availableToReserved()) {
                holder.publish(); // discards it, unless it is no longer surplus
            }
        }
    }
}
