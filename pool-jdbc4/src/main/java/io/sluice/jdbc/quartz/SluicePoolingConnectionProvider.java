package io.sluice.jdbc.quartz;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.quartz.utils.ConnectionProvider;

/**
 * Gives the job store of Quartz the connections of a pool. The property {@code
 * org.quartz.dataSource.NAME.connectionProvider.class} names this class, and {@code
 * org.quartz.dataSource.NAME.maxSize} is the option {@code maxSize}. Quartz calls the setters and
 * {@link #initialize} in one thread; the rest is thread-safe.
 *
 * <p>There is a setter for each option that a text can express, with the values of a properties
 * file of Sluice. Settings of the driver belong into the URL.
 */
public final class SluicePoolingConnectionProvider implements ConnectionProvider {

    private final Properties options = new Properties();

    /**
     * The running pool, also when it is closed. Shared: volatile, written once by {@link
     * #initialize}. Partner: none (no other writes).
     */
    private volatile @Nullable SluiceDataSource pool;

    /** Creates a provider, which Quartz configures. */
    public SluicePoolingConnectionProvider() {}

    /**
     * Creates and starts the pool. After an exception there is none.
     *
     * @throws IllegalArgumentException if a value is bad, or the options do not fit together
     * @throws SQLException if the pool cannot start, as {@link SluiceDataSource#create} does
     */
    @Override
    public void initialize() throws SQLException {
        pool = SluiceDataSource.create(JdbcPoolConfig.load(options));
    }

    /**
     * Acquires a connection, as {@link SluiceDataSource#getConnection()} does.
     *
     * @throws SQLException as that does
     * @throws IllegalStateException before {@link #initialize}
     */
    @Override
    public Connection getConnection() throws SQLException {
        SluiceDataSource present = pool;
        if (present == null) {
            throw new IllegalStateException(
                    "the provider has no pool yet; call initialize before getConnection");
        }
        return present.getConnection();
    }

    /** Closes the pool; does nothing if there is none. */
    @Override
    public void shutdown() {
        SluiceDataSource present = pool;
        if (present != null) {
            present.close();
        }
    }

    private void set(JdbcOption option, String value) {
        options.setProperty(option.key(), value);
    }

    // The options, as properties of a bean

    /** Sets {@link JdbcOption#NAME}. */
    public void setName(String value) {
        set(JdbcOption.NAME, value);
    }

    /** Sets {@link JdbcOption#URL}. */
    public void setUrl(String value) {
        set(JdbcOption.URL, value);
    }

    /** Sets {@link JdbcOption#DRIVER_CLASS_NAME}. */
    public void setDriverClassName(String value) {
        set(JdbcOption.DRIVER_CLASS_NAME, value);
    }

    /** Sets {@link JdbcOption#DATA_SOURCE_CLASS_NAME}. */
    public void setDataSourceClassName(String value) {
        set(JdbcOption.DATA_SOURCE_CLASS_NAME, value);
    }

    /** Sets {@link JdbcOption#XA_DATA_SOURCE_CLASS_NAME}. */
    public void setXaDataSourceClassName(String value) {
        set(JdbcOption.XA_DATA_SOURCE_CLASS_NAME, value);
    }

    /** Sets {@link JdbcOption#USERNAME}. */
    public void setUsername(String value) {
        set(JdbcOption.USERNAME, value);
    }

    /** Sets {@link JdbcOption#PASSWORD}. */
    public void setPassword(String value) {
        set(JdbcOption.PASSWORD, value);
    }

    /** Sets {@link JdbcOption#CREDENTIALS_PROVIDER}. */
    public void setCredentialsProvider(String value) {
        set(JdbcOption.CREDENTIALS_PROVIDER, value);
    }

    /** Sets {@link JdbcOption#TARGET_ROLE}. */
    public void setTargetRole(String value) {
        set(JdbcOption.TARGET_ROLE, value);
    }

    /** Sets {@link JdbcOption#MAX_STANDBY_LAG}. */
    public void setMaxStandbyLag(String value) {
        set(JdbcOption.MAX_STANDBY_LAG, value);
    }

    /** Sets {@link JdbcOption#MAX_SIZE}. */
    public void setMaxSize(String value) {
        set(JdbcOption.MAX_SIZE, value);
    }

    /** Sets {@link JdbcOption#MIN_SIZE}. */
    public void setMinSize(String value) {
        set(JdbcOption.MIN_SIZE, value);
    }

    /** Sets {@link JdbcOption#MAX_CREATING}. */
    public void setMaxCreating(String value) {
        set(JdbcOption.MAX_CREATING, value);
    }

    /** Sets {@link JdbcOption#MAX_WAITING}. */
    public void setMaxWaiting(String value) {
        set(JdbcOption.MAX_WAITING, value);
    }

    /** Sets {@link JdbcOption#ACQUIRE_TIMEOUT}. */
    public void setAcquireTimeout(String value) {
        set(JdbcOption.ACQUIRE_TIMEOUT, value);
    }

    /** Sets {@link JdbcOption#CONNECT_TIMEOUT}. */
    public void setConnectTimeout(String value) {
        set(JdbcOption.CONNECT_TIMEOUT, value);
    }

    /** Sets {@link JdbcOption#CLOSE_TIMEOUT}. */
    public void setCloseTimeout(String value) {
        set(JdbcOption.CLOSE_TIMEOUT, value);
    }

