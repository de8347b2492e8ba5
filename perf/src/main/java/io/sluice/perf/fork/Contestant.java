package io.sluice.perf.fork;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.perf.peer.Metered;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.stub.StubDriver;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A contestant on the stub driver, filled: all connections exist before the first acquire that
 * counts. The state that all threads of a benchmark share.
 */
@State(Scope.Benchmark)
public class Contestant {

    /** Two full collections move survivors to the old generation; one more does no harm. */
    private static final int COLLECTIONS = 3;

    /** The contestant. */
    @Param public Peer peer;

    /** How many connections there are. */
    @Param("16")
    public int connections;

    /**
     * How much work is done while a connection is held, in tokens of {@link Blackhole#consumeCPU}.
     */
    @Param("0")
    public int tokens;

    /** Whether the pool is in the old generation, as in an application that has run for a while. */
    @Param("false")
    public boolean promoted;

    /** Whether the pool publishes its figures through Micrometer. */
    @Param("false")
    public boolean metrics;

    /** The URL to connect to. */
    @Param(StubDriver.URL)
    public String url;

    private OpenPeer open;

    /** Opens and fills the contestant. */
    @Setup
    public void fill() throws SQLException {
        open = peer.open(PeerSettings.withoutUser(url, connections));
        if (peer.kind() != Peer.Kind.BOUND) {
            OpenPeer.fill(open.sourceForClient(), connections);
            int made = StubDriver.open(url);
            if (made != connections) {
                throw new IllegalStateException(
                        "%s has %s connections after it was filled, not %s"
                                .formatted(peer, made, connections));
            }
        }
        if (metrics && Metered.PEERS.contains(peer)) {
            Metered.bind(open.sourceForClient(), new SimpleMeterRegistry());
        }
        promoteIf(promoted);
    }

    /** Closes the contestant. */
    @TearDown
    public void close() throws SQLException {
        open.close();
    }

    OpenPeer open() {
        return open;
    }

    static void promoteIf(boolean wanted) {
        for (int i = 0; wanted && i < COLLECTIONS; i++) {
            System.gc();
        }
    }
}
