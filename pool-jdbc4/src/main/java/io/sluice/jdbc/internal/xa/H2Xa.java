package io.sluice.jdbc.internal.xa;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.internal.connect.JdbcLog;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * XA on H2. The server completes branches, and shows them, to administrators only. The driver is
 * corrected:
 *
 * <ul>
 *   <li>Its errors have no code, including those that leave a prepared branch as it is.
 *   <li>At the end of a branch it switches auto-commit on. Late work, through an object of the
 *       driver that passes no gate, would be committed.
 *   <li>A rollback on a session that has neither prepared the branch nor found any in doubt does
 *       nothing, but reports success.
 *   <li>To a user without administrator rights the server lists nothing as prepared, and reports no
 *       error.
 * </ul>
 */
final class H2Xa extends TranslatingXaResource {

    static final XaVendor VENDOR =
            new XaVendor(List.of("org.h2."), H2Xa::new, /* needsConnection= */ true, H2Xa::missing);

    private static final String DEADLOCK = "40001";
    private static final String NO_SUCH_BRANCH = "90129";

    /** A user without administrator rights sees only that user there. */
    private static final String QUESTION =
            "SELECT IS_ADMIN FROM INFORMATION_SCHEMA.USERS WHERE USER_NAME = CURRENT_USER";

    /** Finds which of the two users is no administrator; H2 converts user names to upper case. */
    private static final String NO_ADMINISTRATORS =
            "SELECT USER_NAME, USER_NAME = CURRENT_USER FROM INFORMATION_SCHEMA.USERS"
                    + " WHERE NOT IS_ADMIN"
                    + " AND (USER_NAME = CURRENT_USER OR UPPER(USER_NAME) = UPPER(?))";

    private final @Nullable Connection connection;

    /**
     * A branch was started here. Shared: plain, by the thread on which the manager drives the
     * branch. Partner: none (one thread works with the session at a time).
     */
    private boolean started;

    /**
     * The application has, or had, an object of the driver. Shared: volatile, set inside the gate;
     * read when the gate is empty and cleared by the thread that ends the branch. Partner: {@code
     * BranchGate.word}.
     */
    private volatile boolean lent;

    H2Xa(XAResource driver, @Nullable Connection connection) {
        super(driver);
        this.connection = connection;
    }

    private static List<String> missing(JdbcPoolConfig config, Connection connection)
            throws SQLException {
        List<String> missing = new ArrayList<>();
        try (PreparedStatement question = connection.prepareStatement(NO_ADMINISTRATORS)) {
            question.setString(1, config.recoveryUsername());
            try (ResultSet answer = question.executeQuery()) {
                while (answer.next()) {
                    String user = answer.getString(1);
                    missing.add(
                            answer.getBoolean(2)
                                    ? wrongUser(config, user)
                                    : wrongRecovery(config, user));
                }
            }
        }
        return missing;
    }

    private static String wrongUser(JdbcPoolConfig config, String user) {
        return "Pool "
                + config.name()
                + ": connections run as user \""
                + user
                + "\", which is not an administrator; on H2 only administrators can complete"
                + " prepared branches: grant ADMIN, or set another username";
    }

    private static String wrongRecovery(JdbcPoolConfig config, String user) {
        return "Pool "
                + config.name()
                + ": recovery connects as user \""
                + user
                + "\", which is not an administrator; on H2 only administrators can see"
                + " prepared branches: grant ADMIN, or set another recoveryUsername";
    }

    @Override
    XAException translated(XAException error) {
        if (error.errorCode != 0) {
            return error;
        }
        SQLException cause = cause(error);
        if (cause != null && NO_SUCH_BRANCH.equals(cause.getSQLState())) {
            return with(XAException.XAER_NOTA, error);
        }
        if (isLost(cause)) {
            return with(XAException.XAER_RMFAIL, error);
        }
        return with(
                cause != null && DEADLOCK.equals(cause.getSQLState())
                        ? XAException.XA_RBDEADLOCK
                        : XAException.XAER_RMERR,
                error);
    }

    /**
     * An empty list must not pass for nothing prepared: a user that may not see it gets an error.
     */
    @Override
    public Xid[] recover(int flag) throws XAException {
        if (connection != null && !isAdministrator(connection)) {
            throw refused(
                    XAException.XAER_RMFAIL,
                    "the user of recovery is not an administrator; on H2 only"
                            + " administrators can see prepared branches: set"
                            + " recoveryUsername and recoveryPassword, or grant ADMIN");
        }
        return super.recover(flag);
    }

    private static boolean isAdministrator(Connection connection) throws XAException {
        try (PreparedStatement question = connection.prepareStatement(QUESTION);
                ResultSet answer = question.executeQuery()) {
            return answer.next() && answer.getBoolean(1);
        } catch (SQLException e) {
            throw with(XAException.XAER_RMFAIL, e);
        }
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        super.start(xid, flags);
        started = true;
    }

    @Override
    XAException translatedOfPrepared(XAException error) {
        return stillPrepared(translated(error));
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        super.commit(xid, onePhase);
        ended();
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        // The driver finds what it is to roll back only after it was asked for prepared branches.
        if (!started && !isListed(xid)) {
            throw new XAException(XAException.XAER_NOTA);
        }
        super.rollback(xid);
        ended();
    }

    @Override
    void lending() {
        lent = true;
    }

    /**
     * Leaves auto-commit off where late work is possible, so that the rollback before the
     * connection is at rest undoes it. Elsewhere there is nothing to roll back, and a rollback
     * would make the session discard its parsed statements.
     */
    private void ended() {
        boolean mayComeLate = started && lent; // a recovery session starts nothing
        started = false;
        lent = false;
        if (mayComeLate && connection != null) {
            try {
                connection.setAutoCommit(false);
            } catch (SQLException e) {
                // The branch has ended; the reset of the session meets the same failure.
                JdbcLog.write(
                        System.Logger.Level.DEBUG, "auto-commit could not be switched off", e);
            }
        }
    }
}
