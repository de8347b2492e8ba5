package io.sluice.sim.scenario;

import io.sluice.sim.world.Dice;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.Transaction;
import java.nio.charset.StandardCharsets;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/** A transaction with one resource, of a manager that does what a round says. */
final class LoneTransaction implements Transaction {

    record Branch(int transaction, int number) implements Xid {

        @Override
        public int getFormatId() {
            return 28;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return Integer.toString(transaction).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[] {(byte) number};
        }
    }

    final boolean isJoined;

    /** Whether it runs its synchronizations, so that it takes only interposed ones. */
    final boolean isInterposing;

    /** Whether its time is over before the resource is enlisted. */
    final boolean isLate;

    private final boolean triesAgain;
    private final int number;
    Branch xid;
    @Nullable XAResource resource;
    @Nullable Synchronization synchronization;
    private int status = Status.STATUS_ACTIVE;

    LoneTransaction(int number, Dice dice) {
        this.number = number;
        this.isJoined = dice.oneIn(8);
        this.isInterposing = dice.oneIn(6);
        this.isLate = dice.oneIn(16);
        this.triesAgain = !dice.oneIn(4);
        this.xid = new Branch(number, 1);
    }

    /** Makes one that does as managers mostly do. */
    LoneTransaction(int number) {
        this.number = number;
        this.isJoined = false;
        this.isInterposing = false;
        this.isLate = false;
        this.triesAgain = true;
        this.xid = new Branch(number, 1);
    }

    @Override
    public void registerSynchronization(Synchronization one) {
        if (isInterposing) {
            throw new IllegalStateException("synchronizations are running");
        }
        interpose(one);
    }

    void interpose(Synchronization one) {
        synchronization = one;
    }

    @Override
    public boolean enlistResource(XAResource one) {
        resource = one;
        if (isLate) {
            announce(Status.STATUS_ROLLEDBACK);
        }
        try {
            start(one);
        } catch (XAException e) {
            if (e.errorCode != XAException.XAER_DUPID || !triesAgain) {
                return false;
            }
            xid = new Branch(number, 2);
            try {
                start(one);
            } catch (XAException again) {
                return false;
            }
        }
        return true;
    }

    /** Returns what was enlisted. */
    XAResource resource() {
        XAResource one = resource;
        if (one == null) {
            throw new IllegalStateException("not enlisted");
        }
        return one;
    }

    private void start(XAResource one) throws XAException {
        one.start(xid, isJoined ? XAResource.TMJOIN : XAResource.TMNOFLAGS);
    }

    void announce(int last) {
        status = last;
        Synchronization one = synchronization;
        if (one != null) {
            one.afterCompletion(last);
        }
    }

    @Override
    public int getStatus() {
        return status;
    }

    @Override
    public void commit() throws RollbackException {
        throw new RollbackException("a round does this");
    }

    @Override
    public void rollback() {
        throw new IllegalStateException("a round does this");
    }

    @Override
    public boolean delistResource(XAResource one, int flag) {
        return false;
    }

    @Override
    public void setRollbackOnly() {
        status = Status.STATUS_MARKED_ROLLBACK;
    }
}
