package io.sluice.jdbc;

import io.sluice.jdbc.internal.ConnectionAcquirer;
import io.sluice.jdbc.internal.Lifecycle;
import io.sluice.jdbc.internal.config.OptionValues;
import io.sluice.jdbc.internal.connect.SqlErrors;
import io.sluice.jdbc.internal.xa.Recovery;
import io.sluice.pool.FlushMode;
import io.sluice.pool.FlushReport;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.spi.RecoverySource;
import io.sluice.pool.spi.TransactionContext;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import javax.sql.XADataSource;
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
 * <p>Each setter refuses a value out of range with an {@link IllegalArgumentException} and any
 * value after the start with an {@link IllegalStateException}; null means unset.
 */
public final class SluiceDataSource implements DataSource, AutoCloseable {

    private static final FlushReport NOTHING_TO_FLUSH = new FlushReport(0, 0, 0, 0);

    /**
     * Acquires from the running pool, also when it is closed. Shared: volatile, by threads that
     * have started it or waited for that, always the same one. Partner: none (a thread that reads
     * null asks the {@link Lifecycle}).
     */
    private volatile @Nullable ConnectionAcquirer acquirer;

    private final Lifecycle lifecycle;

    /**
     * What the interface wants to be kept; nothing is ever written to it. Shared: volatile.
     * Partner: none (the pool does not use it).
     */
    private volatile @Nullable PrintWriter logWriter;

    /** Creates a data source to be configured with its setters. */
    public SluiceDataSource() {
        lifecycle = new Lifecycle(new OptionValues(), JdbcPoolConfig::of);
    }

