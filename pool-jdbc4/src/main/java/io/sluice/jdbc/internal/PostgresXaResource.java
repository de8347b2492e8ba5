package io.sluice.jdbc.internal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * That of PostgreSQL's driver:
 *
 * <ul>
 *   <li>After a statement has failed, the server answers a prepare or a commit by a rollback, and
 *       the driver takes that for success.
 *   <li>A commit in one phase that the server refuses, because it could not be serialized for
 *       example, is reported as if the server were lost, and nobody knew the outcome.
 *   <li>On a read-only connection it prepares the transaction and then answers that nothing was to
 *       be prepared, so nobody would ever end it.
 *   <li>When the server is gone it reports an error of the statement, after which a manager tries
 *       again on the same connection.
 *   <li>When the server refuses to end what is prepared, to a role that must not for example, it
 *       says that the statement failed, which to a manager means that the branch is no more.
 *   <li>It refuses to forget; as there is nothing to forget, that is none of the manager's
 *       business.
 *   <li>It lists what roles have prepared of which that of the session is a member, and says no
 *       word of the rest.
 * </ul>
 */
final class PostgresXaResource extends TranslatingXaResource {

    private static final String DEADLOCK = "40P01";

    /** What is prepared on a primary is not all on its standby. */
    private static final String QUESTION =
            "SELECT pg_is_in_recovery() OR EXISTS (SELECT 1 FROM pg_prepared_xacts"
                    + " WHERE database = current_database()"
                    + " AND pg_has_role(current_user, owner, 'member') IS NOT TRUE)";

    private final @Nullable Connection connection;

    PostgresXaResource(XAResource driver, @Nullable Connection connection) {
        super(driver);
        this.connection = connection;
    }

    @Override
    XAException translated(XAException error) {
        return error.errorCode == XAException.XAER_RMERR && isLost(cause(error))
                ? with(XAException.XAER_RMFAIL, error)
                : error;
    }

    @Override
    boolean listsAll() throws XAException {
        if (connection == null) {
            return false; // nobody can be asked
        }
        try (PreparedStatement question = connection.prepareStatement(QUESTION);
                ResultSet hidden = question.executeQuery()) {
            return hidden.next() && !hidden.getBoolean(1);
        } catch (SQLException e) {
            throw with(XAException.XAER_RMFAIL, e);
        }
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        rollBackIfFailed(xid);
        int vote = super.prepare(xid);
        if (vote == XA_RDONLY) {
            try {
                driver.commit(xid, /* onePhase= */ false);
            } catch (XAException e) {
                return XA_OK; // it is prepared: let the manager end it
            }
        }
        return vote;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        if (onePhase) {
            rollBackIfFailed(xid);
        }
        try {
            super.commit(xid, onePhase);
        } catch (XAException e) {
            throw onePhase ? rolledBackUnlessLost(e) : stillPrepared(e);
        }
    }

    private void rollBackIfFailed(Xid xid) throws XAException {
        if (connection == null || !PostgresSession.hasFailed(connection)) {
            return;
        }
        XAException failure =
                new XAException(
                        "a statement of the branch has failed, after which PostgreSQL can only roll it"
                                + " back");
        failure.errorCode = XAException.XA_RBROLLBACK;
        try {
            driver.rollback(xid);
        } catch (XAException e) {
            failure.addSuppressed(e); // it is not prepared and ends with its connection
        }
        throw failure;
    }

    private static XAException rolledBackUnlessLost(XAException error) {
        SQLException cause = cause(error);
        boolean refused =
                error.errorCode == XAException.XAER_RMFAIL
                        || error.errorCode == XAException.XAER_RMERR;
        if (!refused || cause == null || cause.getSQLState() == null || isLost(cause)) {
            return error;
        }
        return with(
                DEADLOCK.equals(cause.getSQLState())
                        ? XAException.XA_RBDEADLOCK
                        : XAException.XA_RBROLLBACK,
                error);
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        try {
            super.rollback(xid);
        } catch (XAException e) {
            throw stillPrepared(e); // one that is not prepared ends with its connection
        }
    }

    @Override
    public void forget(Xid xid) throws XAException {
        try {
            super.forget(xid);
        } catch (XAException e) {
            if (e.errorCode != XAException.XAER_NOTA) {
                throw e;
            }
        }
    }
}
