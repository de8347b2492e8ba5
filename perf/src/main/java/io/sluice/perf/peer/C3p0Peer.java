package io.sluice.perf.peer;

import com.mchange.v2.c3p0.AbstractConnectionCustomizer;
import com.mchange.v2.c3p0.ComboPooledDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Opens c3p0. A released connection is back a little later, since its own threads return it. */
final class C3p0Peer {

    /**
     * Silent, as the pools that log by SLF4J; c3p0 does not take a silent SLF4J implementation.
     * Kept, since a logger that is not referenced loses its level.
     */
    private static final Logger LOGGER = Logger.getLogger("com.mchange");

    static {
        System.setProperty("com.mchange.v2.log.MLog", "com.mchange.v2.log.jdk14logging.Jdk14MLog");
        LOGGER.setLevel(Level.OFF);
    }

    private C3p0Peer() {}

    static OpenPeer open(PeerSettings settings) throws SQLException {
        ComboPooledDataSource source = new ComboPooledDataSource();
        source.setJdbcUrl(settings.url());
        settings.login(source::setUser, source::setPassword);
        source.setMaxPoolSize(settings.size());
        source.setMinPoolSize(settings.minSize());
        source.setInitialPoolSize(settings.minSize());
        source.setCheckoutTimeout((int) settings.acquireTimeout().toMillis());
        if (!settings.autoCommit()) {
            source.setConnectionCustomizerClassName(ManualCommit.class.getName());
        }
        Duration limit = settings.limit();
        if (limit != null) {
            source.setTestConnectionOnCheckout(true);
            source.setConnectionIsValidTimeout((int) limit.toSeconds());
        }
        // It starts only when it is asked for something.
        source.getNumConnectionsDefaultUser();
        return new OpenPeer.Open(source, () -> counts(source), source::close);
    }

    private static PoolCounts counts(ComboPooledDataSource source) {
        try {
            return new PoolCounts(
                    source.getNumConnectionsDefaultUser(),
                    source.getNumBusyConnectionsDefaultUser());
        } catch (SQLException e) {
            throw new IllegalStateException("c3p0 cannot count its connections", e);
        }
    }

    /** Switches auto-commit off, for which there is no option. Made by c3p0, by its name. */
    public static final class ManualCommit extends AbstractConnectionCustomizer {

        /** Made by c3p0. */
        public ManualCommit() {}

        @Override
        public void onCheckOut(Connection connection, String token) throws SQLException {
            // At each acquire: each release switches it on.
            connection.setAutoCommit(false);
        }
    }
}
