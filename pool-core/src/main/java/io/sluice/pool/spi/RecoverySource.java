package io.sluice.pool.spi;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/**
 * Hands a transaction manager a resource to recover with: a connection of its own with credentials
 * of its own, never one of the pool, so that an exhausted pool can still recover.
 */
public interface RecoverySource {

    /**
     * Returns the name under which the manager keeps its branches; the same after every restart.
     */
    String name();

    /**
     * Opens a session. A manager may ask for resources again within a pass and go on with those of
     * before, as Narayana does; so a session must stay open until the manager is done with its
     * resource, or be opened for each call of a resource that stays.
     *
     * @throws XAException if the resource manager cannot be reached now; the manager tries again
     *     later
     */
    Session open() throws XAException;

    /** A connection that is open for recovery. Used by one thread at a time; to be closed. */
    interface Session extends AutoCloseable {

        /**
         * Returns the resource on which the manager calls {@code recover}, {@code commit}, {@code
         * rollback} and {@code forget}.
         */
        XAResource resource();

        @Override
        void close() throws XAException;
    }
}
