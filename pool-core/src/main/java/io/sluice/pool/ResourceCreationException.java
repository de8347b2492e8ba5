package io.sluice.pool;

/**
 * A resource could not be created, and nobody waits for the next attempt: the failure is one that
 * time cannot mend while the pool has no resource, or the first resource of a pool that must have
 * one could not be created. The cause is the factory's exception.
 */
public final class ResourceCreationException extends PoolException {

    private static final long serialVersionUID = 1L;

    /** Whether time cannot mend it. */
    private final boolean permanent;

    /** Makes that of a failure that may pass. */
    public ResourceCreationException(String message, Throwable cause) {
        this(message, cause, /* permanent= */ false);
    }

    /**
     * Makes one.
     *
     * @param permanent whether the failure is one that time cannot mend
     */
    public ResourceCreationException(String message, Throwable cause, boolean permanent) {
        super(message, cause);
        this.permanent = permanent;
    }

    /**
     * Returns whether the failure is one that time cannot mend, as {@link
     * io.sluice.pool.spi.ResourceFactory#isPermanent} has said; if not, the next attempt may
     * succeed.
     */
    public boolean isPermanent() {
        return permanent;
    }
}
