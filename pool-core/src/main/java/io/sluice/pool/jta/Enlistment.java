package io.sluice.pool.jta;

import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.TransactionContext.Completion;
import io.sluice.pool.spi.TransactionalResource;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAResource;

/**
 * One holder in one transaction: waits until both the transaction has announced its end and the
 * branch is settled, in whatever order, and then lets go of the holder, once.
 */
final class Enlistment implements Synchronization {

    private static final int ANNOUNCED = 1;
    private static final int SETTLED = 2;
    private static final int REFUSED = 4;

    private final Holder<?> holder;
    private final Completion completion;
    private final BranchXaResource branch;

    /** Which of the above has come. Atomic updates: whoever brings the second completes. */
    private final AtomicInteger come = new AtomicInteger();

    Enlistment(
            Holder<?> holder,
            TransactionalResource resource,
            long patienceNanos,
            Completion completion) {
        this.holder = holder;
        this.completion = completion;
        this.branch =
                new BranchXaResource(
                        holder, holder.stamp(), resource, patienceNanos, this::settled);
    }

    BranchXaResource branch() {
        return branch;
    }

    /**
     * Gives the branch to the transaction.
     *
     * @param resource the branch, or what a manager wants to see in its place
     * @throws SystemException if the transaction does not take it
     * @throws RollbackException if the transaction can only be rolled back
     */
    void enlistIn(Transaction transaction, XAResource resource)
            throws SystemException, RollbackException {
        boolean taken = false;
        try {
            taken = transaction.enlistResource(resource);
        } finally {
            if (!taken) {
                come.getAndUpdate(was -> was | REFUSED);
            }
        }
        if (!taken) {
            SystemException refusal =
                    new SystemException(
                            "the transaction manager did not take "
                                    + branch
                                    + "; see the cause, and what the manager has logged");
            refusal.initCause(branch.failure());
            throw refusal;
        }
    }

    @Override
    public void beforeCompletion() {
        // The work goes on until the branch is ended.
    }

    /** The transaction is over, on whatever thread. */
    @Override
    public void afterCompletion(int status) {
        if (branch.state().endsWithTransaction()) {
            come(ANNOUNCED | SETTLED);
        } else {
            if (branch.state().isInDoubt()) {
                holder.doom(DiscardReason.BROKEN, branch.failure());
                if (InDoubtBranches.add(branch)) { // from now on whoever settles it finds it
                    JtaLog.inDoubt(branch);
                    completion.inDoubt(XaErrors.text(branch.xid()), branch.failure());
                }
            }
            come(ANNOUNCED);
        }
    }

    private void settled() {
        come(SETTLED);
        if (InDoubtBranches.remove(branch)) {
            JtaLog.settled(branch);
        }
    }

    private void come(int what) {
        int both = ANNOUNCED | SETTLED;
        int before = come.getAndUpdate(was -> was | what);
        if ((before & both) != both
                && ((before | what) & both) == both
                && (before & REFUSED) == 0) {
            completion.over();
        }
        if ((come.get() & both) == both) {
            boolean ignored = InDoubtBranches.remove(branch); // settled while it was announced
        }
    }

    @Override
    public String toString() {
        return "Enlistment[" + branch + "]";
    }
}
