package io.sluice.perf.peer;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import javax.sql.DataSource;

/** Opens HikariCP. */
final class HikariPeer implements OpenPeer {

    /** Makes no connection before the pool wants one. */
    private static final int NO_CHECK = -1;

    private final HikariDataSource source;

    private HikariPeer(HikariDataSource source) {
        this.source = source;
    }

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
        Limits limits = settings.limits();
        if (limits != null) {
            config.setValidationTimeout(limits.validation().toMillis());
        }
        return new HikariPeer(new HikariDataSource(config));
    }

    @Override
    public DataSource sourceForClient() {
        return source;
    }

    @Override
    public PoolCounts counts() {
        HikariPoolMXBean pool = source.getHikariPoolMXBean();
        return new PoolCounts(pool.getTotalConnections(), pool.getActiveConnections());
    }

    @Override
    public void close() {
        source.close();
    }
}
