package io.sluice.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Sets up each new physical connection, once, where no option does: a vendor's type handlers, a
 * computed session setting. Called on the threads that connect, possibly on several at once; must
 * be thread-safe. It counts as part of the connect: {@link JdbcOption#CONNECT_TIMEOUT} bounds both.
 *
 * <p>It runs before {@link JdbcOption#INIT_SQL} and before the options for fresh connections, so
 * these take precedence. A close restores the state that it leaves behind, except that an open
 * transaction is committed at once. If the driver resets the session at request boundaries, it is
 * called again after each.
 */
@FunctionalInterface
public interface ConnectionCustomizer {

    /**
     * Sets up a connection.
     *
     * @param connection the driver's own; it belongs to the pool and must neither be closed nor
     *     kept
     * @throws SQLException if the connection is unusable; it is closed, and the attempt counts as a
     *     failure to connect
     */
    void customize(Connection connection) throws SQLException;
}
