package io.sluice.jdbc;

import io.sluice.jdbc.internal.config.Combinations;
import io.sluice.jdbc.internal.config.OptionValues;
import io.sluice.jdbc.internal.config.PropertiesReader;
import io.sluice.jdbc.internal.config.Warnings;
import io.sluice.pool.spi.Ticker;
import io.sluice.pool.spi.TransactionContext;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Properties;
import java.util.TreeMap;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/**
 * The immutable configuration of a {@link SluiceDataSource}. {@link JdbcOption} describes each
 * option and its default. The text of a configuration shows what was set, and no secrets.
 */
public final class JdbcPoolConfig {

    /** What is set. Never changes, and neither do {@code values}. */
    private final OptionValues set;

    /** What is set, with a name in any case. */
    private final OptionValues values;

    private JdbcPoolConfig(OptionValues checked) {
        set = checked;
        values = checked.copy();
        values.ensureName();
    }

    /**
     * Returns a configuration with a copy of these values.
     *
     * @throws IllegalArgumentException if they do not fit together
     */
    static JdbcPoolConfig of(OptionValues values) {
        Combinations.check(values);
        return new JdbcPoolConfig(values.copy());
    }

    /** Returns a new builder in which nothing is set. */
    public static Builder builder() {
        return new Builder(new OptionValues());
    }

    /**
     * Reads a configuration from a properties file in UTF-8. A value may refer to the environment
     * as <code>${NAME}</code> or <code>${NAME:default}</code>.
     *
     * <p>A file of HikariCP, Agroal, DBCP2, Tomcat JDBC, c3p0, Druid or Bitronix is translated. It
     * is recognised if it has keys of one of them only; the key {@code dialect} names the pool
     * otherwise. {@link #warnings()} tells which keys have no effect here.
     *
     * @throws IOException if the file is missing, cannot be read, or is not in UTF-8
     * @throws IllegalArgumentException if a key is unknown or has no counterpart, a value is bad,
     *     or the options do not fit together
     */
    public static JdbcPoolConfig load(Path file) throws IOException {
        return new JdbcPoolConfig(PropertiesReader.ofSystem().load(file));
    }

    /**
     * Reads a configuration from properties. A value may refer to the environment as <code>${NAME}
     * </code> or <code>
     * ${NAME:default}</code>. Properties of other pools are translated, as by {@link #load(Path)}.
     *
     * @throws IllegalArgumentException if a key is unknown or has no counterpart, a value is bad,
     *     or the options do not fit together
     */
    public static JdbcPoolConfig load(Properties properties) {
        return new JdbcPoolConfig(PropertiesReader.ofSystem().read(properties));
    }

    /**
     * Reads a configuration from properties, as {@link #load(Properties)} does, and from options of
     * another pool beside them. An option may be set by one of both.
     *
     * @throws IllegalArgumentException if a key is unknown or has no counterpart, a value is bad,
     *     an option is set by both, or the options do not fit together
     */
    public static JdbcPoolConfig load(Properties properties, OtherPoolOptions beside) {
        NavigableMap<String, String> keys = new TreeMap<>(beside.keys());
        return new JdbcPoolConfig(
                PropertiesReader.ofSystem()
                        .read(properties, beside.dialect(), keys, beside::value));
    }

    /** Returns a new builder with every option that is set here. */
    public Builder toBuilder() {
        return new Builder(set.copy());
    }

    /** Returns a copy of the values, with the name in any case. */
    OptionValues values() {
        return values.copy();
    }

    /** Returns {@link JdbcOption#NAME}, given or made up. */
    public String name() {
        return values.require(JdbcOption.NAME, String.class);
    }

    /** Returns {@link JdbcOption#URL}, or null when unset. */
    public @Nullable String url() {
        return values.text(JdbcOption.URL);
    }

    /** Returns {@link JdbcOption#DRIVER_CLASS_NAME}, or null when unset. */
    public @Nullable String driverClassName() {
        return values.text(JdbcOption.DRIVER_CLASS_NAME);
    }

    /** Returns {@link JdbcOption#DATA_SOURCE_CLASS_NAME}, or null when unset. */
    public @Nullable String dataSourceClassName() {
        return values.text(JdbcOption.DATA_SOURCE_CLASS_NAME);
    }

