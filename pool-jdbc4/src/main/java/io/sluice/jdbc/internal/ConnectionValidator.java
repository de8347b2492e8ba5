package io.sluice.jdbc.internal;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.internal.config.Durations;
import io.sluice.jdbc.internal.connect.ConnectTimeouts;
import io.sluice.jdbc.internal.connect.DriverGaps;
import io.sluice.jdbc.internal.connect.DriverGaps.Ability;
import io.sluice.jdbc.internal.connect.MySqlSession;
import io.sluice.jdbc.internal.connect.RestingState;
import io.sluice.jdbc.internal.connect.RoleCheck;
import io.sluice.jdbc.internal.connect.SqlErrors;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a connection still works, within a limit in milliseconds. JDBC's own limit is in
 * whole seconds, so the network time-out bounds the check, where the driver has one. Thread-safe.
 */
final class ConnectionValidator {

    private static final int NOT_SET = -1;

    private final @Nullable String query;
    private final Duration timeout;
    private final DriverGaps gaps;

    /** Null if the server may change its role. */
    private final @Nullable RoleCheck role;

    ConnectionValidator(JdbcPoolConfig config, DriverGaps gaps) {
        this.query = config.validationQuery();
        this.timeout = config.validationTimeout();
        this.gaps = gaps;
        RoleCheck wanted = RoleCheck.of(config);
        this.role = wanted == null || !wanted.validates() ? null : wanted;
    }

    /**
     * Tries on a new connection the calls that the pool makes later, to learn what the driver does
     * not support. What has worked on one connection is not tried on others of its class.
     *
     * @throws SQLException if the connection is not valid, or the database refuses the query
     */
    void tryOut(Connection connection, boolean restsInAutoCommit) throws SQLException {
        gaps.attempt(connection, Ability.NETWORK_TIMEOUT, () -> tryNetworkTimeout(connection));
        boolean asked =
                query == null
                        ? gaps.attempt(connection, Ability.IS_VALID, () -> tryIsValid(connection))
                        : gaps.attempt(
                                connection,
                                Ability.VALIDATION_QUERY,
                                () -> tryQuery(connection, query));
        if (asked) {
            endTransaction(connection, restsInAutoCommit);
        }
        gaps.attempt(connection, Ability.CLEAR_WARNINGS, connection::clearWarnings);
    }

    /** Sets the present value first: a driver that refuses it could not restore it either. */
    private void tryNetworkTimeout(Connection connection) throws SQLException {
        int former = connection.getNetworkTimeout();
        connection.setNetworkTimeout(RestingState.SAME_THREAD, former);
        connection.setNetworkTimeout(RestingState.SAME_THREAD, ConnectTimeouts.ceilMillis(timeout));
        connection.setNetworkTimeout(RestingState.SAME_THREAD, former);
    }

    private void tryIsValid(Connection connection) throws SQLException {
        if (!connection.isValid(seconds(timeout))) {
            throw SqlErrors.invalid(
                    "isValid returned false for a new connection; set validationQuery if the"
                            + " driver always does that");
        }
    }

    /** Nothing can replace the query: any failure of it is an error. */
    private void tryQuery(Connection connection, String sql) throws SQLException {
        if (!gaps.can(connection, Ability.NETWORK_TIMEOUT)) {
            gaps.attempt(connection, Ability.QUERY_TIMEOUT, () -> tryQueryTimeout(connection));
        }
        try {
            ask(connection, sql, seconds(timeout));
        } catch (SQLException | RuntimeException | LinkageError e) { // a driver may throw anything
            if (gaps.isFailure(e)) {
                throw e;
            }
            throw SqlErrors.refusedQuery(sql, e);
        }
    }

    private void tryQueryTimeout(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(seconds(timeout));
        }
    }

    /**
     * Validates a connection that no other thread uses.
     *
     * @param limit how long it may take
     * @throws SQLException if it does not answer, or not in time; its network time-out is then not
     *     restored
     */
    void validate(PhysicalConnection physical, Duration limit) throws SQLException {
        Connection connection = physical.connection();
        int millis = ConnectTimeouts.ceilMillis(limit);
        int former = boundNetwork(connection, millis);
        boolean restsInAutoCommit = physical.restsInAutoCommit();
        boolean asked = query != null || role != null;
        if (asked) {
            ask(connection, limit);
        } else if (millis % 1000 != 0 && MySqlSession.is(connection)) {
            // isValid replaces the network time-out by whole seconds, and MariaDB's driver connects
            // to abort: over a silent network both take longer than the caller has.
            ask(connection, "SELECT 1", seconds(limit));
            asked = true;
        } else if (gaps.can(connection, Ability.IS_VALID)) {
            if (!connection.isValid(seconds(limit))) {
                throw SqlErrors.invalid(
                        "the connection is no longer valid, or did not answer within "
                                + Durations.format(Duration.ofMillis(millis)));
            }
        } else if (connection.isClosed()) {
            throw SqlErrors.invalid("the driver has closed the connection");
        }
        if (asked || !MySqlSession.is(connection)) { // a ping begins no transaction there
            endTransaction(connection, restsInAutoCommit);
        }
        if (former != NOT_SET) {
            connection.setNetworkTimeout(RestingState.SAME_THREAD, former);
        }
    }

    /** Asks for the role in place of {@code isValid}: one round trip does for both. */
    private void ask(Connection connection, Duration limit) throws SQLException {
        if (query != null) {
            ask(connection, query, seconds(limit));
        }
        if (role != null) {
            role.validate(connection);
        }
    }

    private static int seconds(Duration limit) {
        return (int) Math.min(Integer.MAX_VALUE, ConnectTimeouts.ceilSeconds(limit));
    }

    /** Both ways of validating may have begun a transaction. */
    private static void endTransaction(Connection connection, boolean restsInAutoCommit)
            throws SQLException {
        if (!restsInAutoCommit) {
            connection.rollback();
        }
    }

    /** Returns the former network time-out if it must be restored. */
    private int boundNetwork(Connection connection, int limitMillis) throws SQLException {
        if (!gaps.can(connection, Ability.NETWORK_TIMEOUT)) {
            return NOT_SET;
        }
        int former = connection.getNetworkTimeout();
        if (former > 0 && former <= limitMillis) {
            return NOT_SET;
        }
        connection.setNetworkTimeout(RestingState.SAME_THREAD, limitMillis);
        return former;
    }

    private void ask(Connection connection, String sql, int limitSeconds) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (!gaps.can(connection, Ability.NETWORK_TIMEOUT)
                    && gaps.can(connection, Ability.QUERY_TIMEOUT)) {
                statement.setQueryTimeout(limitSeconds);
            }
            statement.execute(sql);
        }
    }
}
