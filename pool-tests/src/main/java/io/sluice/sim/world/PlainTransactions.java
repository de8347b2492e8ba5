package io.sluice.sim.world;

import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.TransactionContext;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Transactions of threads that tell them, whose branches do nothing. */
public final class PlainTransactions implements TransactionContext {

    /** One transaction, of one thread or of several. */
    public final class Transaction {

        private final Map<Object, Object> values = new HashMap<>();
        private final Map<Part, Lease> leases = new LinkedHashMap<>();

        /** The calling thread is in this transaction from now on. */
        public void join() {
            ofThreads.put(Thread.currentThread(), this);
        }

        /** The calling thread is in no transaction any more. */
        public void leave() {
            ofThreads.remove(Thread.currentThread());
        }

        /** Ends the transaction for all threads. */
        public void end() {
            ofThreads.values().remove(this);
            leases.forEach((part, lease) -> part.completion.over(lease.stamp));
        }
    }

    private record Lease(Holder<?> holder, long stamp) implements EnlistedLease {}

    private final Map<Thread, Transaction> ofThreads = new HashMap<>();

    /** What the manager throws instead of enlisting, or null. */
    public @Nullable Exception refusal;

    @Override
    public @Nullable Object current() {
        return ofThreads.get(Thread.currentThread());
    }

    private Transaction mine() {
        Transaction mine = ofThreads.get(Thread.currentThread());
        if (mine == null) {
            throw new IllegalStateException("no transaction");
        }
        return mine;
    }

    @Override
    public @Nullable Object get(Object key) {
        return mine().values.get(key);
    }

    @Override
    public void put(Object key, Object value) {
        mine().values.put(key, value);
    }

    @Override
    public Participant participant(Holder<?> holder, Completion completion) {
        return new Part(holder, completion);
    }

    private final class Part implements Participant {

        private final Holder<?> holder;
        private final Completion completion;

        Part(Holder<?> holder, Completion completion) {
            this.holder = holder;
            this.completion = completion;
        }

        @Override
        public EnlistedLease enlist(Object transaction, long stamp) throws Exception {
            if (refusal != null) {
                throw refusal;
            }
            Lease lease = new Lease(holder, stamp);
            ((Transaction) transaction).leases.put(this, lease);
            return lease;
        }
    }
}
