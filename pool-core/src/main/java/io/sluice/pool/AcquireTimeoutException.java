package io.sluice.pool;

import org.jspecify.annotations.Nullable;

/**
 * No resource became available in time. The message has the counts of the pool; the cause, if there
 * is one, is the last failure to create a resource.
 */
public final class AcquireTimeoutException extends PoolException {

    private static final long serialVersionUID = 1L;

    private final transient PoolSnapshot snapshot;

    public AcquireTimeoutException(
            String message, PoolSnapshot snapshot, @Nullable Throwable cause) {
        super(message, cause);
        this.snapshot = snapshot;
    }

    /** Returns the counts of the pool at the time-out, or null after deserialization. */
    public @Nullable PoolSnapshot snapshot() {
        return snapshot;
    }
}
