package io.sluice.pool;

/**
 * A resource could not be created, and waiting longer would not help: the failure is one that time
 * cannot mend while the pool has no resource, or the first resource of a pool that must have one
 * could not be created. The cause is the factory's exception.
 */
public final class ResourceCreationException extends PoolException {

    private static final long serialVersionUID = 1L;

    public ResourceCreationException(String message, Throwable cause) {
        super(message, cause);
    }
}
