package io.sluice.jdbc.internal;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.internal.connect.JdbcLog;
import io.sluice.jdbc.internal.connect.SqlErrors;
import io.sluice.pool.PoolException;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.LeaseWrapper;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Acquires connections from a running pool, for one lease each. Thread-safe. */
public final class ConnectionAcquirer {

    private final JdbcPoolConfig config;
    private final ResourcePool<PhysicalConnection> pool;
    private final Handles handles = new Handles();

    ConnectionAcquirer(JdbcPoolConfig config, ResourcePool<PhysicalConnection> pool) {
        this.config = config;
        this.pool = pool;
    }

    /**
     * Acquires a connection within the acquire timeout.
     *
     * @return a handle whose close ends the lease
     * @throws SQLException if there is none in time, the pool is closed, or the thread is
     *     interrupted
     */
    public Connection acquire() throws SQLException {
        Holder<PhysicalConnection> home = pool.tryAcquire();
        if (home == null) {
            return acquired();
        }
        PhysicalConnection physical;
        long stamp;
        try {
            physical = home.resource();
            stamp = home.stamp();
        } catch (OutOfMemoryError | StackOverflowError e) { // no handle to end the lease
            home.abandoned = Holder.PRESENT;
            throw e;
        }
        long mark = stamp;
        try {
            if (physical.isReady()) {
                return physical.plainHandle(stamp);
            }
            mark = stamp | Holder.DIRTY; // the driver is called
            return settled(home);
        } catch (OutOfMemoryError | StackOverflowError e) { // as above
            physical.holder.abandoned = mark; // home would cost a ready connection a register
            throw e;
        }
    }

    /**
     * Acquires any connection, for a caller whose home is not free. A parameter would cost the
     * acquire of a free home a register.
     */
    private Connection acquired() throws SQLException {
        Holder<PhysicalConnection> holder = null;
        long mark = Holder.PRESENT;
        try {
            holder = holder();
            PhysicalConnection physical = holder.resource();
            if (!physical.isUnsettled()) {
                return physical.handle(holder.stamp());
            }
            mark |= Holder.DIRTY; // the driver is called
            return settled(holder);
        } catch (OutOfMemoryError | StackOverflowError e) { // as above
            if (holder != null) {
                holder.abandoned = mark;
            }
            throw e;
        }
    }

    /**
     * Acquires for a caller that has waited for the start of the pool, within the rest of its
     * acquire timeout. If nothing is left of it, takes an available connection.
     *
     * @param arrivedAt when the caller came, in the time of {@link System#nanoTime}
     */
    public Connection acquireAfterStart(long arrivedAt) throws SQLException {
        long limit = config.acquireTimeout().toNanos();
        if (limit == 0) {
            return acquire();
        }
        Holder<PhysicalConnection> holder = null;
        try {
            holder = holderBy(arrivedAt + limit);
            return settled(holder);
        } catch (OutOfMemoryError | StackOverflowError e) { // perhaps the driver was called
            if (holder != null) {
                holder.abandoned = Holder.PRESENT | Holder.DIRTY;
            }
            throw e;
        }
    }

    private Holder<PhysicalConnection> holder() throws SQLException {
        try {
            return pool.acquire();
        } catch (PoolException | InterruptedException | IllegalStateException e) {
            throw refused(e);
        }
    }

    private Holder<PhysicalConnection> holderBy(long deadline) throws SQLException {
        try {
            // Zero would mean no wait, but unlimited time for validating available connections.
            return pool.acquire(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
        } catch (PoolException | InterruptedException | IllegalStateException e) {
            throw refused(e);
        }
    }

    /**
     * Settles what the last lease left to this one. A connection that fails at it is replaced by
     * another, within the rest of the acquire timeout.
     */
    private Connection settled(Holder<PhysicalConnection> first) throws SQLException {
        Holder<PhysicalConnection> holder = first;
        long deadline = 0;
        try {
            for (int failures = 0; ; failures++) {
                PhysicalConnection physical = holder.resource();
                long stamp = holder.stamp();
                if (!physical.isUnsettled() || physical.settle(stamp)) {
                    return physical.handle(stamp);
                }
                if (failures == 0) { // only now, as failures are rare; the holder is discarded
                    long waited = holder.waitedNanos(stamp);
                    deadline = System.nanoTime() + config.acquireTimeout().toNanos() - waited;
                }
                holder = holderBy(deadline);
            }
        } catch (OutOfMemoryError | StackOverflowError e) { // as above
            holder.abandoned = Holder.PRESENT | Holder.DIRTY;
            throw e;
        }
    }

    /**
     * Acquires a connection without waiting for it.
     *
     * @param executor completes the stage, unless that is done when this returns
     */
    public CompletableFuture<Connection> acquireAsync(Duration timeout, Executor executor) {
        return pool.acquireAsync(timeout, executor, handles);
    }

    /**
     * The same for a caller that already has the stage, since it came before the start of the pool.
     *
     * @param arrivedAt when the caller came, in the time of {@link System#nanoTime}
     * @param executor completes the stage
     */
    public void acquireAsync(
            Duration timeout,
            long arrivedAt,
            Executor executor,
            CompletableFuture<Connection> stage) {
        Duration left = timeout.minusNanos(System.nanoTime() - arrivedAt);
        boolean waits = timeout.compareTo(Duration.ZERO) > 0;
        try {
            pool.acquireAsync(waits ? atLeastOneNano(left) : timeout, executor, handles, stage);
        } catch (PoolException | IllegalStateException e) { // such as for lack of a transaction
            SQLException refusal = refused(e);
            executor.execute(() -> stage.completeExceptionally(refusal));
        }
    }

    private static Duration atLeastOneNano(Duration left) {
        return left.compareTo(Duration.ZERO) > 0 ? left : Duration.ofNanos(1);
    }

    /** Makes the handles of asynchronous leases, which are in no transaction. */
    private final class Handles implements LeaseWrapper<PhysicalConnection, Connection> {

        @Override
        public boolean isQuick(PhysicalConnection physical) {
            return physical.isReady();
        }

        @Override
        public @Nullable Connection wrap(Holder<PhysicalConnection> holder) {
            PhysicalConnection physical = holder.resource();
            long stamp = holder.stamp();
            return physical.isUnsettled() && !physical.settle(stamp)
                    ? null
                    : physical.handle(stamp);
        }

        @Override
        public void unwrap(Connection connection) {
            try {
                connection.close();
            } catch (SQLException e) { // not for an unused one
                JdbcLog.write(Level.DEBUG, config.name(), "an unused connection did not close", e);
            }
        }

        @Override
        public Throwable failure(Throwable failure) {
            return failure instanceof PoolException || failure instanceof IllegalStateException
                    ? refused((Exception) failure)
                    : failure;
        }
    }

    private SQLException refused(Exception reason) {
        return reason instanceof IllegalStateException transaction
                ? SqlErrors.transactionRefused(config.name(), transaction)
                : SqlErrors.refused(config.name(), reason);
    }
}
