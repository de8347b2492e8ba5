package io.sluice.pool;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * No resource became available in time. The message gives the time waited, the counts of the pool,
 * the last failure to create a resource, and whether the pool looks deadlocked. It also lists the
 * longest leases and what their threads execute now. The accessors return the same for programs.
 * The cause, if any, is the last failure to create a resource.
 */
public final class AcquireTimeoutException extends PoolException {

    private static final long serialVersionUID = 1L;

    private final Duration waited;
    private final Duration limit;
    private final @Nullable Duration failureAge;
    private final transient @Nullable PoolReport report;

    /**
     * For the pool.
     *
     * @param message the text of everything below
     * @param waited how long the caller waited
     * @param limit the longest time it was to wait
     * @param report the state of the pool
     * @param cause the last failure to create a resource, or null if the last attempt succeeded
     * @param failureAge how long ago that was, or null
     */
    public AcquireTimeoutException(
            String message,
            Duration waited,
            Duration limit,
            PoolReport report,
            @Nullable Throwable cause,
            @Nullable Duration failureAge) {
        super(message, cause);
        this.waited = waited;
        this.limit = limit;
        this.report = report;
        this.failureAge = failureAge;
    }

    /** Returns how long the caller waited. */
    public Duration waited() {
        return waited;
    }

    /** Returns the longest time the caller was to wait. */
    public Duration limit() {
        return limit;
    }

    /**
     * Returns how long ago the last attempt to create a resource failed, which is the cause; null
     * if the last attempt succeeded.
     */
    public @Nullable Duration failureAge() {
        return failureAge;
    }

    /**
     * Returns the state of the pool, at most a second old; null after deserialization. All callers
     * that timed out within that second get the same object.
     */
    public @Nullable PoolReport report() {
        return report;
    }

    /** Returns the counts of the pool, at most a second old; null after deserialization. */
    public @Nullable PoolSnapshot snapshot() {
        return report == null ? null : report.snapshot();
    }

    /** Returns the longest leases; empty after deserialization. */
    public List<LeaseReport> longestLeases() {
        return report == null ? List.of() : report.longest();
    }
}
