package io.sluice.perf.cycle;

import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.stub.StubDriver;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does it cost to acquire a connection and to release it again?
 *
 * <p>The driver is a stub that answers at once, so nothing but the pool is measured. All
 * connections exist before the first acquire that counts. The handle is given to the {@link
 * Blackhole}: the compiler cannot prove that it stays on the stack, and each contestant pays for
 * allocating it, as it would in an application.
 *
 * <p>Run it with {@code perf/run cycle}; {@link CycleForks} starts it, one fork per contestant in
 * turn.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class CycleBenchmark {

    /** Two full collections move to the old generation what survives; one more does no harm. */
    private static final int COLLECTIONS = 3;

    /** The contestant, filled. */
    @State(Scope.Benchmark)
    public static class Contestant {

        /** Who is measured. */
        @Param public Peer peer;

        /** How many connections there are. */
        @Param("16")
        public int connections;

        /**
         * How much work is done while a connection is held, in tokens of {@link
         * Blackhole#consumeCPU}.
         */
        @Param("0")
        public int tokens;

        /** Whether the pool has grown old, as it has in an application that runs for a while. */
        @Param("false")
        public boolean promoted;

        private OpenPeer open;

        /** Opens and fills the contestant. */
        @Setup
        public void fill() throws SQLException {
            open = peer.open(PeerSettings.withoutUser(StubDriver.URL, connections));
            if (peer.kind() != Peer.Kind.BOUND) {
                OpenPeer.fill(open.sourceForClient(), connections);
                int made = StubDriver.open(StubDriver.URL);
                if (made != connections) {
                    throw new IllegalStateException(
                            peer
                                    + " has "
                                    + made
                                    + " connections after it was filled, not "
                                    + connections);
                }
            }
            promoteIf(promoted);
        }

        /** Closes the contestant. */
        @TearDown
        public void close() throws SQLException {
            open.close();
        }
    }

    /** What one thread acquires from. */
    @State(Scope.Thread)
    public static class Client {

        private DataSource source;
        private int tokens;

        /** Takes the pool, or makes what this thread has for its own. */
        @Setup
        public void attach(Contestant contestant) throws SQLException {
            source = contestant.open.sourceForClient();
            tokens = contestant.tokens;
            // Bounds have their holder made here, later than any pool.
            promoteIf(contestant.promoted && contestant.peer.kind() == Peer.Kind.BOUND);
        }
    }

    /** Acquires a connection, works, and releases it. */
    @Benchmark
    public void cycle(Client client, Blackhole blackhole) throws SQLException {
        Connection connection = client.source.getConnection();
        blackhole.consume(connection);
        if (client.tokens > 0) {
            Blackhole.consumeCPU(client.tokens);
        }
        connection.close();
    }

    private static void promoteIf(boolean wanted) {
        for (int i = 0; wanted && i < COLLECTIONS; i++) {
            System.gc();
        }
    }
}
