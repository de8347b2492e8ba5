package io.sluice.perf.peer;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;

/** No pool: each client has a physical connection of its own, until the contestant is closed. */
abstract class OwnPhysical implements OpenPeer {

    private final PeerSettings settings;
    private final Queue<Connection> physical = new ConcurrentLinkedQueue<>();

    OwnPhysical(PeerSettings settings) {
        this.settings = settings;
    }

    /** Returns the source for the client of a physical connection. */
    abstract DataSource source(Connection connection);

    @Override
    public final DataSource sourceForClient() throws SQLException {
        Connection connection = ConnectingSource.connect(settings);
        physical.add(connection);
        return source(connection);
    }

    @Override
    public final void close() throws SQLException {
        for (Connection connection : physical) {
            connection.close();
        }
    }
}
