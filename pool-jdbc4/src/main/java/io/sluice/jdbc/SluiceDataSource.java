package io.sluice.jdbc;

import io.sluice.jdbc.internal.ConnectionAcquirer;
import io.sluice.jdbc.internal.Lifecycle;
import io.sluice.jdbc.internal.StartAside;
import io.sluice.jdbc.internal.StartRoom;
import io.sluice.jdbc.internal.config.OptionValues;
import io.sluice.jdbc.internal.connect.SqlErrors;
import io.sluice.jdbc.internal.xa.Recovery;
import io.sluice.pool.FlushMode;
import io.sluice.pool.FlushReport;
import io.sluice.pool.LeaseReport;
import io.sluice.pool.PoolClosedException;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolObserver;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.SizingReport;
import io.sluice.pool.spi.RecoverySource;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.logging.Logger;
import javax.sql.DataSource;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A {@link DataSource} that pools its connections. Thread-safe.
 *
 * <p>It can be created as a bean, which starts with the first {@link #getConnection()}; from a
 * {@link JdbcPoolConfig} by {@link #create}; or from a properties file by {@link #load(Path)}. The
 * latter two start it at once. After the start the settings cannot be changed. A failed start
 * leaves nothing behind. For 250 to 500 ms after it {@code getConnection} fails with the same
 * reason, unless a setting was changed; then the next call tries again.
 *
 * <pre>{@code
 * SluiceDataSource orders = new SluiceDataSource();
 * orders.setUrl("jdbc:postgresql://localhost/orders");
 * orders.setUsername("app");
 * orders.setPassword(secret);
 * orders.setMaxSize(20);
 * }</pre>
 *
 * <p>It is not final, so that frameworks can make proxies of it. Such a proxy passes calls to the
 * data source that it was made for.
 */
public class SluiceDataSource extends OptionsBean implements SluicePool {

    private static final FlushReport NOTHING_TO_FLUSH = new FlushReport(0, 0, 0, 0);

    /**
     * Acquires from the running pool, also when it is closed. Shared: volatile, by threads that
     * have started it or waited for that, always the same one. Partner: none (a thread that reads
     * null asks the {@link Lifecycle}).
     */
    private volatile @Nullable ConnectionAcquirer acquirer;

    private final Lifecycle lifecycle;
    private final StartAside startAside;

    /**
     * What the interface wants to be kept; nothing is ever written to it. Shared: volatile.
     * Partner: none (the pool does not use it).
     */
    private volatile @Nullable PrintWriter logWriter;

    /** Creates a data source to be configured with its setters. */
    public SluiceDataSource() {
        lifecycle = new Lifecycle(new OptionValues(), JdbcPoolConfig::of);
        startAside = new StartAside(lifecycle);
    }

    /** Creates a data source that starts with the first {@link #getConnection()}. */
    public SluiceDataSource(JdbcPoolConfig config) {
        lifecycle = new Lifecycle(config.values(), JdbcPoolConfig::of);
        startAside = new StartAside(lifecycle);
    }

    /**
     * Creates a data source and starts it.
     *
     * @throws SQLException if it cannot start: a configured class or object is unavailable, or no
     *     connection can be made and {@link JdbcOption#STARTUP} says fail
     */
    public static SluiceDataSource create(JdbcPoolConfig config) throws SQLException {
        SluiceDataSource created = new SluiceDataSource(config);
        created.started();
        return created;
    }

    @Override
    public void start() throws SQLException {
        started();
    }

    /**
     * Creates a data source from a properties file and starts it.
     *
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if a key is unknown, a value is bad, or the options do not
     *     fit together
     * @throws SQLException if it cannot start, as with {@link #create}
     * @see JdbcPoolConfig#load(Path)
     */
    public static SluiceDataSource load(Path file) throws IOException, SQLException {
        return create(JdbcPoolConfig.load(file));
    }

    /**
     * Creates a data source from properties and starts it.
     *
     * @throws IllegalArgumentException if a key is unknown, a value is bad, or the options do not
     *     fit together
     * @throws SQLException if it cannot start, as with {@link #create}
     * @see JdbcPoolConfig#load(Properties)
     */
    public static SluiceDataSource load(Properties properties) throws SQLException {
        return create(JdbcPoolConfig.load(properties));
    }

    /**
     * Acquires a connection, waiting at most {@link JdbcOption#ACQUIRE_TIMEOUT}. The first call
     * starts the pool and makes the first connection as {@link JdbcOption#STARTUP} says; for that
     * it waits up to about {@link JdbcOption#CONNECT_TIMEOUT}, even if that is longer.
     *
     * @return a connection that is the caller's until it is closed
     * @throws java.sql.SQLTransientConnectionException if none became available in time, too many
     *     requests wait, the thread was interrupted (its interrupt flag stays set), or the pool
     *     could not start for a reason that may pass
     * @throws java.sql.SQLNonTransientConnectionException if the pool is closed, cannot start as it
     *     is configured, or is empty and cannot connect because of a permanent failure
     */
    @Override
    public Connection getConnection() throws SQLException {
        ConnectionAcquirer running = acquirer;
        return running == null ? startAndAcquire() : running.acquire();
    }

    private Connection startAndAcquire() throws SQLException {
        StartRoom.require();
        long arrivedAt = System.nanoTime();
        return started().acquireAfterStart(arrivedAt);
    }

    private ConnectionAcquirer started() throws SQLException {
        ConnectionAcquirer started = lifecycle.started().acquirer();
        acquirer = started;
        return started;
    }

    /**
     * Acquires a connection as the configured user.
     *
     * @throws SQLException as {@link #getConnection()} does, and if user or password differ from
     *     the configured ones: all connections of a pool have the same
     */
    @Override
    public Connection getConnection(@Nullable String username, @Nullable String password)
            throws SQLException {
        lifecycle.checkUser(username, password);
        return getConnection();
    }

    @Override
    public CompletableFuture<Connection> acquireAsync(Duration timeout) {
        return acquireAsync(timeout, ResourcePool.DEFAULT_EXECUTOR);
    }

    @Override
    public CompletableFuture<Connection> acquireAsync(Duration timeout, Executor executor) {
        Objects.requireNonNull(timeout, "timeout");
        Objects.requireNonNull(executor, "executor");
        ConnectionAcquirer running = acquirer;
        return running == null
                ? startAndAcquireAsync(timeout, executor)
                : running.acquireAsync(timeout, executor);
    }

    private CompletableFuture<Connection> startAndAcquireAsync(
            Duration timeout, Executor executor) {
        StartRoom.require();
        long arrivedAt = System.nanoTime();
        CompletableFuture<Connection> stage = new CompletableFuture<>();
        startAside.begin(
                (opened, failure) -> {
                    try {
                        if (opened == null) {
                            Throwable why = Objects.requireNonNull(failure);
                            executor.execute(() -> stage.completeExceptionally(why));
                        } else {
                            opened.acquirer().acquireAsync(timeout, arrivedAt, executor, stage);
                            acquirer = opened.acquirer();
                        }
                    } catch (Throwable e) { // an executor may throw anything
                        stage.completeExceptionally(e);
                    }
                });
        return stage;
    }

    @Override
    public JdbcPoolConfig configuration() {
        return lifecycle.configuration();
    }

    /**
     * Returns a source of recovery sessions, each on a connection of its own, as {@link
     * JdbcOption#RECOVERY_USERNAME} if set. To register a pool with a transaction manager use
     * {@link #recoveryXaResource()}; Narayana and Atomikos need no registration if {@link
     * JdbcOption#TRANSACTION_MANAGER} names them. Works before the start and after the close as
     * well.
     *
     * @throws IllegalStateException if the connections of this pool take part in no global
     *     transactions
     * @throws SQLException if a configured class or object is unavailable
     */
    public RecoverySource recoverySource() throws SQLException {
        return Recovery.source(configuration());
    }

    /**
     * Returns an XA resource to register with the recovery of a transaction manager. It opens a
     * connection of its own for each scan and each other call, and closes it afterwards. It works
     * as long as the program runs, also before the start and after the close of the pool. Each call
     * returns a new XA resource for the same database. Thread-safe.
     *
     * <p>It refuses {@code start}, {@code end} and {@code prepare}: it takes no part in
     * transactions.
     *
     * @throws IllegalStateException if the connections of this pool take part in no global
     *     transactions
     * @throws SQLException if a configured class or object is unavailable
     * @see #recoverySource()
     */
    public XAResource recoveryXaResource() throws SQLException {
        return Recovery.resource(configuration());
    }

    @Override
    public PoolSnapshot snapshot() {
        return lifecycle.snapshot();
    }

    @Override
    public SizingReport sizing() {
        ResourcePool<?> opened = lifecycle.opened();
        return opened == null
                ? new SizingReport(Duration.ZERO, getMaxSize(), 0, 0, 0, 0, 0, 0, 0, 0)
                : opened.sizing();
    }

    @Override
    public List<LeaseReport> leases() {
        ResourcePool<?> opened = lifecycle.opened();
        return opened == null ? List.of() : opened.leases();
    }

    @Override
    public void observe(PoolObserver observer) {
        lifecycle.observe(Objects.requireNonNull(observer, "observer"));
    }

    @Override
    public void unobserve(PoolObserver observer) {
        lifecycle.unobserve(observer);
    }

    @Override
    public void close() {
        lifecycle.close(null);
    }

    @Override
    public PoolSnapshot close(Duration drain) {
        return lifecycle.close(drain);
    }

    @Override
    public FlushReport flush(FlushMode mode) {
        ResourcePool<?> opened = lifecycle.opened();
        return opened == null ? NOTHING_TO_FLUSH : opened.flush(mode);
    }

    @Override
    public FlushReport flush(Duration drain) {
        ResourcePool<?> opened = lifecycle.opened();
        return opened == null ? NOTHING_TO_FLUSH : opened.flush(drain);
    }

    @Override
    public void resize(int minSize, int maxSize) {
        ResourcePool<?> opened = lifecycle.opened();
        if (opened == null) {
            PoolConfig.builder().minSize(minSize).maxSize(maxSize).build(); // rejects bad sizes
            setMinSize(minSize);
            setMaxSize(maxSize);
            return;
        }
        try {
            opened.resize(minSize, maxSize);
        } catch (PoolClosedException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    @Override
    public void suspend() {
        ResourcePool<?> opened = lifecycle.opened();
        if (opened != null) {
            opened.suspend();
        }
    }

    @Override
    public void resume() {
        ResourcePool<?> opened = lifecycle.opened();
        if (opened != null) {
            opened.resume();
        }
    }

    @Override
    public boolean isSuspended() {
        ResourcePool<?> opened = lifecycle.opened();
        return opened != null && opened.isSuspended();
    }

    // The rest of the DataSource interface

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        Object vendor = vendor();
        if (type.isInstance(vendor)) {
            return type.cast(vendor);
        }
        throw SqlErrors.noWrapper(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this) || type.isInstance(vendor());
    }

    /** The configured data source object, or null. */
    private @Nullable Object vendor() {
        Object plain = lifecycle.get(JdbcOption.DATA_SOURCE);
        return plain != null ? plain : lifecycle.get(JdbcOption.XA_DATA_SOURCE);
    }

    /**
     * Returns the writer given to {@link #setLogWriter}, or null. Sluice logs with {@link
     * System.Logger} and writes nothing to it.
     */
    @Override
    public @Nullable PrintWriter getLogWriter() {
        return logWriter;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter writer) {
        logWriter = writer;
    }

    /** Returns {@link JdbcOption#ACQUIRE_TIMEOUT} in seconds, rounded up. */
    @Override
    public int getLoginTimeout() {
        long seconds = lifecycle.acquireTimeout().plusNanos(999_999_999).toSeconds();
        return (int) Math.min(Integer.MAX_VALUE, seconds);
    }

    /**
     * Sets {@link JdbcOption#ACQUIRE_TIMEOUT}, the longest time that a caller may wait here.
     *
     * @param seconds zero means the default
     * @throws SQLFeatureNotSupportedException after the start
     * @throws IllegalArgumentException if the value is out of range
     */
    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        try {
            setAcquireTimeout(seconds == 0 ? null : Duration.ofSeconds(seconds));
        } catch (IllegalStateException e) {
            throw SqlErrors.notSupported(e);
        }
    }

    /**
     * Always refused: the connections of a pool have one user and no sharding key of a caller.
     *
     * @throws SQLFeatureNotSupportedException always
     */
    @Override
    public ConnectionBuilder createConnectionBuilder() throws SQLException {
        throw SqlErrors.noConnectionBuilder();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw SqlErrors.noParentLogger();
    }

    @Override
    public String toString() {
        return "SluiceDataSource[" + lifecycle + "]";
    }

    // The options, which the bean has the accessors of

    @Override
    void set(JdbcOption option, @Nullable Object value) {
        lifecycle.set(option, value);
    }

    @Override
    @Nullable Object get(JdbcOption option) {
        return lifecycle.get(option);
    }
}
