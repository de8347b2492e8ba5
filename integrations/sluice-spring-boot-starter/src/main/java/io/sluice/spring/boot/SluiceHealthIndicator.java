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
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/**
 * Connects to the database of a pool beside the pool, with its options, and closes the connection.
 * So a check takes no connection from the application, and succeeds when all are in use. One check
 * runs at a time. Thread-safe.
 */
final class SluiceHealthIndicator extends AbstractHealthIndicator {

    private final SluicePool pool;
    private final ReentrantLock lock = new ReentrantLock();

    /** A pool of one for all checks, as each opening is logged; null before the first success. */
    private @Nullable SluiceDataSource beside;

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
                .withDetail("waiting", now.waiting())
                .withDetail("validationQuery", "isValid()");
        lock.lockInterruptibly();
        try {
            checkDatabase(builder);
        } finally {
            lock.unlock();
        }
        if (now.suspended()) {
            builder.outOfService().withDetail("suspended", true);
        }
    }

    private void checkDatabase(Health.Builder builder) throws SQLException {
        JdbcPoolConfig config = pool.configuration();
        SluiceDataSource present = beside != null ? beside : new SluiceDataSource(beside(config));
        beside = null;
        try (Connection connection = present.getConnection()) {
            builder.withDetail("database", connection.getMetaData().getDatabaseProductName());
            boolean valid = connection.isValid((int) config.validationTimeout().toSeconds());
            builder.status(valid ? Status.UP : Status.DOWN);
            beside = present;
        } finally {
            if (beside == null) {
                present.close(Duration.ZERO); // the next check is to fail at once
            } else {
                present.flush(FlushMode.GRACEFUL); // the next check is to log in
            }
        }
    }

    /** Frees what is left of the checks. */
    void close() {
        lock.lock();
        try {
            if (beside != null) {
                beside.close(Duration.ZERO);
                beside = null;
            }
        } finally {
            lock.unlock();
        }
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