    /** Returns {@link JdbcOption#XA_DATA_SOURCE_CLASS_NAME}, or null when unset. */
    public @Nullable String xaDataSourceClassName() {
        return values.text(JdbcOption.XA_DATA_SOURCE_CLASS_NAME);
    }

    /** Returns {@link JdbcOption#DATA_SOURCE}, or null when unset. */
    public @Nullable DataSource dataSource() {
        return values.get(JdbcOption.DATA_SOURCE, DataSource.class);
    }

    /** Returns {@link JdbcOption#XA_DATA_SOURCE}, or null when unset. */
    public @Nullable XADataSource xaDataSource() {
        return values.get(JdbcOption.XA_DATA_SOURCE, XADataSource.class);
    }

    /**
     * Returns {@link JdbcOption#DATA_SOURCE_PROPERTIES} without their prefix, passwords included;
     * unmodifiable.
     */
    public Map<String, String> dataSourceProperties() {
        return values.dataSourceProperties();
    }

    /** Returns {@link JdbcOption#USERNAME}, or null when unset. */
    public @Nullable String username() {
        return values.text(JdbcOption.USERNAME);
    }

    /** Returns {@link JdbcOption#PASSWORD}, or null when unset. */
    public @Nullable String password() {
        return values.text(JdbcOption.PASSWORD);
    }

    /** Returns {@link JdbcOption#CREDENTIALS_PROVIDER}, or null when unset. */
    public @Nullable CredentialsProvider credentialsProvider() {
        return values.get(JdbcOption.CREDENTIALS_PROVIDER, CredentialsProvider.class);
    }

    /** Returns {@link JdbcOption#TARGET_ROLE}. */
    public TargetRole targetRole() {
        return values.require(JdbcOption.TARGET_ROLE, TargetRole.class);
    }

    /** Returns {@link JdbcOption#MAX_STANDBY_LAG}. */
    public Duration maxStandbyLag() {
        return values.time(JdbcOption.MAX_STANDBY_LAG);
    }

    /** Returns {@link JdbcOption#MAX_SIZE}. */
    public int maxSize() {
        return values.number(JdbcOption.MAX_SIZE);
    }

    /** Returns {@link JdbcOption#MIN_SIZE}. */
    public int minSize() {
        return values.number(JdbcOption.MIN_SIZE);
    }

    /** Returns {@link JdbcOption#MAX_CREATING}. */
    public int maxCreating() {
        return values.number(JdbcOption.MAX_CREATING);
    }

    /** Returns {@link JdbcOption#MAX_WAITING}. */
    public int maxWaiting() {
        return values.number(JdbcOption.MAX_WAITING);
    }

    /** Returns {@link JdbcOption#ACQUIRE_TIMEOUT}. */
    public Duration acquireTimeout() {
        return values.time(JdbcOption.ACQUIRE_TIMEOUT);
    }

    /** Returns {@link JdbcOption#CONNECT_TIMEOUT}. */
    public Duration connectTimeout() {
        return values.time(JdbcOption.CONNECT_TIMEOUT);
    }

    /** Returns {@link JdbcOption#CLOSE_TIMEOUT}. */
    public Duration closeTimeout() {
        return values.time(JdbcOption.CLOSE_TIMEOUT);
    }

    /** Returns {@link JdbcOption#STARTUP}. */
    public Startup startup() {
        return values.require(JdbcOption.STARTUP, Startup.class);
    }

    /** Returns {@link JdbcOption#IDLE_TIMEOUT}. */
    public Duration idleTimeout() {
        return values.time(JdbcOption.IDLE_TIMEOUT);
    }

    /** Returns {@link JdbcOption#MAX_LIFETIME}. */
    public Duration maxLifetime() {
        return values.time(JdbcOption.MAX_LIFETIME);
    }

    /** Returns {@link JdbcOption#LIFETIME_JITTER}. */
    public double lifetimeJitter() {
        return values.require(JdbcOption.LIFETIME_JITTER, Double.class);
    }

    /** Returns {@link JdbcOption#KEEPALIVE_INTERVAL}. */
    public Duration keepaliveInterval() {
        return values.time(JdbcOption.KEEPALIVE_INTERVAL);
    }

    /** Returns {@link JdbcOption#VALIDATE_AFTER_IDLE}. */
    public Duration validateAfterIdle() {
        return values.time(JdbcOption.VALIDATE_AFTER_IDLE);
    }

