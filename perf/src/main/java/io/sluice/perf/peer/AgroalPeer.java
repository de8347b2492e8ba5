package io.sluice.perf.peer;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSourceMetrics;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ConnectionValidator;
import io.agroal.api.configuration.supplier.AgroalConnectionFactoryConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.exceptionsorter.PostgreSQLExceptionSorter;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** Opens Agroal. */
final class AgroalPeer implements OpenPeer {

    /** The default of the others. */
    private static final Duration IDLE_VALIDATION = Duration.ofMillis(500);

    private final AgroalDataSource source;

    private AgroalPeer(AgroalDataSource source) {
        this.source = source;
    }

    static OpenPeer open(PeerSettings settings) throws SQLException {
        AgroalDataSourceConfigurationSupplier config = new AgroalDataSourceConfigurationSupplier();
        // A pool of a fixed size gets no initial size. A thread that acquires while the pool still
        // fills in the background may miss a new connection, and wait for the whole time-out. We
        // fill the pool ourselves.
        config.connectionPoolConfiguration()
                .maxSize(settings.size())
                .minSize(settings.minSize())
                .initialSize(settings.fixedSize() ? 0 : settings.minSize())
                .acquisitionTimeout(settings.acquireTimeout());
        AgroalConnectionFactoryConfigurationSupplier factory =
                config.connectionPoolConfiguration().connectionFactoryConfiguration();
        factory.jdbcUrl(settings.url()).autoCommit(settings.autoCommit());
        Limits limits = settings.limits();
        if (limits != null) {
            config.metricsEnabled();
            config.connectionPoolConfiguration()
                    .connectionValidator(
                            ConnectionValidator.defaultValidatorWithTimeout(
                                    (int) limits.validation().toSeconds()))
                    .idleValidationTimeout(IDLE_VALIDATION)
                    .exceptionSorter(new PostgreSQLExceptionSorter());
            factory.loginTimeout(limits.connect());
        }
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
    public PoolCounts counts() {
        AgroalDataSourceMetrics metrics = source.getMetrics();
        int leased = (int) metrics.activeCount();
        return new PoolCounts(leased + (int) metrics.availableCount(), leased);
    }

    @Override
    public void close() {
        source.close();
    }
}
