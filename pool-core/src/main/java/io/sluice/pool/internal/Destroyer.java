package io.sluice.pool.internal;

import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Closes resources physically, each on a creator thread and within a time limit: what hangs is
 * aborted and given up, and then counts as destroyed.
 */
final class Destroyer<R> {

    /** What follows the end of a resource. */
    interface End {

        /** Run once, when it is destroyed or given up; must not block. */
        void gone();

        /** Run once, after that, with what failed. */
        void report(@Nullable Throwable failure);
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
     * Makes all that it takes to end a resource that nobody can acquire any more.
     *
     * @param abort end it by force first, since somebody may still be using it
     */
    Ending ending(R resource, boolean abort, End end) {
        return new Ending(resource, abort, end);
    }

    /**
     * Ends a resource by force, so that whoever is stuck in it fails and gives it up. It is
     * destroyed by that one.
     */
    void abort(R resource) {
        start(abortOf(resource));
    }

    /** Makes what {@link #abort} starts. */
    CreatorThreads.Task abortOf(R resource) {
        return new CreatorThreads.Task(() -> abortHere(resource));
    }

    /** Starts what was made before; takes no memory. */
    void start(CreatorThreads.Task task) {
        threads.run(task, ticker);
    }

    /**
     * Destroys a resource on the calling thread and without a limit, for want of memory.
     *
     * @return what failed
     */
    @Nullable Throwable destroyHere(R resource) {
        try {
            factory.destroy(resource);
            return null;
        } catch (Throwable e) { // a driver may throw anything, and the permit must come back
            return e;
        }
    }

    private void abortHere(R resource) {
        try {
            factory.abort(resource);
        } catch (Throwable e) { // a driver may throw anything; its owner still has to end
            SafeLog.write(
                    System.Logger.Level.WARNING,
                    "Pool " + poolName + ": a resource could not be aborted",
                    e);
        }
    }

    /**
     * The end of one resource; the thread that destroys and the limit race to set {@code over}, and
     * the winner tells the pool. All that it needs is made with it: once a holder has left the pool
     * it must be destroyed though there is no memory.
     */
    final class Ending {

        private final R resource;
        private final boolean abort;
        private final End end;
        private final CreatorThreads.Task destroying = new CreatorThreads.Task(this::destroy);
        private final CreatorThreads.Task givingUp = new CreatorThreads.Task(this::giveUp);
        private final CreatorThreads.Task abandoning =
                new CreatorThreads.Task(() -> end(/* failure= */ null));
        private final Runnable limitIsOver = this::limitIsOver;
        private final Runnable lastLimitIsOver = this::lastLimitIsOver;
        private final AtomicBoolean over = new AtomicBoolean();

        private Ending(R resource, boolean abort, End end) {
            this.resource = resource;
            this.abort = abort;
            this.end = end;
        }

        /** Takes no memory; called once. */
        void begin() {
            start(destroying);
        }

        private void destroy() {
            Throwable failure = null;
            Ticker.Alarm limit = null;
            try {
                limit = ticker.schedule(limitIsOver, limitNanos);
            } catch (Throwable e) { // out of memory: it must be destroyed all the same
                failure = e;
            }
            try {
                if (abort) {
                    failure = aborted(failure);
                }
                failure = destroyed(failure);
                if (limit != null) {
                    limit.cancel();
                }
            } finally {
                end(failure);
            }
        }

        /** Runs on the timer thread. */
        private void limitIsOver() {
            start(givingUp);
        }

        /** Runs on the timer thread. */
        private void lastLimitIsOver() {
            start(abandoning);
        }

        private @Nullable Throwable aborted(@Nullable Throwable before) {
            try {
                factory.abort(resource);
                return before;
            } catch (Throwable e) { // a driver may throw anything, and it must be destroyed
                return with(e, before);
            }
        }

        private @Nullable Throwable destroyed(@Nullable Throwable before) {
            try {
                factory.destroy(resource);
                return before;
            } catch (Throwable e) { // a driver may throw anything, and the permit must come back
                return with(e, before);
            }
        }

        /**
         * The limit is over. Should the abort hang as well, the resource is given up after the same
         * time again; before the abort, if nothing can be made to come after it.
         */
        private void giveUp() {
            Ticker.Alarm limit;
            try {
                limit = ticker.schedule(lastLimitIsOver, limitNanos);
            } catch (Throwable e) { // out of memory
                try {
                    end(e);
                } finally {
                    abortHere(resource);
                }
                return;
            }
            Throwable failure = null;
            try {
                failure = aborted(null);
                limit.cancel();
            } finally {
                end(failure);
            }
        }

        private void end(@Nullable Throwable failure) {
            if (over.compareAndSet(false, true)) {
                try {
                    end.gone();
                } finally { // whatever it wakes
                    end.report(failure);
                }
            }
        }
    }

    /** Returns the failure, with the one before it as suppressed if there is memory for that. */
    static Throwable with(Throwable failure, @Nullable Throwable before) {
        if (before != null && before != failure) {
            try {
                failure.addSuppressed(before);
            } catch (Throwable e) { // out of memory: one of them is enough
                return failure;
            }
        }
        return failure;
    }
}
