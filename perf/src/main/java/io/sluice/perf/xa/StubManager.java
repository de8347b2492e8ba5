package io.sluice.perf.xa;

import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * A transaction manager that does what the interface requires and nothing else: no log, no
 * time-outs, one thread for a transaction. It makes no objects once a thread has had its first
 * transaction, so that objects made in a transaction are the pool's. Thread-safe.
 */
final class StubManager implements TransactionManager, TransactionSynchronizationRegistry {

    /** The last transaction of each thread, active or not; the next one is the same object. */
    private static final ThreadLocal<@Nullable StubTransaction> LAST = new ThreadLocal<>();

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
    public void rollback() throws SystemException {
        mine().rollback();
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
    public void setTransactionTimeout(int seconds) {
        // There are none.
    }

    @Override
    public @Nullable Transaction suspend() {
        Transaction mine = mineOrNull();
        LAST.remove();
        return mine;
    }

    @Override
    public void resume(Transaction transaction) {
        LAST.set((StubTransaction) transaction);
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

    @Override
    public boolean getRollbackOnly() {
        return mine().getStatus() == Status.STATUS_MARKED_ROLLBACK;
    }
}
