package io.sluice.perf.peer;

import bitronix.tm.TransactionManagerServices;
import bitronix.tm.resource.jdbc.PoolingDataSource;
import bitronix.tm.resource.jdbc.lrc.LrcXADataSource;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * Opens the pool of Bitronix without its transaction manager. Drivers without XA go through its
 * adapter for last resources; the connections work outside of transactions.
 */
final class BitronixPeer implements OpenPeer {

    /** No two pools of a process may have the same name. */
    private static final AtomicInteger OPENED = new AtomicInteger();

    private final PoolingDataSource source;

    private BitronixPeer(PoolingDataSource source) {
        this.source = source;
    }

    static OpenPeer open(PeerSettings settings) throws SQLException {
        TransactionManagerServices.getConfiguration().setDisableJmx(true);
        PoolingDataSource source = new PoolingDataSource();
        source.setUniqueName("bitronix-" + OPENED.incrementAndGet());
        source.setClassName(LrcXADataSource.class.getName());
        source.setDriverProperties(driverProperties(settings));
        source.setAllowLocalTransactions(true);
        source.setMaxPoolSize(settings.size());
        source.setMinPoolSize(settings.minSize());
        source.setLocalAutoCommit(Boolean.toString(settings.autoCommit()));
        source.setAcquisitionTimeout((int) Math.max(1, settings.acquireTimeout().toSeconds()));
        if (settings.limits() != null) {
            source.setEnableJdbc4ConnectionTest(true);
        }
        source.init();
        return new BitronixPeer(source);
    }

    private static Properties driverProperties(PeerSettings settings) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty(
                "driverClassName", DriverManager.getDriver(settings.url()).getClass().getName());
        properties.setProperty("url", settings.url());
        String user = settings.user();
        if (user != null) {
            properties.setProperty("user", user);
        }
        String password = settings.password();
        if (password != null) {
            properties.setProperty("password", password);
        }
        return properties;
    }

    @Override
    public DataSource sourceForClient() {
        return source;
    }

    @Override
    public PoolCounts counts() {
        int total = (int) source.getTotalPoolSize();
        return new PoolCounts(total, total - (int) source.getInPoolSize());
    }

    @Override
    public void close() {
        source.close();
    }
}
