package io.sluice.perf.peer;

import io.sluice.perf.stub.Completion;
import java.lang.invoke.MethodHandles;
import java.sql.Connection;
import javax.sql.DataSource;

/** A connection that stays open when it is closed. */
public abstract class KeptConnection implements Connection {

    private static final KeptConnection FIRST =
            Completion.passing(MethodHandles.lookup(), KeptConnection.class, Connection.class);

    /** Read by the methods that {@link Completion} writes. */
    final Connection delegate;

    KeptConnection(Connection delegate) {
        this.delegate = delegate;
    }

    /** Returns a data source that always gives this one connection. */
    public static DataSource source(Connection connection) {
        Connection kept = FIRST.another(connection);
        return ConnectingSource.of(() -> kept);
    }

    /** Written by {@link Completion}. */
    abstract KeptConnection another(Connection connection);

    @Override
    public void close() {
        // The next acquire gets it again.
    }
}
