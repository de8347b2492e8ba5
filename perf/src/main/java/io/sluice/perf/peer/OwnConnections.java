package io.sluice.perf.peer;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import javax.sql.DataSource;

/** No pool: each client has a physical connection of its own, until the contestant is closed. */
final class OwnConnections implements OpenPeer {

    private final PeerSettings settings;
    private final Function<Connection, DataSource> source;
    private final Queue<Connection> physical = new ConcurrentLinkedQueue<>();

    /**
     * Opens the contestant.
     *
     * @param source makes the source for the client of a physical connection
     */
    OwnConnections(PeerSettings settings, Function<Connection, DataSource> source) {
        this.settings = settings;
        this.source = source;
    }

    @Override
    public DataSource sourceForClient() throws SQLException {
        Connection connection = ConnectingSource.connect(settings);
        physical.add(connection);
        return source.apply(connection);
    }

    @Override
    public void close() throws SQLException {
        for (Connection connection : physical) {
            connection.close();
        }
    }
}
