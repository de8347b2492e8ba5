package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.Credentials;
import io.sluice.jdbc.JdbcPoolConfig;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Where the physical connections of a pool come from. Thread-safe. */
public interface ConnectionSource {

    /**
     * Opens a connection.
     *
     * @param credentials the credentials, or null to leave them to the driver
     */
    Connection connect(@Nullable Credentials credentials) throws SQLException;

    /**
     * Opens a connection with the session that it belongs to.
     *
     * @param credentials the credentials, or null to leave them to the driver
     */
    default DriverSession open(@Nullable Credentials credentials) throws SQLException {
        return DriverSession.of(connect(credentials), null);
    }

    /**
     * Creates the source that a configuration names. Called once, on the thread that starts the
     * pool, so that its context class loader can find drivers.
     *
     * @throws SQLException if there is no such driver or class, or a property of it cannot be set
     */
    static ConnectionSource of(JdbcPoolConfig config) throws SQLException {
        if (config.dataSource() != null) {
            return new VendorDataSource(config.dataSource());
        }
        if (config.xaDataSource() != null || config.xaDataSourceClassName() != null) {
            return XaSource.of(config);
        }
        String url = config.url();
        return url == null ? VendorDataSource.named(config) : DriverSource.of(url, config);
    }
}
