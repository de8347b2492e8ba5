package io.sluice.perf.xa;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.Startup;
import io.sluice.jdbc.Transactions;
import io.sluice.pool.jta.JtaTransactionContext;
import jakarta.transaction.TransactionManager;
import java.time.Duration;
import java.util.function.Consumer;

/** Opens Sluice. */
final class SluiceXa {

    private SluiceXa() {}

    static OpenXa open(XaSettings settings) throws Exception {
        StubManager stub = StubManager.create();
        return settings.stubManager()
                ? open(
                        settings,
                        stub,
                        config -> config.transactionContext(new JtaTransactionContext(stub, stub)))
                : open(
                        settings,
                        Narayana.started(),
                        config -> config.transactionManager("narayana"));
    }

    /** Opens pools that take no part in the transactions of the returned manager. */
    static OpenXa withoutManager(XaSettings settings) throws Exception {
        return open(
                settings, StubManager.create(), config -> config.transactions(Transactions.OFF));
    }

    private static OpenXa open(
            XaSettings settings,
            TransactionManager manager,
            Consumer<JdbcPoolConfig.Builder> transactions)
            throws Exception {
        return OpenXa.of(
                manager,
                settings,
                (database, name) -> {
                    JdbcPoolConfig.Builder config =
                            JdbcPoolConfig.builder()
                                    .name(name)
                                    .xaDataSourceClassName(database.className())
                                    .dataSourceProperties(database.properties())
                                    .minSize(settings.minSize())
                                    .maxSize(settings.size())
                                    .startup(Startup.LAZY)
                                    .acquireTimeout(Duration.ofSeconds(30));
                    transactions.accept(config);
                    return SluiceDataSource.create(config.build());
                });
    }
}
