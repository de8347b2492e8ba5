package io.sluice.pool;

/**
 * A resource could not be created, and waiting for the next attempt is pointless or not wanted: the
 * pool is empty and the failure is permanent, or the first resource of a pool that requires one
 * failed. The cause is the factory's exception.
 */
public final class ResourceCreationException extends PoolException {

    private static final long serialVersionUID = 1L;

    private final boolean permanent;

    /** Makes the exception for a failure that a retry may mend. */
    public ResourceCreationException(String message, Throwable cause) {
        this(message, cause, /* permanent= */ false);
    }

    /**
     * Makes the exception.
     *
     * @param permanent whether a retry cannot mend the failure
     */
    public ResourceCreationException(String message, Throwable cause, boolean permanent) {
        super(message, cause);
        this.permanent = permanent;
    }

    /**
     * Returns whether the failure is permanent, as {@link
     * io.sluice.pool.spi.ResourceFactory#isPermanent} decided; if not, the next attempt may
     * succeed.
     */
    public boolean isPermanent() {
        return permanent;
    }
}
