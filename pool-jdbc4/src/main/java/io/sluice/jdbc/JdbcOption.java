package io.sluice.jdbc;

import static io.sluice.jdbc.DurationRange.fromZero;
import static io.sluice.jdbc.DurationRange.positive;
import static io.sluice.jdbc.DurationRange.withOff;
import static io.sluice.jdbc.OptionType.anyText;
import static io.sluice.jdbc.OptionType.choice;
import static io.sluice.jdbc.OptionType.duration;
import static io.sluice.jdbc.OptionType.flag;
import static io.sluice.jdbc.OptionType.fraction;
import static io.sluice.jdbc.OptionType.instance;
import static io.sluice.jdbc.OptionType.number;
import static io.sluice.jdbc.OptionType.object;
import static io.sluice.jdbc.OptionType.properties;
import static io.sluice.jdbc.OptionType.secret;
import static io.sluice.jdbc.OptionType.text;
import static io.sluice.jdbc.OptionType.url;

import io.sluice.pool.spi.TransactionContext;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/**
 * The options of a pool, each described once: name, kind of value, default, range, meaning.
 * Reading, checks, error texts, the setters of {@link SluiceDataSource} and {@link
 * JdbcPoolConfig.Builder} and the tables in the guide follow from here.
 */
public enum JdbcOption {
    NAME(
            "name",
            text("orders"),
            "",
            "The name of the pool in messages, thread names and management; unset, sluice-1,"
                    + " sluice-2 and so on. Global transactions need a name that is unique and never"
                    + " changes."),
    URL("url", url("jdbc:postgresql://localhost/orders"), "", "The JDBC URL of the database."),
    DRIVER_CLASS_NAME(
            "driverClassName",
            text("org.postgresql.Driver"),
            "",
            "The driver class for url. Needed only if the driver does not register itself."),
    DATA_SOURCE_CLASS_NAME(
            "dataSourceClassName",
            text("org.postgresql.ds.PGSimpleDataSource"),
            "",
            "The vendor's javax.sql.DataSource class, in place of url."),
    XA_DATA_SOURCE_CLASS_NAME(
            "xaDataSourceClassName",
            text("org.postgresql.xa.PGXADataSource"),
            "",
            "The vendor's javax.sql.XADataSource class, in place of url, for global"
                    + " transactions."),
    DATA_SOURCE(
            "dataSource",
            object(DataSource.class, "name its class with dataSourceClassName"),
            "",
            "A DataSource object, in place of url. The pool does not close it."),
    XA_DATA_SOURCE(
            "xaDataSource",
            object(XADataSource.class, "name its class with xaDataSourceClassName"),
            "",
            "An XADataSource object, in place of url, for global transactions. The pool does not"
                    + " close it."),
    DATA_SOURCE_PROPERTIES(
            "dataSource.*",
            properties(),
            "",
            "Settings of the driver: connection properties with url, bean properties with a"
                    + " class name."),
    USERNAME("username", anyText("app"), "", "The user to connect as."),
    PASSWORD("password", secret(), "", "The password to connect with."),
    CREDENTIALS_PROVIDER(
            "credentialsProvider",
            instance(CredentialsProvider.class),
            "",
            "Supplies user and password at each connect, in place of username and password."),
    MAX_SIZE(
            "maxSize",
            number(1, 1_000_000),
            "10",
            "The most connections at any time, including those being created."),
    MIN_SIZE(
            "minSize",
            number(0, 1_000_000),
            "0",
            "How many connections the pool keeps even if they are unused; at most maxSize."),
    MAX_CREATING(
            "maxCreating",
            number(1, 1_000_000),
            "4",
            "How many connections may be created at the same time."),
    MAX_WAITING(
            "maxWaiting",
            number(0, Integer.MAX_VALUE),
            "unlimited",
            "How many threads may wait for connections that are in use. Further callers are"
                    + " refused at once."),
    ACQUIRE_TIMEOUT(
            "acquireTimeout",
            duration(fromZero(), "30s"),
            "30s",
            "How long getConnection waits for a connection; 0 takes only an available one."),
    CONNECT_TIMEOUT(
            "connectTimeout",
            duration(positive(), "10s"),
            "10s",
            "How long an attempt to connect may take. The driver is told too, if it has a"
                    + " setting for it."),
    CLOSE_TIMEOUT(
            "closeTimeout",
            duration(positive(), "10s"),
            "10s",
            "How long close waits for connections in use, and how long closing one connection"
                    + " may take."),
    STARTUP(
            "startup",
            choice(Startup.class, "fail"),
            "fail",
            "What to do at the start: fail creates one connection or throws, warn tries and logs"
                    + " a failure, lazy does not try."),
    IDLE_TIMEOUT(
            "idleTimeout",
            duration(withOff(), "10m"),
            "10m",
            "How long a connection beyond minSize may be unused before it is closed."),
    MAX_LIFETIME(
            "maxLifetime",
            duration(withOff(), "30m"),
            "30m",
            "How old a connection may become. One that is in use is closed when it comes back."),
    LIFETIME_JITTER(
            "lifetimeJitter",
            fraction(),
            "0.2",
            "Each lifetime is shortened at random by up to this fraction of maxLifetime."),
    KEEPALIVE_INTERVAL(
            "keepaliveInterval",
            duration(withOff(), "2m"),
            "2m",
            "How long a connection may be unused before it is validated in the background; less"
                    + " than maxLifetime."),
    VALIDATE_AFTER_IDLE(
            "validateAfterIdle",
            duration(fromZero(), "500ms"),
            "500ms",
            "A connection that was unused for this long is validated before it is given out; 0"
                    + " means always."),
    VALIDATION_TIMEOUT(
            "validationTimeout",
            duration(positive().asDriverMillis(), "5s"),
            "5s",
            "How long a validation may take before it counts as failed."),
    VALIDATION_QUERY(
            "validationQuery",
            text("SELECT 1"),
            "",
            "The query that validates a connection; unset, the driver's isValid does."),
    LEAK_THRESHOLD(
            "leakThreshold",
            duration(withOff(), "1m"),
            "off",
            "How long a connection may be in use before it is reported with the place where it"
                    + " was acquired. Costs a stack trace for each getConnection."),
    REPORT_DIRTY_RETURNS(
            "reportDirtyReturns",
            flag(),
            "false",
            "Whether to report connections that are closed with something left to clean up."
                    + " Costs a stack trace for each getConnection."),
    AUTO_COMMIT(
            "autoCommit",
            flag(),
            "",
            "The auto-commit mode of a fresh connection; unset, the driver's own."),
    READ_ONLY(
            "readOnly",
            flag(),
            "",
            "Whether a fresh connection is read-only; unset, the driver's own."),
    ISOLATION(
            "isolation",
            choice(Isolation.class, "READ_COMMITTED"),
            "",
            "The isolation level of a fresh connection; unset, the driver's own."),
    HOLDABILITY(
            "holdability",
            choice(Holdability.class, "CLOSE_CURSORS_AT_COMMIT"),
            "",
            "Whether a fresh connection keeps result sets open over a commit; unset, the"
                    + " driver's own."),
    CATALOG(
            "catalog",
            text("orders"),
            "",
            "The catalog of a fresh connection; unset, the driver's own."),
    SCHEMA(
            "schema",
            text("public"),
            "",
            "The schema of a fresh connection; unset, the driver's own."),
    NETWORK_TIMEOUT(
            "networkTimeout",
            duration(withOff().asDriverMillis(), "1m"),
            "",
            "How long a fresh connection waits for a reply of the server; unset, the driver's"
                    + " own."),
    CONNECTION_CUSTOMIZER(
            "connectionCustomizer",
            instance(ConnectionCustomizer.class),
            "",
            "Prepares each new connection in Java code, before initSql."),
    INIT_SQL(
            "initSql",
            text("SET ROLE app"),
            "",
            "A statement to execute once on each new connection."),
    RESET_SQL(
            "resetSql",
            text("DISCARD TEMP"),
            "",
            "A statement to execute when a connection comes back, if anything was run on it."),
    STATEMENT_CACHE_SIZE(
            "statementCacheSize",
            number(0, 1_000_000),
            "0",
            "How many prepared statements each connection keeps open for reuse."),
    FATAL_ERROR_CLASSIFIER(
            "fatalErrorClassifier",
            instance(FatalErrorClassifier.class),
            "",
            "Decides after which errors a connection must not serve again; unset, the standard"
                    + " list does."),
    TRANSACTIONS(
            "transactions",
            choice(Transactions.class, "required"),
            "",
            "Whether connections join the global transaction of their thread: off never,"
                    + " optional if there is one, required fails without one. Unset, optional if the pool"
                    + " has XA connections or lastResource."),
    TRANSACTION_MANAGER(
            "transactionManager",
            text("narayana"),
            "",
            "The transaction manager: narayana, atomikos, a JNDI name that begins with java:, or"
                    + " a class that implements io.sluice.pool.jta.TransactionManagerProvider."),
    TRANSACTION_CONTEXT(
            "transactionContext",
            object(TransactionContext.class, "name the manager with transactionManager"),
            "",
            "The transaction manager as an object, in place of transactionManager."),
    LAST_RESOURCE(
            "lastResource",
            flag(),
            "false",
            "Whether connections that cannot be prepared take part in global transactions: one"
                    + " in each, committed last."),
    RECOVERY_USERNAME(
            "recoveryUsername",
            anyText("recovery"),
            "",
            "The user that recovery connects as; unset, username. It must be allowed to end what"
                    + " username has prepared."),
    RECOVERY_PASSWORD(
            "recoveryPassword", secret(), "", "The password that recovery connects with."),
    REGISTER_MBEAN(
            "registerMbean",
            flag(),
            "false",
            "Whether the pool registers an MBean that shows its counts.");

