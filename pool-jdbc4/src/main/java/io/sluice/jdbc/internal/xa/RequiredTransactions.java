package io.sluice.jdbc.internal.xa;

import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.TransactionContext;
import org.jspecify.annotations.Nullable;

/** The transactions of a pool that serves nobody without one. */
public final class RequiredTransactions implements TransactionContext {

    private final TransactionContext context;

    public RequiredTransactions(TransactionContext context) {
        this.context = context;
    }

    @Override
    public Object current() {
        Object current = context.current();
        if (current == null) {
            throw new IllegalStateException(
                    "transactions is required and this thread has no transaction; begin one"
                            + " before getConnection, or set transactions=optional");
        }
        return current;
    }

    @Override
    public @Nullable Object identity() {
        return context.identity();
    }

    @Override
    public @Nullable Object get(Object key) {
        return context.get(key);
    }

    @Override
    public void put(Object key, Object value) {
        context.put(key, value);
    }

    @Override
    public Participant participant(Holder<?> holder, Completion completion) {
        return context.participant(holder, completion);
    }
}
