package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.Credentials;
import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.JdbcPoolConfig;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/** Connections of a vendor's {@link XADataSource}, which can take part in global transactions. */
public final class XaSource implements ConnectionSource {

    private final XADataSource dataSource;

    private XaSource(XADataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** The object that was given, as it is, or one of the class that is named. */
    public static XaSource of(JdbcPoolConfig config) throws SQLException {
        XADataSource given = config.xaDataSource();
        return new XaSource(
                given != null
                        ? given
                        : NamedClass.dataSource(
                                config,
                                JdbcOption.XA_DATA_SOURCE_CLASS_NAME,
                                config.xaDataSourceClassName(),
                                XADataSource.class));
    }

    @Override
    public Connection connect(@Nullable Credentials credentials) throws SQLException {
        return open(credentials).connection();
    }

    @Override
    public DriverSession open(@Nullable Credentials credentials) throws SQLException {
        XAConnection xa = openXa(credentials);
        try {
            Connection guarded = xa.getConnection();
            return new DriverSession(PostgresSession.behindProxies(guarded), guarded, xa);
        } catch (SQLException | RuntimeException | Error e) { // a driver may throw anything
            try {
                xa.close();
            } catch (SQLException | RuntimeException | Error closing) {
                if (closing != e) { // some drivers throw the same again
                    e.addSuppressed(closing);
                }
            }
            throw e;
        }
    }

    /** Opens a session whose connection nobody has asked for: what recovery needs. */
    public XAConnection openXa(@Nullable Credentials credentials) throws SQLException {
        XAConnection xa =
                credentials == null || credentials.username() == null
                        ? dataSource.getXAConnection()
                        : dataSource.getXAConnection(
                                credentials.username(), credentials.password());
        if (xa == null) {
            throw new PermanentFailures.SourceException(
                    dataSource.getClass().getName() + " returned null instead of a connection");
        }
        return xa;
    }
}