    /** Returns {@link JdbcOption#VALIDATION_TIMEOUT}. */
    public Duration validationTimeout() {
        return values.time(JdbcOption.VALIDATION_TIMEOUT);
    }

    /** Returns {@link JdbcOption#VALIDATION_QUERY}, or null when unset. */
    public @Nullable String validationQuery() {
        return values.text(JdbcOption.VALIDATION_QUERY);
    }

    /** Returns {@link JdbcOption#LEAK_THRESHOLD}. */
    public Duration leakThreshold() {
        return values.time(JdbcOption.LEAK_THRESHOLD);
    }

    /** Returns {@link JdbcOption#REPORT_DIRTY_RETURNS}. */
    public boolean reportDirtyReturns() {
        return values.flag(JdbcOption.REPORT_DIRTY_RETURNS);
    }

    /** Returns {@link JdbcOption#AUTO_COMMIT}, or null when unset. */
    public @Nullable Boolean autoCommit() {
        return values.get(JdbcOption.AUTO_COMMIT, Boolean.class);
    }

    /** Returns {@link JdbcOption#READ_ONLY}, or null when unset. */
    public @Nullable Boolean readOnly() {
        return values.get(JdbcOption.READ_ONLY, Boolean.class);
    }

    /** Returns {@link JdbcOption#ISOLATION}, or null when unset. */
    public @Nullable Isolation isolation() {
        return values.get(JdbcOption.ISOLATION, Isolation.class);
    }

    /** Returns {@link JdbcOption#HOLDABILITY}, or null when unset. */
    public @Nullable Holdability holdability() {
        return values.get(JdbcOption.HOLDABILITY, Holdability.class);
    }

    /** Returns {@link JdbcOption#CATALOG}, or null when unset. */
    public @Nullable String catalog() {
        return values.text(JdbcOption.CATALOG);
    }

    /** Returns {@link JdbcOption#SCHEMA}, or null when unset. */
    public @Nullable String schema() {
        return values.text(JdbcOption.SCHEMA);
    }

    /** Returns {@link JdbcOption#NETWORK_TIMEOUT}, or null when unset. */
    public @Nullable Duration networkTimeout() {
        return values.get(JdbcOption.NETWORK_TIMEOUT, Duration.class);
    }

    /** Returns {@link JdbcOption#CONNECTION_CUSTOMIZER}, or null when unset. */
    public @Nullable ConnectionCustomizer connectionCustomizer() {
        return values.get(JdbcOption.CONNECTION_CUSTOMIZER, ConnectionCustomizer.class);
    }

    /** Returns {@link JdbcOption#INIT_SQL}, or null when unset. */
    public @Nullable String initSql() {
        return values.text(JdbcOption.INIT_SQL);
    }

    /** Returns {@link JdbcOption#RESET_SQL}, or null when unset. */
    public @Nullable String resetSql() {
        return values.text(JdbcOption.RESET_SQL);
    }

    /** Returns {@link JdbcOption#STATEMENT_CACHE_SIZE}. */
    public int statementCacheSize() {
        return values.number(JdbcOption.STATEMENT_CACHE_SIZE);
    }

    /** Returns {@link JdbcOption#FATAL_ERROR_CLASSIFIER}, or null when unset. */
    public @Nullable FatalErrorClassifier fatalErrorClassifier() {
        return values.get(JdbcOption.FATAL_ERROR_CLASSIFIER, FatalErrorClassifier.class);
    }

    /** Returns {@link JdbcOption#TRANSACTIONS}, or null when unset. */
    public @Nullable Transactions transactions() {
        return values.get(JdbcOption.TRANSACTIONS, Transactions.class);
    }

    /** Returns {@link JdbcOption#TRANSACTION_MANAGER}, or null when unset. */
    public @Nullable String transactionManager() {
        return values.text(JdbcOption.TRANSACTION_MANAGER);
    }

    /** Returns {@link JdbcOption#TRANSACTION_CONTEXT}, or null when unset. */
    public @Nullable TransactionContext transactionContext() {
        return values.get(JdbcOption.TRANSACTION_CONTEXT, TransactionContext.class);
    }

    /** Returns {@link JdbcOption#LAST_RESOURCE}. */
    public boolean lastResource() {
        return values.flag(JdbcOption.LAST_RESOURCE);
    }

