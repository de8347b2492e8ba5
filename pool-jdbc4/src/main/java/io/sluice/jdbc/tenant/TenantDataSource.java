package io.sluice.jdbc.tenant;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.SluicePool;
import io.sluice.jdbc.handle.ConnectionHandle;
import io.sluice.jdbc.internal.PhysicalConnection;
import io.sluice.jdbc.internal.StartRoom;
import io.sluice.jdbc.internal.connect.SqlErrors;
import io.sluice.jdbc.tenant.TenantPlaces.Place;
import io.sluice.pool.spi.Holder;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A {@link DataSource} whose connections belong to tenants, which share one pool. Each connection
 * has the schema, the catalog or the role of the tenant that the {@link TenantResolver} names when
 * it is acquired. Thread-safe.
 *
 * <p>A connection stays switched to its tenant when it is closed. The next lease of the same tenant
 * has it without a round trip; that of another tenant switches it first. It is switched anew as
 * well after a lease that may have changed its tenant: after statements other than prepared queries
 * and changes of rows, after {@code setSchema}, {@code setCatalog} and {@code unwrap}.
 *
 * <p>Take no connections from the pool itself: they have the tenant of the last lease. The pool
 * must not take part in global transactions. Closing the pool is left to the caller.
 *
 * <pre>{@code
 * DataSource tenants = new TenantDataSource(pool, TenantKind.SCHEMA, () -> TENANT.get());
 * }</pre>
 *
 * <p>It is not final, so that frameworks can make proxies of it.
 */
public class TenantDataSource implements DataSource {

    private final SluicePool pool;
    private final TenantKind kind;
    private final TenantResolver resolver;

    /** Null if tenants have no maximum. */
    private final @Nullable TenantPlaces places;

    /**
     * Creates a data source whose tenants share all connections of a pool.
     *
     * @param pool the pool, started or not
     * @param kind what separates the tenants
     * @param resolver names the tenant of the calling thread
     */
    public TenantDataSource(SluicePool pool, TenantKind kind, TenantResolver resolver) {
        this(pool, kind, resolver, null);
    }

    /**
     * Creates a data source whose tenants have a maximum each. A thread that wants one more waits
     * for a connection of its tenant, in order of arrival and for {@link
     * JdbcOption#ACQUIRE_TIMEOUT} in all.
     *
     * @param pool the pool, started or not
     * @param kind what separates the tenants
     * @param resolver names the tenant of the calling thread
     * @param maxPerTenant how many connections a tenant may have at once, at least 1
     * @throws IllegalArgumentException if the maximum is less than 1
     */
    public TenantDataSource(
            SluicePool pool, TenantKind kind, TenantResolver resolver, int maxPerTenant) {
        this(pool, kind, resolver, placesFor(maxPerTenant));
    }

    private TenantDataSource(
            SluicePool pool,
            TenantKind kind,
            TenantResolver resolver,
            @Nullable TenantPlaces places) {
        this.pool = Objects.requireNonNull(pool, "pool");
        this.kind = Objects.requireNonNull(kind, "kind");
        this.resolver = Objects.requireNonNull(resolver, "resolver");
        this.places = places;
        WatchedConnection.initialize();
    }

    private static TenantPlaces placesFor(int maxPerTenant) {
        if (maxPerTenant < 1) {
            throw new IllegalArgumentException(
                    "maxPerTenant is " + maxPerTenant + "; it must be at least 1");
        }
        return new TenantPlaces(maxPerTenant);
    }

    /**
     * Acquires a connection for the tenant of the calling thread.
     *
     * @throws SQLException if there is no tenant, none of its connections in time, or the database
     *     refuses the tenant
     */
    @Override
    public Connection getConnection() throws SQLException {
        return getConnectionFor(resolver.currentTenant());
    }

    /**
     * Acquires a connection for a tenant that the caller names, without asking the resolver.
     *
     * @param tenant the name of its schema, catalog or role
     * @throws SQLException as {@link #getConnection()}; also if the name is null or empty
     */
    public Connection getConnectionFor(@Nullable String tenant) throws SQLException {
        if (tenant == null || tenant.isEmpty()) {
            throw SqlErrors.noTenant(poolName());
        }
        if (!kind.permits(tenant)) {
            throw SqlErrors.badTenant(poolName(), tenant);
        }
        return places == null ? lease(tenant, null, null) : limited(tenant, places);
    }

