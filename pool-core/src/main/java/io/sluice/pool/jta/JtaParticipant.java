package io.sluice.pool.jta;

import io.sluice.pool.spi.BranchGate;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.NotEnlistedException;
import io.sluice.pool.spi.TransactionContext.Completion;
import io.sluice.pool.spi.TransactionContext.EnlistedLease;
import io.sluice.pool.spi.TransactionContext.Participant;
import io.sluice.pool.spi.TransactionalResource;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * One holder's part in the transactions of a Jakarta transaction manager: what its successive
 * branches share. Each branch has its own {@link BranchXaResource}, so that a reference kept beyond
 * a transaction cannot affect the next.
 */
final class JtaParticipant implements Participant {

    final Holder<?> holder;
    final TransactionalResource resource;
    final XAResource driver;
    final BranchGate gate;
    final Completion completion;

    final BranchSettings settings;

    /**
     * What failed last in the present branch; the next start that succeeds clears it. Shared:
     * volatile, by the thread that drives the branch. Partner: none (a holder whose branch has
     * failed is in no other afterwards, but for a start refused for a duplicate xid and a rollback
     * by the server).
     */
    private volatile @Nullable XAException failure;

    /**
     * The branch of the lease below. Shared: plain, both, by the thread that starts the branch,
     * before its state says so; plain read after the state. Partner: {@code TrackedBranch.state}. A
     * branch of an earlier lease may read a later one's, but its own state says that it is done.
     */
    private @Nullable Xid xid;

    private long startedBy;

    JtaParticipant(
            Holder<?> holder,
            TransactionalResource resource,
            Completion completion,
            BranchSettings settings) {
        this.holder = holder;
        this.resource = resource;
        this.driver = resource.xaResource();
        this.gate = resource.gate();
        this.completion = completion;
        this.settings = settings;
    }

    /**
     * Returns the branch that was started under a stamp; null if there was none, or a later one.
     */
    @Nullable Xid xid(long stamp) {
        return startedBy == stamp ? xid : null;
    }

    void started(long stamp, Xid id) {
        startedBy = stamp;
        // Rare: a volatile write at each start would be expensive.
        if (failure != null) {
            failure = null;
        }
        if (xid != id) { // such a store into an old object is not free
            xid = id;
        }
    }

    @Nullable XAException failure() {
        return failure;
    }

    void failed(XAException error) {
        failure = XaErrors.readable(error);
        resource.xaFailed(error);
    }

    @Override
    public EnlistedLease enlist(Object current, long stamp) throws Exception {
        Transaction transaction = (Transaction) current;
        BranchXaResource branch = new BranchXaResource(this, stamp);
        // First: if this is refused nothing has happened, and otherwise the end is announced,
        // whatever happens next.
        register(branch, transaction);
        boolean accepted = false;
        try {
            resource.enlisting(transaction);
            accepted = offer(transaction, branch);
        } finally {
            if (!accepted) {
                branch.refused();
            }
        }
        if (!accepted) {
            SystemException refusal =
                    new SystemException(
                            "the transaction manager did not enlist "
                                    + branch
                                    + "; see the cause and the log of the manager");
            refusal.initCause(failure);
            throw refusal;
        }
        return branch;
    }

    /**
     * Registers for the end of the transaction. Narayana accepts only interposed synchronizations
     * while it runs those before completion. They are not tried first, because Atomikos does not
     * tell them of a rollback.
     */
    private void register(BranchXaResource branch, Transaction transaction)
            throws NotEnlistedException {
        try {
            transaction.registerSynchronization(branch);
        } catch (RollbackException | SystemException | RuntimeException e) {
            if (!isActive(transaction)) {
                throw ending(e);
            }
            try {
                settings.registry().registerInterposedSynchronization(branch);
            } catch (RuntimeException last) {
                e.addSuppressed(last);
                throw ending(e);
            }
        }
    }

    private static boolean isActive(Transaction transaction) {
        try {
            return transaction.getStatus() == Status.STATUS_ACTIVE;
        } catch (SystemException e) {
            return false;
        }
    }

    private static NotEnlistedException ending(Exception refusal) {
        return new NotEnlistedException(
                "the transaction is completing or marked for rollback ("
                        + refusal.getMessage()
                        + ")",
                refusal);
    }

    /** Returns whether the transaction has accepted it. */
    private boolean offer(Transaction transaction, BranchXaResource branch)
            throws SystemException, RollbackException {
        XAResource shown =
                resource.isLastResource() ? settings.lastResourceMarker().apply(branch) : branch;
        return transaction.enlistResource(shown);
    }
}
