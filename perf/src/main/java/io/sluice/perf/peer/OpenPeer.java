package io.sluice.perf.peer;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** A contestant at work. Thread-safe, except for closing. */
public interface OpenPeer extends AutoCloseable {

    /**
     * Returns the source of connections for a client thread: the same object for all where there is
     * a pool, a new one for each where the contestant is a bound.
     */
    DataSource sourceForClient() throws SQLException;

    /**
     * A pool that counts its connections.
     *
     * @param sourceForClient the same for all
     * @param counting counts them
     * @param closing closes it
     */
    record Open(DataSource sourceForClient, Supplier<PoolCounts> counting, Runnable closing)
            implements OpenPeer {

        @Override
        public PoolCounts counts() {
            return counting.get();
        }

        @Override
        public void close() {
            closing.run();
        }
    }

    /** Returns the pool's counts of its connections, if it counts them. */
    default PoolCounts counts() {
        throw new UnsupportedOperationException(this + " does not count its connections");
    }

    @Override
    void close() throws SQLException;

    /**
     * Holds as many connections at once as there may be, and gives them back, so that afterwards
     * all exist.
     *
     * @param source where to acquire
     * @param size how many
     */
    static void fill(DataSource source, int size) throws SQLException {
        List<Connection> held = new ArrayList<>(size);
        try {
            for (int i = 0; i < size; i++) {
                held.add(source.getConnection());
            }
        } finally {
            for (Connection connection : held) {
                connection.close();
            }
        }
    }
}
