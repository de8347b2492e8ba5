package io.sluice.pool.internal.report;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.LeaseReport;
import io.sluice.pool.PoolReport;
import io.sluice.pool.internal.base.FailureText;
import io.sluice.pool.internal.base.SafeLog;
import io.sluice.pool.internal.growth.CreationBackoff;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the exceptions for acquires that timed out, around one capture of the pool that all
 * time-outs within a second share.
 *
 * <p>A thread that arrives during a capture waits for it, without holding anything. The capturing
 * thread holds no lock and waits for no thread, so it can inspect the very threads that wait for
 * it.
 *
 * <p>The first time-out of a process often hits many threads at once, before any of this code has
 * run. So the code avoids lambdas, streams and string concatenation: linking them takes tens of
 * milliseconds, and all threads would contend for it.
 */
public final class TimeoutReporter<R> {

    private static final long SHARED_NANOS = Duration.ofSeconds(1).toNanos();

    /** The longest wait for another thread's capture, which takes milliseconds. */
    private static final long LONGEST_CAPTURE_NANOS = Duration.ofSeconds(3).toNanos();

    private final String poolName;
    private final String noun;
    private final Ticker ticker;
    private final WaiterQueue<R> waiters;
    private final Supplier<CreationBackoff.@Nullable Failure> lastFailure;
    private final LeaseDiagnostics<R> diagnostics;
    private final BooleanSupplier suspended;

    /**
     * The last capture, finished or under way. Shared: CAS by the thread that makes the next.
     * Partner: none (a thread that loses shares the capture of the winner).
     */
    private final AtomicReference<@Nullable Shared> last = new AtomicReference<>();

    /**
     * One capture; its page is null for want of memory. Shared: completed by the thread that makes
     * it, whatever happens; the threads that share it wait and hold nothing. Partner: {@code last}.
     */
    private record Shared(long at, CompletableFuture<@Nullable Page> page) {}

    /** A capture and its texts, which all sharing threads include in their messages. */
    private record Page(PoolReport report, String counts, String leases) {}

    public TimeoutReporter(
            String poolName,
            String noun,
            Ticker ticker,
            WaiterQueue<R> waiters,
            Supplier<CreationBackoff.@Nullable Failure> lastFailure,
            LeaseDiagnostics<R> diagnostics,
            BooleanSupplier suspended) {
        this.poolName = poolName;
        this.noun = noun;
        this.ticker = ticker;
        this.waiters = waiters;
        this.lastFailure = lastFailure;
        this.diagnostics = diagnostics;
        this.suspended = suspended;
    }

    /** Makes the exception for the calling thread. */
    public AcquireTimeoutException report(long arrivedAt, long limitNanos) {
        try {
            Shared shared = shared();
            Page page = await(shared.page);
            return exception(arrivedAt, limitNanos, shared.at, page == null ? counts() : page);
        } finally {
            waiters.reported();
        }
    }

    /**
     * Waits for a capture, uninterruptibly but for a limited time: with a full heap it may never
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

    /** Completes the page in any case, since other threads wait for it. */
    private void fill(CompletableFuture<@Nullable Page> page) {
        try {
            PoolReport report = diagnostics.take();
            page.complete(new Page(report, report.snapshot().toString(), textOf(report)));
        } catch (Throwable e) {
            fillWithCounts(page, e);
            // Last: the logging thread may itself wait for a resource of this pool.
            SafeLog.write(
                    System.Logger.Level.WARNING,
                    "Pool " + poolName + ": could not determine which threads hold its leases",
                    e);
        }
    }

    /** The counts alone are better than nothing. */
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
        } finally { // also out of memory: null needs none, and other threads wait
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
        message.append(": no ").append(noun);
        message.append(" became available within ").append(millis(now - arrivedAt));
        message.append(" ms (acquireTimeout ").append(millis(limitNanos)).append(" ms): ");
        message.append(page.counts);
        if (suspended.getAsBoolean()) {
            message.append("; the pool is suspended: call resume()");
        }
        CreationBackoff.Failure failure = lastFailure.get();
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
            message.append("\nThe longest leases, with the stacks of their threads");
            if (now - capturedAt >= TimeUnit.MILLISECONDS.toNanos(1)) {
                message.append(", captured ").append(millis(now - capturedAt));
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