    /** Returns {@link JdbcOption#RECOVERY_USERNAME}, or null when unset. */
    public @Nullable String recoveryUsername() {
        return values.text(JdbcOption.RECOVERY_USERNAME);
    }

    /** Returns {@link JdbcOption#RECOVERY_PASSWORD}, or null when unset. */
    public @Nullable String recoveryPassword() {
        return values.text(JdbcOption.RECOVERY_PASSWORD);
    }

    /** Returns {@link JdbcOption#REGISTER_MBEAN}. */
    public boolean registerMbean() {
        return values.flag(JdbcOption.REGISTER_MBEAN);
    }

    /** Returns {@link JdbcOption#TICKER}, or null when unset. */
    public @Nullable Ticker ticker() {
        return values.get(JdbcOption.TICKER, Ticker.class);
    }

    /**
     * Returns the value of each option and where it came from, in the order of {@link JdbcOption};
     * secrets are left out.
     */
    public List<EffectiveOption> options() {
        return values.effective();
    }

    /**
     * Returns what is allowed but probably not intended, as one sentence each for the operator: an
     * option that has no effect beside another, or one that defeats another. The pool logs the same
     * at its start. Empty if there is nothing to report.
     */
    public List<String> warnings() {
        return Warnings.about(values);
    }

    @Override
    public String toString() {
        return "JdbcPoolConfig" + values;
    }

    /**
     * Collects options. Each setter refuses a value out of range with an {@link
     * IllegalArgumentException}; {@link #build} refuses options that do not fit together. Not
     * thread-safe.
     */
    public static final class Builder {

        private final OptionValues values;

        private Builder(OptionValues values) {
            this.values = values;
        }

        /**
         * The name of the pool in messages, thread names and management; unset, sluice-1, sluice-2
         * and so on. Global transactions need a name that is unique and never changes.
         */
        public Builder name(String value) {
            return set(JdbcOption.NAME, value);
        }

        /** The JDBC URL of the database. */
        public Builder url(String value) {
            return set(JdbcOption.URL, value);
        }

        /** The driver class for url. Needed only if the driver does not register itself. */
        public Builder driverClassName(String value) {
            return set(JdbcOption.DRIVER_CLASS_NAME, value);
        }

        /** The vendor's javax.sql.DataSource class, in place of url. */
        public Builder dataSourceClassName(String value) {
            return set(JdbcOption.DATA_SOURCE_CLASS_NAME, value);
        }

        /** The vendor's javax.sql.XADataSource class, in place of url, for global transactions. */
        public Builder xaDataSourceClassName(String value) {
            return set(JdbcOption.XA_DATA_SOURCE_CLASS_NAME, value);
        }

        /** A DataSource object, in place of url. The pool does not close it. */
        public Builder dataSource(DataSource value) {
            return set(JdbcOption.DATA_SOURCE, value);
        }

        /**
         * An XADataSource object, in place of url, for global transactions. The pool does not close
         * it.
         */
        public Builder xaDataSource(XADataSource value) {
            return set(JdbcOption.XA_DATA_SOURCE, value);
        }

        /**
         * Settings of the driver: connection properties with url, bean properties with a class
         * name. The names come without {@code dataSource.}; replaces what was set before.
         */
        public Builder dataSourceProperties(Map<String, String> value) {
            return set(JdbcOption.DATA_SOURCE_PROPERTIES, Map.copyOf(value));
        }

        /** The user to connect as. */
        public Builder username(String value) {
            return set(JdbcOption.USERNAME, value);
        }

        /** The password to connect with. */
        public Builder password(String value) {
            return set(JdbcOption.PASSWORD, value);
        }

        /** Supplies user and password at each connect, in place of username and password. */
        public Builder credentialsProvider(CredentialsProvider value) {
            return set(JdbcOption.CREDENTIALS_PROVIDER, value);
        }

        /**
         * Which servers to connect to: any, primary, standby, or prefer-standby, which takes a
         * primary if no standby answers. Known for PostgreSQL, MariaDB and MySQL. Default any.
         */
        public Builder targetRole(TargetRole value) {
            return set(JdbcOption.TARGET_ROLE, value);
        }

