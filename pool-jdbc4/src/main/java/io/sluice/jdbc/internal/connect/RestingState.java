package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.handle.ConnectionAttribute;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The state of a physical connection at rest, and how to restore it.
 *
 * <p>Configured values are set when the connection is made, and a reset restores them. Other values
 * are read from the driver once, before an application first changes the attribute. Reading costs
 * some drivers a round trip, and most attributes are never changed. Immutable, so that the
 * connections of a pool share one until an attribute of one of them is changed.
 */
public final class RestingState {

    /** Drivers that want a thread to set a time-out from get the one that is there. */
    public static final Executor SAME_THREAD = Runnable::run;

    /** Stands for a null value, since null means that the value is unknown. */
    private static final Object NULL = new Object();

    /** Stands for a value that the driver cannot read, and that cannot be restored. */
    private static final Object UNREADABLE = new Object();

    private static final ConnectionAttribute[] ATTRIBUTES = ConnectionAttribute.values();

    /**
     * Attributes that may be set by a statement, which begins a transaction when auto-commit is
     * off.
     */
    private static final int TRANSACTIONAL =
            ConnectionAttribute.CATALOG.bit()
                    | ConnectionAttribute.SCHEMA.bit()
                    | ConnectionAttribute.CLIENT_INFO.bit()
                    | ConnectionAttribute.SHARDING_KEY.bit();

    private final boolean autoCommit;

    /** The configured values, except auto-commit. */
    private final Map<ConnectionAttribute, Object> configured;

    /** The values to restore, as far as they are known. */
    private final Map<ConnectionAttribute, Object> resting;

    private RestingState(
            boolean autoCommit,
            Map<ConnectionAttribute, Object> configured,
            Map<ConnectionAttribute, Object> resting) {
        this.autoCommit = autoCommit;
        this.configured = configured;
        this.resting = resting;
    }

    /**
     * Returns the state of connections that were never changed, shared by a pool.
     *
     * @param configured the configured values, except auto-commit
     */
    static RestingState of(boolean autoCommit, Map<ConnectionAttribute, Object> configured) {
        Map<ConnectionAttribute, Object> resting = new EnumMap<>(ConnectionAttribute.class);
        resting.putAll(configured);
        resting.put(ConnectionAttribute.AUTO_COMMIT, autoCommit);
        return new RestingState(autoCommit, configured, resting);
    }

    /** Returns the auto-commit mode at rest. */
    public boolean autoCommit() {
        return autoCommit;
    }

    /** Says whether it is known what to return to. */
    public boolean knows(ConnectionAttribute attribute) {
        return resting.containsKey(attribute);
    }

    /** Asks the driver for the present value, which is what to return to. */
    public Object ask(Connection connection, ConnectionAttribute attribute) throws SQLException {
        try {
            Object value = read(connection, attribute);
            return asResting(value);
        } catch (SQLFeatureNotSupportedException | UnsupportedOperationException | LinkageError e) {
            return UNREADABLE; // if the application sets it, the connection ends with the lease
        }
    }

    /** Returns a value of an attribute as {@link #with} wants it. */
    public static Object asResting(@Nullable Object value) {
        return value == null ? NULL : value;
    }

    /**
     * Says whether this is the value to return to. A catalog never is where the schema is known:
     * some drivers change that too, even if the catalog is the present one.
     */
    public boolean isResting(ConnectionAttribute attribute, @Nullable Object value) {
        return asResting(value).equals(resting.get(attribute))
                && !(attribute == ConnectionAttribute.CATALOG && knowsSchema());
    }

    private boolean knowsSchema() {
        Object schema = resting.get(ConnectionAttribute.SCHEMA);
        return schema != null && schema != NULL && schema != UNREADABLE;
    }

    /**
     * Restores the value at rest where the driver's own setter would do less, if that is the value
     * to be set.
     */
    public boolean setsBack(
            Connection connection, ConnectionAttribute attribute, @Nullable Object value)
            throws SQLException {
        return resting.get(attribute) instanceof SearchPath path
                && path.first() != null
                && path.first().equals(value)
                && path.first().equals(path.restore(connection));
    }

