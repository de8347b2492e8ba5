package io.sluice.perf.peer;

import java.time.Duration;
import java.util.Objects;
import org.vibur.dbcp.ViburDBCPDataSource;
import org.vibur.objectpool.BasePool;

/** Opens Vibur. */
final class ViburPeer {

    private ViburPeer() {}

    static OpenPeer open(PeerSettings settings) {
        ViburDBCPDataSource source = new ViburDBCPDataSource();
        source.setJdbcUrl(settings.url());
        // It requires a value.
        source.setUsername(Objects.requireNonNullElse(settings.user(), ""));
        source.setPassword(Objects.requireNonNullElse(settings.password(), ""));
        source.setPoolMaxSize(settings.size());
        source.setPoolInitialSize(settings.minSize());
        source.setDefaultAutoCommit(settings.autoCommit());
        source.setConnectionTimeoutInMs(settings.acquireTimeout().toMillis());
        Duration limit = settings.limit();
        if (limit != null) {
            source.setLoginTimeoutInSeconds((int) limit.toSeconds());
            // Whole seconds of idleness only: zero is the closest to 500 ms that is not more.
            source.setConnectionIdleLimitInSeconds(0);
            source.setValidateTimeoutInSeconds((int) limit.toSeconds());
        }
        source.start();
        BasePool pool = source.getPool();
        return new OpenPeer.Open(
                source, () -> PoolCounts.of(pool.taken(), pool.remainingCreated()), source::close);
    }
}
