package io.sluice.pool;

import org.jspecify.annotations.Nullable;

/** A pool could not do what it was asked; the message names the pool, the reason and what to do. */
public class PoolException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public PoolException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** For an exception that makes its message itself, and may do without a stack. */
    PoolException(@Nullable String message, @Nullable Throwable cause, boolean writableStackTrace) {
        super(message, cause, /* enableSuppression= */ true, writableStackTrace);
    }
}
