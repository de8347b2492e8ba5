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
import java.util.concurrent.atomic.AtomicReference;
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

    private final SluicePool pool;

    /** A pool of one for all checks, as each opening is logged; null after a check that failed. */
    private final AtomicReference<@Nullable SluiceDataSource> beside = new AtomicReference<>();

    SluiceHealthIndicator(SluicePool pool) {
        super("The database of the pool could not be reached");
        this.pool = pool;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) throws Exception {
        PoolSnapshot now = pool.snapshot();
        builder.withDetail("pool", now.name())
                .withDetail("active", now.accessible() + now.inaccessible())
                .withDetail("idle", now.available())
                .withDetail("max", now.maxSize())
                .withDetail("waiting", now.waiting());
        checkDatabase(builder);
        if (now.suspended()) {
            builder.outOfService().withDetail("suspended", true);
        }
    }

    private void checkDatabase(Health.Builder builder) throws SQLException {
        JdbcPoolConfig config = pool.configuration();
        SluiceDataSource present =
                Objects.requireNonNull(
                        beside.updateAndGet(
                                kept ->
                                        kept != null
                                                ? kept
                                                : new SluiceDataSource(beside(config))));
        String query = config.validationQuery();
        builder.withDetail("validationQuery", query == null ? "isValid()" : query);
        boolean succeeded = false;
        try (Connection connection = present.getConnection()) {
            builder.withDetail("database", connection.getMetaData().getDatabaseProductName());
            builder.status(isValid(connection, query, limit(config)) ? Status.UP : Status.DOWN);
            succeeded = true;
        } finally {
            if (succeeded) {
                present.flush(FlushMode.GRACEFUL); // the next check is to log in
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

    private void end(@Nullable SluiceDataSource present) {
        if (present != null && beside.compareAndSet(present, null)) {
            present.close(Duration.ZERO);
        }
    }

    /** Frees what is left of the checks. */
    void close() {
        end(beside.get());
    }

    private static JdbcPoolConfig beside(JdbcPoolConfig config) {
        return config.toBuilder()
                .name(config.name() + "-health")
                .minSize(0)
                .maxSize(1)
                .startup(Startup.FAIL)
                .acquireTimeout(config.connectTimeout())
                .transactions(Transactions.OFF)
                .lastResource(false)
                .registerMbean(false)
                .build();
    }
}
