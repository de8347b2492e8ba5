package io.sluice.pool.spi;

import javax.transaction.xa.XAResource;

/**
 * An {@link XAResource} that a pool gave to a transaction manager. It tells adapters of managers
 * which resource it belongs to. Thread-safe: the manager may end a branch on any thread.
 */
public interface PooledXaResource extends XAResource {

    /** Returns {@link TransactionalResource#resourceManagerName} of its resource. */
    String resourceManagerName();

    /** Returns the driver's XA resource behind this one. */
    XAResource driverResource();
}
