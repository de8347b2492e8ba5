package io.sluice.pool.spi;

/**
 * Thrown by {@link TransactionContext.Participant#enlist} when the transaction took nothing in and
 * nothing was done to the resource: it is as good as before.
 */
public final class NotEnlistedException extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * Makes one.
     *
     * @param message why
     * @param cause what the transaction manager threw
     */
    public NotEnlistedException(String message, Throwable cause) {
        super(message, cause);
    }
}
