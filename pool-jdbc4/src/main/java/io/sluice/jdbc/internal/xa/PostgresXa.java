package io.sluice.jdbc.internal.xa;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.internal.connect.PostgresSession;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * XA on PostgreSQL, whose driver is corrected:
 *
 * <ul>
 *   <li>After a statement has failed, the server answers a prepare or a commit with a rollback, and
 *       the driver takes that for success.
 *   <li>If the server refuses a prepare or a commit in one phase, the driver reports a lost server
 *       and an unknown outcome. A serialization failure is an example.
 *   <li>On a read-only connection it prepares the transaction but reports that there was nothing to
 *       prepare, so that no manager would ever end it.
 *   <li>When the server is gone it reports an error of the statement, after which a manager retries
 *       on the same connection.
 *   <li>When the server refuses to end what is prepared, for example to a role without the right,
 *       it reports that the statement failed. A manager takes that for the end of the branch.
 *   <li>It refuses to forget; as there is nothing to forget, that does not concern the manager.
 *   <li>It lists only what was prepared by roles of which the session's role is a member, and
 *       nothing on a standby. It does not report that there is more, which the server shows to
 *       everybody on the primary.
 * </ul>
 */
final class PostgresXa extends TranslatingXaResource {

    static final XaVendor VENDOR =
            new XaVendor(
                    List.of("org.postgresql."),
                    PostgresXa::new,
                    /* needsConnection= */ true,
                    PostgresXa::missing);

    /**
     * Only the role that prepared a transaction, or a superuser, can end it; membership in that
     * role is not enough.
     */
    private static final String SETTINGS =
            "SELECT current_setting('max_prepared_transactions')::int, current_user, recovery.name,"
                    + " EXISTS (SELECT 1 FROM pg_roles WHERE rolname = recovery.name AND rolsuper)"
                    + " FROM (SELECT COALESCE(?::text, session_user::text) AS name) recovery";

    private static final String DEADLOCK = "40P01";

    private static final String STANDBY = "SELECT pg_is_in_recovery()";

    /** A name is unique on the server, whatever its database. Its role may have been dropped. */
    private static final String PREPARED =
            "SELECT gid, COALESCE(owner::text, 'that was dropped'), database::text,"
                    + " current_user::text, current_database()::text FROM pg_prepared_xacts"
                    + " WHERE gid = ANY (?) ORDER BY gid LIMIT 1";

    private final @Nullable Connection connection;

    PostgresXa(XAResource driver, @Nullable Connection connection) {
        super(driver);
        this.connection = connection;
    }

    private static List<String> missing(JdbcPoolConfig config, Connection connection)
            throws SQLException {
        List<String> missing = new ArrayList<>();
        try (PreparedStatement question = connection.prepareStatement(SETTINGS)) {
            question.setString(1, config.recoveryUsername());
            try (ResultSet answer = question.executeQuery()) {
                if (answer.next()) {
                    if (answer.getInt(1) < config.maxSize()) {
                        missing.add(tooFew(config, answer.getInt(1)));
                    }
                    String working = answer.getString(2);
                    String recovering = answer.getString(3);
                    if (!recovering.equals(working) && !answer.getBoolean(4)) {
                        missing.add(wrongRole(config, recovering, working));
                    }
                }
            }
        }
        return missing;
    }

    private static String tooFew(JdbcPoolConfig config, int allowed) {
        return "Pool "
                + config.name()
                + ": max_prepared_transactions of the server is "
                + allowed
                + " and maxSize is "
                + config.maxSize()
                + "; each connection may have a prepared transaction: raise it to at least"
                + " maxSize in postgresql.conf and restart the server";
    }

    private static String wrongRole(JdbcPoolConfig config, String recovering, String working) {
        return "Pool "
                + config.name()
                + ": recovery connects as role \""
                + recovering
                + "\", which is not a superuser, and connections run as role \""
                + working
                + "\"; only the same role or a superuser can complete prepared branches: set"
                + " recoveryUsername and recoveryPassword";
    }

    @Override
    XAException translated(XAException error) {
        return error.errorCode == XAException.XAER_RMERR && isLost(cause(error))
                ? with(XAException.XAER_RMFAIL, error)
                : super.translated(error);
    }

    @Override
    boolean preparedOutlivesClose() {
        return true;
    }

    @Override
    boolean rollsBackWhatIsRefused() {
        return true;
    }

