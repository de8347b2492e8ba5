package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.ConnectionCustomizer;
import io.sluice.jdbc.Holdability;
import io.sluice.jdbc.Isolation;
import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.handle.ConnectionAttribute;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Brings each new connection of a pool into the configured state, and each that its driver has
 * reset. Thread-safe.
 */
public final class ConnectionSetup {

    /** The attributes that are set after the configured SQL, in this order. */
    private static final List<ConnectionAttribute> AFTER_SQL =
            List.of(
                    ConnectionAttribute.CATALOG,
                    ConnectionAttribute.SCHEMA,
                    ConnectionAttribute.ISOLATION,
                    ConnectionAttribute.HOLDABILITY,
                    ConnectionAttribute.READ_ONLY);

    private final @Nullable ConnectionCustomizer customizer;
    private final @Nullable Boolean autoCommit;
    private final @Nullable String initSql;

    /** The configured values, except auto-commit. Not changed after the constructor. */
    private final Map<ConnectionAttribute, Object> configured =
            new EnumMap<>(ConnectionAttribute.class);

    private final RestingState inAutoCommit;
    private final RestingState inTransactions;

    public ConnectionSetup(JdbcPoolConfig config) {
        customizer = config.connectionCustomizer();
        autoCommit = config.autoCommit();
        initSql = config.initSql();
        Duration networkTimeout = config.networkTimeout();
        if (networkTimeout != null) {
            put(ConnectionAttribute.NETWORK_TIMEOUT, ConnectTimeouts.ceilMillis(networkTimeout));
        }
        put(ConnectionAttribute.CATALOG, config.catalog());
        put(ConnectionAttribute.SCHEMA, config.schema());
        Isolation isolation = config.isolation();
        put(ConnectionAttribute.ISOLATION, isolation == null ? null : isolation.jdbcValue());
        Holdability holdability = config.holdability();
        put(ConnectionAttribute.HOLDABILITY, holdability == null ? null : holdability.jdbcValue());
        put(ConnectionAttribute.READ_ONLY, config.readOnly());
        inAutoCommit = RestingState.of(/* autoCommit= */ true, configured);
        inTransactions = RestingState.of(/* autoCommit= */ false, configured);
    }

    private void put(ConnectionAttribute attribute, @Nullable Object value) {
        if (value != null) {
            configured.put(attribute, value);
        }
    }

    /**
     * Runs the customizer and sets the configured values; auto-commit last, so that no transaction
     * is open afterwards.
     *
     * @return the state of the connection, the same object for all with that state
     */
    public RestingState prepare(Connection connection) throws SQLException {
        return prepare(connection, /* asNew= */ true);
    }

    /**
     * Prepares the connection again after its driver has reset the session.
     *
     * @param asNew false to leave out the customizer and the configured SQL
     */
    public RestingState prepare(Connection connection, boolean asNew) throws SQLException {
        boolean initially;
        if (asNew) {
            initially = initialize(connection);
        } else {
            initially = connection.getAutoCommit();
            set(connection, ConnectionAttribute.NETWORK_TIMEOUT);
        }
        for (ConnectionAttribute attribute : AFTER_SQL) {
            set(connection, attribute);
        }
        if (!initially) {
            connection.commit();
        }
        boolean wanted = autoCommit == null ? initially : autoCommit;
        if (wanted != initially) {
            connection.setAutoCommit(wanted);
        }
        return wanted ? inAutoCommit : inTransactions;
    }

    /**
     * Runs the customizer and the configured SQL.
     *
     * @return the auto-commit mode between the two
     */
    boolean initialize(Connection connection) throws SQLException {
        if (customizer != null) {
            customizer.customize(connection);
        }
        boolean initially = connection.getAutoCommit();
        set(connection, ConnectionAttribute.NETWORK_TIMEOUT);
        if (initSql != null) {
            RestingState.execute(connection, JdbcOption.INIT_SQL, initSql);
        }
        return initially;
    }

    private void set(Connection connection, ConnectionAttribute attribute) throws SQLException {
        Object value = configured.get(attribute);
        if (value != null) {
            RestingState.writeConfigured(connection, attribute, value);
        }
    }
}
