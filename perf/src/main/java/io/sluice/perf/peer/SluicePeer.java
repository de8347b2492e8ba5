package io.sluice.perf.peer;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.Startup;
import io.sluice.pool.PoolSnapshot;
import java.sql.SQLException;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Opens Sluice. */
final class SluicePeer {

    /**
     * Logs nothing at start and close. Kept, since a logger that is not referenced loses its level.
     */
    private static final Logger LOGGER = Logger.getLogger("io.sluice");

    static {
        LOGGER.setLevel(Level.WARNING);
    }

    private SluicePeer() {}

    static OpenPeer open(PeerSettings settings) throws SQLException {
        JdbcPoolConfig given = settings.sluice();
        JdbcPoolConfig.Builder config =
                given == null
                        ? JdbcPoolConfig.builder()
                                .name("sluice")
                                .minSize(settings.minSize())
                                .startup(settings.fixedSize() ? Startup.FAIL : Startup.LAZY)
                                .acquireTimeout(settings.acquireTimeout())
                        : given.toBuilder();
        config.url(settings.url()).maxSize(settings.size()).autoCommit(settings.autoCommit());
        Duration limit = settings.limit();
        if (limit != null) {
            config.connectTimeout(limit).validationTimeout(limit);
        }
        settings.login(config::username, config::password);
        SluiceDataSource source = SluiceDataSource.create(config.build());
        return new OpenPeer.Open(
                source,
                () -> {
                    PoolSnapshot now = source.snapshot();
                    return new PoolCounts(now.total(), now.accessible());
                },
                source::close);
    }
}
