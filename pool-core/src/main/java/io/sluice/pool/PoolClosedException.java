package io.sluice.pool;

/** The pool is closed, or was closed while the caller waited. */
public final class PoolClosedException extends PoolException {

    private static final long serialVersionUID = 1L;

    public PoolClosedException(String message) {
        super(message, null);
    }
}
