package io.sluice.pool.spi;

/**
 * Thrown by {@link TransactionContext.Participant#enlist} if the transaction rejected the resource
 * before anything was done to it. The resource remains usable.
 */
public final class NotEnlistedException extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message why it was rejected
     * @param cause what the transaction manager threw
     */
    public NotEnlistedException(String message, Throwable cause) {
        super(message, cause);
    }
}
