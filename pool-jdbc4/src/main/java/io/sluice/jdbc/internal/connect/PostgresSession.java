package io.sluice.jdbc.internal.connect;

import java.sql.Connection;

/** What PostgreSQL's driver knows about a session and does not say through JDBC. */
public final class PostgresSession {

    private PostgresSession() {}

    /**
     * Whether a statement of the open transaction has failed. The server then answers a commit with
     * a rollback, without an error. Asks the driver, not the server; false for other drivers.
     */
    public static boolean hasFailed(Connection connection) {
        if (!connection.getClass().getName().startsWith("org.postgresql.")) {
            return false;
        }
        try {
            Object state =
                    connection.getClass().getMethod("getTransactionState").invoke(connection);
            return "FAILED".equals(String.valueOf(state));
        } catch (ReflectiveOperationException e) {
            JdbcLog.write(
                    System.Logger.Level.WARNING,
                    "this version of PostgreSQL's driver does not report a failed"
                            + " transaction; a commit after a failed statement rolls back"
                            + " silently",
                    e);
            return false;
        }
    }
}
