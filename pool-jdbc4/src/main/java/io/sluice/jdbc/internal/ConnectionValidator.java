package io.sluice.jdbc.internal;

import io.sluice.jdbc.JdbcPoolConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Asks a connection whether it still serves, within a limit of milliseconds. JDBC's own limit for
 * that is in whole seconds; so it is the network time-out that bounds the question, where the
 * driver has one. Thread-safe.
 */
final class ConnectionValidator {

    private static final int NOT_SET = -1;

    private final @Nullable String query;
    private final Duration limit;
    private final int limitMillis;
    private final int limitSeconds;

    /** The driver has no network time-out; found out at the first attempt. Volatile. */
    private volatile boolean withoutNetworkTimeout;

    ConnectionValidator(JdbcPoolConfig config) {
        query = config.validationQuery();
        limit = config.validationTimeout();
        limitMillis = ConnectTimeouts.ceilMillis(limit);
        limitSeconds = (int) ConnectTimeouts.ceilSeconds(limit);
    }

    /**
     * Validates a connection that nobody else uses.
     *
     * @throws SQLException if it does not answer, or not in time; its network time-out is then left
     *     as it is
     */
    void validate(PhysicalConnection physical) throws SQLException {
        Connection connection = physical.connection();
        int former = boundNetwork(connection);
        if (query == null) {
            if (!connection.isValid(limitSeconds)) {
                throw SqlErrors.invalid(
                        "the connection is not valid any more, or did not say so within "
                                + Durations.format(limit));
            }
        } else {
            ask(connection, query);
            if (!physical.restsInAutoCommit()) {
                connection.rollback();
            }
        }
        if (former != NOT_SET) {
            connection.setNetworkTimeout(DirtyState.SAME_THREAD, former);
        }
    }

    /** Returns the former network time-out if it must be restored. */
    private int boundNetwork(Connection connection) throws SQLException {
        if (withoutNetworkTimeout) {
            return NOT_SET;
        }
        try {
            int former = connection.getNetworkTimeout();
            if (former > 0 && former <= limitMillis) {
                return NOT_SET;
            }
            connection.setNetworkTimeout(DirtyState.SAME_THREAD, limitMillis);
            return former;
        } catch (SQLFeatureNotSupportedException | UnsupportedOperationException | LinkageError e) {
            withoutNetworkTimeout = true;
            return NOT_SET;
        }
    }

    private void ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (withoutNetworkTimeout) {
                statement.setQueryTimeout(limitSeconds);
            }
            statement.execute(sql);
        }
    }
}
