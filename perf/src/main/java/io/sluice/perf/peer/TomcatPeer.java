package io.sluice.perf.peer;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.tomcat.jdbc.pool.DataSource;

/** Opens the pool of Tomcat. */
final class TomcatPeer implements OpenPeer {

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

    private final DataSource source;

    private TomcatPeer(DataSource source) {
        this.source = source;
    }

    static OpenPeer open(PeerSettings settings) throws SQLException {
        DataSource source = new DataSource();
        source.setUrl(settings.url());
        source.setDriverClassName(DriverManager.getDriver(settings.url()).getClass().getName());
        String user = settings.user();
        if (user != null) {
            source.setUsername(user);
        }
        String password = settings.password();
        if (password != null) {
            source.setPassword(password);
        }
        source.setMaxActive(settings.size());
        source.setMaxIdle(settings.size());
        source.setMinIdle(settings.minSize());
        source.setInitialSize(settings.minSize());
        source.setDefaultAutoCommit(settings.autoCommit());
        source.setMaxWait((int) settings.acquireTimeout().toMillis());
        Limits limits = settings.limits();
        if (limits != null) {
            source.setTestOnBorrow(true);
            source.setValidationInterval(IDLE_VALIDATION_MILLIS);
            source.setValidationQueryTimeout((int) limits.validation().toSeconds());
        }
        source.createPool();
        return new TomcatPeer(source);
    }

    @Override
    public javax.sql.DataSource sourceForClient() {
        return source;
    }

    @Override
    public PoolCounts counts() {
        return new PoolCounts(source.getSize(), source.getActive());
    }

    @Override
    public void close() {
        source.close();
    }
}
