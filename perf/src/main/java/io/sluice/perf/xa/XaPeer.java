package io.sluice.perf.xa;

import bitronix.tm.BitronixTransactionManager;
import bitronix.tm.TransactionManagerServices;
import bitronix.tm.resource.jdbc.PoolingDataSource;
import com.atomikos.icatch.jta.UserTransactionManager;
import com.atomikos.jdbc.AtomikosDataSourceBean;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.narayana.NarayanaTransactionIntegration;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.Startup;
import io.sluice.jdbc.Transactions;
import io.sluice.perf.peer.KeptConnection;
import io.sluice.perf.report.BarChart;
import io.sluice.perf.stub.StubXaDataSource;
import io.sluice.pool.jta.JtaTransactionContext;
import jakarta.transaction.Synchronization;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import javax.sql.DataSource;
import javax.sql.XAConnection;
import org.h2.jdbcx.JdbcDataSource;

/**
 * A pool together with the transaction manager it is measured with, or no pool. Lambdas instead of
 * method references, so that no virtual machine loads the adapters of others.
 */
enum XaPeer {
    /** Sluice with Narayana. */
    SLUICE(
            BarChart.Tone.OURS,
            settings -> Sluice.open(settings),
            "io.sluice.pool.",
            "io.sluice.jdbc."),
    /** Agroal with Narayana. */
    AGROAL(BarChart.Tone.PEER, settings -> Agroal.open(settings), "io.agroal."),
    /** Atomikos' own pool. */
    ATOMIKOS(
            BarChart.Tone.PEER,
            settings -> Atomikos.open(settings),
            "com.atomikos.datasource.",
            "com.atomikos.jdbc."),
    /** Bitronix 2.1.4. */
    BITRONIX(BarChart.Tone.PEER, settings -> Bitronix.open(settings), "bitronix.tm.resource."),
    /** Sluice without a transaction manager. */
    NO_MANAGER(
            BarChart.Tone.BOUND,
            settings -> Sluice.withoutManager(settings),
            "io.sluice.pool.",
            "io.sluice.jdbc."),
    /**
     * The driver alone, with one connection of its {@code XAConnection}: the work that is behind
     * every pool. The stub manager enlists it in each transaction; elsewhere there are none.
     */
    DRIVER(BarChart.Tone.BOUND, XaPeer::driver);

    /** The contestants that support transactions. */
    static final List<XaPeer> WITH_MANAGERS = List.of(SLUICE, AGROAL, ATOMIKOS, BITRONIX);

    /** Opens pools and starts the manager, for the life of this virtual machine. */
    private interface Opener {

        OpenXa open(XaSettings settings) throws Exception;
    }

    /** The colour of its figures. */
    final BarChart.Tone tone;

    /** The packages of the pool, whose locks are its own. */
    final List<String> packages;

    private final Opener opener;

    XaPeer(BarChart.Tone tone, Opener opener, String... packages) {
        this.tone = tone;
        this.opener = opener;
        this.packages = Arrays.asList(packages);
    }

    private static OpenXa driver(XaSettings settings) throws Exception {
        if (settings.stubManager()) {
            return enlistedDriver();
        }
        return new OpenXa(
                OpenXa.sources(
                        settings,
                        (database, name) -> {
                            JdbcDataSource driver = new JdbcDataSource();
                            driver.setURL(database.properties().get("url"));
                            return KeptConnection.source(driver.getXAConnection().getConnection());
                        }),
                XaPeer::refuse,
                XaPeer::refuse);
    }