        /**
         * How far a standby may lag behind its primary. One that lags more is not used. Needs
         * targetRole standby or prefer-standby. Default off.
         */
        public Builder maxStandbyLag(Duration value) {
            return set(JdbcOption.MAX_STANDBY_LAG, value);
        }

        /** The maximum number of connections, including those being created. Default 10. */
        public Builder maxSize(int value) {
            return set(JdbcOption.MAX_SIZE, value);
        }

        /**
         * The number of connections the pool keeps even if they are unused; at most maxSize.
         * Default 0.
         */
        public Builder minSize(int value) {
            return set(JdbcOption.MIN_SIZE, value);
        }

        /**
         * How many connections may be created at the same time; 0 lets the pool decide. Default 0.
         */
        public Builder maxCreating(int value) {
            return set(JdbcOption.MAX_CREATING, value);
        }

        /**
         * How many threads and asynchronous requests may wait for a connection. Further ones fail
         * at once. Default unlimited.
         */
        public Builder maxWaiting(int value) {
            return set(JdbcOption.MAX_WAITING, value);
        }

        /**
         * How long getConnection waits for a connection; 0 takes only an available one. Default
         * 30s.
         */
        public Builder acquireTimeout(Duration value) {
            return set(JdbcOption.ACQUIRE_TIMEOUT, value);
        }

        /**
         * How long an attempt to connect may take. Also passed to the driver, if it has a setting
         * for it. Default 10s.
         */
        public Builder connectTimeout(Duration value) {
            return set(JdbcOption.CONNECT_TIMEOUT, value);
        }

        /**
         * How long close waits for connections in use, and how long closing one connection may
         * take. Default 10s.
         */
        public Builder closeTimeout(Duration value) {
            return set(JdbcOption.CLOSE_TIMEOUT, value);
        }

        /**
         * Behavior at startup: fail creates one connection or throws, full also waits for minSize
         * connections, warn tries and logs a failure, lazy does not try. Default fail.
         */
        public Builder startup(Startup value) {
            return set(JdbcOption.STARTUP, value);
        }

        /** How long a connection beyond minSize may be unused before it is closed. Default 10m. */
        public Builder idleTimeout(Duration value) {
            return set(JdbcOption.IDLE_TIMEOUT, value);
        }

        /**
         * The maximum age of a connection. A connection in use is closed when it is returned.
         * Default 30m.
         */
        public Builder maxLifetime(Duration value) {
            return set(JdbcOption.MAX_LIFETIME, value);
        }

        /**
         * Each lifetime is shortened at random by up to this fraction of maxLifetime. Default 0.2.
         */
        public Builder lifetimeJitter(double value) {
            return set(JdbcOption.LIFETIME_JITTER, value);
        }

        /**
         * How long a connection may be unused before it is validated in the background; less than
         * maxLifetime. Default 2m.
         */
        public Builder keepaliveInterval(Duration value) {
            return set(JdbcOption.KEEPALIVE_INTERVAL, value);
        }

        /**
         * A connection that was unused for this long is validated before it is given out; 0 means
         * always. Default 500ms.
         */
        public Builder validateAfterIdle(Duration value) {
            return set(JdbcOption.VALIDATE_AFTER_IDLE, value);
        }

        /** How long a validation may take before it counts as failed. Default 5s. */
        public Builder validationTimeout(Duration value) {
            return set(JdbcOption.VALIDATION_TIMEOUT, value);
        }

        /** The query that validates a connection; unset, the driver's isValid. */
        public Builder validationQuery(String value) {
            return set(JdbcOption.VALIDATION_QUERY, value);
        }

        /**
         * How long a connection may be in use before it is reported with the place where it was
         * acquired. Costs a stack trace for each getConnection. Default off.
         */
        public Builder leakThreshold(Duration value) {
            return set(JdbcOption.LEAK_THRESHOLD, value);
        }

        /**
         * Whether to report connections that are closed with something left to clean up. Costs a
         * stack trace for each getConnection. Default false.
         */
        public Builder reportDirtyReturns(boolean value) {
            return set(JdbcOption.REPORT_DIRTY_RETURNS, value);
        }

        /** The auto-commit mode of a fresh connection; unset, the driver's own. */
        public Builder autoCommit(boolean value) {
            return set(JdbcOption.AUTO_COMMIT, value);
        }

        /** Whether a fresh connection is read-only; unset, the driver's own. */
        public Builder readOnly(boolean value) {
            return set(JdbcOption.READ_ONLY, value);
        }