    /**
     * Determines whether an attribute still has the value at rest after the driver has refused to
     * change it. What can neither be read nor set has never changed.
     */
    public boolean isUnchanged(
            Connection connection, ConnectionAttribute attribute, Throwable refusal) {
        boolean unsupported = isUnsupported(refusal);
        if (unsupported && attribute != ConnectionAttribute.CLIENT_INFO) {
            return true;
        }
        if (!unsupported && !(refusal instanceof SQLException)) {
            return false;
        }
        // If one of several client infos is refused, others may have been set.
        Object rest = resting.get(attribute);
        return (rest == null || rest == UNREADABLE)
                ? attribute != ConnectionAttribute.SHARDING_KEY // JDBC has no getter for it
                : isAtRest(connection, attribute);
    }

    private static boolean isUnsupported(Throwable refusal) {
        return refusal instanceof SQLFeatureNotSupportedException
                || refusal instanceof UnsupportedOperationException
                || refusal instanceof IncompatibleClassChangeError // the method is missing
                || (refusal instanceof SQLException e
                        && e.getSQLState() != null
                        && e.getSQLState().startsWith("0A"));
    }

    /** Returns the state that also knows this, or the same one if it knows the attribute. */
    public RestingState with(ConnectionAttribute attribute, Object asked) {
        if (knows(attribute)) {
            return this;
        }
        Map<ConnectionAttribute, Object> more = new EnumMap<>(resting);
        more.put(attribute, asked);
        return new RestingState(autoCommit, configured, more);
    }

    /**
     * Restores the changed attributes. No transaction may be open before, and none is afterwards.
     *
     * @param changes the bits of the attributes
     * @param resetSql a statement to execute after that, or null
     */
    public void reset(Connection connection, int changes, @Nullable String resetSql)
            throws SQLException {
        boolean inCatalog = (changes & ConnectionAttribute.CATALOG.bit()) != 0 && knowsSchema();
        int rest = inCatalog ? changes | ConnectionAttribute.SCHEMA.bit() : changes;
        for (int i = 0; rest != 0 && i < ATTRIBUTES.length; i++) {
            ConnectionAttribute attribute = ATTRIBUTES[i];
            if ((rest & attribute.bit()) != 0) {
                rest &= ~attribute.bit();
                Object value = resting.get(attribute);
                if (value == null || value == UNREADABLE) {
                    throw new SQLFeatureNotSupportedException(
                            "the driver cannot read "
                                    + attribute
                                    + ", so its value before the change cannot be restored",
                            "0A000");
                }
                write(connection, attribute, value == NULL ? null : value);
            }
        }
        if (resetSql != null) {
            executeReset(connection, resetSql);
        } else if (!autoCommit && (changes & transactional(connection)) != 0) {
            connection.commit(); // or the next rollback undoes the reset
        }
    }

    private static int transactional(Connection connection) {
        return MySqlSession.is(connection)
                ? TRANSACTIONAL
                        & ~(ConnectionAttribute.CATALOG.bit() | ConnectionAttribute.SCHEMA.bit())
                : TRANSACTIONAL;
    }

    /**
     * Runs in auto-commit mode, since some statements that reset a session refuse to run in a
     * transaction. They may also reset configured values, which are therefore set again.
     */
    private void executeReset(Connection connection, String resetSql) throws SQLException {
        if (!autoCommit) {
            connection.setAutoCommit(true);
        }
        execute(connection, JdbcOption.RESET_SQL, resetSql);
        for (Map.Entry<ConnectionAttribute, Object> each : configured.entrySet()) {
            writeConfigured(connection, each.getKey(), each.getValue());
        }
        if (!autoCommit) {
            connection.setAutoCommit(false);
        }
    }

    /**
     * Returns the attributes that have another value than at rest. A value that cannot be read
     * counts. No transaction may be open before, and none is afterwards.
     *
     * @param changes the bits of the attributes to check
     */
    public List<String> notAtRest(Connection connection, int changes) throws SQLException {
        List<String> names = new ArrayList<>();
        for (ConnectionAttribute attribute : ATTRIBUTES) {
            if ((changes & attribute.bit()) != 0 && !isAtRest(connection, attribute)) {
                names.add(attribute.name().toLowerCase(Locale.ROOT).replace('_', ' '));
            }
        }
        if (!connection.getAutoCommit()) {
            connection.rollback(); // reading may have begun one
        }
        return names;
    }

    /**
     * The same for the configured values, except auto-commit. No transaction may be open before,
     * and none is afterwards.
     */
    List<String> notAsConfigured(Connection connection) throws SQLException {
        int bits = 0;
        for (ConnectionAttribute attribute : configured.keySet()) {
            bits |= attribute.bit();
        }
        return notAtRest(connection, bits);
    }

