package io.sluice.pool.internal;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.SizingReport;
import io.sluice.pool.internal.disposal.Discarder;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The close of a pool: it drains the pool, then ends by force what is left. */
final class Closing<R> {

    private final PoolConfig config;
    private final PoolParts<R> parts;
    private final Discarder<R> discarder;
    private final Supplier<SizingReport> sizing;

    /**
     * Completed when a close has done what it could, with the counts at the end of its drain.
     * Shared: completed once, by the first close. Partner: none (later closes wait for it).
     */
    private final CompletableFuture<PoolSnapshot> closed = new CompletableFuture<>();

    /**
     * Whether resources may be left that have to end. Shared: volatile, by each close that ends
     * what is left. Partner: {@code closed}. A later close waits for that, then reads this.
     */
    private volatile boolean isUnfinished = true;

    /** What later closes return if the first could not count, for lack of memory. */
    private final PoolSnapshot atFirst;

    Closing(PoolConfig config, PoolParts<R> parts, Supplier<SizingReport> sizing) {
        this.config = config;
        this.parts = parts;
        this.discarder = parts.discarder;
        this.sizing = sizing;
        this.atFirst = parts.snapshots.take();
    }

    PoolSnapshot close(Duration drain) {
        if (!parts.sets.close()) {
            PoolSnapshot first = closed.join(); // by another thread, or before
            if (isUnfinished) {
                finish();
            }
            return first;
        }
        PoolSnapshot drained = atFirst;
        try {
            // After sets.close(): a thread that missed it sees a new epoch next time.
            parts.epoch.bump();
            parts.waiters.close(parts.fitnessCheck::closed);
            parts.demand.close(parts.fitnessCheck.closed());
            parts.housekeeping.close();
            discarder.begin();
            takeUpWhatIsLeft();
            discarder.awaitDrain(TimeUnit.NANOSECONDS.convert(drain));
            drained = parts.snapshots.take();
            parts.drainReporter.tell(parts.sets.leased(), drain);
        } finally { // out of memory: the drain is cut short
            try {
                finish();
            } finally {
                end(drained);
            }
        }
        return drained;
    }

    /** Ends by force what is left. Where that fails, for lack of memory, a later close does it. */
    private void finish() {
        discarder.force();
        takeUpWhatIsLeft();
        discarder.awaitEnd(config.closeTimeout().toNanos());
        isUnfinished = discarder.isAnyOrphaned();
    }

    /** Does the work of a tick, because ticks may already have stopped. */
    private void takeUpWhatIsLeft() {
        parts.abandonedLeases.end();
        parts.threads.startPending();
    }

    /** The later steps free threads and the timer, so they must run even out of memory. */
    private void end(PoolSnapshot drained) {
        try {
            closed.complete(drained);
        } finally {
            try {
                parts.events.end(parts.sets.leases(), sizing);
            } finally {
                try {
                    parts.threads.end();
                } finally {
                    config.ticker().close();
                }
            }
        }
    }
}
