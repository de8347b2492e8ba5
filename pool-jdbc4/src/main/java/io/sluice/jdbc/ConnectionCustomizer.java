package io.sluice.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Prepares each new physical connection, once, for what no option can say: a vendor's type
 * handlers, a session setting that is computed. Called on the threads that connect, possibly on
 * several at once; must be thread-safe. Counts as part of the connect: {@link
 * JdbcOption#CONNECT_TIMEOUT} bounds both.
 *
 * <p>It comes before {@link JdbcOption#INIT_SQL} and before the options that say what a fresh
 * connection is like, so these have the last word. What it leaves behind is what a connection is
 * set back to when it is closed; an open transaction is committed. A driver may reset the session
 * at request boundaries; then it is called again after each.
 */
@FunctionalInterface
public interface ConnectionCustomizer {

    /**
     * Prepares a connection.
     *
     * @param connection the driver's own; it belongs to the pool and must neither be closed nor
     *     kept
     * @throws SQLException if the connection is of no use; it is closed, and it counts as a failure
     *     to connect
     */
    void customize(Connection connection) throws SQLException;
}
