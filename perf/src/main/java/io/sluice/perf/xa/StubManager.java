package io.sluice.perf.xa;

import io.sluice.perf.stub.Completion;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/**
 * A transaction manager that does what pools need and nothing else: no log, no time-outs, no
 * suspending, one thread for a transaction. It makes no objects once a thread has had its first
 * transaction, so that objects made in a transaction are the pool's. Thread-safe.
 */
abstract class StubManager implements TransactionManager, TransactionSynchronizationRegistry {

    /** The last transaction of each thread, active or not; the next one is the same object. */
    private static final ThreadLocal<@Nullable StubTransaction> LAST = new ThreadLocal<>();

    private static final StubManager FIRST =
            Completion.idle(MethodHandles.lookup(), StubManager.class);

    /** Returns a new one. */
    static StubManager create() {
        return FIRST.another();
    }

    /** Written by {@link Completion}. */
    abstract StubManager another();

    private static @Nullable StubTransaction mineOrNull() {
        StubTransaction last = LAST.get();
        return last == null || last.getStatus() == Status.STATUS_NO_TRANSACTION ? null : last;
    }

    private static StubTransaction mine() {
        StubTransaction mine = mineOrNull();
        if (mine == null) {
            throw new IllegalStateException("this thread has no transaction; begin one");
        }
        return mine;
    }

    @Override
    public void begin() {
        StubTransaction last = LAST.get();
        if (last == null) {
            last = new StubTransaction();
            LAST.set(last);
        }
        last.begin();
    }

    @Override
    public void commit() throws RollbackException, SystemException {
        mine().commit();
    }

    @Override
    public @Nullable Transaction getTransaction() {
        return mineOrNull();
    }

    @Override
    public int getStatus() {
        StubTransaction last = LAST.get();
        return last == null ? Status.STATUS_NO_TRANSACTION : last.getStatus();
    }

    @Override
    public void setRollbackOnly() {
        mine().setRollbackOnly();
    }

    @Override
    public @Nullable Object getTransactionKey() {
        return mineOrNull();
    }

    @Override
    public void putResource(Object key, Object value) {
        mine().put(key, value);
    }

    @Override
    public @Nullable Object getResource(Object key) {
        return mine().get(key);
    }

    @Override
    public void registerInterposedSynchronization(Synchronization synchronization) {
        mine().registerSynchronization(synchronization);
    }

    @Override
    public int getTransactionStatus() {
        return getStatus();
    }
}
