package io.sluice.pool;

/** As many threads as the pool allows are waiting already. */
public final class TooManyWaitingException extends PoolException {

    private static final long serialVersionUID = 1L;

    public TooManyWaitingException(String message) {
        super(message, null);
    }
}