    /** What a transaction needs of any pool: to be found again, enlisted, and told of the end. */
    private static OpenXa enlistedDriver() throws Exception {
        StubManager manager = StubManager.create();
        XAConnection driver = new StubXaDataSource().getXAConnection();
        Synchronization end =
                new Synchronization() {

                    @Override
                    public void beforeCompletion() {}

                    @Override
                    public void afterCompletion(int status) {}
                };
        return new OpenXa(
                List.of(KeptConnection.source(driver.getConnection())),
                () -> {
                    manager.begin();
                    Transaction transaction = Objects.requireNonNull(manager.getTransaction());
                    if (manager.getResource(driver) == null) {
                        transaction.registerSynchronization(end);
                        transaction.enlistResource(driver.getXAResource());
                        manager.putResource(driver, end);
                    }
                },
                manager::commit);
    }

    private static void refuse() {
        throw new UnsupportedOperationException("the driver alone has no transaction manager");
    }

    /** Opens pools and starts the manager, for the life of this virtual machine. */
    OpenXa open(XaSettings settings) throws Exception {
        return opener.open(settings);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Opens Sluice. */
    private static final class Sluice {

        static OpenXa open(XaSettings settings) throws Exception {
            if (!settings.stubManager()) {
                TransactionManager manager = Narayana.withoutLog();
                return open(settings, manager, config -> config.transactionManager("narayana"));
            }
            StubManager stub = StubManager.create();
            JtaTransactionContext context = new JtaTransactionContext(stub, stub);
            return open(settings, stub, config -> config.transactionContext(context));
        }

        /** Opens pools that take no part in the transactions of the returned manager. */
        static OpenXa withoutManager(XaSettings settings) throws Exception {
            StubManager stub = StubManager.create();
            return open(settings, stub, config -> config.transactions(Transactions.OFF));
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

    /** Opens Agroal. */
    private static final class Agroal {

        static OpenXa open(XaSettings settings) throws Exception {
            StubManager stub = StubManager.create();
            boolean onStub = settings.stubManager();
            TransactionManager manager = onStub ? stub : Narayana.withoutLog();
            TransactionSynchronizationRegistry registry =
                    onStub ? stub : Narayana.settings().getTransactionSynchronizationRegistry();
            var integration = new NarayanaTransactionIntegration(manager, registry);
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

    /** Opens Atomikos with its own pool, and without a log. */
    private static final class Atomikos {

        static OpenXa open(XaSettings settings) throws Exception {
            System.setProperty("com.atomikos.icatch.enable_logging", "false");
            System.setProperty("com.atomikos.icatch.tm_unique_name", "perf");
            System.setProperty("com.atomikos.icatch.max_actives", "10000");
            UserTransactionManager manager = new UserTransactionManager();
            manager.init();
            return OpenXa.of(
                    manager,
                    settings,
                    (database, name) -> {
                        AtomikosDataSourceBean pool = new AtomikosDataSourceBean();
                        pool.setUniqueResourceName(name);
                        pool.setXaDataSourceClassName(database.className());
                        pool.setXaProperties(database.toProperties());
                        pool.setMinPoolSize(Math.max(1, settings.minSize())); // it takes no 0
                        pool.setMaxPoolSize(settings.size());
                        pool.init();
                        return pool;
                    });
        }
    }

    /** Opens Bitronix, without a log. */
    private static final class Bitronix {

        static OpenXa open(XaSettings settings) throws Exception {
            var configuration = TransactionManagerServices.getConfiguration();
            configuration.setServerId("perf").setJournal("null").setDisableJmx(true);
            List<DataSource> pools =
                    OpenXa.sources(
                            settings,
                            (database, name) -> {
                                PoolingDataSource pool = new PoolingDataSource();
                                pool.setUniqueName(name);
                                pool.setClassName(database.className());
                                pool.setDriverProperties(database.toProperties());
                                pool.setMinPoolSize(settings.minSize());
                                pool.setMaxPoolSize(settings.size());
                                pool.setAllowLocalTransactions(true);
                                pool.init();
                                return pool;
                            });
            BitronixTransactionManager manager = TransactionManagerServices.getTransactionManager();
            return new OpenXa(pools, manager::begin, manager::commit);
        }
    }
}