    private SluiceDataSource(JdbcPoolConfig config) {
        lifecycle = new Lifecycle(config.values(), JdbcPoolConfig::of);
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

    /**
     * Starts the pool, as the first {@link #getConnection()} does, and takes no connection. Call it
     * before traffic comes; with {@link Startup#FULL} it returns when {@code minSize} connections
     * are there. Does nothing if the pool has started.
     *
     * @throws SQLException if it cannot start: a configured class or object is unavailable, or no
     *     connection can be made and {@link JdbcOption#STARTUP} says fail or full
     */
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
     *     threads wait, the thread was interrupted (its interrupt flag stays set), or the pool
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

    /**
     * Returns the configuration that the pool runs with, or, before its start, would start with. It
     * has the value and the source of each option; its text has no secrets.
     *
     * @throws IllegalArgumentException if the pool has not started and the options do not fit
     *     together
     * @see JdbcPoolConfig#options()
     * @see JdbcPoolConfig#warnings()
     */
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

    /** Returns the counts of the pool; all zero before its start. */
    public PoolSnapshot snapshot() {
        return lifecycle.snapshot();
    }

    /**
     * Closes the data source, waiting at most {@link JdbcOption#CLOSE_TIMEOUT} for connections in
     * use.
     */
    @Override
    public void close() {
        lifecycle.close(null);
    }

    /**
     * Closes the data source for good. Threads that wait and later calls are refused, and idle
     * connections are closed. Connections in use may come back until the drain time is over; then
     * they are taken away: the pool cancels what PostgreSQL executes for them and aborts the
     * connection. With other drivers it only calls {@link Connection#abort}, and their server may
     * complete a running statement.
     *
     * <p>Connections that are being made are closed when they arrive; the close does not wait for
     * them. Further calls wait for the same close.
     *
     * @param drain how long connections may still be in use; zero means not at all
     * @return the counts at the end of that time: {@code accessible} is what was still in use,
     *     {@code reserved} what the pool itself was working on, for example a rollback
     */
    public PoolSnapshot close(Duration drain) {
        return lifecycle.close(drain);
    }

    /**
     * Flushes connections without waiting for it; threads that wait and later calls get new ones.
     * Does nothing before the start.
     *
     * @return what became of the connections so far
     * @see ResourcePool#flush(FlushMode)
     */
    public FlushReport flush(FlushMode mode) {
        ResourcePool<?> opened = lifecycle.opened();
        return opened == null ? NOTHING_TO_FLUSH : opened.flush(mode);
    }

    /**
     * Flushes all connections by a deadline. Idle ones are closed now, those in use when the
     * application closes them. What is still in use at the deadline is taken away, as by {@link
     * #close(Duration)}.
     *
     * <p>Returns when all connections that existed at the call are closed, or given up after twice
     * {@link JdbcOption#CLOSE_TIMEOUT}. Until the deadline it also waits for connections that were
     * being made at the call, which are closed when they arrive. If the report counts none as still
     * out or being made, PostgreSQL ends the last session a moment later, and the user of these
     * connections can be dropped.
     *
     * <p>Does nothing before the start. An interrupted thread stops waiting and takes nothing away;
     * its interrupt flag is kept.
     *
     * @param drain how long connections may still be in use or being made; zero means not at all
     * @return what became of the connections, and how many are not closed yet
     */
    public FlushReport flush(Duration drain) {
        ResourcePool<?> opened = lifecycle.opened();
        return opened == null ? NOTHING_TO_FLUSH : opened.flush(drain);
    }

    /**
     * Changes {@link JdbcOption#MIN_SIZE} and {@link JdbcOption#MAX_SIZE} while the pool runs. With
     * a lower maximum, surplus connections are closed: idle ones now, those in use when the
     * application closes them. The options keep their values; {@link #snapshot()} has the present
     * maximum. Before the start this sets the options.
     *
     * @param minSize how many connections to keep when idle: 0 to {@code maxSize}
     * @param maxSize the most connections, including those being created: 1 to 1,000,000
     * @throws IllegalArgumentException if a size is out of range; nothing has changed
     * @throws IllegalStateException if the data source is closed
     */
    public void resize(int minSize, int maxSize) {
        ResourcePool<?> opened = lifecycle.opened();
        if (opened != null) {
            opened.resize(minSize, maxSize);
        } else {
            setMinSize(minSize);
            setMaxSize(maxSize);
        }
    }

    /**
     * Suspends the pool: until {@link #resume} it gives out no connection and makes none.
     * getConnection waits at most {@link JdbcOption#ACQUIRE_TIMEOUT}. Connections in use keep
     * working, and are kept when they are closed. Does nothing before the start.
     */
    public void suspend() {
        ResourcePool<?> opened = lifecycle.opened();
        if (opened != null) {
            opened.suspend();
        }
    }

    /** Ends the suspension; does nothing if the pool is not suspended. */
    public void resume() {
        ResourcePool<?> opened = lifecycle.opened();
        if (opened != null) {
            opened.resume();
        }
    }

    /** Returns whether the pool is suspended. */
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
     */
    @Override
    public void setLoginTimeout(int seconds) {
        set(JdbcOption.ACQUIRE_TIMEOUT, seconds == 0 ? null : Duration.ofSeconds(seconds));
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw SqlErrors.noParentLogger();
    }

    @Override
    public String toString() {
        return "SluiceDataSource[" + lifecycle + "]";
    }

    // The options, as a bean has them

    private void set(JdbcOption option, @Nullable Object value) {
        lifecycle.set(option, value);
    }

    /**
     * The name of the pool in messages, thread names and management; unset, sluice-1, sluice-2 and
     * so on. Global transactions need a name that is unique and never changes.
     */
    public void setName(@Nullable String value) {
        set(JdbcOption.NAME, value);
    }

    /** The JDBC URL of the database. */
    public void setUrl(@Nullable String value) {
        set(JdbcOption.URL, value);
    }

    /** The driver class for url. Needed only if the driver does not register itself. */
    public void setDriverClassName(@Nullable String value) {
        set(JdbcOption.DRIVER_CLASS_NAME, value);
    }

    /** The vendor's javax.sql.DataSource class, in place of url. */
    public void setDataSourceClassName(@Nullable String value) {
        set(JdbcOption.DATA_SOURCE_CLASS_NAME, value);
    }

    /** The vendor's javax.sql.XADataSource class, in place of url, for global transactions. */
    public void setXaDataSourceClassName(@Nullable String value) {
        set(JdbcOption.XA_DATA_SOURCE_CLASS_NAME, value);
    }

    /** A DataSource object, in place of url. The pool does not close it. */
    public void setDataSource(@Nullable DataSource value) {
        set(JdbcOption.DATA_SOURCE, value);
    }

    /**
     * An XADataSource object, in place of url, for global transactions. The pool does not close it.
     */
    public void setXaDataSource(@Nullable XADataSource value) {
        set(JdbcOption.XA_DATA_SOURCE, value);
    }

    /**
     * Settings of the driver: connection properties with url, bean properties with a class name.
     * The names come without {@code dataSource.}; replaces what was set before.
     */
    public void setDataSourceProperties(@Nullable Map<String, String> value) {
        set(JdbcOption.DATA_SOURCE_PROPERTIES, value == null ? null : Map.copyOf(value));
    }

    /** The user to connect as. */
    public void setUsername(@Nullable String value) {
        set(JdbcOption.USERNAME, value);
    }

    /** The password to connect with. */
    public void setPassword(@Nullable String value) {
        set(JdbcOption.PASSWORD, value);
    }

    /** Supplies user and password at each connect, in place of username and password. */
    public void setCredentialsProvider(@Nullable CredentialsProvider value) {
        set(JdbcOption.CREDENTIALS_PROVIDER, value);
    }

    /** The maximum number of connections, including those being created. Default 10. */
    public void setMaxSize(int value) {
        set(JdbcOption.MAX_SIZE, value);
    }

    /**
     * The number of connections the pool keeps even if they are unused; at most maxSize. Default 0.
     */
    public void setMinSize(int value) {
        set(JdbcOption.MIN_SIZE, value);
    }

    /** How many connections may be created at the same time; 0 lets the pool decide. Default 0. */
    public void setMaxCreating(int value) {
        set(JdbcOption.MAX_CREATING, value);
    }

    /**
     * How many threads may wait for a connection. Further callers fail at once. Default unlimited.
     */
    public void setMaxWaiting(int value) {
        set(JdbcOption.MAX_WAITING, value);
    }

    /**
     * How long getConnection waits for a connection; 0 takes only an available one. Default 30s.
     */
    public void setAcquireTimeout(@Nullable Duration value) {
        set(JdbcOption.ACQUIRE_TIMEOUT, value);
    }

    /**
     * How long an attempt to connect may take. Also passed to the driver, if it has a setting for
     * it. Default 10s.
     */
    public void setConnectTimeout(@Nullable Duration value) {
        set(JdbcOption.CONNECT_TIMEOUT, value);
    }

    /**
     * How long close waits for connections in use, and how long closing one connection may take.
     * Default 10s.
     */
    public void setCloseTimeout(@Nullable Duration value) {
        set(JdbcOption.CLOSE_TIMEOUT, value);
    }

    /**
     * Behavior at startup: fail creates one connection or throws, full also waits for minSize
     * connections, warn tries and logs a failure, lazy does not try. Default fail.
     */
    public void setStartup(@Nullable Startup value) {
        set(JdbcOption.STARTUP, value);
    }

    /** How long a connection beyond minSize may be unused before it is closed. Default 10m. */
    public void setIdleTimeout(@Nullable Duration value) {
        set(JdbcOption.IDLE_TIMEOUT, value);
    }

    /**
     * The maximum age of a connection. A connection in use is closed when it is returned. Default
     * 30m.
     */
    public void setMaxLifetime(@Nullable Duration value) {
        set(JdbcOption.MAX_LIFETIME, value);
    }

    /** Each lifetime is shortened at random by up to this fraction of maxLifetime. Default 0.2. */
    public void setLifetimeJitter(double value) {
        set(JdbcOption.LIFETIME_JITTER, value);
    }

    /**
     * How long a connection may be unused before it is validated in the background; less than
     * maxLifetime. Default 2m.
     */
    public void setKeepaliveInterval(@Nullable Duration value) {
        set(JdbcOption.KEEPALIVE_INTERVAL, value);
    }

    /**
     * A connection that was unused for this long is validated before it is given out; 0 means
     * always. Default 500ms.
     */
    public void setValidateAfterIdle(@Nullable Duration value) {
        set(JdbcOption.VALIDATE_AFTER_IDLE, value);
    }

    /** How long a validation may take before it counts as failed. Default 5s. */
    public void setValidationTimeout(@Nullable Duration value) {
        set(JdbcOption.VALIDATION_TIMEOUT, value);
    }

    /** The query that validates a connection; unset, the driver's isValid. */
    public void setValidationQuery(@Nullable String value) {
        set(JdbcOption.VALIDATION_QUERY, value);
    }

    /**
     * How long a connection may be in use before it is reported with the place where it was
     * acquired. Costs a stack trace for each getConnection. Default off.
     */
    public void setLeakThreshold(@Nullable Duration value) {
        set(JdbcOption.LEAK_THRESHOLD, value);
    }

    /**
     * Whether to report connections that are closed with something left to clean up. Costs a stack
     * trace for each getConnection. Default false.
     */
    public void setReportDirtyReturns(boolean value) {
        set(JdbcOption.REPORT_DIRTY_RETURNS, value);
    }

    /** The auto-commit mode of a fresh connection; unset, the driver's own. */
    public void setAutoCommit(boolean value) {
        set(JdbcOption.AUTO_COMMIT, value);
    }

    /** Whether a fresh connection is read-only; unset, the driver's own. */
    public void setReadOnly(boolean value) {
        set(JdbcOption.READ_ONLY, value);
    }

    /** The isolation level of a fresh connection; unset, the driver's own. */
    public void setIsolation(@Nullable Isolation value) {
        set(JdbcOption.ISOLATION, value);
    }

    /** Whether a fresh connection keeps result sets open over a commit; unset, the driver's own. */
    public void setHoldability(@Nullable Holdability value) {
        set(JdbcOption.HOLDABILITY, value);
    }

    /** The catalog of a fresh connection; unset, the driver's own. */
    public void setCatalog(@Nullable String value) {
        set(JdbcOption.CATALOG, value);
    }

    /** The schema of a fresh connection; unset, the driver's own. */
    public void setSchema(@Nullable String value) {
        set(JdbcOption.SCHEMA, value);
    }

    /** How long a fresh connection waits for a reply of the server; unset, the driver's own. */
    public void setNetworkTimeout(@Nullable Duration value) {
        set(JdbcOption.NETWORK_TIMEOUT, value);
    }

    /** Prepares each new connection in Java code, before initSql. */
    public void setConnectionCustomizer(@Nullable ConnectionCustomizer value) {
        set(JdbcOption.CONNECTION_CUSTOMIZER, value);
    }

    /** A statement to execute once on each new connection. */
    public void setInitSql(@Nullable String value) {
        set(JdbcOption.INIT_SQL, value);
    }

    /** A statement to execute when a connection is returned, if anything was run on it. */
    public void setResetSql(@Nullable String value) {
        set(JdbcOption.RESET_SQL, value);
    }

    /** How many prepared statements each connection keeps open for reuse. Default 0. */
    public void setStatementCacheSize(int value) {
        set(JdbcOption.STATEMENT_CACHE_SIZE, value);
    }

    /** Decides which errors make a connection unusable; unset, the standard list. */
    public void setFatalErrorClassifier(@Nullable FatalErrorClassifier value) {
        set(JdbcOption.FATAL_ERROR_CLASSIFIER, value);
    }

    /**
     * Whether connections join the global transaction of their thread: off never, optional if there
     * is one, required fails without one. Unset, optional if the pool has XA connections or
     * lastResource.
     */
    public void setTransactions(@Nullable Transactions value) {
        set(JdbcOption.TRANSACTIONS, value);
    }

    /**
     * The transaction manager: narayana, atomikos, a JNDI name that begins with java:, or a class
     * that implements io.sluice.pool.jta.TransactionManagerProvider.
     */
    public void setTransactionManager(@Nullable String value) {
        set(JdbcOption.TRANSACTION_MANAGER, value);
    }

    /** The transaction manager as an object, in place of transactionManager. */
    public void setTransactionContext(@Nullable TransactionContext value) {
        set(JdbcOption.TRANSACTION_CONTEXT, value);
    }

    /**
     * Whether connections that cannot be prepared take part in global transactions: one in each,
     * committed last. Default false.
     */
    public void setLastResource(boolean value) {
        set(JdbcOption.LAST_RESOURCE, value);
    }

    /**
     * The user that recovery connects as; unset, username. It must be allowed to complete branches
     * that username has prepared.
     */
    public void setRecoveryUsername(@Nullable String value) {
        set(JdbcOption.RECOVERY_USERNAME, value);
    }

    /** The password that recovery connects with. */
    public void setRecoveryPassword(@Nullable String value) {
        set(JdbcOption.RECOVERY_PASSWORD, value);
    }

    /** Whether the pool registers an MBean that shows its counts. Default false. */
    public void setRegisterMbean(boolean value) {
        set(JdbcOption.REGISTER_MBEAN, value);
    }
}
