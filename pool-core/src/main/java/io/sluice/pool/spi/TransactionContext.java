package io.sluice.pool.spi;

import org.jspecify.annotations.Nullable;

/**
 * How a pool sees global transactions: which one the calling thread is in, what the pool has put
 * into it, and when it is over.
 *
 * <p>Called without any lock of the pool held. Thread-safe.
 */
public interface TransactionContext {

    /**
     * Returns the transaction the calling thread is in, or null when there is none: an object of
     * the manager's, equal for the same transaction. One look-up; nothing else may be done here.
     *
     * @throws IllegalStateException if there is one that is not active, so that nothing may be
     *     acquired in it
     */
    @Nullable Object current();

    /**
     * Returns what {@link #current} does, but also for a transaction that is not active, as long as
     * its outcome has not come; else null. One look-up.
     */
    default @Nullable Object identity() {
        return null;
    }

    /** Returns what was put under the key into the transaction of the calling thread, or null. */
    @Nullable Object get(Object key);

    /**
     * Keeps a value under a key in the transaction of the calling thread, for as long as that
     * lives.
     */
    void put(Object key, Object value);

    /**
     * Returns what takes part in transactions for a holder, in one after the other. Asked for once
     * for each holder, before its first transaction.
     *
     * @param holder what is to be enlisted
     * @param completion told of the end of each transaction, on any thread
     * @throws IllegalStateException if the resource of the holder cannot take part
     */
    Participant participant(Holder<?> holder, Completion completion);

    /** One holder, as transactions know it. */
    interface Participant {

        /**
         * Enlists the resource of the holder and asks to be told when the transaction is over.
         *
         * @param transaction what {@link TransactionContext#current} has just returned
         * @param stamp the stamp of the lease that is to be in the transaction
         * @return what stands for that lease in the transaction, made for it alone
         * @throws NotEnlistedException if the transaction manager refused before anything was done
         *     to the resource
         * @throws Exception if the transaction manager refused; the holder then stays outside the
         *     transaction, and does not serve again
         */
        EnlistedLease enlist(Object transaction, long stamp) throws Exception;
    }

    /**
     * What a transaction owns: the lease, not just the holder, which may serve another by the time
     * it is looked at.
     */
    interface EnlistedLease {

        /** Returns the holder that was enlisted. */
        Holder<?> holder();

        /**
         * Returns a stamp of the lease in which it was: the same as the lease's own in all that
         * tells leases apart, which is all that a holder compares.
         */
        long stamp();
    }

    /** Is told what becomes of a holder in transactions. */
    interface Completion {

        /**
         * The transaction needs the resource no more: it has ended and the branch is settled, or
         * the branch is in doubt and can only be settled elsewhere. Told once for each lease that
         * was enlisted.
         *
         * @param stamp as {@link EnlistedLease#stamp}
         */
        void over(long stamp);

        /**
         * The server has not confirmed the outcome of the branch, and the transaction has ended or
         * cannot find it out on this resource. Told before {@link #over}.
         *
         * @param xid the branch, as text
         * @param failure what failed last, or null
         */
        default void inDoubt(String xid, @Nullable Throwable failure) {}

        /**
         * A branch is settled that was told to be in doubt: before {@link #over} if it kept the
         * resource, and at any later time if not.
         *
         * @param xid the branch, as text
         */
        default void settled(String xid) {}
    }
}
