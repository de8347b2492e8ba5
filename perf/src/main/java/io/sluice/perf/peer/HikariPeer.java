package io.sluice.perf.peer;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.time.Duration;

/** Opens HikariCP. */
final class HikariPeer {

    /** Makes no connection before the pool wants one. */
    private static final int NO_CHECK = -1;

    private HikariPeer() {}

    static OpenPeer open(PeerSettings settings) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("hikari");
        config.setJdbcUrl(settings.url());
        config.setUsername(settings.user());
        config.setPassword(settings.password());
        config.setMaximumPoolSize(settings.size());
        config.setMinimumIdle(settings.minSize());
        if (!settings.fixedSize()) {
            config.setInitializationFailTimeout(NO_CHECK);
        }
        config.setAutoCommit(settings.autoCommit());
        config.setConnectionTimeout(settings.acquireTimeout().toMillis());
        Duration limit = settings.limit();
        if (limit != null) {
            config.setValidationTimeout(limit.toMillis());
        }
        HikariDataSource source = new HikariDataSource(config);
        HikariPoolMXBean counted = source.getHikariPoolMXBean();
        return new OpenPeer.Open(
                source,
                () -> new PoolCounts(counted.getTotalConnections(), counted.getActiveConnections()),
                source::close);
    }
}
