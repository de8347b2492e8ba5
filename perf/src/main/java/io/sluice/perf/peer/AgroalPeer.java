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

/** Opens Agroal. */
final class AgroalPeer {

    /** The default of the others. */
    private static final Duration IDLE_VALIDATION = Duration.ofMillis(500);

    private AgroalPeer() {}

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
        Duration limit = settings.limit();
        if (limit != null) {
            config.metricsEnabled();
            config.connectionPoolConfiguration()
                    .connectionValidator(
                            ConnectionValidator.defaultValidatorWithTimeout(
                                    (int) limit.toSeconds()))
                    .idleValidationTimeout(IDLE_VALIDATION)
                    .exceptionSorter(new PostgreSQLExceptionSorter());
            factory.loginTimeout(limit);
        }
        settings.login(
                user -> factory.principal(new NamePrincipal(user)),
                password -> factory.credential(new SimplePassword(password)));
        AgroalDataSource source = AgroalDataSource.from(config);
        AgroalDataSourceMetrics counted = source.getMetrics();
        return new OpenPeer.Open(
                source,
                () -> PoolCounts.of(counted.activeCount(), counted.availableCount()),
                source::close);
    }
}
