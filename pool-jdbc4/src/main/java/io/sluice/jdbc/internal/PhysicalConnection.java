package io.sluice.jdbc.internal;

import io.sluice.jdbc.handle.ConnectionAttribute;
import io.sluice.jdbc.handle.ConnectionHandle;
import io.sluice.jdbc.internal.connect.DriverSession;
import io.sluice.jdbc.internal.connect.PoolRules;
import io.sluice.jdbc.internal.connect.RequestBoundaries;
import io.sluice.jdbc.internal.connect.RestingState;
import io.sluice.jdbc.internal.connect.SqlErrors;
import io.sluice.jdbc.internal.connect.StatementCache;
import io.sluice.jdbc.internal.xa.TransactionWork;
import io.sluice.jdbc.internal.xa.TranslatingXaResource;
import io.sluice.pool.spi.BranchGate;
import io.sluice.pool.spi.TransactionalResource;
import java.sql.SQLException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * One connection of the driver, which the pool lends again and again. Does what is needed when a
 * lease begins or ends, and when the connection fails. The superclasses each do a part of that;
 * here is the part in global transactions.
 */
public final class PhysicalConnection extends LeasableConnection implements TransactionalResource {

    PhysicalConnection(
            DriverSession session,
            @Nullable TransactionWork transactionWork,
            PoolRules rules,
            RestingState state,
            @Nullable RequestBoundaries boundaries,
            boolean clearsWarnings,
            @Nullable StatementCache statements) {
        super(session, transactionWork, rules, state, boundaries, clearsWarnings, statements);
    }

    /**
     * Prepares the connection for a new lease. If it was enlisted for that, it is prepared already.
     *
     * @param stamp the stamp of the lease
     * @return false if the connection has failed; then the lease is over and the connection
     *     discarded
     */
    public boolean settle(long stamp) {
        return (transactionWork != null && transactionWork.owns(stamp)) || settleOutside(stamp);
    }

    /** Makes the handle of a lease. */
    public ConnectionHandle handle(long stamp) {
        return transactionWork != null && transactionWork.owns(stamp)
                ? transactionWork.handle(this, stamp)
                : plainHandle(stamp);
    }

    @Override
    public void release(ConnectionHandle handle) {
        if (transactionWork != null && transactionWork.owns(handle.stamp())) {
            releaseInTransaction(transactionWork, handle);
        } else if (handle.untouched()) {
            holder.release(handle.stamp());
        } else {
            releaseWithCare(handle);
        }
    }

    /**
     * Closes a handle. The transaction keeps the connection, so nothing is rolled back or reset
     * here.
     */
    private void releaseInTransaction(TransactionWork transaction, ConnectionHandle handle) {
        boolean won = true;
        Error failure = null;
        try {
            won = transaction.close(handle);
        } catch (SQLException e) {
            failed(e);
            doom(e);
        } catch (RuntimeException | Error e) { // a driver may throw anything
            doom(e);
            failure = e instanceof Error error ? error : null;
        }
        if (won) {
            if (handle.aborted()) {
                holder.evict(handle.stamp()); // the lease may be over: see TransactionWork.close
            }
            holder.releaseInTransaction(handle.stamp());
        }
        if (failure != null) {
            throw failure;
        }
    }

    private TransactionWork transactionWork() {
        if (transactionWork == null) {
            throw new IllegalStateException(
                    "this connection does not take part in global transactions");
        }
        return transactionWork;
    }

    @Override
    public String resourceManagerName() {
        return rules.poolName();
    }

    @Override
    public XAResource xaResource() {
        return transactionWork().resource();
    }

    @Override
    public boolean isLastResource() {
        return transactionWork().isLastResource();
    }

    @Override
    public BranchGate gate() {
        return transactionWork().gate();
    }

    @Override
    public boolean preparedOutlivesClose() {
        return transactionWork().preparedOutlivesClose();
    }

    @Override
    public boolean servesAfter(XAException refusal) {
        return transactionWork().servesAfter(refusal);
    }

    /**
     * Only errors known to mean a lost connection count here: the configured classifier may call
     * any error fatal, even on a good connection.
     */
    @Override
    public void xaFailed(XAException failure) {
        SQLException cause = TranslatingXaResource.cause(failure);
        if (serves() && cause != null && TranslatingXaResource.isLost(cause)) {
            lost(cause);
        }
    }

    /** As {@link #xaFailed}: otherwise a good connection might be closed over a prepared branch. */
    @Override
    public boolean isLost() {
        SQLException failure = fatal();
        return isEnded() || (failure != null && TranslatingXaResource.isLost(failure));
    }

    @Override
    public boolean isPinned() {
        return transactionWork != null && transactionWork.gate().isPinned();
    }

    @Override
    public boolean claimForAbort(long stamp) {
        return transactionWork == null || transactionWork.gate().claimForAbort(stamp);
    }

    @Override
    public void enlisting(Object transaction) throws SQLException {
        settleInside();
        transactionWork().enlisting(transaction);
    }

    @Override
    public void cancel() {
        transactionWork().cancel();
    }

    @Override
    public void abort() throws SQLException {
        end(); // first: later failures on it say nothing about other connections
        connection.abort(RestingState.SAME_THREAD);
    }

    /**
     * Brings the connection back to rest after its transaction. The caller has the connection to
     * itself.
     *
     * @throws SQLException why the connection must not be used again
     */
    void transactionEnded() throws SQLException {
        SQLException failure = fatal();
        if (failure != null) {
            throw failure;
        }
        TransactionWork over = transactionWork();
        boolean clean = over.isClean();
        try {
            if (!clean) {
                over.closeChildren();
            }
            boolean now = connection.getAutoCommit();
            if (!now) {
                connection.rollback(); // there should be nothing left to roll back
            }
            if (boundaries != null) {
                endRequest();
                now = connection.getAutoCommit();
            }
            boolean atRest = now == autoCommit;
            if (!clean) {
                int mode = atRest ? 0 : ConnectionAttribute.AUTO_COMMIT.bit();
                reset(over.changes() | mode, over.ran());
            } else if (!atRest) {
                connection.setAutoCommit(autoCommit);
            }
        } catch (SQLException e) {
            throw failed(e);
        }
        settled(!clean && over.ran());
        over.over();
    }

    @Override
    public void opening(ConnectionHandle handle) {
        transactionWork().opening(handle);
    }

    @Override
    public void lending() {
        transactionWork().lending();
    }

    @Override
    public void checkTransaction(ConnectionHandle handle) throws SQLException {
        transactionWork().check(handle.stamp());
    }

    @Override
    public SQLException notLetIn(ConnectionHandle handle) {
        return transactionWork().gate().isSuspended(handle.stamp())
                ? SqlErrors.suspended()
                : SqlErrors.transactionOver();
    }

    @Override
    public SQLException notInTransaction(String call) {
        return SqlErrors.notInTransaction(call);
    }
}
