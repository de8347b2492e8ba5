package io.sluice.jdbc;

import io.sluice.pool.spi.Ticker;
import io.sluice.pool.spi.TransactionContext;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/**
 * The options of a {@link SluiceDataSource} as properties of a bean. Thread-safe.
 *
 * <p>Each setter refuses a value out of range with an {@link IllegalArgumentException} and any
 * value after the start with an {@link IllegalStateException}; null means unset. Each getter
 * returns the value or its default. A zero duration is {@code off} where that is a value.
 */
public abstract class OptionsBean {

    OptionsBean() {}

    /** Sets an option; null unsets it. */
    abstract void set(JdbcOption option, @Nullable Object value);

    /** Returns the value of an option, or its default, or null if it has none. */
    abstract @Nullable Object get(JdbcOption option);

    private <T> @Nullable T get(JdbcOption option, Class<T> type) {
        return type.cast(get(option));
    }

    private <T> T require(JdbcOption option, Class<T> type) {
        return Objects.requireNonNull(get(option, type));
    }

    /**
     * The name of the pool in messages, thread names and management; unset, sluice-1, sluice-2 and
     * so on. Global transactions need a name that is unique and never changes.
     */
    public void setName(@Nullable String value) {
        set(JdbcOption.NAME, value);
    }

    /** Returns {@link JdbcOption#NAME}, or null when unset. */
    public @Nullable String getName() {
        return get(JdbcOption.NAME, String.class);
    }

    /** The JDBC URL of the database. */
    public void setUrl(@Nullable String value) {
        set(JdbcOption.URL, value);
    }

    /** Returns {@link JdbcOption#URL}, or null when unset. */
    public @Nullable String getUrl() {
        return get(JdbcOption.URL, String.class);
    }

    /** The driver class for url. Needed only if the driver does not register itself. */
    public void setDriverClassName(@Nullable String value) {
        set(JdbcOption.DRIVER_CLASS_NAME, value);
    }

    /** Returns {@link JdbcOption#DRIVER_CLASS_NAME}, or null when unset. */
    public @Nullable String getDriverClassName() {
        return get(JdbcOption.DRIVER_CLASS_NAME, String.class);
    }

    /** The vendor's javax.sql.DataSource class, in place of url. */
    public void setDataSourceClassName(@Nullable String value) {
        set(JdbcOption.DATA_SOURCE_CLASS_NAME, value);
    }

    /** Returns {@link JdbcOption#DATA_SOURCE_CLASS_NAME}, or null when unset. */
    public @Nullable String getDataSourceClassName() {
        return get(JdbcOption.DATA_SOURCE_CLASS_NAME, String.class);
    }

    /** The vendor's javax.sql.XADataSource class, in place of url, for global transactions. */
    public void setXaDataSourceClassName(@Nullable String value) {
        set(JdbcOption.XA_DATA_SOURCE_CLASS_NAME, value);
    }

    /** Returns {@link JdbcOption#XA_DATA_SOURCE_CLASS_NAME}, or null when unset. */
    public @Nullable String getXaDataSourceClassName() {
        return get(JdbcOption.XA_DATA_SOURCE_CLASS_NAME, String.class);
    }

    /** A DataSource object, in place of url. The pool does not close it. */
    public void setDataSource(@Nullable DataSource value) {
        set(JdbcOption.DATA_SOURCE, value);
    }

    /** Returns {@link JdbcOption#DATA_SOURCE}, or null when unset. */
    public @Nullable DataSource getDataSource() {
        return get(JdbcOption.DATA_SOURCE, DataSource.class);
    }

    /**
     * An XADataSource object, in place of url, for global transactions. The pool does not close it.
     */
    public void setXaDataSource(@Nullable XADataSource value) {
        set(JdbcOption.XA_DATA_SOURCE, value);
    }

    /** Returns {@link JdbcOption#XA_DATA_SOURCE}, or null when unset. */
    public @Nullable XADataSource getXaDataSource() {
        return get(JdbcOption.XA_DATA_SOURCE, XADataSource.class);
    }

    /**
     * Settings of the driver: connection properties with url, bean properties with a class name.
     * The names come without {@code dataSource.}; replaces what was set before.
     */
    public void setDataSourceProperties(@Nullable Map<String, String> value) {
        set(JdbcOption.DATA_SOURCE_PROPERTIES, value == null ? null : Map.copyOf(value));
    }

