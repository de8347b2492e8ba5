package io.sluice.jdbc.internal;

import io.sluice.jdbc.Holdability;
import io.sluice.jdbc.Isolation;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.handle.ConnectionAttribute;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of one physical connection at rest, and how to get back to them.
 *
 * <p>What is configured is set when the connection is made and is what a reset returns to. For the
 * rest the driver is asked, once, before an application changes the attribute for the first time:
 * asking costs some drivers a round trip, and most attributes are never changed.
 */
final class DirtyState {

    /** Drivers that want a thread to set a time-out from get the one that is there. */
    static final Executor SAME_THREAD = Runnable::run;

    /** In the place of a null, which says that the value is not known. */
    private static final Object NULL = new Object();

    /** In the place of a value that the driver cannot tell; it cannot be returned to. */
    private static final Object UNREADABLE = new Object();

    private static final ConnectionAttribute[] ATTRIBUTES = ConnectionAttribute.values();

    /** What is set when {@code initSql} has run, in this order. */
    private static final List<ConnectionAttribute> AFTER_INIT_SQL =
            List.of(
                    ConnectionAttribute.CATALOG,
                    ConnectionAttribute.SCHEMA,
                    ConnectionAttribute.ISOLATION,
                    ConnectionAttribute.HOLDABILITY,
                    ConnectionAttribute.READ_ONLY);

    private final Connection connection;

    private final boolean autoCommit;

    /** What the configuration says, auto-commit excepted; one map for all connections. */
    private final Map<ConnectionAttribute, Object> configured;

    /**
     * What else to return to; null before anything else was changed, which with most connections is
     * for ever. Each attribute is put once: of two threads that are about to change the same one,
     * one may read what the other has set already, but only after that one has put what it read
     * before. Volatile; replaced by a copy with one more under this object's monitor. Partner:
     * {@code LeaseHandle.state}, whose bit asks for what is there.
     */
    private volatile @Nullable Map<ConnectionAttribute, Object> told;

    private DirtyState(
            Connection connection,
            boolean autoCommit,
            Map<ConnectionAttribute, Object> configured) {
        this.connection = connection;
        this.autoCommit = autoCommit;
        this.configured = configured;
    }

    /** Returns what a configuration says of connections at rest, auto-commit excepted. */
    static Map<ConnectionAttribute, Object> configured(JdbcPoolConfig config) {
        Map<ConnectionAttribute, Object> values = new EnumMap<>(ConnectionAttribute.class);
        Duration networkTimeout = config.networkTimeout();
        if (networkTimeout != null) {
            values.put(
                    ConnectionAttribute.NETWORK_TIMEOUT,
                    ConnectTimeouts.ceilMillis(networkTimeout));
        }
        putUnlessNull(values, ConnectionAttribute.CATALOG, config.catalog());
        putUnlessNull(values, ConnectionAttribute.SCHEMA, config.schema());
        Isolation isolation = config.isolation();
        putUnlessNull(
                values,
                ConnectionAttribute.ISOLATION,
                isolation == null ? null : isolation.jdbcValue());
        Holdability holdability = config.holdability();
        putUnlessNull(
                values,
                ConnectionAttribute.HOLDABILITY,
                holdability == null ? null : holdability.jdbcValue());
        putUnlessNull(values, ConnectionAttribute.READ_ONLY, config.readOnly());
        return Collections.unmodifiableMap(values);
    }

    private static void putUnlessNull(
            Map<ConnectionAttribute, Object> values,
            ConnectionAttribute attribute,
            @Nullable Object value) {
        if (value != null) {
            values.put(attribute, value);
        }
    }

