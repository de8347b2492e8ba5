package io.sluice.pool.spi;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/**
 * Provides a transaction manager with a resource for recovery. It uses a separate connection with
 * its own credentials, never one of the pool, so that an exhausted pool can still recover.
 * Thread-safe; each session is for one thread at a time. Nothing is null.
 */
public interface RecoverySource {

    /**
     * Returns the name under which the manager keeps its branches; it must not change across
     * restarts.
     */
    String name();

    /**
     * Opens a session. A manager may ask for resources again within a pass and go on using earlier
     * ones, as Narayana does. A session must therefore stay open until the manager is done with its
     * resource, or the resource must open a session for each call.
     *
     * @throws XAException if the resource manager is unreachable; the manager retries later
     */
    Session open() throws XAException;

    /** A connection open for recovery. Used by one thread at a time; must be closed. */
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