    /** Returns {@link JdbcOption#DATA_SOURCE_PROPERTIES}; unmodifiable. */
    @SuppressWarnings("unchecked") // as its setter takes them
    public Map<String, String> getDataSourceProperties() {
        Object value = get(JdbcOption.DATA_SOURCE_PROPERTIES);
        return value == null ? Map.of() : (Map<String, String>) value;
    }

    /** The user to connect as. */
    public void setUsername(@Nullable String value) {
        set(JdbcOption.USERNAME, value);
    }

    /** Returns {@link JdbcOption#USERNAME}, or null when unset. */
    public @Nullable String getUsername() {
        return get(JdbcOption.USERNAME, String.class);
    }

    /** The password to connect with. */
    public void setPassword(@Nullable String value) {
        set(JdbcOption.PASSWORD, value);
    }

    /** Returns {@link JdbcOption#PASSWORD}, or null when unset. */
    public @Nullable String getPassword() {
        return get(JdbcOption.PASSWORD, String.class);
    }

    /** Supplies user and password at each connect, in place of username and password. */
    public void setCredentialsProvider(@Nullable CredentialsProvider value) {
        set(JdbcOption.CREDENTIALS_PROVIDER, value);
    }

    /** Returns {@link JdbcOption#CREDENTIALS_PROVIDER}, or null when unset. */
    public @Nullable CredentialsProvider getCredentialsProvider() {
        return get(JdbcOption.CREDENTIALS_PROVIDER, CredentialsProvider.class);
    }

    /**
     * Which servers to connect to: any, primary, standby, or prefer-standby, which takes a primary
     * if no standby answers. Known for PostgreSQL, MariaDB and MySQL. Default any.
     */
    public void setTargetRole(@Nullable TargetRole value) {
        set(JdbcOption.TARGET_ROLE, value);
    }

    /** Returns {@link JdbcOption#TARGET_ROLE}. */
    public TargetRole getTargetRole() {
        return require(JdbcOption.TARGET_ROLE, TargetRole.class);
    }

    /**
     * How far a standby may lag behind its primary. One that lags more is not used. Needs
     * targetRole standby or prefer-standby. Default off.
     */
    public void setMaxStandbyLag(@Nullable Duration value) {
        set(JdbcOption.MAX_STANDBY_LAG, value);
    }

    /** Returns {@link JdbcOption#MAX_STANDBY_LAG}. */
    public Duration getMaxStandbyLag() {
        return require(JdbcOption.MAX_STANDBY_LAG, Duration.class);
    }

    /** The maximum number of connections, including those being created. Default 10. */
    public void setMaxSize(int value) {
        set(JdbcOption.MAX_SIZE, value);
    }

    /** Returns {@link JdbcOption#MAX_SIZE}. */
    public int getMaxSize() {
        return require(JdbcOption.MAX_SIZE, Integer.class);
    }

    /**
     * The number of connections the pool keeps even if they are unused; at most maxSize. Default 0.
     */
    public void setMinSize(int value) {
        set(JdbcOption.MIN_SIZE, value);
    }

    /** Returns {@link JdbcOption#MIN_SIZE}. */
    public int getMinSize() {
        return require(JdbcOption.MIN_SIZE, Integer.class);
    }

    /** How many connections may be created at the same time; 0 lets the pool decide. Default 0. */
    public void setMaxCreating(int value) {
        set(JdbcOption.MAX_CREATING, value);
    }

    /** Returns {@link JdbcOption#MAX_CREATING}. */
    public int getMaxCreating() {
        return require(JdbcOption.MAX_CREATING, Integer.class);
    }

    /**
     * How many threads and asynchronous requests may wait for a connection. Further ones fail at
     * once. Default unlimited.
     */
    public void setMaxWaiting(int value) {
        set(JdbcOption.MAX_WAITING, value);
    }

    /** Returns {@link JdbcOption#MAX_WAITING}. */
    public int getMaxWaiting() {
        return require(JdbcOption.MAX_WAITING, Integer.class);
    }

    /**
     * How long getConnection waits for a connection; 0 takes only an available one. Default 30s.
     */
    public void setAcquireTimeout(@Nullable Duration value) {
        set(JdbcOption.ACQUIRE_TIMEOUT, value);
    }

    /** Returns {@link JdbcOption#ACQUIRE_TIMEOUT}. */
    public Duration getAcquireTimeout() {
        return require(JdbcOption.ACQUIRE_TIMEOUT, Duration.class);
    }

    /**
     * How long an attempt to connect may take. Also passed to the driver, if it has a setting for
     * it. Default 10s.
     */
    public void setConnectTimeout(@Nullable Duration value) {
        set(JdbcOption.CONNECT_TIMEOUT, value);
    }

