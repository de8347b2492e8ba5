package io.sluice.pool.internal;

import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Closes resources physically, each on a creator thread and within a time limit: what hangs is
 * aborted and given up, and then counts as destroyed.
 */
final class Destroyer<R> {

    /** A call of the driver. */
    private interface Call {
        void run() throws Exception;
    }

    /** How late the threads may come that do it. */
    private static final long GRACE_NANOS = Duration.ofMillis(100).toNanos();

    private final String poolName;
    private final ResourceFactory<R> factory;
    private final CreatorThreads threads;
    private final Ticker ticker;
    private final long limitNanos;

    Destroyer(
            String poolName,
            ResourceFactory<R> factory,
            CreatorThreads threads,
            Ticker ticker,
            long limitNanos) {
        this.poolName = poolName;
        this.factory = factory;
        this.threads = threads;
        this.ticker = ticker;
        this.limitNanos = limitNanos;
    }

    /**
     * How long it takes at the most until a resource is destroyed or given up: it is aborted when
     * the limit is over, and given up after the same time again.
     */
    long longestNanos() {
        return 2 * limitNanos + GRACE_NANOS;
    }

    /**
     * Destroys a resource that nobody can acquire any more.
     *
     * @param abort end it by force first, since somebody may still be using it
     * @param gone run once, when it is destroyed or given up; must not block
     * @param report run once, after that, with what failed
     */
    void destroy(R resource, boolean abort, Runnable gone, Consumer<@Nullable Throwable> report) {
        Ending ending = new Ending(resource, gone, report);
        threads.run(() -> ending.run(abort), ticker);
    }

    /**
     * Ends a resource by force, so that whoever is stuck in it fails and gives it up. It is
     * destroyed by that one.
     */
    void abort(R resource) {
        threads.run(() -> abortHere(resource), ticker);
    }

    private void abortHere(R resource) {
        try {
            factory.abort(resource);
        } catch (Throwable e) { // a driver may throw anything; its owner still has to end
            SureLog.log(
                    System.Logger.Level.WARNING,
                    "Pool " + poolName + ": a resource could not be aborted",
                    e);
        }
    }

    /**
     * The end of one resource; who sets {@code over} first, the thread that destroys or the limit,
     * tells the pool.
     */
    private final class Ending {

        private final R resource;
        private final Runnable gone;
        private final Consumer<@Nullable Throwable> report;
        private final AtomicBoolean over = new AtomicBoolean();

        Ending(R resource, Runnable gone, Consumer<@Nullable Throwable> report) {
            this.resource = resource;
            this.gone = gone;
            this.report = report;
        }

        void run(boolean abort) {
            Throwable failure = null;
            Ticker.Alarm limit = null;
            try {
                limit = ticker.schedule(() -> threads.run(this::giveUp, ticker), limitNanos);
            } catch (Throwable e) { // out of memory: it must be destroyed all the same
                failure = e;
            }
            if (abort) {
                failure = tried(() -> factory.abort(resource), failure);
            }
            failure = tried(() -> factory.destroy(resource), failure);
            if (limit != null) {
                limit.cancel();
            }
            end(failure);
        }

        /** A driver may throw anything, and what comes after it must still be done. */
        private @Nullable Throwable tried(Call call, @Nullable Throwable before) {
            try {
                call.run();
                return before;
            } catch (Throwable e) {
                if (before != null && before != e) {
                    e.addSuppressed(before);
                }
                return e;
            }
        }

        /**
         * The limit is over. Should the abort hang as well, the resource is given up after the same
         * time again; before the abort, if nothing can be made to come after it.
         */
        private void giveUp() {
            Ticker.Alarm limit;
            try {
                limit = ticker.schedule(() -> threads.run(() -> end(null), ticker), limitNanos);
            } catch (Throwable e) { // out of memory
                try {
                    end(e);
                } finally {
                    abortHere(resource);
                }
                return;
            }
            Throwable failure = tried(() -> factory.abort(resource), null);
            limit.cancel();
            end(failure);
        }

        private void end(@Nullable Throwable failure) {
            if (over.compareAndSet(false, true)) {
                try {
                    gone.run();
                } finally { // whatever it wakes
                    report.accept(failure);
                }
            }
        }
    }
}