    /**
     * Brings a new connection into the configured state; auto-commit last, so that no transaction
     * is open after it.
     *
     * @param configured what {@link #configured} has returned
     */
    static DirtyState prepare(
            Connection connection,
            JdbcPoolConfig config,
            Map<ConnectionAttribute, Object> configured)
            throws SQLException {
        boolean initially = connection.getAutoCommit();
        Boolean wanted = config.autoCommit();
        DirtyState state =
                new DirtyState(connection, wanted == null ? initially : wanted, configured);
        state.writeConfigured(ConnectionAttribute.NETWORK_TIMEOUT);
        String initSql = config.initSql();
        if (initSql != null) {
            execute(connection, initSql);
        }
        for (ConnectionAttribute attribute : AFTER_INIT_SQL) {
            state.writeConfigured(attribute);
        }
        if (!initially) {
            connection.commit();
        }
        if (state.autoCommit != initially) {
            connection.setAutoCommit(state.autoCommit);
        }
        return state;
    }

    private void writeConfigured(ConnectionAttribute attribute) throws SQLException {
        Object value = configured.get(attribute);
        if (value != null) {
            write(attribute, value);
        }
    }

    /** Returns what to return to, or null if that is not known. */
    private @Nullable Object atRest(ConnectionAttribute attribute) {
        if (attribute == ConnectionAttribute.AUTO_COMMIT) {
            return autoCommit;
        }
        Object value = configured.get(attribute);
        if (value != null) {
            return value;
        }
        Map<ConnectionAttribute, Object> known = told;
        return known == null ? null : known.get(attribute);
    }

    private synchronized void putIfAbsent(ConnectionAttribute attribute, Object value) {
        if (atRest(attribute) == null) {
            Map<ConnectionAttribute, Object> known = new EnumMap<>(ConnectionAttribute.class);
            if (told != null) {
                known.putAll(told);
            }
            known.put(attribute, value);
            told = known;
        }
    }

    /** Returns the auto-commit mode at rest. */
    boolean autoCommit() {
        return autoCommit;
    }

    /** Asks the driver for the present value, unless it is known what to return to. */
    void remember(ConnectionAttribute attribute) throws SQLException {
        if (atRest(attribute) != null) {
            return;
        }
        Object value;
        try {
            value = read(attribute);
        } catch (SQLFeatureNotSupportedException | LinkageError e) {
            value = UNREADABLE; // the application may still set it; the connection then ends with
            // the lease
        }
        putIfAbsent(attribute, value == null ? NULL : value);
    }

    /**
     * Sets back what was changed. No transaction may be open, and none is afterwards.
     *
     * @param changes the bits of the attributes
     * @param resetSql a statement to execute then, or null
     */
    void reset(int changes, @Nullable String resetSql) throws SQLException {
        int rest = changes;
        for (int i = 0; rest != 0 && i < ATTRIBUTES.length; i++) {
            ConnectionAttribute attribute = ATTRIBUTES[i];
            if ((rest & attribute.bit()) != 0) {
                rest &= ~attribute.bit();
                Object value = atRest(attribute);
                if (value == null || value == UNREADABLE) {
                    throw new SQLFeatureNotSupportedException(
                            "the driver cannot tell what "
                                    + attribute
                                    + " was before it was changed",
                            "0A000");
                }
                write(attribute, value == NULL ? null : value);
            }
        }
        if (resetSql != null) {
            executeReset(resetSql);
        } else if (!autoCommit && changes != 0) {
            connection.commit(); // or the next rollback undoes what was just set back
        }
    }

    /**
     * In auto-commit mode, for some statements that reset a session refuse to run in a transaction.
     * They may set back what is configured as well; so that is set once more.
     */
    private void executeReset(String resetSql) throws SQLException {
        if (!autoCommit) {
            connection.setAutoCommit(true);
        }
        execute(connection, resetSql);
        for (Map.Entry<ConnectionAttribute, Object> each : configured.entrySet()) {
            write(each.getKey(), each.getValue());
        }
        if (!autoCommit) {
            connection.setAutoCommit(false);
        }
    }

