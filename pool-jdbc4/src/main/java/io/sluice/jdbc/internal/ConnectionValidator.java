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

    /** The driver has no network time-out; found out at the first attempt. Volatile. */
    private volatile boolean withoutNetworkTimeout;

    ConnectionValidator(JdbcPoolConfig config) {
        query = config.validationQuery();
    }

    /**
     * Validates a connection that nobody else uses.
     *
     * @param limit how long it may take
     * @throws SQLException if it does not answer, or not in time; its network time-out is then left
     *     as it is
     */
    void validate(PhysicalConnection physical, Duration limit) throws SQLException {
        Connection connection = physical.connection();
        int millis = ConnectTimeouts.ceilMillis(limit);
        int seconds = (int) Math.min(Integer.MAX_VALUE, ConnectTimeouts.ceilSeconds(limit));
        int former = boundNetwork(connection, millis);
        if (query == null) {
            if (!connection.isValid(seconds)) {
                throw SqlErrors.invalid(
                        "the connection is not valid any more, or did not say so within "
                                + Durations.format(Duration.ofMillis(millis)));
            }
        } else {
            ask(connection, query, seconds);
        }
        if (!physical.restsInAutoCommit()) {
            connection.rollback(); // either may have begun a transaction
        }
        if (former != NOT_SET) {
            connection.setNetworkTimeout(DirtyState.SAME_THREAD, former);
        }
    }

    /** Returns the former network time-out if it must be restored. */
    private int boundNetwork(Connection connection, int limitMillis) throws SQLException {
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

    private void ask(Connection connection, String sql, int limitSeconds) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (withoutNetworkTimeout) {
                statement.setQueryTimeout(limitSeconds);
            }
            statement.execute(sql);
        }
    }
}
