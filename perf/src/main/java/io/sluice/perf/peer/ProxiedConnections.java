package io.sluice.perf.peer;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;

/**
 * What Sluice's ancestor put between an application and its driver: each client has a connection of
 * its own, and sees it, its statements and their result sets through reflective proxies.
 */
final class ProxiedConnections implements OpenPeer {

    private final PeerSettings settings;
    private final Queue<Connection> physical = new ConcurrentLinkedQueue<>();

    ProxiedConnections(PeerSettings settings) {
        this.settings = settings;
    }

    @Override
    public DataSource sourceForClient() throws SQLException {
        Connection connection = ConnectingSource.connect(settings);
        physical.add(connection);
        return new Source(connection);
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
            return new ConnectionInvocations(connection).proxy();
        }
    }
}