    private boolean isAtRest(Connection connection, ConnectionAttribute attribute) {
        try {
            Object value = read(connection, attribute);
            return asResting(value).equals(resting.get(attribute));
        } catch (SQLException | UnsupportedOperationException | LinkageError e) {
            return false;
        }
    }

    private @Nullable Object read(Connection connection, ConnectionAttribute attribute)
            throws SQLException {
        return switch (attribute) {
            case AUTO_COMMIT -> connection.getAutoCommit();
            case ISOLATION -> connection.getTransactionIsolation();
            case READ_ONLY -> connection.isReadOnly();
            case CATALOG -> connection.getCatalog();
            case SCHEMA ->
                    SearchPath.isKnownTo(connection) && !configured.containsKey(attribute)
                            ? SearchPath.read(connection)
                            : connection.getSchema();
            case HOLDABILITY -> connection.getHoldability();
            case NETWORK_TIMEOUT -> connection.getNetworkTimeout();
            case TYPE_MAP -> copy(connection.getTypeMap());
            case CLIENT_INFO -> copy(connection.getClientInfo());
            case SHARDING_KEY -> throw new SQLFeatureNotSupportedException(); // JDBC has no getter
        };
    }

    @SuppressWarnings("unchecked") // a value from read() or from the configuration
    private static void write(
            Connection connection, ConnectionAttribute attribute, @Nullable Object value)
            throws SQLException {
        switch (attribute) {
            case AUTO_COMMIT -> connection.setAutoCommit(Boolean.TRUE.equals(value));
            case ISOLATION -> connection.setTransactionIsolation(number(value));
            case READ_ONLY -> connection.setReadOnly(Boolean.TRUE.equals(value));
            case CATALOG -> connection.setCatalog((String) value);
            case SCHEMA -> {
                if (value instanceof SearchPath path) {
                    path.restore(connection);
                } else {
                    connection.setSchema((String) value);
                }
            }
            case HOLDABILITY -> connection.setHoldability(number(value));
            case NETWORK_TIMEOUT -> connection.setNetworkTimeout(SAME_THREAD, number(value));
            case TYPE_MAP -> connection.setTypeMap((Map<String, Class<?>>) value);
            case CLIENT_INFO ->
                    restoreClientInfo(
                            connection, value == null ? new Properties() : (Properties) value);
            case SHARDING_KEY ->
                    throw new IllegalStateException(attribute.name()); // no value was ever read
        }
    }

    private static int number(@Nullable Object value) {
        return value == null ? 0 : (Integer) value;
    }

    /** Sets name by name: drivers disagree on what setting all of them does to those left out. */
    private static void restoreClientInfo(Connection connection, Properties before)
            throws SQLException {
        Properties now = copy(connection.getClientInfo());
        for (String name : now.stringPropertyNames()) {
            if (!before.containsKey(name)) {
                removeClientInfo(connection, name);
            }
        }
        for (String name : before.stringPropertyNames()) {
            String value = before.getProperty(name);
            if (!value.equals(now.getProperty(name))) {
                connection.setClientInfo(name, value);
            }
        }
    }

    /** MariaDB's driver fails on null, and returns the object that it keeps the values in. */
    private static void removeClientInfo(Connection connection, String name) throws SQLException {
        try {
            connection.setClientInfo(name, null);
        } catch (NullPointerException e) {
            connection.getClientInfo().remove(name);
            if (connection.getClientInfo(name) != null) {
                throw e;
            }
        }
    }

    private static @Nullable Map<String, Class<?>> copy(@Nullable Map<String, Class<?>> map) {
        return map == null ? null : new HashMap<>(map);
    }

    /** Copies, since drivers return the object that they work with. */
    private static Properties copy(@Nullable Properties properties) {
        Properties copy = new Properties();
        if (properties != null) {
            for (String name : properties.stringPropertyNames()) {
                copy.setProperty(name, properties.getProperty(name, ""));
            }
        }
        return copy;
    }

    /** Executes the statement of an option. */
    static void execute(Connection connection, JdbcOption option, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw SqlErrors.refusedOption(option, e);
        }
    }

    /** Sets an attribute to the value of the option with the same name. */
    static void writeConfigured(Connection connection, ConnectionAttribute attribute, Object value)
            throws SQLException {
        try {
            write(connection, attribute, value);
        } catch (SQLException e) {
            throw SqlErrors.refusedOption(JdbcOption.valueOf(attribute.name()), e);
        }
    }
}