        /** The isolation level of a fresh connection; unset, the driver's own. */
        public Builder isolation(Isolation value) {
            return set(JdbcOption.ISOLATION, value);
        }

        /**
         * Whether a fresh connection keeps result sets open over a commit; unset, the driver's own.
         */
        public Builder holdability(Holdability value) {
            return set(JdbcOption.HOLDABILITY, value);
        }

        /** The catalog of a fresh connection; unset, the driver's own. */
        public Builder catalog(String value) {
            return set(JdbcOption.CATALOG, value);
        }

        /** The schema of a fresh connection; unset, the driver's own. */
        public Builder schema(String value) {
            return set(JdbcOption.SCHEMA, value);
        }

        /** How long a fresh connection waits for a reply of the server; unset, the driver's own. */
        public Builder networkTimeout(Duration value) {
            return set(JdbcOption.NETWORK_TIMEOUT, value);
        }

        /** Prepares each new connection in Java code, before initSql. */
        public Builder connectionCustomizer(ConnectionCustomizer value) {
            return set(JdbcOption.CONNECTION_CUSTOMIZER, value);
        }

        /** A statement to execute once on each new connection. */
        public Builder initSql(String value) {
            return set(JdbcOption.INIT_SQL, value);
        }

        /** A statement to execute when a connection is returned, if anything was run on it. */
        public Builder resetSql(String value) {
            return set(JdbcOption.RESET_SQL, value);
        }

        /** How many prepared statements each connection keeps open for reuse. Default 0. */
        public Builder statementCacheSize(int value) {
            return set(JdbcOption.STATEMENT_CACHE_SIZE, value);
        }

        /** Decides which errors make a connection unusable; unset, the standard list. */
        public Builder fatalErrorClassifier(FatalErrorClassifier value) {
            return set(JdbcOption.FATAL_ERROR_CLASSIFIER, value);
        }

        /**
         * Whether connections join the global transaction of their thread: off never, optional if
         * there is one, required fails without one. Unset, optional if the pool has XA connections
         * or lastResource.
         */
        public Builder transactions(Transactions value) {
            return set(JdbcOption.TRANSACTIONS, value);
        }

        /**
         * The transaction manager: narayana, atomikos, a JNDI name that begins with java:, or a
         * class that implements io.sluice.pool.jta.TransactionManagerProvider.
         */
        public Builder transactionManager(String value) {
            return set(JdbcOption.TRANSACTION_MANAGER, value);
        }

        /** The transaction manager as an object, in place of transactionManager. */
        public Builder transactionContext(TransactionContext value) {
            return set(JdbcOption.TRANSACTION_CONTEXT, value);
        }

        /**
         * Whether connections that cannot be prepared take part in global transactions: one in
         * each, committed last. Default false.
         */
        public Builder lastResource(boolean value) {
            return set(JdbcOption.LAST_RESOURCE, value);
        }

        /**
         * The user that recovery connects as; unset, username. It must be allowed to complete
         * branches that username has prepared.
         */
        public Builder recoveryUsername(String value) {
            return set(JdbcOption.RECOVERY_USERNAME, value);
        }

        /** The password that recovery connects with. */
        public Builder recoveryPassword(String value) {
            return set(JdbcOption.RECOVERY_PASSWORD, value);
        }

        /** Whether the pool registers an MBean that shows its counts. Default false. */
        public Builder registerMbean(boolean value) {
            return set(JdbcOption.REGISTER_MBEAN, value);
        }

        /** The clock and timer of the pool, as an object, for tests; unset, those of the system. */
        public Builder ticker(Ticker value) {
            return set(JdbcOption.TICKER, value);
        }

        /** Adds one setting of the vendor's; its name comes without {@code dataSource.}. */
        public Builder dataSourceProperty(String name, String value) {
            Map<String, String> all = new HashMap<>(values.dataSourceProperties());
            all.put(name, value);
            return dataSourceProperties(all);
        }

        private Builder set(JdbcOption option, @Nullable Object value) {
            values.set(option, value);
            return this;
        }

        /**
         * Returns the configuration; later changes of this builder do not affect it.
         *
         * @throws IllegalArgumentException if the options do not fit together
         */
        public JdbcPoolConfig build() {
            return of(values);
        }
    }
}
