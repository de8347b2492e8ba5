package io.sluice.perf.peer;

import io.sluice.perf.stub.Completion;
import java.lang.invoke.MethodHandles;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A data source for our own contestants; only {@link #getConnection()} does anything. */
abstract class ConnectingSource implements DataSource {

    private static final ConnectingSource FIRST =
            Completion.refusing(
                    MethodHandles.lookup(), ConnectingSource.class, "source of a contestant");

    /** Gives connections. */
    interface Connector {

        Connection connect() throws SQLException;
    }

    private final Connector connector;

    ConnectingSource(Connector connector) {
        this.connector = connector;
    }

    /** Returns a new one. */
    static DataSource of(Connector connector) {
        return FIRST.another(connector);
    }

    /** Written by {@link Completion}. */
    abstract ConnectingSource another(Connector connector);

    @Override
    public Connection getConnection() throws SQLException {
        return connector.connect();
    }

    /** Connects as the settings say. */
    static Connection connect(PeerSettings settings) throws SQLException {
        String user = settings.user();
        Connection connection =
                user == null
                        ? DriverManager.getConnection(settings.url())
                        : DriverManager.getConnection(settings.url(), user, settings.password());
        connection.setAutoCommit(settings.autoCommit());
        return connection;
    }
}
