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
 * A transaction manager that does what the interface asks of it and nothing else: no log, no
 * time-outs, one thread for a transaction. Thread-safe.
 */
final class StubManager implements TransactionManager, TransactionSynchronizationRegistry {

    private static final ThreadLocal<@Nullable StubTransaction> CURRENT = new ThreadLocal<>();

    private StubTransaction mine() {
        StubTransaction mine = CURRENT.get();
        if (mine == null) {
            throw new IllegalStateException("this thread has no transaction; begin one");
        }
        return mine;
    }

    @Override
    public void begin() {
        CURRENT.set(new StubTransaction());
    }

    @Override
    public void commit() throws RollbackException, SystemException {
        StubTransaction mine = mine();
        try {
            mine.commit();
        } finally {
            CURRENT.remove();
        }
    }

    @Override
    public void rollback() throws SystemException {
        StubTransaction mine = mine();
        try {
            mine.rollback();
        } finally {
            CURRENT.remove();
        }
    }

    @Override
    public @Nullable Transaction getTransaction() {
        return CURRENT.get();
    }

    @Override
    public int getStatus() {
        StubTransaction mine = CURRENT.get();
        return mine == null ? Status.STATUS_NO_TRANSACTION : mine.getStatus();
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
        Transaction mine = CURRENT.get();
        CURRENT.remove();
        return mine;
    }

    @Override
    public void resume(Transaction transaction) {
        CURRENT.set((StubTransaction) transaction);
    }

    @Override
    public @Nullable Object getTransactionKey() {
        return CURRENT.get();
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