    /** Returns {@link JdbcOption#CONNECT_TIMEOUT}. */
    public Duration getConnectTimeout() {
        return require(JdbcOption.CONNECT_TIMEOUT, Duration.class);
    }

    /**
     * How long close waits for connections in use, and how long closing one connection may take.
     * Default 10s.
     */
    public void setCloseTimeout(@Nullable Duration value) {
        set(JdbcOption.CLOSE_TIMEOUT, value);
    }

    /** Returns {@link JdbcOption#CLOSE_TIMEOUT}. */
    public Duration getCloseTimeout() {
        return require(JdbcOption.CLOSE_TIMEOUT, Duration.class);
    }

    /**
     * Behavior at startup: fail creates one connection or throws, full also waits for minSize
     * connections, warn tries and logs a failure, lazy does not try. Default fail.
     */
    public void setStartup(@Nullable Startup value) {
        set(JdbcOption.STARTUP, value);
    }

    /** Returns {@link JdbcOption#STARTUP}. */
    public Startup getStartup() {
        return require(JdbcOption.STARTUP, Startup.class);
    }

    /** How long a connection beyond minSize may be unused before it is closed. Default 10m. */
    public void setIdleTimeout(@Nullable Duration value) {
        set(JdbcOption.IDLE_TIMEOUT, value);
    }

    /** Returns {@link JdbcOption#IDLE_TIMEOUT}. */
    public Duration getIdleTimeout() {
        return require(JdbcOption.IDLE_TIMEOUT, Duration.class);
    }

    /**
     * The maximum age of a connection. A connection in use is closed when it is returned. Default
     * 30m.
     */
    public void setMaxLifetime(@Nullable Duration value) {
        set(JdbcOption.MAX_LIFETIME, value);
    }

    /** Returns {@link JdbcOption#MAX_LIFETIME}. */
    public Duration getMaxLifetime() {
        return require(JdbcOption.MAX_LIFETIME, Duration.class);
    }

    /** Each lifetime is shortened at random by up to this fraction of maxLifetime. Default 0.2. */
    public void setLifetimeJitter(double value) {
        set(JdbcOption.LIFETIME_JITTER, value);
    }

    /** Returns {@link JdbcOption#LIFETIME_JITTER}. */
    public double getLifetimeJitter() {
        return require(JdbcOption.LIFETIME_JITTER, Double.class);
    }

    /**
     * How long a connection may be unused before it is validated in the background; less than
     * maxLifetime. Default 2m.
     */
    public void setKeepaliveInterval(@Nullable Duration value) {
        set(JdbcOption.KEEPALIVE_INTERVAL, value);
    }

    /** Returns {@link JdbcOption#KEEPALIVE_INTERVAL}. */
    public Duration getKeepaliveInterval() {
        return require(JdbcOption.KEEPALIVE_INTERVAL, Duration.class);
    }

    /**
     * A connection that was unused for this long is validated before it is given out; 0 means
     * always. Default 500ms.
     */
    public void setValidateAfterIdle(@Nullable Duration value) {
        set(JdbcOption.VALIDATE_AFTER_IDLE, value);
    }

    /** Returns {@link JdbcOption#VALIDATE_AFTER_IDLE}. */
    public Duration getValidateAfterIdle() {
        return require(JdbcOption.VALIDATE_AFTER_IDLE, Duration.class);
    }

    /** How long a validation may take before it counts as failed. Default 5s. */
    public void setValidationTimeout(@Nullable Duration value) {
        set(JdbcOption.VALIDATION_TIMEOUT, value);
    }

    /** Returns {@link JdbcOption#VALIDATION_TIMEOUT}. */
    public Duration getValidationTimeout() {
        return require(JdbcOption.VALIDATION_TIMEOUT, Duration.class);
    }

    /** The query that validates a connection; unset, the driver's isValid. */
    public void setValidationQuery(@Nullable String value) {
        set(JdbcOption.VALIDATION_QUERY, value);
    }

    /** Returns {@link JdbcOption#VALIDATION_QUERY}, or null when unset. */
    public @Nullable String getValidationQuery() {
        return get(JdbcOption.VALIDATION_QUERY, String.class);
    }

    /**
     * How long a connection may be in use before it is reported with the place where it was
     * acquired. Costs a stack trace for each getConnection. Default off.
     */
    public void setLeakThreshold(@Nullable Duration value) {
        set(JdbcOption.LEAK_THRESHOLD, value);
    }

    /** Returns {@link JdbcOption#LEAK_THRESHOLD}. */
    public Duration getLeakThreshold() {
        return require(JdbcOption.LEAK_THRESHOLD, Duration.class);
    }

