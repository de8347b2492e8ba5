package io.sluice.jdbc;

import io.sluice.jdbc.internal.config.OptionType;
import io.sluice.jdbc.internal.config.OptionTypes;

/**
 * The options of a pool, each described once: name, kind of value, default, range, meaning.
 * Reading, checks, error texts, the setters of {@link SluiceDataSource} and {@link
 * JdbcPoolConfig.Builder} and the tables in the guide follow from here. The setters of the builder
 * show the {@linkplain #meaning meaning} and the default of each.
 */
public enum JdbcOption {
    NAME(
            "name",
            "",
            "The name of the pool in messages, thread names and management; unset, sluice-1,"
                    + " sluice-2 and so on. Global transactions need a name that is unique and never"
                    + " changes."),
    URL("url", "", "The JDBC URL of the database."),
    DRIVER_CLASS_NAME(
            "driverClassName",
            "",
            "The driver class for url. Needed only if the driver does not register itself."),
    DATA_SOURCE_CLASS_NAME(
            "dataSourceClassName", "", "The vendor's javax.sql.DataSource class, in place of url."),
    XA_DATA_SOURCE_CLASS_NAME(
            "xaDataSourceClassName",
            "",
            "The vendor's javax.sql.XADataSource class, in place of url, for global"
                    + " transactions."),
    DATA_SOURCE(
            "dataSource", "", "A DataSource object, in place of url. The pool does not close it."),
    XA_DATA_SOURCE(
            "xaDataSource",
            "",
            "An XADataSource object, in place of url, for global transactions. The pool does not"
                    + " close it."),
    DATA_SOURCE_PROPERTIES(
            "dataSource.*",
            "",
            "Settings of the driver: connection properties with url, bean properties with a"
                    + " class name."),
    USERNAME("username", "", "The user to connect as."),
    PASSWORD("password", "", "The password to connect with."),
    CREDENTIALS_PROVIDER(
            "credentialsProvider",
            "",
            "Supplies user and password at each connect, in place of username and password."),
    TARGET_ROLE(
            "targetRole",
            "any",
            "Which servers to connect to: any, primary, standby, or prefer-standby, which takes a"
                    + " primary if no standby answers. Known for PostgreSQL, MariaDB and MySQL."),
    MAX_STANDBY_LAG(
            "maxStandbyLag",
            "off",
            "How far a standby may lag behind its primary. One that lags more is not used. Needs"
                    + " targetRole standby or prefer-standby."),
    MAX_SIZE("maxSize", "10", "The maximum number of connections, including those being created."),
    MIN_SIZE(
            "minSize",
            "0",
            "The number of connections the pool keeps even if they are unused; at most maxSize."),
    MAX_CREATING(
            "maxCreating",
            "0",
            "How many connections may be created at the same time; 0 lets the pool decide."),
    MAX_WAITING(
            "maxWaiting",
            "unlimited",
            "How many threads and asynchronous requests may wait for a connection. Further ones fail at once."),
    ACQUIRE_TIMEOUT(
            "acquireTimeout",
            "30s",
            "How long getConnection waits for a connection; 0 takes only an available one."),
    CONNECT_TIMEOUT(
            "connectTimeout",
            "10s",
            "How long an attempt to connect may take. Also passed to the driver, if it has a"
                    + " setting for it."),
    CLOSE_TIMEOUT(
            "closeTimeout",
            "10s",
            "How long close waits for connections in use, and how long closing one connection"
                    + " may take."),
    STARTUP(
            "startup",
            "fail",
            "Behavior at startup: fail creates one connection or throws, full also waits for"
                    + " minSize connections, warn tries and logs a failure, lazy does not try."),
    IDLE_TIMEOUT(
            "idleTimeout",
            "10m",
            "How long a connection beyond minSize may be unused before it is closed."),
    MAX_LIFETIME(
            "maxLifetime",
            "30m",
            "The maximum age of a connection. A connection in use is closed when it is"
                    + " returned."),
    LIFETIME_JITTER(
            "lifetimeJitter",
            "0.2",
            "Each lifetime is shortened at random by up to this fraction of maxLifetime."),
    KEEPALIVE_INTERVAL(
            "keepaliveInterval",
            "2m",
            "How long a connection may be unused before it is validated in the background; less"
                    + " than maxLifetime."),
    VALIDATE_AFTER_IDLE(
            "validateAfterIdle",
            "500ms",
            "A connection that was unused for this long is validated before it is given out; 0"
                    + " means always."),
    VALIDATION_TIMEOUT(
            "validationTimeout",
            "5s",
            "How long a validation may take before it counts as failed."),
    VALIDATION_QUERY(
            "validationQuery",
            "",
            "The query that validates a connection; unset, the driver's isValid."),
    LEAK_THRESHOLD(
            "leakThreshold",
            "off",
            "How long a connection may be in use before it is reported with the place where it"
                    + " was acquired. Costs a stack trace for each getConnection."),
    REPORT_DIRTY_RETURNS(
            "reportDirtyReturns",
            "false",
            "Whether to report connections that are closed with something left to clean up."
                    + " Costs a stack trace for each getConnection."),
    AUTO_COMMIT(
            "autoCommit",
            "",
            "The auto-commit mode of a fresh connection; unset, the driver's own."),
    READ_ONLY("readOnly", "", "Whether a fresh connection is read-only; unset, the driver's own."),
    ISOLATION(
            "isolation", "", "The isolation level of a fresh connection; unset, the driver's own."),
    HOLDABILITY(
            "holdability",
            "",
            "Whether a fresh connection keeps result sets open over a commit; unset, the"
                    + " driver's own."),
    CATALOG("catalog", "", "The catalog of a fresh connection; unset, the driver's own."),
    SCHEMA("schema", "", "The schema of a fresh connection; unset, the driver's own."),
    NETWORK_TIMEOUT(
            "networkTimeout",
            "",
            "How long a fresh connection waits for a reply of the server; unset, the driver's"
                    + " own."),
    CONNECTION_CUSTOMIZER(
            "connectionCustomizer",
            "",
            "Prepares each new connection in Java code, before initSql."),
    INIT_SQL("initSql", "", "A statement to execute once on each new connection."),
    RESET_SQL(
            "resetSql",
            "",
            "A statement to execute when a connection is returned, if anything was run on it."),
    STATEMENT_CACHE_SIZE(
            "statementCacheSize",
            "0",
            "How many prepared statements each connection keeps open for reuse."),
    FATAL_ERROR_CLASSIFIER(
            "fatalErrorClassifier",
            "",
            "Decides which errors make a connection unusable; unset, the standard list."),
    TRANSACTIONS(
            "transactions",
            "",
            "Whether connections join the global transaction of their thread: off never,"
                    + " optional if there is one, required fails without one. Unset, optional if the pool"
                    + " has XA connections or lastResource."),
    TRANSACTION_MANAGER(
            "transactionManager",
            "",
            "The transaction manager: narayana, atomikos, a JNDI name that begins with java:, or"
                    + " a class that implements io.sluice.pool.jta.TransactionManagerProvider."),
    TRANSACTION_CONTEXT(
            "transactionContext",
            "",
            "The transaction manager as an object, in place of transactionManager."),
    LAST_RESOURCE(
            "lastResource",
            "false",
            "Whether connections that cannot be prepared take part in global transactions: one"
                    + " in each, committed last."),
    RECOVERY_USERNAME(
            "recoveryUsername",
            "",
            "The user that recovery connects as; unset, username. It must be allowed to"
                    + " complete branches that username has prepared."),
    RECOVERY_PASSWORD("recoveryPassword", "", "The password that recovery connects with."),
    REGISTER_MBEAN(
            "registerMbean", "false", "Whether the pool registers an MBean that shows its counts."),
    TICKER(
            "ticker",
            "",
            "The clock and timer of the pool, as an object, for tests; unset, those of the"
                    + " system.");

    private final String key;

    @SuppressWarnings("ImmutableEnumChecker") // it is, but the checker cannot see it
    private final OptionType type;

    private final String defaultText;
    private final String meaning;

    JdbcOption(String key, String defaultText, String meaning) {
        this.key = key;
        this.type = OptionTypes.of(key);
        this.defaultText = defaultText;
        this.meaning = meaning;
    }

    /** Returns the name of the option, as a properties file has it. */
    public String key() {
        return key;
    }

    /** Returns the kind of value in a word or two, such as "number" or "time". */
    public String kind() {
        return type.title();
    }

    /** Returns the Java type of the value, as setters take it. */
    public Class<?> javaType() {
        return type.javaType();
    }

    /**
     * Returns the default as a properties file would have it, or an empty text when there is none.
     */
    public String defaultText() {
        return defaultText;
    }

    /** Returns which values are expected. */
    public String range() {
        return type.range();
    }

    /** Returns what the option is for, in a sentence or two. */
    public String meaning() {
        return meaning;
    }

    @Override
    public String toString() {
        return key;
    }
}
