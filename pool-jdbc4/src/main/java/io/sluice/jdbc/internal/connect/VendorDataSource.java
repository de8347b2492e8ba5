package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.Credentials;
import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.JdbcPoolConfig;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A source of connections that come from a data source without a pool. */
final class VendorDataSource implements ConnectionSource {

    private final DataSource dataSource;

    VendorDataSource(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    static VendorDataSource named(JdbcPoolConfig config) throws SQLException {
        return new VendorDataSource(
                NamedClass.dataSource(
                        config,
                        JdbcOption.DATA_SOURCE_CLASS_NAME,
                        config.dataSourceClassName(),
                        DataSource.class));
    }

    @Override
    public Connection connect(@Nullable Credentials credentials) throws SQLException {
        Connection connection =
                credentials == null || credentials.username() == null
                        ? dataSource.getConnection()
                        : dataSource.getConnection(credentials.username(), credentials.password());
        if (connection == null) {
            throw new PermanentFailures.SourceException(
                    dataSource.getClass().getName() + " returned null instead of a connection");
        }
        return connection;
    }
}
