package io.sluice.perf.study.housekeeping;

import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.stub.StubDriver;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.lang.ref.Reference;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What does a pool keep for each of its idle connections?
 *
 * @param peer the contestant
 * @param few the size of its smaller pool
 * @param many that of its larger one
 * @param settle how long they settle, in milliseconds
 */
record HeldFork(Peer peer, int few, int many, int settle) implements ForkedJvm.Order {

    /** The size of a pool that only loads the classes. */
    private static final int REHEARSED = 8;

    /** Some unreachable objects need more than one collection. */
    private static final int COLLECTIONS = 5;

    /**
     * Opens a small pool, and a large one beside it, and returns what each of them holds. Both have
     * what does not depend on the number of connections.
     */
    @Override
    public Map<String, Object> measure() throws Exception {
        double connectionBytes = connectionBytes(many);
        try (OpenPeer rehearsal = peer.openFilled(StubDriver.URL + "rehearsal", REHEARSED)) {
            settledBytes(rehearsal, "rehearsal", REHEARSED, 0);
        }
        PoolThreads threads = new PoolThreads();
        long withNone = bytes();
        try (OpenPeer small = peer.openFilled(StubDriver.URL + "few", few)) {
            long withFew = settledBytes(small, "few", few, settle);
            int fewThreads = threads.done().size();
            try (OpenPeer large = peer.openFilled(StubDriver.URL + "many", many)) {
                long manyBytes = settledBytes(large, "many", many, settle) - withFew;
                long fewBytes = withFew - withNone;
                int manyThreads = threads.done().size() - fewThreads;
                double more = many - few;
                Map<String, Object> figures = new HashMap<>();
                figures.put("bytesPerConnection", (manyBytes - fewBytes) / more - connectionBytes);
                figures.put("stubBytesPerConnection", connectionBytes);
                figures.put("threadsPerConnection", (manyThreads - fewThreads) / more);
                figures.put("threads", manyThreads);
                figures.put("threadsOfFew", fewThreads);
                figures.put("bytesOfFew", fewBytes);
                figures.put("bytesOfMany", manyBytes);
                return figures;
            }
        }
    }

    /** Returns the size of a connection of the stub without a pool. */
    private static double connectionBytes(int connections) throws SQLException {
        Connection[] all = new Connection[connections];
        try {
            all[0] = DriverManager.getConnection(StubDriver.URL); // loads the classes
            bytes(); // loads what the measurement itself needs
            long before = bytes();
            for (int i = 1; i < connections; i++) {
                all[i] = DriverManager.getConnection(StubDriver.URL);
            }
            return (bytes() - before) / (connections - 1.0);
        } finally {
            Reference.reachabilityFence(all);
        }
    }

    /** Returns what is held when all are idle: some pools take connections back a while later. */
    private static long settledBytes(OpenPeer open, String name, int connections, int millis)
            throws InterruptedException {
        ForkedJvm.await(
                connections + " idle connections",
                () ->
                        open.counts().leased() == 0
                                && StubDriver.open(StubDriver.URL + name) == connections);
        TimeUnit.MILLISECONDS.sleep(millis);
        return bytes();
    }

    /**
     * Collects, and returns how many bytes of the heap were left. The collections themselves report
     * that; memory in use at the moment includes the allocation buffers of threads.
     */
    static long bytes() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        long bytes = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage left = pool.getCollectionUsage();
            if (pool.getType() == MemoryType.HEAP && left != null) {
                bytes += left.getUsed();
            }
        }
        return bytes;
    }
}