    /** Sets {@link JdbcOption#STARTUP}. */
    public void setStartup(String value) {
        set(JdbcOption.STARTUP, value);
    }

    /** Sets {@link JdbcOption#IDLE_TIMEOUT}. */
    public void setIdleTimeout(String value) {
        set(JdbcOption.IDLE_TIMEOUT, value);
    }

    /** Sets {@link JdbcOption#MAX_LIFETIME}. */
    public void setMaxLifetime(String value) {
        set(JdbcOption.MAX_LIFETIME, value);
    }

    /** Sets {@link JdbcOption#LIFETIME_JITTER}. */
    public void setLifetimeJitter(String value) {
        set(JdbcOption.LIFETIME_JITTER, value);
    }

    /** Sets {@link JdbcOption#KEEPALIVE_INTERVAL}. */
    public void setKeepaliveInterval(String value) {
        set(JdbcOption.KEEPALIVE_INTERVAL, value);
    }

    /** Sets {@link JdbcOption#VALIDATE_AFTER_IDLE}. */
    public void setValidateAfterIdle(String value) {
        set(JdbcOption.VALIDATE_AFTER_IDLE, value);
    }

    /** Sets {@link JdbcOption#VALIDATION_TIMEOUT}. */
    public void setValidationTimeout(String value) {
        set(JdbcOption.VALIDATION_TIMEOUT, value);
    }

    /** Sets {@link JdbcOption#VALIDATION_QUERY}. */
    public void setValidationQuery(String value) {
        set(JdbcOption.VALIDATION_QUERY, value);
    }

    /** Sets {@link JdbcOption#LEAK_THRESHOLD}. */
    public void setLeakThreshold(String value) {
        set(JdbcOption.LEAK_THRESHOLD, value);
    }

    /** Sets {@link JdbcOption#REPORT_DIRTY_RETURNS}. */
    public void setReportDirtyReturns(String value) {
        set(JdbcOption.REPORT_DIRTY_RETURNS, value);
    }

    /** Sets {@link JdbcOption#AUTO_COMMIT}. */
    public void setAutoCommit(String value) {
        set(JdbcOption.AUTO_COMMIT, value);
    }

    /** Sets {@link JdbcOption#READ_ONLY}. */
    public void setReadOnly(String value) {
        set(JdbcOption.READ_ONLY, value);
    }

    /** Sets {@link JdbcOption#ISOLATION}. */
    public void setIsolation(String value) {
        set(JdbcOption.ISOLATION, value);
    }

    /** Sets {@link JdbcOption#HOLDABILITY}. */
    public void setHoldability(String value) {
        set(JdbcOption.HOLDABILITY, value);
    }

    /** Sets {@link JdbcOption#CATALOG}. */
    public void setCatalog(String value) {
        set(JdbcOption.CATALOG, value);
    }

    /** Sets {@link JdbcOption#SCHEMA}. */
    public void setSchema(String value) {
        set(JdbcOption.SCHEMA, value);
    }

    /** Sets {@link JdbcOption#NETWORK_TIMEOUT}. */
    public void setNetworkTimeout(String value) {
        set(JdbcOption.NETWORK_TIMEOUT, value);
    }

    /** Sets {@link JdbcOption#CONNECTION_CUSTOMIZER}. */
    public void setConnectionCustomizer(String value) {
        set(JdbcOption.CONNECTION_CUSTOMIZER, value);
    }

    /** Sets {@link JdbcOption#INIT_SQL}. */
    public void setInitSql(String value) {
        set(JdbcOption.INIT_SQL, value);
    }

    /** Sets {@link JdbcOption#RESET_SQL}. */
    public void setResetSql(String value) {
        set(JdbcOption.RESET_SQL, value);
    }

    /** Sets {@link JdbcOption#STATEMENT_CACHE_SIZE}. */
    public void setStatementCacheSize(String value) {
        set(JdbcOption.STATEMENT_CACHE_SIZE, value);
    }

    /** Sets {@link JdbcOption#FATAL_ERROR_CLASSIFIER}. */
    public void setFatalErrorClassifier(String value) {
        set(JdbcOption.FATAL_ERROR_CLASSIFIER, value);
    }

    /** Sets {@link JdbcOption#TRANSACTIONS}. */
    public void setTransactions(String value) {
        set(JdbcOption.TRANSACTIONS, value);
    }

    /** Sets {@link JdbcOption#TRANSACTION_MANAGER}. */
    public void setTransactionManager(String value) {
        set(JdbcOption.TRANSACTION_MANAGER, value);
    }

    /** Sets {@link JdbcOption#LAST_RESOURCE}. */
    public void setLastResource(String value) {
        set(JdbcOption.LAST_RESOURCE, value);
    }

    /** Sets {@link JdbcOption#RECOVERY_USERNAME}. */
    public void setRecoveryUsername(String value) {
        set(JdbcOption.RECOVERY_USERNAME, value);
    }

    /** Sets {@link JdbcOption#RECOVERY_PASSWORD}. */
    public void setRecoveryPassword(String value) {
        set(JdbcOption.RECOVERY_PASSWORD, value);
    }

    /** Sets {@link JdbcOption#REGISTER_MBEAN}. */
    public void setRegisterMbean(String value) {
        set(JdbcOption.REGISTER_MBEAN, value);
    }
}
