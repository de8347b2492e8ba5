package io.sluice.perf.peer;

import com.alibaba.druid.pool.DruidDataSource;
import java.sql.SQLException;
import java.time.Duration;

/** Opens Druid. Its lock is not fair, whatever the time-out of an acquire. */
final class DruidPeer {

    /** The default of others. */
    private static final int IDLE_VALIDATION_MILLIS = 500;

    private DruidPeer() {}

    static OpenPeer open(PeerSettings settings) throws SQLException {
        DruidDataSource source = new DruidDataSource();
        source.setUrl(settings.url());
        // It refuses URLs that it does not know, unless their driver is given.
        source.setDriverClassName(settings.driver());
        source.setUsername(settings.user());
        source.setPassword(settings.password());
        source.setMaxActive(settings.size());
        source.setMinIdle(settings.minSize());
        source.setInitialSize(settings.minSize());
        source.setDefaultAutoCommit(settings.autoCommit());
        source.setMaxWait(settings.acquireTimeout().toMillis());
        Duration limit = settings.limit();
        if (limit != null) {
            source.setConnectTimeout((int) limit.toMillis());
            source.setSocketTimeout((int) limit.toMillis());
            source.setTimeBetweenEvictionRunsMillis(IDLE_VALIDATION_MILLIS);
            source.setValidationQueryTimeout((int) limit.toSeconds());
        }
        source.init();
        return new OpenPeer.Open(
                source,
                () -> PoolCounts.of(source.getActiveCount(), source.getPoolingCount()),
                source::close);
    }
}
