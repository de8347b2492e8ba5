package io.sluice.pool.internal;

import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Closes resources physically, each on a creator thread and within a time limit: what hangs is
 * aborted, and then counts as destroyed.
 */
final class Destroyer<R> {

    private final ResourceFactory<R> factory;
    private final Executor threads;
    private final Ticker ticker;
    private final long limitNanos;
    private final BiConsumer<R, @Nullable Throwable> report;

    Destroyer(
            ResourceFactory<R> factory,
            Executor threads,
            Ticker ticker,
            long limitNanos,
            BiConsumer<R, @Nullable Throwable> report) {
        this.factory = factory;
        this.threads = threads;
        this.ticker = ticker;
        this.limitNanos = limitNanos;
        this.report = report;
    }

    /**
     * Destroys a resource that nobody can acquire any more.
     *
     * @param first run before, on the same thread
     * @param abort end it by force first, since somebody may still be using it
     * @param gone run exactly once, when it is destroyed or given up
     */
    void destroy(R resource, boolean abort, Runnable first, Runnable gone) {
        AtomicBoolean over = new AtomicBoolean();
        Runnable once =
                () -> {
                    if (over.compareAndSet(false, true)) {
                        gone.run();
                    }
                };
        try {
            threads.execute(() -> run(resource, abort, first, once));
        } catch (
                Throwable
                        e) { // no thread to be had: better a slow caller than a resource left open
            run(resource, abort, first, once);
        }
    }

    private void run(R resource, boolean abort, Runnable first, Runnable once) {
        Ticker.Alarm limit =
                ticker.schedule(() -> threads.execute(() -> giveUp(resource, once)), limitNanos);
        Throwable failure = null;
        try {
            first.run();
            if (abort) {
                factory.abort(resource);
            }
        } catch (Throwable e) { // a driver may throw anything, and the resource must still be
            // destroyed
            failure = e;
        }
        try {
            factory.destroy(resource);
        } catch (Throwable e) { // likewise, and the permit must come back
            if (failure != null) {
                e.addSuppressed(failure);
            }
            failure = e;
        }
        limit.cancel();
        once.run();
        report.accept(resource, failure);
    }

    private void giveUp(R resource, Runnable once) {
        try {
            factory.abort(resource);
        } catch (Throwable e) { // reported; there is nothing left to try
            report.accept(resource, e);
        }
        once.run();
    }
}
