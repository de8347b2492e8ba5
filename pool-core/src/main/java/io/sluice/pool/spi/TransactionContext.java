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
     * Returns the transaction the calling thread is in, or null when there is none. One look-up;
     * nothing else may be done here.
     *
     * @throws IllegalStateException if there is one that is not active, so that nothing may be
     *     acquired in it
     */
    @Nullable Transaction current();

    /**
     * Returns the identity of the transaction the calling thread is in: equal objects for the same
     * transaction, others for others. Null when there is none, or one whose outcome has come. One
     * look-up.
     */
    default @Nullable Object identity() {
        return null;
    }

    /** One global transaction. Thread-safe: completion may come on any thread. */
    interface Transaction {

        /** Returns what was put under the key, or null. */
        @Nullable Object get(Object key);

        /** Keeps a value under a key for as long as the transaction lives. */
        void put(Object key, Object value);

        /**
         * Enlists the resource of a holder and asks to be told when the transaction is over.
         *
         * @param holder what to enlist
         * @param completion told of the end, on any thread
         * @throws NotEnlistedException if the transaction manager refused before anything was done
         *     to the resource
         * @throws Exception if the transaction manager refused; the holder then stays outside the
         *     transaction, and does not serve again
         */
        void enlist(Holder<?> holder, Completion completion) throws Exception;
    }

    /** Is told what becomes of a holder in a transaction. */
    @FunctionalInterface
    interface Completion {

        /** The transaction has ended and the branch is settled. Told once. */
        void over();

        /**
         * The transaction has ended and the server has not confirmed the outcome of the branch.
         * Told before {@link #over}, which comes when it is settled.
         *
         * @param xid the branch, as text
         * @param failure what failed last, or null
         */
        default void inDoubt(String xid, @Nullable Throwable failure) {}
    }
}
