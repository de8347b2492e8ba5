package io.sluice.perf.study.housekeeping;

import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.stub.StubDriver;
import java.lang.ref.Reference;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What does a pool keep for each of its idle connections? Runs in a virtual machine of its own,
 * started by {@link HeldRuns}, and prints one JSON object.
 */
final class HeldFork {

    /** The size of a pool that only loads the classes. */
    private static final int REHEARSED = 8;

    /** How long a pool may take until all its connections exist and are idle. */
    private static final Duration FILL_LIMIT = Duration.ofSeconds(30);

    private HeldFork() {}

    /**
     * Measures one contestant.
     *
     * @param args the contestant, the sizes of its smaller and its larger pool, and how long they
     *     settle, in milliseconds
     */
    public static void main(String[] args) {
        ForkedJvm.answer(
                () ->
                        measure(
                                Peer.valueOf(args[0]),
                                Integer.parseInt(args[1]),
                                Integer.parseInt(args[2]),
                                Integer.parseInt(args[3])));
    }

    /** Returns the arguments of {@link #main}. */
    static List<String> args(Peer peer, int few, int many, int settle) {
        return List.of(
                peer.name(),
                Integer.toString(few),
                Integer.toString(many),
                Integer.toString(settle));
    }

    /**
     * Opens a small pool, and a large one beside it, and returns what each of them holds. Both have
     * what does not depend on the number of connections.
     */
    static Map<String, Object> measure(Peer peer, int few, int many, int settle)
            throws SQLException, InterruptedException {
        double connectionBytes = connectionBytes(many);
        try (OpenPeer rehearsal = open(peer, "rehearsal", REHEARSED)) {
            awaitIdle(peer, rehearsal, "rehearsal", REHEARSED);
        }
        PoolThreads threads = new PoolThreads();
        long withNone = HeldHeap.bytes();
        try (OpenPeer small = open(peer, "few", few)) {
            awaitIdle(peer, small, "few", few);
            TimeUnit.MILLISECONDS.sleep(settle);
            long withFew = HeldHeap.bytes();
            int fewThreads = threads.done().size();
            try (OpenPeer large = open(peer, "many", many)) {
                awaitIdle(peer, large, "many", many);
                TimeUnit.MILLISECONDS.sleep(settle);
                long withMany = HeldHeap.bytes();
                Map<String, Object> figures = new LinkedHashMap<>();
                figures.put("connectionBytes", connectionBytes);
                figures.put("fewBytes", withFew - withNone);
                figures.put("manyBytes", withMany - withFew);
                figures.put("fewThreads", fewThreads);
                figures.put("manyThreads", threads.done().size() - fewThreads);
                return figures;
            }
        }
    }

    /** Returns the size of a connection of the stub without a pool. */
    private static double connectionBytes(int connections) throws SQLException {
        Connection[] all = new Connection[connections];
        try {
            all[0] = DriverManager.getConnection(StubDriver.URL); // loads the classes
            HeldHeap.bytes(); // loads what the measurement itself needs
            long before = HeldHeap.bytes();
            for (int i = 1; i < connections; i++) {
                all[i] = DriverManager.getConnection(StubDriver.URL);
            }
            return (HeldHeap.bytes() - before) / (connections - 1.0);
        } finally {
            Reference.reachabilityFence(all);
        }
    }

    /** Opens a pool whose connections have all been used once. */
    private static OpenPeer open(Peer peer, String name, int connections) throws SQLException {
        OpenPeer open = peer.open(PeerSettings.withoutUser(StubDriver.URL + name, connections));
        OpenPeer.fill(open.sourceForClient(), connections);
        return open;
    }

    /** Waits until all connections are idle: some pools take them back a while later. */
    private static void awaitIdle(Peer peer, OpenPeer open, String name, int connections)
            throws InterruptedException {
        long since = System.nanoTime();
        while (open.counts().leased() > 0
                || StubDriver.open(StubDriver.URL + name) != connections) {
            if (System.nanoTime() - since > FILL_LIMIT.toNanos()) {
                throw new IllegalStateException(
                        peer
                                + " has "
                                + StubDriver.open(StubDriver.URL + name)
                                + " connections, "
                                + open.counts().leased()
                                + " of them leased, after "
                                + FILL_LIMIT.toSeconds()
                                + " s; expected "
                                + connections
                                + " that are idle");
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }
}