    private Connection limited(String tenant, TenantPlaces places) throws SQLException {
        StartRoom.require(); // so that the place can be given back
        Place place = null;
        Connection connection = null;
        try {
            Duration left = null;
            place = places.enter(tenant, 0);
            if (place == null) {
                Duration limit = pool.configuration().acquireTimeout();
                long began = System.nanoTime();
                place = places.enter(tenant, limit.toNanos());
                if (place == null) {
                    throw SqlErrors.tenantExhausted(poolName(), tenant, places.max(), limit);
                }
                left = limit.minusNanos(System.nanoTime() - began);
            }
            connection = lease(tenant, place, left);
            return connection;
        } catch (InterruptedException e) {
            throw SqlErrors.refused(poolName(), e);
        } finally {
            if (connection == null && place != null) {
                place.leave();
            }
        }
    }

    /**
     * Acquires a connection of a tenant, or leaves nothing behind.
     *
     * @param left what is left of the acquire time-out; null for all of it
     */
    private Connection lease(String tenant, @Nullable Place place, @Nullable Duration left)
            throws SQLException {
        Connection acquired = null;
        Connection connection = null;
        boolean isUnknown = false;
        try {
            acquired = left == null ? pool.getConnection() : acquired(left);
            connection = switched(tenant, acquired, place);
            return connection;
        } catch (OutOfMemoryError | StackOverflowError e) {
            if (acquired instanceof ConnectionHandle lease) {
                // A store, because no method can be called. The session is in an unknown state.
                lease.owner.holder.abandoned = lease.stamp | Holder.DIRTY;
                isUnknown = true;
            }
            throw e;
        } finally {
            if (connection == null && acquired != null && !isUnknown) {
                if (acquired instanceof ConnectionHandle lease) {
                    lease.owner.holder.closing = lease.stamp; // if there is no stack for the close
                }
                acquired.close();
            }
        }
    }

    private Connection acquired(Duration left) throws SQLException {
        CompletableFuture<Connection> stage = pool.acquireAsync(left, Runnable::run);
        boolean interrupted = false;
        try {
            for (; ; ) {
                try {
                    return stage.get();
                } catch (InterruptedException e) {
                    if (stage.cancel(false)) {
                        throw SqlErrors.refused(poolName(), e);
                    }
                    interrupted = true; // the connection has come meanwhile: the caller gets it
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Makes a lease of the pool one of the tenant. */
    private Connection switched(String tenant, Connection acquired, @Nullable Place place)
            throws SQLException {
        ConnectionHandle lease = acquired.unwrap(ConnectionHandle.class);
        PhysicalConnection physical = (PhysicalConnection) lease.owner;
        if (physical.isTransactional()) {
            throw SqlErrors.tenantsInTransactions(poolName());
        }
        if (!tenant.equals(physical.takeTenant())) {
            physical.change(driver -> kind.set(driver, tenant));
        }
        TenantLease owner = new TenantLease(lease, physical, tenant, place);
        ConnectionHandle handle = new ConnectionHandle(owner, lease.stamp);
        if (place != null) {
            physical.whenEnded(owner);
        }
        return handle;
    }

    private String poolName() {
        return pool.configuration().name();
    }

    /**
     * Always refused: the pool has one user.
     *
     * @throws SQLFeatureNotSupportedException always
     */
    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw SqlErrors.noUser("TenantDataSource");
    }

    /** Returns the pool for its interface, for example {@link SluicePool}. */
    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return type.isInstance(this)
                ? type.cast(this)
                : type.isInstance(pool) ? type.cast(pool) : pool.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this) || type.isInstance(pool) || pool.isWrapperFor(type);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return pool.getLogWriter();
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter writer) throws SQLException {
        pool.setLogWriter(writer);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return pool.getLoginTimeout();
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        pool.setLoginTimeout(seconds);
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return pool.getParentLogger();
    }

    @Override
    public String toString() {
        return "TenantDataSource[" + kind + ", " + pool + "]";
    }
}
