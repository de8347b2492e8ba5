package io.sluice.pool;

/**
 * As many threads and asynchronous requests as the configured number wait already. Thrown under
 * overload, therefore cheap: it has no stack trace, and its message is built when it is read.
 */
public final class TooManyWaitingException extends PoolException {

    private static final long serialVersionUID = 1L;

    private final String poolName;
    private final int waiting;
    private final int maxWaiting;

    /**
     * Makes the exception.
     *
     * @param poolName the pool that refuses
     * @param waiting how many threads and asynchronous requests wait already
     * @param maxWaiting how many may wait
     */
    public TooManyWaitingException(String poolName, int waiting, int maxWaiting) {
        super(null, null, /* writableStackTrace= */ false);
        this.poolName = poolName;
        this.waiting = waiting;
        this.maxWaiting = maxWaiting;
    }

    @Override
    public String getMessage() {
        return "Pool "
                + poolName
                + ": "
                + waiting
                + " requests are already waiting and maxWaiting is "
                + maxWaiting
                + "; raise maxWaiting or maxSize, or reduce the load";
    }
}
