package io.sluice.jdbc.internal.xa;

import io.sluice.jdbc.internal.connect.PostgresSession;
import java.sql.Connection;
import java.sql.SQLException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The XA resource of a connection that has no branches in a global transaction: its local
 * transaction is the branch. It can only be committed in one phase. A prepare rolls it back, so
 * that nothing is committed anywhere.
 *
 * <p>Used by one thread at a time, as the connection at the end of a transaction.
 */
public final class LastResourceXaResource implements XAResource {

    private final String poolName;
    private final Connection connection;

    public LastResourceXaResource(String poolName, Connection connection) {
        this.poolName = poolName;
        this.connection = connection;
    }

    /** Auto-commit is off already: the branch consists of the work from now on. */
    @Override
    public void start(Xid xid, int flags) throws XAException {
        if (flags != TMNOFLAGS) {
            throw error(XAException.XAER_PROTO, "can neither join nor resume a branch", null);
        }
    }

    @Override
    public void end(Xid xid, int flags) {
        // The local transaction stays open until it is committed or rolled back.
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        throw rolledBack(
                error(
                        XAException.XA_RBROLLBACK,
                        "cannot be prepared; it must be the only resource, or the transaction"
                                + " manager must support last resources: set"
                                + " xaDataSourceClassName, or transactionManager=narayana",
                        null));
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        if (!onePhase) {
            throw error(XAException.XAER_PROTO, "was never prepared", null);
        }
        if (PostgresSession.hasFailed(connection)) {
            throw rolledBack(refused(null));
        }
        try {
            connection.commit();
        } catch (SQLException e) {
            throw TranslatingXaResource.isOutcomeUnknown(e)
                    ? unknown(e)
                    : rolledBackIfStillThere(e);
        }
    }

    /** Rolls back whatever the server answers, since no commit was requested. */
    private XAException rolledBack(XAException error) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            error.addSuppressed(e); // it ends with its connection
        }
        return error;
    }

    /** The commit was certainly refused only if the server also answers the rollback. */
    private XAException rolledBackIfStillThere(SQLException refusal) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            XAException error = unknown(refusal);
            error.addSuppressed(e);
            return error;
        }
        return refused(refusal);
    }

    private XAException refused(@Nullable SQLException cause) {
        return error(XAException.XA_RBROLLBACK, "failed to commit and is rolled back", cause);
    }

    private XAException unknown(SQLException cause) {
        return error(
                XAException.XAER_RMFAIL, "failed during commit; the outcome is unknown", cause);
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        try {
            connection.rollback();
        } catch (SQLException e) {
            throw error(XAException.XAER_RMFAIL, "could not be rolled back", e);
        }
    }

    @Override
    public void forget(Xid xid) {
        // It makes no heuristic decisions.
    }

    @Override
    public Xid[] recover(int flag) {
        return new Xid[0];
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other == this;
    }

    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }

    private XAException error(int code, String what, @Nullable Throwable cause) {
        XAException error =
                new XAException(
                        "Pool " + poolName + ": the last resource of a transaction " + what);
        error.errorCode = code;
        error.initCause(cause);
        return error;
    }

    @Override
    public String toString() {
        return "XAResource[last resource of pool " + poolName + "]";
    }
}
