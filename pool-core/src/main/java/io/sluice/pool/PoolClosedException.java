package io.sluice.pool;

/** The pool is closed, or was closed while the caller waited. */
public final class PoolClosedException extends PoolException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message the pool, and what to do
     */
    public PoolClosedException(String message) {
        super(message, null);
    }
}
