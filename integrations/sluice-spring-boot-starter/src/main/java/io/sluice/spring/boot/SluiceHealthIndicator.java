package io.sluice.spring.boot;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.SluicePool;
import io.sluice.jdbc.Startup;
import io.sluice.jdbc.Transactions;
import io.sluice.pool.FlushMode;
import io.sluice.pool.PoolSnapshot;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/**
 * Connects to the database of a pool beside the pool, with its options, and closes the connection.
 * So a check takes no connection from the application, and succeeds when all are in use. Checks at
 * one time take turns. Thread-safe.
 */
final class SluiceHealthIndicator extends AbstractHealthIndicator {

    /**
     * A pool of one for all checks of a pool, as each opening is logged.
     *
     * @param of the pool whose options it has
     */
    private record Beside(SluicePool of, SluiceDataSource connections) {}

    private final DataSource dataSource;

    /** Null after a check that failed. Guarded by this. */
    private @Nullable Beside beside;

    /**
     * @param dataSource leads to a pool of Sluice, perhaps to another one later
     */
    SluiceHealthIndicator(DataSource dataSource) {
        super("The database of the pool could not be reached");
        this.dataSource = dataSource;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) throws Exception {
        SluicePool pool = Objects.requireNonNull(PoolBeans.behind(dataSource));
        PoolSnapshot now = pool.snapshot();
        builder.withDetail("pool", now.name())
                .withDetail("active", now.accessible() + now.inaccessible())
                .withDetail("idle", now.available())
                .withDetail("max", now.maxSize())
                .withDetail("waiting", now.waiting());
        checkDatabase(pool, builder);
        if (now.suspended()) {
            builder.outOfService().withDetail("suspended", true);
        }
    }

    private void checkDatabase(SluicePool pool, Health.Builder builder) throws SQLException {
        JdbcPoolConfig config = pool.configuration();
        Beside present = beside(pool);
        String query = config.validationQuery();
        builder.withDetail("validationQuery", query == null ? "isValid()" : query);
        boolean succeeded = false;
        try (Connection connection = present.connections.getConnection()) {
            builder.withDetail("database", connection.getMetaData().getDatabaseProductName());
            builder.status(isValid(connection, query, limit(config)) ? Status.UP : Status.DOWN);
            succeeded = true;
        } finally {
            if (succeeded) {
                present.connections.flush(FlushMode.GRACEFUL); // the next check is to log in
            } else {
                end(present); // the next check is to fail at once
            }
        }
    }

    /** Returns the validation time-out in seconds, rounded up: 0 would be no limit. */
    private static int limit(JdbcPoolConfig config) {
        return Math.toIntExact(config.validationTimeout().plusNanos(999_999_999).toSeconds());
    }

    private static boolean isValid(Connection connection, @Nullable String query, int limitSeconds)
            throws SQLException {
        if (query == null) {
            return connection.isValid(limitSeconds);
        }
        try (Statement statement = connection.createStatement()) {
            try {
                statement.setQueryTimeout(limitSeconds);
            } catch (SQLFeatureNotSupportedException e) {
                // The driver has no limit for a query; networkTimeout, if set, still bounds it.
            }
            statement.execute(query);
        }
        return true;
    }

    private synchronized Beside beside(SluicePool pool) {
        if (beside != null && beside.of != pool) {
            end(beside);
        }
        if (beside == null) {
            beside = new Beside(pool, new SluiceDataSource(beside(pool.configuration())));
        }
        return beside;
    }

    private synchronized void end(Beside present) {
        if (beside != null && beside.connections == present.connections) {
            beside = null;
        }
        present.connections.close(Duration.ZERO);
    }

    /** Frees what is left of the checks. */
    synchronized void close() {
        if (beside != null) {
            end(beside);
        }
    }

    private static JdbcPoolConfig beside(JdbcPoolConfig config) {
        return config.toBuilder()
                .name(config.name() + "-health")
                .minSize(0)
                .maxSize(1)
                .startup(Startup.FAIL)
                .maxWaiting(Integer.MAX_VALUE) // for checks at one time
                .acquireTimeout(config.connectTimeout())
                .reportDirtyReturns(false) // what a check leaves is no mistake of the application
                .transactions(Transactions.OFF)
                .lastResource(false)
                .registerMbean(false)
                .build();
    }
}
