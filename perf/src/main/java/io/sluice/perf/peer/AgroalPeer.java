package io.sluice.perf.peer;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalConnectionFactoryConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Opens Agroal. */
final class AgroalPeer implements OpenPeer {

    private final AgroalDataSource source;

    private AgroalPeer(AgroalDataSource source) {
        this.source = source;
    }

    static OpenPeer open(PeerSettings settings) throws SQLException {
        AgroalDataSourceConfigurationSupplier config = new AgroalDataSourceConfigurationSupplier();
        // No initial size: who acquires while the pool still fills itself in the background may not
        // be
        // told of what was created, and waits for the whole time-out. We fill it ourselves.
        config.connectionPoolConfiguration()
                .maxSize(settings.size())
                .minSize(settings.size())
                .acquisitionTimeout(settings.acquireTimeout());
        AgroalConnectionFactoryConfigurationSupplier factory =
                config.connectionPoolConfiguration().connectionFactoryConfiguration();
        factory.jdbcUrl(settings.url()).autoCommit(settings.autoCommit());
        String user = settings.user();
        if (user != null) {
            factory.principal(new NamePrincipal(user));
        }
        String password = settings.password();
        if (password != null) {
            factory.credential(new SimplePassword(password));
        }
        return new AgroalPeer(AgroalDataSource.from(config));
    }

    @Override
    public DataSource sourceForClient() {
        return source;
    }

    @Override
    public void close() {
        source.close();
    }
}
