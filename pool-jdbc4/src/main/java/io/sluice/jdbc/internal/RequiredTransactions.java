package io.sluice.jdbc.internal;

import io.sluice.pool.spi.TransactionContext;
import org.jspecify.annotations.Nullable;

/** The transactions of a pool that serves nobody without one. */
final class RequiredTransactions implements TransactionContext {

    private final TransactionContext context;

    RequiredTransactions(TransactionContext context) {
        this.context = context;
    }

    @Override
    public Transaction current() {
        Transaction current = context.current();
        if (current == null) {
            throw new IllegalStateException(
                    "transactions is required and this thread is in none; begin a transaction before"
                            + " getConnection, or set transactions=optional");
        }
        return current;
    }

    @Override
    public @Nullable Object identity() {
        return context.identity();
    }
}
