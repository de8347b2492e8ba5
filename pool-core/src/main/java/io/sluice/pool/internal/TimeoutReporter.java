package io.sluice.pool.internal;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.LeaseReport;
import io.sluice.pool.PoolReport;
import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Says why an acquire was in vain: one capture of the pool for all whose time is over within a
 * second, and for each of them its own exception around it.
 *
 * <p>Who comes while a capture is being made waits for it, and holds nothing meanwhile; who makes
 * it waits for nobody and holds no lock either. So it may well look at the very threads that wait
 * for it.
 *
 * <p>The first time-out of a process comes when nothing has run here before, for many threads at
 * once, and each is to be told in time. So there are no lambdas, streams or concatenations on the
 * way from here to the exception: linking them takes tens of milliseconds, and each thread that
 * waits for the same link takes its share of the processors.
 */
final class TimeoutReporter<R> {

    private static final long SHARED_NANOS = Duration.ofSeconds(1).toNanos();

    /**
     * A thread whose time is over waits no longer for the capture of another; that takes millis.
     */
    private static final long LONGEST_CAPTURE_NANOS = Duration.ofSeconds(3).toNanos();

    private final String poolName;
    private final Ticker ticker;
    private final Demand<R> demand;
    private final LeaseDiagnostics<R> diagnostics;
    private final BooleanSupplier suspended;

    /**
     * Threads whose time is over and whose exception is being made. Concurrent; a thread is here
     * before it leaves the line of waiters, so who looks there first and then here misses nobody.
     */
    private final Set<Thread> reporting = ConcurrentHashMap.newKeySet();

    /** The last capture, finished or under way. Compare-and-set by who makes the next. */
    private final AtomicReference<@Nullable Shared> last = new AtomicReference<>();

    /** One capture; completed by the thread that has made it, with null for want of memory. */
    private record Shared(long at, CompletableFuture<@Nullable Page> page) {}

    /** A capture and its texts, which all who share it have in their message. */
    private record Page(PoolReport report, String counts, String leases) {}

    TimeoutReporter(
            String poolName,
            Ticker ticker,
            Demand<R> demand,
            LeaseDiagnostics<R> diagnostics,
            BooleanSupplier suspended) {
        this.poolName = poolName;
        this.ticker = ticker;
        this.demand = demand;
        this.diagnostics = diagnostics;
        this.suspended = suspended;
    }

    /**
     * The time of the calling thread is over; it stands in line still. {@link #report} must follow,
     * or {@link #end}.
     */
    void begin() {
        reporting.add(Thread.currentThread());
    }

    /** Makes the exception for the calling thread. */
    AcquireTimeoutException report(long arrivedAt, long limitNanos) {
        try {
            Shared shared = shared();
            Page page = await(shared.page);
            return exception(arrivedAt, limitNanos, shared.at, page == null ? counts() : page);
        } finally {
            end();
        }
    }

    /**
     * Waits for a capture, also when interrupted, but not for ever: with a full heap it may not
     * end.
     *
     * @return null if it took too long
     */
    private static @Nullable Page await(CompletableFuture<@Nullable Page> page) {
        boolean interrupted = false;
        try {
            for (; ; ) {
                try {
                    return page.get(LONGEST_CAPTURE_NANOS, TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (TimeoutException e) {
                    return null;
                } catch (ExecutionException e) {
                    throw new CompletionException(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The calling thread does not wait in the pool any more. */
    void end() {
        reporting.remove(Thread.currentThread());
    }

    private Shared shared() {
        for (; ; ) {
            Shared current = last.get();
            long now = ticker.nanos();
            if (current != null && now - current.at < SHARED_NANOS) {
                return current;
            }
            Shared next = new Shared(now, new CompletableFuture<>());
            if (last.compareAndSet(current, next)) {
                fill(next.page);
                return next;
            }
        }
    }

    /** Completes the page whatever happens, for others wait for it. */
    private void fill(CompletableFuture<@Nullable Page> page) {
        try {
            PoolReport report = diagnostics.take(reporting);
            page.complete(new Page(report, report.snapshot().toString(), textOf(report)));
        } catch (Throwable e) {
            fillWithCounts(page, e);
            // Not before: who writes the log may itself wait for a resource of this pool.
            SafeLog.write(
                    System.Logger.Level.WARNING,
                    "Pool " + poolName + ": who holds its resources could not be found out",
                    e);
        }
    }

    /** Counts alone are better than nothing. */
    private void fillWithCounts(CompletableFuture<@Nullable Page> page, Throwable failure) {
        try {
            page.complete(counts());
        } catch (Throwable e) {
            fail(page, failure, e);
        }
    }

    private Page counts() {
        PoolReport report = diagnostics.countsOnly();
        return new Page(report, report.snapshot().toString(), "");
    }

    private static void fail(
            CompletableFuture<@Nullable Page> page, Throwable failure, Throwable second) {
        try {
            if (second != failure) {
                failure.addSuppressed(second);
            }
            page.completeExceptionally(failure);
        } finally { // also out of memory: null takes none, and others wait for it
            page.complete(null);
        }
    }

    private static String textOf(PoolReport report) {
        StringBuilder text = new StringBuilder();
        for (LeaseReport lease : report.longest()) {
            text.append("\n    ").append(lease);
        }
        return text.toString();
    }

    private AcquireTimeoutException exception(
            long arrivedAt, long limitNanos, long capturedAt, Page page) {
        long now = ticker.nanos();
        PoolReport report = page.report;
        StringBuilder message = new StringBuilder("Pool ").append(poolName);
        message.append(": no resource became available within ").append(millis(now - arrivedAt));
        message.append(" ms (acquireTimeout ").append(millis(limitNanos)).append(" ms): ");
        message.append(page.counts);
        if (suspended.getAsBoolean()) {
            message.append("; the pool is suspended: nobody gets one before resume() is called");
        }
        CreationBackoff.Failure failure = demand.lastFailure();
        Duration failureAge = null;
        if (failure != null) {
            failureAge = Duration.ofNanos(now - failure.at());
            message.append("; the last attempt to create one failed ")
                    .append(failureAge.toMillis());
            message.append(" ms ago: ").append(FailureText.of(failure.cause()));
        }
        if (report.deadlock() != null) {
            message.append('\n').append(report.deadlock());
        }
        if (!page.leases.isEmpty()) {
            message.append("\nThe longest leases, and what their threads execute now");
            if (now - capturedAt >= TimeUnit.MILLISECONDS.toNanos(1)) {
                message.append(", as captured ").append(millis(now - capturedAt));
                message.append(" ms ago");
            }
            message.append(':').append(page.leases);
        }
        return new AcquireTimeoutException(
                message.toString(),
                Duration.ofNanos(now - arrivedAt),
                Duration.ofNanos(limitNanos),
                report,
                failure == null ? null : failure.cause(),
                failureAge);
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }
}
