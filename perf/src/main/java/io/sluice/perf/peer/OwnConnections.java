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
        return KeptConnection.source(connection);
    }
}
