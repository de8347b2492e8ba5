package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.Credentials;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.internal.config.Instances;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A source of connections that come from a data source without a pool. */
final class VendorDataSource implements ConnectionSource {

    private final DataSource dataSource;

    VendorDataSource(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    static VendorDataSource named(JdbcPoolConfig config) throws SQLException {
        String className = Objects.requireNonNull(config.dataSourceClassName());
        DataSource dataSource;
        try {
            dataSource = Instances.create(className, DataSource.class);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw SqlErrors.badSource(
                    config.name(),
                    "dataSourceClassName is \""
                            + className
                            + "\"; expected a javax.sql.DataSource on the class path: add its jar, or correct the"
                            + " name ("
                            + e
                            + ")",
                    e);
        }
        ConnectTimeouts.setOn(
                dataSource, config.dataSourceProperties().keySet(), config.connectTimeout());
        try {
            BeanProperties.set(dataSource, config.dataSourceProperties());
        } catch (IllegalArgumentException e) {
            throw SqlErrors.badConfiguration(config.name(), e);
        }
        return new VendorDataSource(dataSource);
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
