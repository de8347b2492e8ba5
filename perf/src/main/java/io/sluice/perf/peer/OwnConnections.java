package io.sluice.perf.peer;

import java.sql.Connection;
import javax.sql.DataSource;

/**
 * The work without a pool: each client has a connection of its own, which stays open when it is
 * closed.
 */
final class OwnConnections extends OwnPhysical {

    OwnConnections(PeerSettings settings) {
        super(settings);
    }

    @Override
    DataSource source(Connection connection) {
        return new Source(new Kept(connection));
    }

    private static final class Source extends ConnectingSource {

        private final Connection connection;

        Source(Connection connection) {
            this.connection = connection;
        }

        @Override
        public Connection getConnection() {
            return connection;
        }
    }

    private static final class Kept extends PassingConnection {

        Kept(Connection delegate) {
            super(delegate);
        }

        @Override
        public void close() {
            // The thread goes on with it.
        }
    }
}
