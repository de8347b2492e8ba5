package io.sluice.perf.peer;

import java.sql.SQLException;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.tomcat.jdbc.pool.DataSource;

/** Opens the pool of Tomcat. */
final class TomcatPeer {

    /**
     * Silent, as the pools that log by SLF4J. Kept, since a logger that is not referenced loses its
     * level.
     */
    private static final Logger LOGGER = Logger.getLogger("org.apache.tomcat.jdbc");

    static {
        LOGGER.setLevel(Level.OFF);
    }

    /** The default of others. */
    private static final int IDLE_VALIDATION_MILLIS = 500;

    private TomcatPeer() {}

    static OpenPeer open(PeerSettings settings) throws SQLException {
        DataSource source = new DataSource();
        source.setUrl(settings.url());
        source.setDriverClassName(settings.driver());
        settings.login(source::setUsername, source::setPassword);
        source.setMaxActive(settings.size());
        source.setMaxIdle(settings.size());
        source.setMinIdle(settings.minSize());
        source.setInitialSize(settings.minSize());
        source.setDefaultAutoCommit(settings.autoCommit());
        source.setMaxWait((int) settings.acquireTimeout().toMillis());
        Duration limit = settings.limit();
        if (limit != null) {
            source.setTestOnBorrow(true);
            source.setValidationInterval(IDLE_VALIDATION_MILLIS);
            source.setValidationQueryTimeout((int) limit.toSeconds());
        }
        source.createPool();
        return new OpenPeer.Open(
                source, () -> new PoolCounts(source.getSize(), source.getActive()), source::close);
    }
}
