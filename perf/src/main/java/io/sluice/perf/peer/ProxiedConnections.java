package io.sluice.perf.peer;

import java.sql.Connection;
import javax.sql.DataSource;

/**
 * The wrapping of Sluice's ancestor: each client has a connection of its own, and sees it, its
 * statements and their result sets through reflective proxies.
 */
final class ProxiedConnections extends OwnPhysical {

    ProxiedConnections(PeerSettings settings) {
        super(settings);
    }

    @Override
    DataSource source(Connection connection) {
        return new Source(connection);
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
