package io.sluice.perf.xa;

import bitronix.tm.BitronixTransactionManager;
import bitronix.tm.Configuration;
import bitronix.tm.TransactionManagerServices;
import bitronix.tm.resource.jdbc.PoolingDataSource;
import java.util.List;
import javax.sql.DataSource;

/** Opens Bitronix, without a log. */
final class BitronixXa {

    private BitronixXa() {}

    static OpenXa open(XaSettings settings) throws Exception {
        Configuration ignored =
                TransactionManagerServices.getConfiguration()
                        .setServerId("perf")
                        .setJournal("null")
                        .setDisableJmx(true);
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
