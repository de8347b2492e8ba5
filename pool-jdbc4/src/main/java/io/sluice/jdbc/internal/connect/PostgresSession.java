package io.sluice.jdbc.internal.connect;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;

/** What PostgreSQL's driver knows about a session and does not say through JDBC. */
public final class PostgresSession {

    private PostgresSession() {}

    /**
     * Whether a statement of the open transaction has failed. The server then answers a commit with
     * a rollback, without an error. Asks the driver, not the server; false for other drivers.
     */
    public static boolean hasFailed(Connection connection) {
        if (!isOfDriver(connection)) {
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

    /**
     * Removes the proxies of PostgreSQL's driver: two before the connection of an XA session and
     * one before each statement. They keep applications from ending a branch by {@code commit},
     * {@code rollback}, {@code setAutoCommit} or a savepoint, as our handles do. They also report
     * failures to listeners, of which there are none. The purpose of other drivers' proxies is
     * unknown.
     */
    static Connection behindProxies(Connection guarded) throws SQLException {
        boolean known =
                Proxy.isProxyClass(guarded.getClass())
                        && isOfDriver(Proxy.getInvocationHandler(guarded));
        return known ? guarded.unwrap(Connection.class) : guarded;
    }

    private static boolean isOfDriver(Object object) {
        return object.getClass().getName().startsWith("org.postgresql.");
    }
}
