package io.sluice.perf.xa;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.transaction.TransactionIntegration;
import io.agroal.narayana.NarayanaTransactionIntegration;
import jakarta.transaction.TransactionManager;
import java.time.Duration;

/** Opens Agroal. */
final class AgroalXa {

    private AgroalXa() {}

    static OpenXa open(XaSettings settings) throws Exception {
        StubManager stub = StubManager.create();
        if (settings.stubManager()) {
            return open(settings, stub, new NarayanaTransactionIntegration(stub, stub));
        }
        TransactionManager manager = Narayana.started();
        return open(
                settings,
                manager,
                new NarayanaTransactionIntegration(manager, Narayana.registry()));
    }

    private static OpenXa open(
            XaSettings settings, TransactionManager manager, TransactionIntegration integration)
            throws Exception {
        return OpenXa.of(
                manager,
                settings,
                (database, name) -> {
                    var config = new AgroalDataSourceConfigurationSupplier();
                    var factory =
                            config.connectionPoolConfiguration()
                                    .maxSize(settings.size())
                                    .minSize(settings.minSize())
                                    .acquisitionTimeout(Duration.ofSeconds(30))
                                    .transactionIntegration(integration)
                                    .connectionFactoryConfiguration()
                                    .connectionProviderClassName(database.className());
                    database.properties().forEach(factory::xaProperty);
                    return AgroalDataSource.from(config);
                });
    }
}
