package io.sluice.perf.xa;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of one thread, one after the other, with one branch for each resource. Not
 * thread-safe.
 */
final class StubTransaction implements Transaction {

    private static final int FORMAT = 1;
    private static final int MOST = 8;

    /** The id of a branch of the present transaction. */
    private final class StubXid implements Xid {

        private final int branch;

        StubXid(int branch) {
            this.branch = branch;
        }

        @Override
        public int getFormatId() {
            return FORMAT;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return bytes(number);
        }

        @Override
        public byte[] getBranchQualifier() {
            return bytes(branch);
        }

        private static byte[] bytes(long value) {
            return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
        }
    }

    private final StubXid[] xids = new StubXid[MOST];
    private final List<XAResource> resources = new ArrayList<>();
    private final List<Synchronization> synchronizations = new ArrayList<>();
    private final List<Object> keys = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();

    private long number;
    private int status = Status.STATUS_NO_TRANSACTION;

    StubTransaction() {
        Arrays.setAll(xids, StubXid::new);
    }

    void begin() {
        number++;
        status = Status.STATUS_ACTIVE;
    }

    @Override
    public boolean enlistResource(XAResource resource) throws SystemException {
        try {
            resource.start(xids[resources.size()], XAResource.TMNOFLAGS);
        } catch (XAException e) {
            throw failed(e);
        }
        resources.add(resource);
        return true;
    }

    @Override
    public boolean delistResource(XAResource resource, int flag) {
        return true; // ended with the transaction
    }

    @Override
    public void registerSynchronization(Synchronization synchronization) {
        synchronizations.add(synchronization);
    }

    @Override
    public void commit() throws SystemException {
        synchronizations.forEach(Synchronization::beforeCompletion);
        try {
            for (int i = 0; i < resources.size(); i++) {
                resources.get(i).end(xids[i], XAResource.TMSUCCESS);
            }
            status = Status.STATUS_COMMITTING;
            boolean onePhase = resources.size() == 1;
            for (int i = 0; i < resources.size() && !onePhase; i++) {
                if (resources.get(i).prepare(xids[i]) != XAResource.XA_OK) {
                    throw new XAException(XAException.XAER_PROTO);
                }
            }
            for (int i = 0; i < resources.size(); i++) {
                resources.get(i).commit(xids[i], onePhase);
            }
        } catch (XAException e) {
            throw failed(e);
        } finally {
            over();
        }
    }

    @Override
    public void rollback() {
        throw new UnsupportedOperationException("stub transactions commit");
    }

    private void over() {
        status = Status.STATUS_COMMITTED;
        // Without an iterator or a lambda, which would be an object of ours.
        for (int i = 0; i < synchronizations.size(); i++) {
            synchronizations.get(i).afterCompletion(status);
        }
        resources.clear();
        synchronizations.clear();
        keys.clear();
        values.clear();
        status = Status.STATUS_NO_TRANSACTION;
    }

    private static SystemException failed(XAException e) {
        SystemException failure = new SystemException("a resource failed with code " + e.errorCode);
        failure.initCause(e);
        return failure;
    }

    @Override
    public int getStatus() {
        return status;
    }

    @Override
    public void setRollbackOnly() {
        rollback();
    }

    void put(Object key, Object value) {
        int at = keys.indexOf(key);
        if (at < 0) {
            keys.add(key);
            values.add(value);
        } else {
            values.set(at, value);
        }
    }

    @Nullable Object get(Object key) {
        int at = keys.indexOf(key);
        return at < 0 ? null : values.get(at);
    }
}
