package io.sluice.pool.jta;

import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;

/**
 * Where a transaction manager can be had; for those that a configuration names by class. The class
 * has a public constructor without parameters.
 */
@SuppressWarnings("exports") // who provides a manager has its interface
public interface TransactionManagerProvider {

    /**
     * Returns the manager, the same at every call.
     *
     * @throws Exception if it cannot be had
     */
    TransactionManager transactionManager() throws Exception;

    /**
     * Returns the manager's registry, the same at every call.
     *
     * @throws Exception if it cannot be had
     */
    TransactionSynchronizationRegistry synchronizationRegistry() throws Exception;
}
