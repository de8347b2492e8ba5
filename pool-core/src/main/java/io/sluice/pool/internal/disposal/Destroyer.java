package io.sluice.pool.internal.disposal;

import io.sluice.pool.internal.base.CreatorThreads;
import io.sluice.pool.internal.base.FailureText;
import io.sluice.pool.internal.base.SafeLog;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Closes resources physically, each on a creator thread and with a time limit. A resource that
 * hangs is aborted and given up, and then counts as destroyed.
 */
public final class Destroyer<R> {

    /** Notified of the end of a resource. */
    interface End {

        /** Called once, when the resource is destroyed or given up; must not block. */
        void gone();

        /**
         * Called once, after {@link #gone}.
         *
         * @param failure what failed, or null
         */
        void report(@Nullable Throwable failure);
    }

    /** Allowance for a late start of threads. */
    private static final long GRACE_NANOS = Duration.ofMillis(100).toNanos();

    private final String poolName;
    private final ResourceFactory<R> factory;
    private final String noun;
    private final CreatorThreads threads;
    private final Ticker ticker;
    private final long limitNanos;

    public Destroyer(
            String poolName,
            ResourceFactory<R> factory,
            CreatorThreads threads,
            Ticker ticker,
            long limitNanos) {
        this.poolName = poolName;
        this.factory = factory;
        this.noun = Objects.requireNonNull(factory.noun(), "ResourceFactory.noun returned null");
        this.threads = threads;
        this.ticker = ticker;
        this.limitNanos = limitNanos;
    }

    /**
     * Returns the longest time until a resource is destroyed or given up: it is aborted at the
     * limit, and given up after the same time again.
     */
    public long longestNanos() {
        return 2 * limitNanos + GRACE_NANOS;
    }

    /**
     * Allocates all that is needed to end a resource that no thread can acquire any more.
     *
     * @param abort whether to end it by force first, because a thread may still be using it
     */
    Ending ending(R resource, boolean abort, End end) {
        return new Ending(resource, abort, end);
    }

    /**
     * Ends a resource by force, so that the thread stuck in it fails and gives it up. That thread
     * then has it destroyed.
     */
    public void abort(R resource) {
        start(abortOf(resource));
    }

    /** Makes the task that {@link #abort} starts. */
    public CreatorThreads.Task abortOf(R resource) {
        return new CreatorThreads.Task(() -> abortHere(resource));
    }

    /** Starts a task made in advance; allocates nothing. */
    public void start(CreatorThreads.Task task) {
        threads.run(task, ticker);
    }

    /**
     * Destroys a resource on the calling thread without a limit, for lack of memory.
     *
     * @return what failed, or null
     */
    @Nullable Throwable destroyHere(R resource) {
        try {
            factory.destroy(resource);
            return null;
        } catch (Throwable e) { // a driver may throw anything; give the permit back
            return e;
        }
    }

    private void abortHere(R resource) {
        try {
            factory.abort(resource);
        } catch (Throwable e) { // a driver may throw anything; the stuck thread must still fail
            SafeLog.write(
                    System.Logger.Level.WARNING,
                    "Pool " + poolName + ": a " + noun + " could not be aborted",
                    e);
        }
    }

    /**
     * The end of one resource. The destroying thread and the time limit race to set {@code over};
     * the winner notifies the pool. Everything needed is allocated in advance: a holder that left
     * the pool must be destroyed even without memory.
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

        /**
         * Shared: CAS by the thread that destroys or by the limit. Partner: none (the winner gives
         * the permit back).
         */
        private final AtomicBoolean over = new AtomicBoolean();

        private Ending(R resource, boolean abort, End end) {
            this.resource = resource;
            this.abort = abort;
            this.end = end;
        }

        /** Starts the destruction. Allocates nothing; called once. */
        void begin() {
            start(destroying);
        }

        private void destroy() {
            Throwable failure = null;
            Ticker.Alarm limit = null;
            try {
                limit = ticker.schedule(limitIsOver, limitNanos);
            } catch (Throwable e) { // out of memory: destroy it without a limit
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
            } catch (Throwable e) { // a driver may throw anything; it must be destroyed
                return FailureText.with(e, before);
            }
        }

        private @Nullable Throwable destroyed(@Nullable Throwable before) {
            try {
                factory.destroy(resource);
                return before;
            } catch (Throwable e) { // a driver may throw anything; give the permit back
                return FailureText.with(e, before);
            }
        }

        /**
         * The time limit is over: aborts the resource. If the abort hangs too, the resource is
         * given up after the same time again; without an alarm for that, it is given up before the
         * abort.
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
                } finally { // even if that fails
                    end.report(failure);
                }
            }
        }
    }
}