    /**
     * Whether to report connections that are closed with something left to clean up. Costs a stack
     * trace for each getConnection. Default false.
     */
    public void setReportDirtyReturns(boolean value) {
        set(JdbcOption.REPORT_DIRTY_RETURNS, value);
    }

    /** Returns {@link JdbcOption#REPORT_DIRTY_RETURNS}. */
    public boolean isReportDirtyReturns() {
        return require(JdbcOption.REPORT_DIRTY_RETURNS, Boolean.class);
    }

    /** The auto-commit mode of a fresh connection; unset, the driver's own. */
    public void setAutoCommit(@Nullable Boolean value) {
        set(JdbcOption.AUTO_COMMIT, value);
    }

    /** Returns {@link JdbcOption#AUTO_COMMIT}, or null when unset. */
    public @Nullable Boolean getAutoCommit() {
        return get(JdbcOption.AUTO_COMMIT, Boolean.class);
    }

    /** Whether a fresh connection is read-only; unset, the driver's own. */
    public void setReadOnly(@Nullable Boolean value) {
        set(JdbcOption.READ_ONLY, value);
    }

    /** Returns {@link JdbcOption#READ_ONLY}, or null when unset. */
    public @Nullable Boolean getReadOnly() {
        return get(JdbcOption.READ_ONLY, Boolean.class);
    }

    /** The isolation level of a fresh connection; unset, the driver's own. */
    public void setIsolation(@Nullable Isolation value) {
        set(JdbcOption.ISOLATION, value);
    }

    /** Returns {@link JdbcOption#ISOLATION}, or null when unset. */
    public @Nullable Isolation getIsolation() {
        return get(JdbcOption.ISOLATION, Isolation.class);
    }

    /** Whether a fresh connection keeps result sets open over a commit; unset, the driver's own. */
    public void setHoldability(@Nullable Holdability value) {
        set(JdbcOption.HOLDABILITY, value);
    }

    /** Returns {@link JdbcOption#HOLDABILITY}, or null when unset. */
    public @Nullable Holdability getHoldability() {
        return get(JdbcOption.HOLDABILITY, Holdability.class);
    }

    /** The catalog of a fresh connection; unset, the driver's own. */
    public void setCatalog(@Nullable String value) {
        set(JdbcOption.CATALOG, value);
    }

    /** Returns {@link JdbcOption#CATALOG}, or null when unset. */
    public @Nullable String getCatalog() {
        return get(JdbcOption.CATALOG, String.class);
    }

    /** The schema of a fresh connection; unset, the driver's own. */
    public void setSchema(@Nullable String value) {
        set(JdbcOption.SCHEMA, value);
    }

    /** Returns {@link JdbcOption#SCHEMA}, or null when unset. */
    public @Nullable String getSchema() {
        return get(JdbcOption.SCHEMA, String.class);
    }

    /** How long a fresh connection waits for a reply of the server; unset, the driver's own. */
    public void setNetworkTimeout(@Nullable Duration value) {
        set(JdbcOption.NETWORK_TIMEOUT, value);
    }

    /** Returns {@link JdbcOption#NETWORK_TIMEOUT}, or null when unset. */
    public @Nullable Duration getNetworkTimeout() {
        return get(JdbcOption.NETWORK_TIMEOUT, Duration.class);
    }

    /** Prepares each new connection in Java code, before initSql. */
    public void setConnectionCustomizer(@Nullable ConnectionCustomizer value) {
        set(JdbcOption.CONNECTION_CUSTOMIZER, value);
    }

    /** Returns {@link JdbcOption#CONNECTION_CUSTOMIZER}, or null when unset. */
    public @Nullable ConnectionCustomizer getConnectionCustomizer() {
        return get(JdbcOption.CONNECTION_CUSTOMIZER, ConnectionCustomizer.class);
    }

    /** A statement to execute once on each new connection. */
    public void setInitSql(@Nullable String value) {
        set(JdbcOption.INIT_SQL, value);
    }

    /** Returns {@link JdbcOption#INIT_SQL}, or null when unset. */
    public @Nullable String getInitSql() {
        return get(JdbcOption.INIT_SQL, String.class);
    }

    /** A statement to execute when a connection is returned, if anything was run on it. */
    public void setResetSql(@Nullable String value) {
        set(JdbcOption.RESET_SQL, value);
    }

    /** Returns {@link JdbcOption#RESET_SQL}, or null when unset. */
    public @Nullable String getResetSql() {
        return get(JdbcOption.RESET_SQL, String.class);
    }

