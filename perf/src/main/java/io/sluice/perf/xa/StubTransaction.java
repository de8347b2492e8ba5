package io.sluice.perf.xa;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/** A transaction of one thread with one branch for each resource. Not thread-safe. */
final class StubTransaction implements Transaction {

    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final int FORMAT = 1;

    private record StubXid(long transaction, int branch) implements Xid {

        @Override
        public int getFormatId() {
            return FORMAT;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return bytes(transaction);
        }

        @Override
        public byte[] getBranchQualifier() {
            return bytes(branch);
        }

        private static byte[] bytes(long number) {
            byte[] bytes = new byte[Long.BYTES];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (number >> (Byte.SIZE * i));
            }
            return bytes;
        }
    }

    private record Branch(XAResource resource, Xid xid) {}

    private record Entry(Object key, Object value) {}

    private final long number = NUMBERS.incrementAndGet();
    private final List<Branch> branches = new ArrayList<>(2);
    private final List<Synchronization> synchronizations = new ArrayList<>(2);
    private final List<Entry> entries = new ArrayList<>(2);
    private int status = Status.STATUS_ACTIVE;

    @Override
    public boolean enlistResource(XAResource resource) throws SystemException {
        Branch branch = new Branch(resource, new StubXid(number, branches.size()));
        try {
            resource.start(branch.xid, XAResource.TMNOFLAGS);
        } catch (XAException e) {
            throw failed(e);
        }
        branches.add(branch);
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
        for (int i = 0; i < synchronizations.size(); i++) {
            synchronizations.get(i).beforeCompletion();
        }
        try {
            end(XAResource.TMSUCCESS);
            status = Status.STATUS_COMMITTING;
            boolean onePhase = branches.size() == 1;
            for (int i = 0; i < branches.size() && !onePhase; i++) {
                if (branches.get(i).resource.prepare(branches.get(i).xid) != XAResource.XA_OK) {
                    throw new XAException(XAException.XAER_PROTO);
                }
            }
            for (int i = 0; i < branches.size(); i++) {
                branches.get(i).resource.commit(branches.get(i).xid, onePhase);
            }
        } catch (XAException e) {
            throw failed(e);
        }
        over(Status.STATUS_COMMITTED);
    }

    @Override
    public void rollback() throws SystemException {
        try {
            end(XAResource.TMFAIL);
            for (Branch branch : branches) {
                branch.resource.rollback(branch.xid);
            }
        } catch (XAException e) {
            throw failed(e);
        }
        over(Status.STATUS_ROLLEDBACK);
    }

    private void end(int flag) throws XAException {
        for (int i = 0; i < branches.size(); i++) {
            branches.get(i).resource.end(branches.get(i).xid, flag);
        }
    }

    private void over(int outcome) {
        status = outcome;
        for (int i = 0; i < synchronizations.size(); i++) {
            synchronizations.get(i).afterCompletion(outcome);
        }
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
        entries.removeIf(entry -> entry.key.equals(key));
        entries.add(new Entry(key, value));
    }

    @Nullable Object get(Object key) {
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i).key.equals(key)) {
                return entries.get(i).value;
            }
        }
        return null;
    }
}
