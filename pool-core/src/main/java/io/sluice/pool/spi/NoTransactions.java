package io.sluice.pool.spi;

import org.jspecify.annotations.Nullable;

/** The transaction context of a pool without global transactions. Immutable. */
public final class NoTransactions implements TransactionContext {

    /** The only instance. */
    public static final NoTransactions INSTANCE = new NoTransactions();

    private NoTransactions() {}

    @Override
    public @Nullable Object current() {
        return null;
    }

    @Override
    public @Nullable Object get(Object key) {
        return null;
    }

    @Override
    public void put(Object key, Object value) {
        throw new UnsupportedOperationException(); // no transaction to put it into
    }

    @Override
    public Participant participant(Holder<?> holder, Completion completion) {
        throw new UnsupportedOperationException(); // no transaction to take part in
    }
}
