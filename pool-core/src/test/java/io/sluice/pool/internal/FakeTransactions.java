package io.sluice.pool.internal;

import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.TransactionContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Transactions that begin and end when a test says so, kept by thread. */
final class FakeTransactions implements TransactionContext {

    private final ThreadLocal<FakeTransaction> current = new ThreadLocal<>();

    FakeTransaction begin() {
        FakeTransaction transaction = new FakeTransaction();
        current.set(transaction);
        return transaction;
    }

    /** The thread is in no transaction from now on. */
    FakeTransaction suspend() {
        FakeTransaction transaction = current.get();
        current.remove();
        return transaction;
    }

    void resume(FakeTransaction transaction) {
        current.set(transaction);
    }

    @Override
    public Transaction current() {
        FakeTransaction transaction = current.get();
        if (transaction != null && transaction.ended) {
            throw new IllegalStateException("the transaction is not active");
        }
        return transaction;
    }

    /** What a test makes a transaction do when it is asked to enlist. */
    interface Step {
        void run() throws Exception;
    }

    static final class FakeTransaction implements Transaction {

        private final Map<Object, Object> values = new ConcurrentHashMap<>();
        private final List<Completion> completions = new ArrayList<>();
        private volatile boolean ended;

        /** The resources enlisted, in order. */
        final List<Object> enlisted = new ArrayList<>();

        Step onEnlist = () -> {};
        Runnable onGet = () -> {};
        Runnable onPut = () -> {};

        @Override
        public Object get(Object key) {
            onGet.run();
            return values.get(key);
        }

        @Override
        public void put(Object key, Object value) {
            onPut.run();
            values.put(key, value);
        }

        @Override
        public void enlist(Holder<?> holder, Completion completion) throws Exception {
            onEnlist.run();
            enlisted.add(holder.resource());
            completions.add(completion);
        }

        /** Commits or rolls back: every branch is settled, and who asked for it is told. */
        void end() {
            ended = true;
            completions.forEach(Completion::over);
        }

        /** Ends, and no server says how: {@link #end} settles it. */
        void endInDoubt(String xid) {
            ended = true;
            completions.forEach(each -> each.inDoubt(xid, null));
        }
    }
}
