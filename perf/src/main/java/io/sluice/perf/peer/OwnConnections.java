package io.sluice.perf.peer;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;

/**
 * The work without a pool: each client has a connection of its own, which stays open when it is
 * closed.
 */
final class OwnConnections implements OpenPeer {

    private final PeerSettings settings;
    private final Queue<Connection> physical = new ConcurrentLinkedQueue<>();

    OwnConnections(PeerSettings settings) {
        this.settings = settings;
    }

    @Override
    public DataSource sourceForClient() throws SQLException {
        Connection connection = ConnectingSource.connect(settings);
        physical.add(connection);
        return new Source(new Kept(connection));
    }

    @Override
    public void close() throws SQLException {
        for (Connection connection : physical) {
            connection.close();
        }
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
