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
         * @param completion run once, on any thread, after the transaction has ended and the branch
         *     is settled
         * @throws Exception if the transaction manager refused; the holder then stays outside the
         *     transaction
         */
        void enlist(Holder<?> holder, Runnable completion) throws Exception;
    }
}
