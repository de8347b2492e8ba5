package io.sluice.jdbc.internal.connect;

import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The request boundaries of one pool's driver. Some drivers reset the session there, including what
 * the pool has configured; such a session is prepared again. Immutable.
 */
public final class RequestBoundaries {

    private final ConnectionSetup connectionSetup;
    private final boolean beginResets;
    private final boolean endResets;

    /** Whether the customizer and the configured SQL also work on a session that was reset. */
    private final boolean repeatable;

    private RequestBoundaries(
            ConnectionSetup connectionSetup,
            boolean beginResets,
            boolean endResets,
            boolean repeatable) {
        this.connectionSetup = connectionSetup;
        this.beginResets = beginResets;
        this.endResets = endResets;
        this.repeatable = repeatable;
    }

    /**
     * Determines on a prepared connection what the driver does at its boundaries, and leaves the
     * connection prepared.
     *
     * @param poolName for the log
     * @param fresh the auto-commit mode before the connection was prepared
     * @param state the present state of the connection
     */
    public static RequestBoundaries of(
            String poolName,
            Connection connection,
            ConnectionSetup connectionSetup,
            boolean fresh,
            RestingState state)
            throws SQLException {
        // The opposite of a fresh session's mode, so that a reset shows.
        connection.setAutoCommit(!fresh);
        List<String> before = state.notAsConfigured(connection);
        connection.beginRequest();
        boolean beginResets = isReset(connection, fresh, state, before);
        boolean repeatable = !beginResets || isRepeatable(poolName, connection, connectionSetup);
        if (beginResets) {
            connection.setAutoCommit(!fresh);
        }
        connection.endRequest();
        boolean endResets = isReset(connection, fresh, state, before);
        if (endResets) {
            repeatable &= isRepeatable(poolName, connection, connectionSetup);
        } else if (state.autoCommit() == fresh) {
            connection.setAutoCommit(fresh);
        }
        return new RequestBoundaries(connectionSetup, beginResets, endResets, repeatable);
    }

    /** Prepares the connection once more, and returns whether customizer and SQL have worked. */
    private static boolean isRepeatable(
            String poolName, Connection connection, ConnectionSetup connectionSetup)
            throws SQLException {
        Throwable failure = null;
        try {
            boolean ignored = connectionSetup.initialize(connection);
        } catch (SQLException | RuntimeException | LinkageError e) { // or a customizer's
            failure = e;
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        }
        // Outside: a driver that fails here says nothing about the customizer or the SQL.
        connectionSetup.prepare(connection, /* asNew= */ false);
        if (failure != null) {
            JdbcLog.write(
                    Level.WARNING,
                    poolName,
                    "the driver resets the session at request boundaries, and"
                            + " connectionCustomizer or initSql failed when repeated; they"
                            + " now run on new connections only: make them repeatable",
                    failure);
        }
        return failure == null;
    }

    private static boolean isReset(
            Connection connection, boolean fresh, RestingState state, List<String> before)
            throws SQLException {
        return connection.getAutoCommit() == fresh
                || !before.equals(state.notAsConfigured(connection));
    }

    /** Tells the driver that a lease begins. No transaction may be open. */
    public void begin(Connection connection, @Nullable StatementCache statements)
            throws SQLException {
        if (beginResets) {
            forget(statements);
        }
        connection.beginRequest();
        if (beginResets) {
            connectionSetup.prepare(connection, repeatable);
        }
    }

    /** Tells the driver that a lease has ended. No transaction may be open. */
    public void end(Connection connection, @Nullable StatementCache statements)
            throws SQLException {
        if (endResets) {
            forget(statements);
        }
        connection.endRequest();
        if (endResets) {
            connectionSetup.prepare(connection, repeatable);
        } else if (statements != null) {
            statements.dropClosed(); // SQL Server's driver closes what the request has opened
        }
    }

    private static void forget(@Nullable StatementCache statements) throws SQLException {
        if (statements != null) {
            statements.closeAll();
        }
    }
}
