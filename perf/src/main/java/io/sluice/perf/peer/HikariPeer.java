package io.sluice.perf.peer;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;

/** Opens HikariCP. */
final class HikariPeer implements OpenPeer {

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
        config.setMinimumIdle(settings.size());
        config.setAutoCommit(settings.autoCommit());
        config.setConnectionTimeout(settings.acquireTimeout().toMillis());
        return new HikariPeer(new HikariDataSource(config));
    }

    @Override
    public DataSource sourceForClient() {
        return source;
    }

    @Override
    public void close() {
        source.close();
    }
}
