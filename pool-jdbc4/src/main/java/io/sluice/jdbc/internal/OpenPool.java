package io.sluice.jdbc.internal;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.Startup;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.ResourcePool;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A pool of connections that has been opened, with all that must end together with it. */
public final class OpenPool {

    private final JdbcPoolConfig config;
    private final ResourcePool<PhysicalConnection> pool;
    private final @Nullable AutoCloseable managed;

    private OpenPool(
            JdbcPoolConfig config,
            ResourcePool<PhysicalConnection> pool,
            @Nullable AutoCloseable managed) {
        this.config = config;
        this.pool = pool;
        this.managed = managed;
    }

    /**
     * Opens a pool without waiting for its database.
     *
     * @throws SQLException if what the configuration names cannot be had
     */
    public static OpenPool open(JdbcPoolConfig config) throws SQLException {
        ConnectionSource source = ConnectionSource.of(config);
        PoolRules rules = new PoolRules(config);
        ResourcePool<PhysicalConnection> pool =
                ResourcePool.open(
                        poolConfig(config), new DriverConnectionFactory(config, source, rules));
        rules.opened(pool);
        tell(config);
        if (!config.registerMbean()) {
            return new OpenPool(config, pool, null);
        }
        try {
            return new OpenPool(config, pool, ManagedPool.register(config, pool));
        } catch (LinkageError e) {
            pool.close(Duration.ZERO);
            throw SqlErrors.badSource(
                    config.name(),
                    "registerMbean is true and this Java has no module java.management; expected it to"
                            + " be there: add the module, or set registerMbean=false",
                    e);
        }
    }

    private static void tell(JdbcPoolConfig config) {
        for (String warning : config.warnings()) {
            PoolRules.LOG.log(Level.WARNING, "Pool " + config.name() + ": " + warning);
        }
        PoolRules.LOG.log(Level.DEBUG, () -> "Pool " + config.name() + ": " + config.options());
    }

    private static PoolConfig poolConfig(JdbcPoolConfig config) {
        return PoolConfig.builder()
                .name(config.name())
                .maxSize(config.maxSize())
                .minSize(config.minSize())
                .maxCreating(config.maxCreating())
                .maxWaiting(config.maxWaiting())
                .acquireTimeout(config.acquireTimeout())
                .connectTimeout(config.connectTimeout())
                .closeTimeout(config.closeTimeout())
                .idleTimeout(config.idleTimeout())
                .maxLifetime(config.maxLifetime())
                .lifetimeJitter(config.lifetimeJitter())
                .keepaliveInterval(config.keepaliveInterval())
                .validateAfterIdle(config.validateAfterIdle())
                .leakThreshold(config.leakThreshold())
                .build();
    }

    /** Returns the pool itself. */
    public ResourcePool<PhysicalConnection> pool() {
        return pool;
    }

    /**
     * Makes the first connection, as the configuration wants it.
     *
     * @throws SQLException if it could not be made, and the pool must not start without
     */
    public void connectFirst() throws SQLException {
        if (config.startup() == Startup.LAZY) {
            return;
        }
        try {
            pool.createFirst();
        } catch (PoolException e) {
            if (config.startup() == Startup.FAIL || pool.isClosed()) {
                throw SqlErrors.refused(config.name(), e);
            }
            PoolRules.LOG.log(
                    Level.WARNING,
                    "Pool "
                            + config.name()
                            + " starts without a connection; it tries again when one is wanted",
                    e);
        }
    }

    /** Closes the pool and what belongs to it; further calls wait for the same end. */
    public PoolSnapshot close(Duration drain) {
        if (managed != null && !pool.isClosed()) {
            try {
                managed.close();
            } catch (Exception e) { // somebody else took it away; the pool closes all the same
                PoolRules.LOG.log(
                        Level.DEBUG, "Pool " + config.name() + ": its MBean is gone already", e);
            }
        }
        return pool.close(drain);
    }
}
