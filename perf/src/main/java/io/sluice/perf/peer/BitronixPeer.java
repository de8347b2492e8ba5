package io.sluice.perf.peer;

import bitronix.tm.TransactionManagerServices;
import bitronix.tm.resource.jdbc.PoolingDataSource;
import bitronix.tm.resource.jdbc.lrc.LrcXADataSource;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Opens the pool of Bitronix without its transaction manager. Drivers without XA go through its
 * adapter for last resources; the connections work outside of transactions.
 */
final class BitronixPeer {

    /** No two pools of a process may have the same name. */
    private static final AtomicInteger OPENED = new AtomicInteger();

    private BitronixPeer() {}

    static OpenPeer open(PeerSettings settings) throws SQLException {
        TransactionManagerServices.getConfiguration().setDisableJmx(true);
        Properties driver = new Properties();
        driver.setProperty("driverClassName", settings.driver());
        driver.setProperty("url", settings.url());
        settings.login(
                user -> driver.setProperty("user", user),
                password -> driver.setProperty("password", password));
        PoolingDataSource source = new PoolingDataSource();
        source.setUniqueName("bitronix-" + OPENED.incrementAndGet());
        source.setClassName(LrcXADataSource.class.getName());
        source.setDriverProperties(driver);
        source.setAllowLocalTransactions(true);
        source.setMaxPoolSize(settings.size());
        source.setMinPoolSize(settings.minSize());
        source.setLocalAutoCommit(Boolean.toString(settings.autoCommit()));
        source.setAcquisitionTimeout((int) Math.max(1, settings.acquireTimeout().toSeconds()));
        if (settings.limit() != null) {
            source.setEnableJdbc4ConnectionTest(true);
        }
        source.init();
        return new OpenPeer.Open(
                source,
                () ->
                        PoolCounts.of(
                                source.getTotalPoolSize() - source.getInPoolSize(),
                                source.getInPoolSize()),
                source::close);
    }
}
