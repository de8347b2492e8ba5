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
 * JdbcPoolConfig.Builder} and the table in the guide follow from here.
 */
public enum JdbcOption {
    NAME(
            "name",
            text("orders"),
            "",
            "The name of the pool: in messages, thread names and management; unset, one is made up:"
                    + " sluice-1, sluice-2 and so on. In global transactions recovery finds branches"
                    + " by it, so it stays the same, and is one pool's."),
    URL(
            "url",
            url("jdbc:postgresql://localhost/orders"),
            "",
            "The JDBC URL of the database, opened with the driver that accepts it."),
    DRIVER_CLASS_NAME(
            "driverClassName",
            text("org.postgresql.Driver"),
            "",
            "The driver for url, when it does not register itself."),
    DATA_SOURCE_CLASS_NAME(
            "dataSourceClassName",
            text("org.postgresql.ds.PGSimpleDataSource"),
            "",
            "The vendor's javax.sql.DataSource to take connections from, in place of url."),
    XA_DATA_SOURCE_CLASS_NAME(
            "xaDataSourceClassName",
            text("org.postgresql.xa.PGXADataSource"),
            "",
            "The vendor's javax.sql.XADataSource to take connections from, in place of url; they can"
                    + " take part in global transactions."),
    DATA_SOURCE(
            "dataSource",
            object(DataSource.class, "name its class with dataSourceClassName"),
            "",
            "An object to take connections from, in place of url; it is not closed with the pool."),
    XA_DATA_SOURCE(
            "xaDataSource",
            object(XADataSource.class, "name its class with xaDataSourceClassName"),
            "",
            "An object to take connections from, in place of url; they can take part in global"
                    + " transactions. It is not closed with the pool."),
    DATA_SOURCE_PROPERTIES(
            "dataSource.*",
            properties(),
            "",
            "Settings of the vendor's: with url, properties of the connection; with"
                    + " dataSourceClassName or xaDataSourceClassName, properties of that bean."),
    USERNAME("username", anyText("app"), "", "The user to connect as."),
    PASSWORD("password", secret(), "", "The password to connect with."),
    CREDENTIALS_PROVIDER(
            "credentialsProvider",
            instance(CredentialsProvider.class),
            "",
            "Asked for user and password at each connect, in place of username and password."),
    MAX_SIZE(
            "maxSize",
            number(1, 1_000_000),
            "10",
            "The most connections that exist or are being made at any time."),
    MIN_SIZE(
            "minSize",
            number(0, 1_000_000),
            "0",
            "How many connections are kept even when nobody uses them; at most maxSize."),
    MAX_CREATING(
            "maxCreating",
            number(1, 1_000_000),
            "4",
            "How many connections may be in the making at once."),
    MAX_WAITING(
            "maxWaiting",
            number(0, Integer.MAX_VALUE),
            "unlimited",
            "How many threads may wait for connections that others use; one more is refused at once."),
    ACQUIRE_TIMEOUT(
            "acquireTimeout",
            duration(fromZero(), "30s"),
            "30s",
            "How long getConnection waits for a connection; 0 takes only what is available."),
    CONNECT_TIMEOUT(
            "connectTimeout",
            duration(positive(), "10s"),
            "10s",
            "After how long an attempt to connect is given up; told to the driver too where it is"
                    + " known how."),
    CLOSE_TIMEOUT(
            "closeTimeout",
            duration(positive(), "10s"),
            "10s",
            "How long close waits for connections that are in use, and how long closing one may"
                    + " take."),
    STARTUP(
            "startup",
            choice(Startup.class, "fail"),
            "fail",
            "What is done about the database at the start: fail makes one connection before the first"
                    + " is given out and does not start without, warn logs it, lazy does not try."),
    IDLE_TIMEOUT(
            "idleTimeout",
            duration(withOff(), "10m"),
            "10m",
            "After how long without use a connection beyond minSize is closed."),
    MAX_LIFETIME(
            "maxLifetime",
            duration(withOff(), "30m"),
            "30m",
            "How old a connection may become; in use, it is closed when it comes back."),
    LIFETIME_JITTER(
            "lifetimeJitter",
            fraction(),
            "0.2",
            "By which part of itself, at most, each maxLifetime is shortened at random, so that"
                    + " connections do not end together."),
    KEEPALIVE_INTERVAL(
            "keepaliveInterval",
            duration(withOff(), "2m"),
            "2m",
            "After how long without use a connection is validated in the background; less than"
                    + " maxLifetime."),
    VALIDATE_AFTER_IDLE(
            "validateAfterIdle",
            duration(fromZero(), "500ms"),
            "500ms",
            "After how long without use a connection is validated before it is given out; 0 means"
                    + " always."),
    VALIDATION_TIMEOUT(
            "validationTimeout",
            duration(positive().asDriverMillis(), "5s"),
            "5s",
            "After how long without an answer a validation counts as failed."),
    VALIDATION_QUERY(
            "validationQuery",
            text("SELECT 1"),
            "",
            "The query that validates a connection; unset, the driver's isValid does."),
    LEAK_THRESHOLD(
            "leakThreshold",
            duration(withOff(), "1m"),
            "off",
            "After how long a connection that has not been closed is reported with the place where it"
                    + " was acquired; costs one stack trace for each getConnection."),
    REPORT_DIRTY_RETURNS(
            "reportDirtyReturns",
            flag(),
            "false",
            "Whether a connection that comes back with something to clean up is reported with the"
                    + " places where it was acquired and closed; costs one stack trace for each"
                    + " getConnection."),
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
            "What a fresh connection does with open result sets at a commit; unset, the driver's own."),
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
            "How long a fresh connection waits for an answer of the server; unset, the driver's own."),
    CONNECTION_CUSTOMIZER(
            "connectionCustomizer",
            instance(ConnectionCustomizer.class),
            "",
            "Called with each new connection, before initSql, to prepare it in Java code."),
    INIT_SQL(
            "initSql",
            text("SET ROLE app"),
            "",
            "A statement that is executed once on each new connection."),
    RESET_SQL(
            "resetSql",
            text("DISCARD TEMP"),
            "",
            "A statement that is executed when a connection comes back on which anything was run."),
    STATEMENT_CACHE_SIZE(
            "statementCacheSize",
            number(0, 1_000_000),
            "0",
            "How many prepared statements each connection keeps open for their next use; 0 means"
                    + " none."),
    FATAL_ERROR_CLASSIFIER(
            "fatalErrorClassifier",
            instance(FatalErrorClassifier.class),
            "",
            "Says after which errors a connection must not serve again; unset, the standard one does."),
    TRANSACTIONS(
            "transactions",
            choice(Transactions.class, "required"),
            "",
            "What is made of global transactions: off takes no notice of them, optional serves within"
                    + " that of the calling thread and without when there is none, required within one"
                    + " only; unset, optional with xaDataSourceClassName, xaDataSource or"
                    + " lastResource."),
    TRANSACTION_MANAGER(
            "transactionManager",
            text("narayana"),
            "",
            "The transaction manager: narayana, atomikos, a name in JNDI that begins with java:, or a"
                    + " class that implements io.sluice.pool.jta.TransactionManagerProvider."),
    TRANSACTION_CONTEXT(
            "transactionContext",
            object(TransactionContext.class, "name the manager with transactionManager"),
            "",
            "The transactions of a manager as an object, in place of transactionManager."),
    LAST_RESOURCE(
            "lastResource",
            flag(),
            "false",
            "Whether connections that cannot be prepared take part in global transactions all the same,"
                    + " one in each: it is committed last."),
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

    /** Returns what the option is for, in one sentence. */
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
