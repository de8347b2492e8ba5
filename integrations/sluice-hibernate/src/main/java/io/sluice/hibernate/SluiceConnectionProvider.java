package io.sluice.hibernate;

import io.sluice.jdbc.EffectiveOption;
import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.hibernate.dialect.Dialect;
import org.hibernate.engine.jdbc.connections.internal.DatabaseConnectionInfoImpl;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.jdbc.connections.spi.DatabaseConnectionInfo;
import org.hibernate.exception.JDBCConnectionException;
import org.hibernate.service.UnknownUnwrapTypeException;
import org.hibernate.service.spi.Configurable;
import org.hibernate.service.spi.Stoppable;
import org.jspecify.annotations.Nullable;

/**
 * Gives Hibernate the connections of a pool that it configures by its settings: {@code
 * hibernate.sluice.maxSize} is the option {@code maxSize}. Hibernate takes this provider if it is
 * the only one, or if {@code hibernate.connection.provider_class} is {@code sluice}. Thread-safe.
 *
 * <p>Address, user, password, driver, auto-commit, isolation and {@code pool_size} may also be the
 * usual settings below {@code jakarta.persistence.jdbc} and {@code hibernate.connection}.
 */
public final class SluiceConnectionProvider implements ConnectionProvider, Configurable, Stoppable {

    private static final long serialVersionUID = 1L;

    /** The running pool, also when it is stopped; null before the configuration. */
    private transient volatile @Nullable SluiceDataSource pool;

    /** Creates a provider, which Hibernate configures. */
    public SluiceConnectionProvider() {}

    /**
     * Creates and starts the pool. After an exception there is none.
     *
     * @throws org.hibernate.HibernateException if a setting of Sluice is unknown or bad, or the
     *     settings do not fit together
     * @throws JDBCConnectionException if the pool cannot start, as {@code hibernate.sluice.startup}
     *     says
     */
    @Override
    public void configure(Map<String, Object> settings) {
        JdbcPoolConfig config = PoolSettings.read(settings);
        try {
            pool = SluiceDataSource.create(config);
        } catch (SQLException e) {
            throw new JDBCConnectionException(
                    "Pool " + config.name() + " cannot start: " + e.getMessage(), e);
        }
    }

    /**
     * Acquires a connection, as {@link SluiceDataSource#getConnection()} does.
     *
     * @throws SQLException as that does
     */
    @Override
    public Connection getConnection() throws SQLException {
        return configured().getConnection();
    }

    @Override
    public void closeConnection(Connection connection) throws SQLException {
        connection.close();
    }

    /** Returns false: a connection is kept to the end of a transaction. */
    @Override
    public boolean supportsAggressiveRelease() {
        return false;
    }

    /** Returns what Hibernate logs at its start; secrets are left out. */
    @Override
    public DatabaseConnectionInfo getDatabaseConnectionInfo(Dialect dialect) {
        Map<String, Object> shown = new HashMap<>();
        for (EffectiveOption effective : configured().configuration().options()) {
            String setting = PoolSettings.usual(effective.option());
            if (setting != null && !effective.value().isEmpty()) {
                shown.put(setting, effective.value());
            }
        }
        return new DatabaseConnectionInfoImpl(shown, dialect);
    }

    @Override
    public boolean isUnwrappableAs(Class<?> type) {
        return type.isInstance(this) || type.isInstance(pool);
    }

    /**
     * Returns this provider, or its pool as a {@link SluiceDataSource} or an interface of that.
     *
     * @throws UnknownUnwrapTypeException if neither has the type
     */
    @Override
    public <T> T unwrap(Class<T> type) {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        SluiceDataSource present = pool;
        if (type.isInstance(present)) {
            return type.cast(present);
        }
        throw new UnknownUnwrapTypeException(type);
    }

    /** Closes the pool; waits at most {@link JdbcOption#CLOSE_TIMEOUT} for connections in use. */
    @Override
    public void stop() {
        SluiceDataSource present = pool;
        if (present != null) {
            present.close();
        }
    }

    private SluiceDataSource configured() {
        SluiceDataSource present = pool;
        if (present == null) {
            throw new IllegalStateException(
                    "The provider is not configured; call configure with the settings first");
        }
        return present;
    }
}
