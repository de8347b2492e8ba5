package io.sluice.pool.spi;

import org.jspecify.annotations.Nullable;

/**
 * A pool's access to global transactions: the current transaction, the pool's values in it, and its
 * completion.
 *
 * <p>Called without any lock of the pool held. Thread-safe.
 */
public interface TransactionContext {

    /**
     * Returns the transaction of the calling thread, or null if there is none. The object belongs
     * to the manager and is equal for the same transaction. A single look-up without side effects.
     *
     * @throws IllegalStateException if the transaction is not active, so that nothing may be
     *     acquired in it
     */
    @Nullable Object current();

    /**
     * Like {@link #current}, but also returns a transaction that is no longer active, until its
     * outcome is known; else null. A single look-up.
     */
    default @Nullable Object identity() {
        return null;
    }

    /** Returns the value of the key in the transaction of the calling thread, or null. */
    @Nullable Object get(Object key);

    /**
     * Stores a value under a key in the transaction of the calling thread, for the transaction's
     * lifetime.
     */
    void put(Object key, Object value);

    /**
     * Returns the object that takes part in transactions for a holder, one transaction at a time.
     * Called once for each holder, before its first transaction.
     *
     * @param holder the holder to be enlisted
     * @param completion notified of the end of each transaction, on any thread
     * @throws IllegalStateException if the holder's resource cannot take part in transactions
     */
    Participant participant(Holder<?> holder, Completion completion);

    /** A holder's part in global transactions. */
    interface Participant {

        /**
         * Enlists the holder's resource and registers for the end of the transaction.
         *
         * @param transaction what {@link TransactionContext#current} has just returned
         * @param stamp the stamp of the lease to be in the transaction
         * @return a new object that represents the lease in the transaction
         * @throws NotEnlistedException if the transaction manager refused before anything was done
         *     to the resource
         * @throws Exception if the transaction manager refused; the holder then stays outside the
         *     transaction and is not used again
         */
        EnlistedLease enlist(Object transaction, long stamp) throws Exception;
    }

    /**
     * A lease owned by a transaction. The lease and not just the holder, which may have another
     * lease by now.
     */
    interface EnlistedLease {

        /** Returns the holder that was enlisted. */
        Holder<?> holder();

        /**
         * Returns the stamp of the enlisted lease. It may differ from the lease's own stamp, but
         * not in the bits that a holder compares.
         */
        long stamp();
    }

    /** Notified of what becomes of a holder in transactions. */
    interface Completion {

        /**
         * The transaction no longer needs the resource: it has ended and the branch is settled, or
         * the branch is in doubt and can only be settled elsewhere. Called once for each enlisted
         * lease.
         *
         * @param stamp as {@link EnlistedLease#stamp}
         */
        void over(long stamp);

        /**
         * The branch is in doubt: the server has not confirmed its outcome, and the transaction has
         * ended or cannot find it out through this resource. Called before {@link #over}.
         *
         * @param xid the branch, as text
         * @param failure the last failure, or null
         */
        default void inDoubt(String xid, @Nullable Throwable failure) {}

        /**
         * A branch reported in doubt is settled. Called before {@link #over} if the branch kept the
         * resource, else at any later time.
         *
         * @param xid the branch, as text
         */
        default void settled(String xid) {}
    }
}
