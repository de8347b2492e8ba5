package io.sluice.perf.peer;

import java.sql.SQLException;
import java.time.Duration;
import org.apache.commons.dbcp2.DriverManagerConnectionFactory;
import org.apache.commons.dbcp2.PoolableConnection;
import org.apache.commons.dbcp2.PoolableConnectionFactory;
import org.apache.commons.dbcp2.PoolingDataSource;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

/**
 * Opens Commons DBCP2, put together from its parts, since its {@code BasicDataSource} makes a
 * connection at the start, for a check.
 */
final class DbcpPeer {

    private DbcpPeer() {}

    static OpenPeer open(PeerSettings settings) throws SQLException {
        DriverManagerConnectionFactory connections =
                new DriverManagerConnectionFactory(
                        settings.url(), settings.user(), settings.password());
        PoolableConnectionFactory factory = new PoolableConnectionFactory(connections, null);
        factory.setDefaultAutoCommit(settings.autoCommit());
        Duration limit = settings.limit();
        if (limit != null) {
            factory.setValidationQueryTimeout(limit);
            factory.setFastFailValidation(true);
        }
        // As in BasicDataSource: no MBean, and a validation at every acquire.
        GenericObjectPoolConfig<PoolableConnection> config = new GenericObjectPoolConfig<>();
        config.setJmxEnabled(false);
        config.setTestOnBorrow(true);
        config.setMaxTotal(settings.size());
        // By default it keeps only eight.
        config.setMaxIdle(settings.size());
        config.setMinIdle(settings.minSize());
        config.setMaxWait(settings.acquireTimeout());
        GenericObjectPool<PoolableConnection> pool = new GenericObjectPool<>(factory, config);
        factory.setPool(pool);
        try {
            pool.addObjects(settings.minSize());
        } catch (Exception e) {
            pool.close();
            throw new SQLException("cannot make the first connections", e);
        }
        return new OpenPeer.Open(
                new PoolingDataSource<>(pool),
                () -> PoolCounts.of(pool.getNumActive(), pool.getNumIdle()),
                pool::close);
    }
}
