package io.sluice.perf.xa;

import bitronix.tm.BitronixTransactionManager;
import bitronix.tm.Configuration;
import bitronix.tm.TransactionManagerServices;
import bitronix.tm.resource.jdbc.PoolingDataSource;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Opens Bitronix, without a log. Lives in a class loader of its own. */
public final class BitronixXa implements OpenXa.Opener {

    /** Called by reflection, in a class loader of its own. */
    public BitronixXa() {}

    @Override
    public OpenXa open(XaSettings settings) {
        Configuration ignored =
                TransactionManagerServices.getConfiguration()
                        .setServerId("perf")
                        .setJournal("null")
                        .setDisableJmx(true);
        List<DataSource> sources = new ArrayList<>();
        for (XaSettings.Database database : settings.databases()) {
            PoolingDataSource pool = new PoolingDataSource();
            pool.setUniqueName("perf-" + sources.size());
            pool.setClassName(database.className());
            pool.setDriverProperties(database.toProperties());
            pool.setMinPoolSize(settings.minSize());
            pool.setMaxPoolSize(settings.size());
            pool.setAllowLocalTransactions(true);
            pool.init();
            sources.add(pool);
        }
        return new Open(TransactionManagerServices.getTransactionManager(), sources);
    }

    private record Open(BitronixTransactionManager manager, List<DataSource> sources)
            implements OpenXa {

        @Override
        public DataSource source(int database) {
            return sources.get(database);
        }

        @Override
        public void begin() throws Exception {
            manager.begin();
        }

        @Override
        public void commit() throws Exception {
            manager.commit();
        }
    }
}
