package io.sluice.pool.internal.upkeep;

import io.sluice.pool.FlushMode;
import io.sluice.pool.FlushReport;
import io.sluice.pool.internal.disposal.Discarder;
import io.sluice.pool.internal.growth.Creator;
import io.sluice.pool.internal.growth.Demand;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.ResourceState;
import io.sluice.pool.internal.queue.HolderSets;
import io.sluice.pool.internal.report.DrainReporter;
import io.sluice.pool.spi.DiscardReason;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Discards all resources of a pool, so that new ones replace them. */
public final class Flush<R> {

    private final HolderSets<R> sets;
    private final FitnessCheck<R> fitnessCheck;
    private final Demand<R> demand;
    private final Discarder<R> discarder;
    private final DrainReporter<R> stillOut;
    private final long destroyNanos;

    /**
     * @param destroyNanos the longest time until a resource taken away is destroyed
     */
    public Flush(
            HolderSets<R> sets,
            FitnessCheck<R> fitnessCheck,
            Demand<R> demand,
            Discarder<R> discarder,
            DrainReporter<R> stillOut,
            long destroyNanos) {
        this.sets = sets;
        this.fitnessCheck = fitnessCheck;
        this.demand = demand;
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
        if (!discarder.await(old.end(old.attempts), TimeUnit.NANOSECONDS.convert(drain))) {
            return old.report(); // interrupted
        }
        stillOut.tell(old.leased(), drain);
        List<Creator<R>.Attempt> arrived = old.arrived();
        stillOut.tellCreating(old.attempts.size() - arrived.size(), drain);
        old.takeAway();
        discarder.await(old.end(arrived), destroyNanos); // others may arrive at any time
        return old.report();
    }

    /** The resources found by a flush; each is discarded when it is no longer used. */
    private final class Old {

        /** All attempts in creation, including those whose resource had not joined yet. */
        private final List<Creator<R>.Attempt> attempts;

        private final List<Creator<R>.Attempt> inCreation;
        private final List<ResourceHolder<R>> members;

        /** Discarded earlier and not destroyed yet. */
        private final List<ResourceHolder<R>> leaving;

        /** The members ended by force. */
        private final Set<ResourceHolder<R>> forced = new HashSet<>();

        /** Discards idle members now, the rest when their owner is done. */
        Old() {
            int oldest = fitnessCheck.outdateAll(); // first: what joins later is outdated or found
            // Read in the order in which resources move between them, so that none is missed.
            attempts = demand.begunBefore(oldest);
            members = sets.members();
            leaving = sets.leaving();
            // Last, or one might count twice.
            inCreation = attempts.stream().filter(attempt -> attempt.isUnderWay()).toList();
            for (ResourceHolder<R> holder : members) {
                holder.doom(DiscardReason.FLUSHED, null);
            }
        }

        /**
         * Returns futures completed when these attempts are over and all holders found are gone.
         */
        List<CompletableFuture<Void>> end(List<Creator<R>.Attempt> awaited) {
            return Stream.concat(
                            awaited.stream().map(attempt -> attempt.fate.over()),
                            Stream.concat(members.stream(), leaving.stream())
                                    .map(ResourceHolder::whenGone))
                    .toList();
        }

        List<Creator<R>.Attempt> arrived() {
            return attempts.stream().filter(attempt -> !attempt.isUnderWay()).toList();
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
            int creating =
                    (int)
                            inCreation.stream()
                                    .filter(attempt -> !attempt.fate.over().isDone())
                                    .count();
            return new FlushReport(members.size() - takenAway - out, takenAway, out, creating);
        }
    }

    private static boolean isLeased(ResourceHolder<?> holder) {
        ResourceState state = holder.state();
        return state == ResourceState.ACCESSIBLE || state == ResourceState.INACCESSIBLE;
    }
}