    private final String key;

    @SuppressWarnings("ImmutableEnumChecker") // it is, but the checker cannot see it
    private final OptionType type;

    private final String defaultText;
    private final String meaning;

    JdbcOption(String key, OptionType type, String defaultText, String meaning) {
        this.key = key;
        this.type = type;
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

    OptionType type() {
        return type;
    }

    @Nullable Object defaultValue() {
        return defaultText.isEmpty() ? null : parse(defaultText);
    }

    /**
     * Reads a value from a properties file.
     *
     * @throws IllegalArgumentException if the text is no value of this option, or not one in its
     *     range
     */
    Object parse(String given) {
        return parse(key, given, given);
    }

    /**
     * Reads a value from a properties file.
     *
     * @param fullKey the key in the file, which may have a prefix
     * @param shown what may be shown of the text
     * @throws IllegalArgumentException if the text is no value of this option, or not one in its
     *     range
     */
    Object parse(String fullKey, String given, String shown) {
        Object value;
        try {
            value = type.parse(type.keepsSpaces() ? given : given.trim());
        } catch (ReflectiveOperationException | LinkageError e) {
            throw refused(fullKey, '"' + show(shown) + '"', e);
        }
        if (value == null || !type.accepts(value)) {
            throw refused(fullKey, '"' + show(shown) + '"', null);
        }
        return value;
    }

    /** Returns what may be shown of a text from a properties file. */
    String show(String given) {
        return type.javaType() == String.class ? type.show(given) : given;
    }

    /**
     * Checks a value that Java code gives.
     *
     * @throws IllegalArgumentException if the value is out of range
     */
    void check(Object value) {
        if (!type.accepts(value)) {
            String shown = type.show(value);
            throw refused(key, value instanceof String ? '"' + shown + '"' : shown, null);
        }
    }

    private IllegalArgumentException refused(
            String fullKey, String shown, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                fullKey
                        + " is "
                        + shown
                        + "; expected "
                        + type.range()
                        + (type.example().isEmpty()
                                ? ""
                                : "; write for example " + fullKey + "=" + type.example())
                        + (cause == null ? "" : " (" + cause + ")"),
                cause);
    }

    @Override
    public String toString() {
        return key;
    }
}