    /** How many prepared statements each connection keeps open for reuse. Default 0. */
    public void setStatementCacheSize(int value) {
        set(JdbcOption.STATEMENT_CACHE_SIZE, value);
    }

    /** Returns {@link JdbcOption#STATEMENT_CACHE_SIZE}. */
    public int getStatementCacheSize() {
        return require(JdbcOption.STATEMENT_CACHE_SIZE, Integer.class);
    }

    /** Decides which errors make a connection unusable; unset, the standard list. */
    public void setFatalErrorClassifier(@Nullable FatalErrorClassifier value) {
        set(JdbcOption.FATAL_ERROR_CLASSIFIER, value);
    }

    /** Returns {@link JdbcOption#FATAL_ERROR_CLASSIFIER}, or null when unset. */
    public @Nullable FatalErrorClassifier getFatalErrorClassifier() {
        return get(JdbcOption.FATAL_ERROR_CLASSIFIER, FatalErrorClassifier.class);
    }

    /**
     * Whether connections join the global transaction of their thread: off never, optional if there
     * is one, required fails without one. Unset, optional if the pool has XA connections or
     * lastResource.
     */
    public void setTransactions(@Nullable Transactions value) {
        set(JdbcOption.TRANSACTIONS, value);
    }

    /** Returns {@link JdbcOption#TRANSACTIONS}, or null when unset. */
    public @Nullable Transactions getTransactions() {
        return get(JdbcOption.TRANSACTIONS, Transactions.class);
    }

    /**
     * The transaction manager: narayana, atomikos, a JNDI name that begins with java:, or a class
     * that implements io.sluice.pool.jta.TransactionManagerProvider.
     */
    public void setTransactionManager(@Nullable String value) {
        set(JdbcOption.TRANSACTION_MANAGER, value);
    }

    /** Returns {@link JdbcOption#TRANSACTION_MANAGER}, or null when unset. */
    public @Nullable String getTransactionManager() {
        return get(JdbcOption.TRANSACTION_MANAGER, String.class);
    }

    /** The transaction manager as an object, in place of transactionManager. */
    public void setTransactionContext(@Nullable TransactionContext value) {
        set(JdbcOption.TRANSACTION_CONTEXT, value);
    }

    /** Returns {@link JdbcOption#TRANSACTION_CONTEXT}, or null when unset. */
    public @Nullable TransactionContext getTransactionContext() {
        return get(JdbcOption.TRANSACTION_CONTEXT, TransactionContext.class);
    }

    /**
     * Whether connections that cannot be prepared take part in global transactions: one in each,
     * committed last. Default false.
     */
    public void setLastResource(boolean value) {
        set(JdbcOption.LAST_RESOURCE, value);
    }

    /** Returns {@link JdbcOption#LAST_RESOURCE}. */
    public boolean isLastResource() {
        return require(JdbcOption.LAST_RESOURCE, Boolean.class);
    }

    /**
     * The user that recovery connects as; unset, username. It must be allowed to complete branches
     * that username has prepared.
     */
    public void setRecoveryUsername(@Nullable String value) {
        set(JdbcOption.RECOVERY_USERNAME, value);
    }

    /** Returns {@link JdbcOption#RECOVERY_USERNAME}, or null when unset. */
    public @Nullable String getRecoveryUsername() {
        return get(JdbcOption.RECOVERY_USERNAME, String.class);
    }

    /** The password that recovery connects with. */
    public void setRecoveryPassword(@Nullable String value) {
        set(JdbcOption.RECOVERY_PASSWORD, value);
    }

    /** Returns {@link JdbcOption#RECOVERY_PASSWORD}, or null when unset. */
    public @Nullable String getRecoveryPassword() {
        return get(JdbcOption.RECOVERY_PASSWORD, String.class);
    }

    /** Whether the pool registers an MBean that shows its counts. Default false. */
    public void setRegisterMbean(boolean value) {
        set(JdbcOption.REGISTER_MBEAN, value);
    }

    /** Returns {@link JdbcOption#REGISTER_MBEAN}. */
    public boolean isRegisterMbean() {
        return require(JdbcOption.REGISTER_MBEAN, Boolean.class);
    }

    /** The clock and timer of the pool, as an object, for tests; unset, those of the system. */
    public void setTicker(@Nullable Ticker value) {
        set(JdbcOption.TICKER, value);
    }

    /** Returns {@link JdbcOption#TICKER}, or null when unset. */
    public @Nullable Ticker getTicker() {
        return get(JdbcOption.TICKER, Ticker.class);
    }
}
