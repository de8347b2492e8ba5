package io.sluice.perf.peer;

import java.sql.Connection;
import javax.sql.DataSource;

/** A connection that stays open when it is closed. */
public final class KeptConnection extends PassingConnection {

    private KeptConnection(Connection delegate) {
        super(delegate);
    }

    /** Returns a data source that always gives this one connection. */
    public static DataSource source(Connection connection) {
        return new Source(new KeptConnection(connection));
    }

    @Override
    public void close() {
        // The next acquire gets it again.
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
}