    /**
     * Tells which attributes have another value than at rest. A value that cannot be read counts.
     * No transaction may be open, and none is afterwards.
     *
     * @param changes the bits of the attributes to look at
     */
    List<String> notAtRest(int changes) throws SQLException {
        List<String> names = new ArrayList<>();
        for (ConnectionAttribute attribute : ATTRIBUTES) {
            if ((changes & attribute.bit()) != 0 && !isAtRest(attribute)) {
                names.add(attribute.name().toLowerCase(Locale.ROOT).replace('_', ' '));
            }
        }
        if (!connection.getAutoCommit()) {
            connection.rollback(); // asking may have begun one
        }
        return names;
    }

    private boolean isAtRest(ConnectionAttribute attribute) {
        try {
            Object value = read(attribute);
            return (value == null ? NULL : value).equals(atRest(attribute));
        } catch (SQLException | LinkageError e) {
            return false;
        }
    }

    private @Nullable Object read(ConnectionAttribute attribute) throws SQLException {
        return switch (attribute) {
            case AUTO_COMMIT -> connection.getAutoCommit();
            case ISOLATION -> connection.getTransactionIsolation();
            case READ_ONLY -> connection.isReadOnly();
            case CATALOG -> connection.getCatalog();
            case SCHEMA ->
                    isPostgres() && !configured.containsKey(attribute)
                            ? SearchPath.read(connection)
                            : connection.getSchema();
            case HOLDABILITY -> connection.getHoldability();
            case NETWORK_TIMEOUT -> connection.getNetworkTimeout();
            case TYPE_MAP -> copy(connection.getTypeMap());
            case CLIENT_INFO -> copy(connection.getClientInfo());
            case SHARDING_KEY -> throw new SQLFeatureNotSupportedException(); // JDBC has no getter
        };
    }

    @SuppressWarnings("unchecked") // what read() returned, or what the configuration has
    private void write(ConnectionAttribute attribute, @Nullable Object value) throws SQLException {
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
                    restoreClientInfo(value == null ? new Properties() : (Properties) value);
            case SHARDING_KEY ->
                    throw new IllegalStateException(attribute.name()); // no value was ever read
        }
    }

    private static int number(@Nullable Object value) {
        return value == null ? 0 : (Integer) value;
    }

    private boolean isPostgres() throws SQLException {
        return "PostgreSQL".equals(connection.getMetaData().getDatabaseProductName());
    }

    /** Name by name: drivers do not agree on what setting all of them does to those left out. */
    private void restoreClientInfo(Properties before) throws SQLException {
        Properties now = copy(connection.getClientInfo());
        for (String name : now.stringPropertyNames()) {
            if (!before.containsKey(name)) {
                connection.setClientInfo(name, null);
            }
        }
        for (String name : before.stringPropertyNames()) {
            String value = before.getProperty(name);
            if (!value.equals(now.getProperty(name))) {
                connection.setClientInfo(name, value);
            }
        }
    }

    private static @Nullable Map<String, Class<?>> copy(@Nullable Map<String, Class<?>> map) {
        return map == null ? null : new HashMap<>(map);
    }

    /** Drivers give away the object they work with. */
    private static Properties copy(@Nullable Properties properties) {
        Properties copy = new Properties();
        if (properties != null) {
            for (String name : properties.stringPropertyNames()) {
                copy.setProperty(name, properties.getProperty(name, ""));
            }
        }
        return copy;
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /**
     * The schemas that PostgreSQL looks through, as text. Its driver's {@code getSchema} tells the
     * first of them only, and {@code setSchema} would leave just that one.
     */
    private record SearchPath(String text) {

        static SearchPath read(Connection connection) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery("SHOW search_path")) {
                result.next();
                return new SearchPath(result.getString(1));
            }
        }

        void restore(Connection connection) throws SQLException {
            try (PreparedStatement statement =
                    connection.prepareStatement("SELECT set_config('search_path', ?, false)")) {
                statement.setString(1, text);
                statement.execute();
            }
        }
    }
}
