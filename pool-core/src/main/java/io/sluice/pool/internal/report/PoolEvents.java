package io.sluice.pool.internal.report;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.DiscardReport;
import io.sluice.pool.PoolListener;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.SizingReport;
import io.sluice.pool.internal.base.CreatorThreads;
import io.sluice.pool.internal.base.SafeLog;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Passes events to the log, the flight recorder and the listener of a pool, mostly on creator
 * threads, and contains their exceptions.
 */
public final class PoolEvents<R> {

    private static final Duration ENOUGH_FOR_ADVICE = Duration.ofMinutes(10);

    private final String poolName;
    private final ResourceFactory<R> source;
    private final PoolLog log;
    private final PoolListener listener;
    private final FlightRecorder recorder;
    private final CreatorThreads threads;
    private final Ticker ticker;
    private final RecentDiscards discards = new RecentDiscards();
    private final long openedAt;

    /**
     * Acquires that have timed out. Shared: atomic adds; volatile read by a snapshot and the close.
     * Partner: none (a count).
     */
    private final AtomicLong timeouts = new AtomicLong();

    /** Shared: atomic adds; volatile read by a snapshot. Partner: none (a count). */
    private final AtomicLong creationsFailed = new AtomicLong();

    public PoolEvents(
            String poolName,
            ResourceFactory<R> source,
            PoolListener listener,
            FlightRecorder recorder,
            CreatorThreads threads,
            Ticker ticker) {
        this.poolName = poolName;
        this.source = source;
        this.log = new PoolLog(source.noun(), ticker);
        this.listener = listener;
        this.recorder = recorder;
        this.threads = threads;
        this.ticker = ticker;
        openedAt = ticker.nanos();
    }

    /** Called on the thread that opens the pool. */
    public void opened(int minSize, int maxSize, Supplier<PoolSnapshot> snapshot) {
        guarded(() -> log.opened(poolName, source, minSize, maxSize));
        guarded(() -> recorder.opened(snapshot));
    }

    /** Called on the thread that resizes the pool. */
    public void resized(int minSize, int maxSize) {
        guarded(() -> log.resized(poolName, minSize, maxSize));
    }

    /** Called on a creator thread. */
    public void created(R resource) {
        tell(told -> told.onCreate(poolName, resource));
    }

    /**
     * Called on any thread.
     *
     * @return whether it is the first failure since a resource was created
     */
    public boolean creationFails() {
        return log.creationFails();
    }

    /** Called on any thread. */
    public void creationFailed(Throwable failure, boolean isFirst, boolean isTold) {
        creationsFailed.getAndIncrement();
        threads.run(
                () -> {
                    guarded(() -> log.creationFailed(poolName, failure, isFirst, isTold));
                    guarded(() -> listener.onCreateFailure(poolName, failure));
                },
                ticker);
    }

    /** Called on the thread whose acquire timed out. */
    public void timedOut(AcquireTimeoutException failure) {
        timeouts.getAndIncrement();
        if (log.isWarningDue()) {
            threads.run(new TimeoutWarning(failure), ticker);
        }
    }

    /** Not a lambda, which would be linked during the first time-out of an outage. */
    private final class TimeoutWarning implements Runnable {

        private final AcquireTimeoutException failure;

        TimeoutWarning(AcquireTimeoutException failure) {
            this.failure = failure;
        }

        @Override
        public void run() {
            guarded(() -> log.timedOut(failure));
        }
    }

    /** Called on a creator thread. */
    public void destroyed(
            R resource,
            DiscardReason reason,
            @Nullable Throwable cause,
            @Nullable Throwable failure) {
        guarded(() -> log.onDiscard(poolName, resource, reason, cause));
        destroyedUnseated(resource, reason, cause, failure);
    }

    /**
     * Like {@link #destroyed}, for a resource that never joined; its cause is logged as a failed
     * creation.
     */
    public void destroyedUnseated(
            R resource,
            DiscardReason reason,
            @Nullable Throwable cause,
            @Nullable Throwable failure) {
        guarded(() -> discards.add(resource, reason, cause));
        guarded(() -> recorder.discarded(resource, reason.name(), cause));
        guarded(() -> listener.onDiscard(poolName, resource, reason, cause));
        tell(told -> told.onDestroy(poolName, resource, failure));
    }

    /** Called on any thread. */
    public void leaked(R resource, Throwable site) {
        threads.run(
                () -> {
                    guarded(() -> PoolFrames.cut(site, source));
                    guarded(() -> recorder.leaked(resource, site));
                    tell(told -> told.onLeak(poolName, resource, site));
                },
                ticker);
    }

    // on the acquiring thread

    public @Nullable Object waitBegins() {
        return recorder.waitBegins();
    }

    public void waitEnded(@Nullable Object begun, boolean acquired) {
        if (begun != null) {
            // Guarded: else the lease would be lost.
            guarded(() -> recorder.waitEnded(begun, acquired, () -> PoolFrames.caller(source)));
        }
    }

    /** The same for a wait without a thread, on any thread. */
    public void waitEnded(@Nullable Object begun, boolean acquired, @Nullable String caller) {
        if (begun != null) {
            guarded(() -> recorder.waitEnded(begun, acquired, () -> caller));
        }
    }

    /** Where the application called the pool, on the thread that did; null if that is unknown. */
    public @Nullable String caller() {
        return PoolFrames.caller(source);
    }

    // global transactions, on the acquiring or completing thread

    public @Nullable Object enlistBegins() {
        return recorder.enlistBegins();
    }

    public void enlistEnded(@Nullable Object begun, R resource) {
        if (begun != null) {
            guarded(() -> recorder.enlistEnded(begun, resource));
        }
    }

    public @Nullable Object transactionBegins() {
        return recorder.transactionBegins();
    }

    public void completed(@Nullable Object begun, R resource) {
        if (begun != null) {
            guarded(() -> recorder.completed(begun, resource));
        }
    }

    public void inDoubt(R resource, String xid, @Nullable Throwable failure) {
        guarded(() -> recorder.inDoubt(resource, xid, failure));
        threads.run(() -> tell(told -> told.onInDoubt(poolName, resource, xid, failure)), ticker);
    }

    public void settled(R resource, String xid) {
        guarded(() -> recorder.settled(xid));
        threads.run(() -> tell(told -> told.onSettle(poolName, resource, xid)), ticker);
    }

    /** How many acquires have timed out. */
    public long timedOut() {
        return timeouts.get();
    }

    /** How many creations have failed. */
    public long creationsFailed() {
        return creationsFailed.get();
    }

    /** The last discards, newest first, at most twenty. */
    public List<DiscardReport> recentDiscards() {
        return discards.newestFirst();
    }

    /** The pool is closed. */
    public void end(long leases, Supplier<SizingReport> sizing) {
        guarded(recorder::close);
        Duration uptime = Duration.ofNanos(ticker.nanos() - openedAt);
        if (uptime.compareTo(ENOUGH_FOR_ADVICE) >= 0) {
            guarded(() -> log.sized(poolName, sizing.get()));
        }
        guarded(() -> log.closed(poolName, uptime, leases, timeouts.get()));
    }

    private void tell(Consumer<PoolListener> event) {
        guarded(() -> event.accept(log));
        guarded(() -> event.accept(listener));
    }

    private void guarded(Runnable telling) {
        try {
            telling.run();
        } catch (Throwable e) { // a listener's failure must not affect the pool
            SafeLog.write(
                    System.Logger.Level.WARNING, "Pool " + poolName + ": the listener failed", e);
        }
    }
}
