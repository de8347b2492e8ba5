package io.sluice.pool.spi;

import javax.transaction.xa.XAResource;

/**
 * An {@link XAResource} that a pool has given to a transaction manager. An adapter for a manager
 * that wants to know where one comes from asks it.
 */
public interface PooledXaResource extends XAResource {

    /** Returns {@link TransactionalResource#resourceManagerName} of its resource. */
    String resourceManagerName();

    /** Returns the driver's own, which is behind this one. */
    XAResource driverResource();
}
