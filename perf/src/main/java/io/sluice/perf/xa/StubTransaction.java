package io.sluice.perf.xa;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import java.util.Arrays;
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
            byte[] bytes = new byte[Long.BYTES];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (value >> (Byte.SIZE * i));
            }
            return bytes;
        }
    }

    private final StubXid[] xids = new StubXid[MOST];
    private final @Nullable XAResource[] resources = new XAResource[MOST];
    private final @Nullable Synchronization[] synchronizations = new Synchronization[MOST];
    private final @Nullable Object[] keys = new Object[MOST];
    private final @Nullable Object[] values = new Object[MOST];

    private long number;
    private int branches;
    private int listeners;
    private int entries;
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
            resource.start(xids[branches], XAResource.TMNOFLAGS);
        } catch (XAException e) {
            throw failed(e);
        }
        resources[branches++] = resource;
        return true;
    }

    @Override
    public boolean delistResource(XAResource resource, int flag) {
        return true; // ended with the transaction
    }

    @Override
    public void registerSynchronization(Synchronization synchronization) {
        synchronizations[listeners++] = synchronization;
    }

    @Override
    public void commit() throws SystemException {
        for (int i = 0; i < listeners; i++) {
            synchronizations[i].beforeCompletion();
        }
        try {
            end(XAResource.TMSUCCESS);
            status = Status.STATUS_COMMITTING;
            boolean onePhase = branches == 1;
            for (int i = 0; i < branches && !onePhase; i++) {
                if (resources[i].prepare(xids[i]) != XAResource.XA_OK) {
                    throw new XAException(XAException.XAER_PROTO);
                }
            }
            for (int i = 0; i < branches; i++) {
                resources[i].commit(xids[i], onePhase);
            }
        } catch (XAException e) {
            throw failed(e);
        } finally {
            over(Status.STATUS_COMMITTED);
        }
    }

    @Override
    public void rollback() throws SystemException {
        try {
            end(XAResource.TMFAIL);
            for (int i = 0; i < branches; i++) {
                resources[i].rollback(xids[i]);
            }
        } catch (XAException e) {
            throw failed(e);
        } finally {
            over(Status.STATUS_ROLLEDBACK);
        }
    }

    private void end(int flag) throws XAException {
        for (int i = 0; i < branches; i++) {
            resources[i].end(xids[i], flag);
        }
    }

    private void over(int outcome) {
        status = outcome;
        for (int i = 0; i < listeners; i++) {
            synchronizations[i].afterCompletion(outcome);
            synchronizations[i] = null;
        }
        for (int i = 0; i < branches; i++) {
            resources[i] = null;
        }
        for (int i = 0; i < entries; i++) {
            keys[i] = null;
            values[i] = null;
        }
        branches = 0;
        listeners = 0;
        entries = 0;
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
        status = Status.STATUS_MARKED_ROLLBACK;
    }

    void put(Object key, Object value) {
        int at = indexOf(key);
        if (at < 0) {
            at = entries++;
        }
        keys[at] = key;
        values[at] = value;
    }

    @Nullable Object get(Object key) {
        int at = indexOf(key);
        return at < 0 ? null : values[at];
    }

    private int indexOf(Object key) {
        for (int i = 0; i < entries; i++) {
            if (key.equals(keys[i])) {
                return i;
            }
        }
        return -1;
    }
}
