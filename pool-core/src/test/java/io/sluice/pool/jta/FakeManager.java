package io.sluice.pool.jta;

import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/** A transaction manager for one transaction at a time, that does no more than a test asks for. */
final class FakeManager implements TransactionManager, TransactionSynchronizationRegistry {

    static final TestXid XID = new TestXid(1, 1);

    FakeTransaction current;
    int lookUps;
    SystemException failure;

    static final class FakeTransaction implements Transaction {

        int status = Status.STATUS_ACTIVE;
        boolean takes = true;

        /** What is started where the first xid is refused; null if nothing is. */
        TestXid again;

        final List<Synchronization> synchronizations = new ArrayList<>();
        final List<XAResource> resources = new ArrayList<>();
        final Map<Object, Object> values = new HashMap<>();

        @Override
        public boolean enlistResource(XAResource resource) {
            try {
                resource.start(XID, XAResource.TMNOFLAGS);
            } catch (XAException e) {
                if (again == null || !isStartedAgain(resource)) {
                    return false;
                }
            }
            resources.add(resource);
            return takes;
        }

        private boolean isStartedAgain(XAResource resource) {
            try {
                resource.start(again, XAResource.TMNOFLAGS);
                return true;
            } catch (XAException e) {
                return false;
            }
        }

        @Override
        public void registerSynchronization(Synchronization synchronization)
                throws RollbackException {
            if (status != Status.STATUS_ACTIVE) {
                throw new RollbackException("timed out");
            }
            synchronizations.add(synchronization);
        }

        void announce() {
            status = Status.STATUS_COMMITTED;
            synchronizations.forEach(each -> each.afterCompletion(status));
        }

        @Override
        public int getStatus() {
            return status;
        }

        @Override
        public void commit() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void rollback() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void setRollbackOnly() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean delistResource(XAResource resource, int flag) {
            throw new AssertionError("nothing is ever delisted");
        }
    }

    @Override
    public void begin() {
        current = new FakeTransaction();
    }

    @Override
    public Transaction getTransaction() throws SystemException {
        lookUps++;
        if (failure != null) {
            throw failure;
        }
        return current;
    }

    @Override
    public int getStatus() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Object getResource(Object key) {
        return current.values.get(key);
    }

    @Override
    public void putResource(Object key, Object value) {
        current.values.put(key, value);
    }

    @Override
    public void commit() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void rollback() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setRollbackOnly() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setTransactionTimeout(int seconds) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Transaction suspend() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void resume(Transaction transaction) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Object getTransactionKey() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void registerInterposedSynchronization(Synchronization synchronization) {
        throw new AssertionError("not called on every manager's rollback");
    }

    @Override
    public int getTransactionStatus() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean getRollbackOnly() {
        throw new UnsupportedOperationException();
    }
}
