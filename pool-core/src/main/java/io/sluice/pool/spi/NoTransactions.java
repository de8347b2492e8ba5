package io.sluice.pool.spi;

import org.jspecify.annotations.Nullable;

/** The transaction context of a pool that knows no global transactions: nobody is ever in one. */
public final class NoTransactions implements TransactionContext {

    /** The only instance. */
    public static final NoTransactions INSTANCE = new NoTransactions();

    private NoTransactions() {}

    @Override
    public @Nullable Transaction current() {
        return null;
    }
}