    /** Checked before the scan: a standby may be promoted meanwhile. */
    @Override
    public Xid[] recover(int flag) throws XAException {
        if (connection != null && isStandby(connection)) {
            throw refused(
                    XAException.XAER_RMFAIL,
                    "recovery is connected to a standby, which does not list prepared"
                            + " branches; set targetServerType=primary, or"
                            + " transactions=off for a pool that reads from a standby");
        }
        return super.recover(flag);
    }

    private static boolean isStandby(Connection connection) throws XAException {
        try (PreparedStatement question = connection.prepareStatement(STANDBY);
                ResultSet answer = question.executeQuery()) {
            return answer.next() && answer.getBoolean(1);
        } catch (SQLException e) {
            if (isLost(e)) {
                throw with(XAException.XAER_RMFAIL, e);
            }
            return false; // a server that only speaks the protocol may have none
        }
    }

    @Override
    @Nullable String doubtAbout(String poolName, Collection<String> unlisted) throws XAException {
        if (connection == null) {
            return null; // a recovery session has one
        }
        try (PreparedStatement question = connection.prepareStatement(PREPARED)) {
            Object[] names = unlisted.stream().map(PostgresXa::nameOnServer).toArray();
            question.setArray(1, connection.createArrayOf("text", names));
            try (ResultSet answer = question.executeQuery()) {
                return answer.next() ? unshown(poolName, answer) : null;
            }
        } catch (SQLException e) {
            throw with(XAException.XAER_RMFAIL, e);
        }
    }

    private static String unshown(String poolName, ResultSet branch) throws SQLException {
        return "Pool "
                + poolName
                + ": "
                + branch.getString(1)
                + " is prepared, by role "
                + branch.getString(2)
                + " in database "
                + branch.getString(3)
                + ", and not visible to recovery, which is role "
                + branch.getString(4)
                + " in database "
                + branch.getString(5)
                + "; set recoveryUsername, recoveryPassword and databaseName, or complete the"
                + " branch by hand if the role was dropped";
    }

    /**
     * The driver's name of a branch: format, global part and branch part, the latter two in Base64.
     */
    private static String nameOnServer(String xid) {
        String[] parts = xid.split(":", -1);
        return Integer.parseUnsignedInt(parts[0], 16)
                + "_"
                + base64(parts[1])
                + "_"
                + base64(parts[2]);
    }

    private static String base64(String digits) {
        return Base64.getEncoder().encodeToString(HexFormat.of().parseHex(digits));
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        rollBackIfFailed(xid);
        int vote;
        try {
            vote = super.prepare(xid);
        } catch (XAException e) {
            throw rolledBackUnlessLost(xid, e);
        }
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
    XAException translatedOfPrepared(XAException error) {
        return stillPrepared(translated(error));
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        if (!onePhase) {
            super.commit(xid, /* onePhase= */ false);
            return;
        }
        rollBackIfFailed(xid);
        try {
            super.commit(xid, /* onePhase= */ true);
        } catch (XAException e) {
            throw rolledBackUnlessLost(xid, e);
        }
    }

    private void rollBackIfFailed(Xid xid) throws XAException {
        if (connection == null || !PostgresSession.hasFailed(connection)) {
            return;
        }
        throw rolledBack(
                xid,
                refused(
                        XAException.XA_RBROLLBACK,
                        "a statement of the branch has failed; PostgreSQL can only roll the"
                                + " branch back"));
    }

    private XAException rolledBackUnlessLost(Xid xid, XAException error) {
        SQLException cause = cause(error);
        if (isRollback(error)) {
            return rolledBack(xid, error);
        }
        boolean failed =
                error.errorCode == XAException.XAER_RMFAIL
                        || error.errorCode == XAException.XAER_RMERR;
        if (!failed || cause == null || !isRefusal(cause)) {
            return error;
        }
        int code =
                DEADLOCK.equals(cause.getSQLState())
                        ? XAException.XA_RBDEADLOCK
                        : XAException.XA_RBROLLBACK;
        return rolledBack(xid, with(code, error));
    }

    private static boolean isRollback(XAException error) {
        return error.errorCode >= XAException.XA_RBBASE && error.errorCode <= XAException.XA_RBEND;
    }

    /** Some versions of the driver keep what the server has refused until it is rolled back. */
    private XAException rolledBack(Xid xid, XAException failure) {
        try {
            driver.rollback(xid);
        } catch (XAException e) {
            if (e.errorCode != XAException.XAER_NOTA) { // the versions that do not keep it
                failure.addSuppressed(e); // it is not prepared and ends with its connection
            }
        }
        return failure;
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
