package io.sluice.perf.xa;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalConnectionPoolConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.narayana.NarayanaTransactionIntegration;
import jakarta.transaction.TransactionManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Opens Agroal. */
final class AgroalXa {

    private AgroalXa() {}

    static OpenXa open(XaSettings settings) throws Exception {
        StubManager stub = new StubManager();
        TransactionManager manager = settings.stubManager() ? stub : Narayana.started();
        List<DataSource> sources = new ArrayList<>();
        for (XaSettings.Database database : settings.databases()) {
            AgroalDataSourceConfigurationSupplier config =
                    new AgroalDataSourceConfigurationSupplier();
            AgroalConnectionPoolConfigurationSupplier pool = config.connectionPoolConfiguration();
            pool.maxSize(settings.size())
                    .minSize(settings.minSize())
                    .acquisitionTimeout(Duration.ofSeconds(30))
                    .transactionIntegration(
                            settings.stubManager()
                                    ? new NarayanaTransactionIntegration(stub, stub)
                                    : new NarayanaTransactionIntegration(
                                            manager, Narayana.registry()));
            pool.connectionFactoryConfiguration().connectionProviderClassName(database.className());
            database.properties()
                    .forEach(
                            (name, value) ->
                                    pool.connectionFactoryConfiguration().xaProperty(name, value));
            sources.add(AgroalDataSource.from(config));
        }
        return new JakartaXa(manager, sources);
    }
}
