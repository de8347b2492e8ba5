package io.sluice.pool.internal;

import io.sluice.pool.FlushMode;
import io.sluice.pool.FlushReport;
import io.sluice.pool.spi.DiscardReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Sends away all resources that a pool has, so that new ones take their places. */
final class Flush<R> {

    private final HolderSets<R> sets;
    private final Inspection<R> inspection;
    private final Departures<R> departures;
    private final StillOut<R> stillOut;
    private final long closeTimeoutNanos;

    /**
     * @param closeTimeoutNanos how long what was taken away may take to be destroyed
     */
    Flush(
            HolderSets<R> sets,
            Inspection<R> inspection,
            Departures<R> departures,
            StillOut<R> stillOut,
            long closeTimeoutNanos) {
        this.sets = sets;
        this.inspection = inspection;
        this.departures = departures;
        this.stillOut = stillOut;
        this.closeTimeoutNanos = closeTimeoutNanos;
    }

    FlushReport run(FlushMode mode) {
        return switch (mode) {
            case IDLE -> discardIdle();
            case GRACEFULLY -> report(doomAll(), 0);
            case AT_ONCE -> {
                List<ResourceHolder<R>> all = doomAll();
                yield report(all, takeAway(all));
            }
        };
    }

    private FlushReport discardIdle() {
        int discarded = 0;
        for (ResourceHolder<R> holder : sets.members()) {
            if (holder.idleToReserved()) {
                departures.discard(holder, DiscardReason.FLUSHED, null);
                discarded++;
            }
        }
        return new FlushReport(discarded, 0, 0);
    }

    /** Sends away gracefully, and what is still out at the end of the drain by force. */
    FlushReport run(Duration drain) {
        List<ResourceHolder<R>> all = doomAll();
        CompletableFuture<Void> end =
                CompletableFuture.allOf(
                        all.stream()
                                .map(holder -> holder.gone)
                                .toArray(CompletableFuture<?>[]::new));
        if (!departures.await(end, TimeUnit.NANOSECONDS.convert(drain))) {
            return report(all, 0); // interrupted
        }
        stillOut.tell(all.stream().filter(Flush::isOut).toList(), drain);
        int takenAway = takeAway(all);
        departures.await(end, closeTimeoutNanos);
        return report(all, takenAway);
    }

    /** What is idle goes now, the rest when its owner is through with it. */
    private List<ResourceHolder<R>> doomAll() {
        inspection.outdateAll(); // before looking: what joins later is too old, or is found
        List<ResourceHolder<R>> all = new ArrayList<>();
        for (ResourceHolder<R> holder : sets.members()) {
            holder.doom(DiscardReason.FLUSHED, null);
            all.add(holder);
        }
        return all;
    }

    private int takeAway(List<ResourceHolder<R>> all) {
        int takenAway = 0;
        for (ResourceHolder<R> holder : all) {
            if (departures.takeAway(holder, DiscardReason.FLUSHED)) {
                takenAway++;
            } else if (holder.state() == ResourceState.RESERVED) {
                departures.abort(holder); // who cleans or validates it may hang
            }
        }
        return takenAway;
    }

    private static boolean isOut(ResourceHolder<?> holder) {
        ResourceState state = holder.state();
        return state == ResourceState.ACCESSIBLE || state == ResourceState.INACCESSIBLE;
    }

    private static FlushReport report(List<? extends ResourceHolder<?>> all, int takenAway) {
        int out = (int) all.stream().filter(Flush::isOut).count();
        return new FlushReport(all.size() - takenAway - out, takenAway, out);
    }
}
