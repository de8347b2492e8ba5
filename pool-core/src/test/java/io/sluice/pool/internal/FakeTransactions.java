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
    public FakeTransaction current() {
        FakeTransaction transaction = current.get();
        if (transaction != null && transaction.ended) {
            throw new IllegalStateException("the transaction is not active");
        }
        return transaction;
    }

    @Override
    public Object get(Object key) {
        FakeTransaction mine = current.get();
        mine.onGet.run();
        return mine.values.get(key);
    }

    @Override
    public void put(Object key, Object value) {
        FakeTransaction mine = current.get();
        mine.onPut.run();
        mine.values.put(key, value);
    }

    @Override
    public Participant participant(Holder<?> holder, Completion completion) {
        return (transaction, stamp) -> {
            FakeTransaction mine = (FakeTransaction) transaction;
            return mine.enlist(new Enlisted(holder, stamp, completion, () -> mine.onStamp.run()));
        };
    }

    private record Enlisted(Holder<?> holder, long lease, Completion completion, Runnable onStamp)
            implements EnlistedLease {

        /** A thread that acquires again asks for it before each step. */
        @Override
        public long stamp() {
            onStamp.run();
            return lease;
        }
    }

    /** What a test makes a transaction do when it is asked to enlist. */
    interface Step {
        void run() throws Exception;
    }

    static final class FakeTransaction {

        private final Map<Object, Object> values = new ConcurrentHashMap<>();
        private final List<Enlisted> leases = new ArrayList<>();
        private volatile String inDoubt;
        private volatile boolean ended;

        /** The resources enlisted, in order. */
        final List<Object> enlisted = new ArrayList<>();

        Step onEnlist = () -> {};
        Runnable onGet = () -> {};
        Runnable onPut = () -> {};
        volatile Runnable onStamp = () -> {};

        private EnlistedLease enlist(Enlisted lease) throws Exception {
            onEnlist.run();
            enlisted.add(lease.holder().resource());
            leases.add(lease);
            return lease;
        }

        /** Commits or rolls back: every branch is settled, and its completion is told. */
        void end() {
            ended = true;
            for (Enlisted each : leases) {
                if (inDoubt != null) {
                    each.completion().settled(inDoubt);
                }
                each.completion().over(each.lease());
            }
        }

        /** Ends, and no server says how: {@link #end} settles it. */
        void endInDoubt(String xid) {
            ended = true;
            inDoubt = xid;
            leases.forEach(each -> each.completion().inDoubt(xid, null));
        }
    }
}
