package io.sluice.pool;

import org.jspecify.annotations.Nullable;

/** A pool could not do what it was asked; the message names the pool, the reason and what to do. */
public class PoolException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message the pool, the reason and what to do
     * @param cause what has failed, or null
     */
    public PoolException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** For an exception that builds its message lazily and may omit the stack trace. */
    PoolException(@Nullable String message, @Nullable Throwable cause, boolean writableStackTrace) {
        super(message, cause, /* enableSuppression= */ true, writableStackTrace);
    }
}
