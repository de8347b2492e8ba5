package io.sluice.perf.fork;

import io.sluice.perf.peer.Peer;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** One thread of a benchmark, with its source of connections. */
@State(Scope.Thread)
public class Client {

    private DataSource source;
    private int tokens;

    /** Gets the source of the pool, or one of its own. */
    @Setup
    public void attach(Contestant contestant) throws SQLException {
        source = contestant.open().sourceForClient();
        tokens = contestant.tokens;
        // The holder of a bound is made here, later than any pool.
        Contestant.promoteIf(contestant.promoted && contestant.peer.kind() == Peer.Kind.BOUND);
    }

    /** Returns where to acquire connections. */
    public DataSource source() {
        return source;
    }

    /** Acquires a connection. */
    public Connection acquire() throws SQLException {
        return source.getConnection();
    }

    /** Does the work of the row while a connection is held. */
    public void work() {
        if (tokens > 0) {
            Blackhole.consumeCPU(tokens);
        }
    }
}
