package io.sluice.pool.jta;

import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;

/**
 * Provides a transaction manager, for configurations that name this class. It must have a public
 * constructor without parameters. Called once by each pool that names it, on the thread that opens
 * the pool.
 */
public interface TransactionManagerProvider {

    /**
     * Returns the manager, the same at every call.
     *
     * @throws Exception if it is not available
     */
    TransactionManager transactionManager() throws Exception;

    /**
     * Returns the manager's registry, the same at every call.
     *
     * @throws Exception if it is not available
     */
    TransactionSynchronizationRegistry synchronizationRegistry() throws Exception;
}
