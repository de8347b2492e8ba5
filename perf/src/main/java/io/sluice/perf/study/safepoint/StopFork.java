package io.sluice.perf.study.safepoint;

import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.stub.StubDriver;
import io.sluice.perf.wrappers.StatementWork;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;

/**
 * The load: threads that run statements through a pool. Runs in a virtual machine of its own that
 * writes a log, started by {@link StopRuns}, and prints one JSON object.
 */
final class StopFork {

    private StopFork() {}

    /**
     * Runs the load.
     *
     * @param args the pool, how many threads and connections, and how many milliseconds it warms up
     *     and is measured
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

    /** Runs the load, and returns its rate and the flags in effect. */
    static Map<String, Object> measure(Peer peer, int threads, int connections, int millis)
            throws Exception {
        LongAdder leases = new LongAdder();
        CountDownLatch stop = new CountDownLatch(1);
        List<FutureTask<Void>> clients = new ArrayList<>();
        try (OpenPeer open = peer.open(PeerSettings.withoutUser(StubDriver.URL, connections))) {
            OpenPeer.fill(open.sourceForClient(), connections);
            for (int i = 0; i < threads; i++) {
                DataSource source = open.sourceForClient();
                FutureTask<Void> client =
                        new FutureTask<>(
                                () -> {
                                    run(source, leases, stop);
                                    return null;
                                });
                clients.add(client);
                Thread thread = new Thread(client, "client-" + i);
                thread.setDaemon(true);
                thread.start();
            }
            TimeUnit.MILLISECONDS.sleep(millis);
            long nanos = -System.nanoTime();
            long count = -leases.sum();
            TimeUnit.MILLISECONDS.sleep(millis);
            nanos += System.nanoTime();
            count += leases.sum();
            stop.countDown();
            for (FutureTask<Void> client : clients) {
                client.get();
            }
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put("leasesPerSecond", 1e9 * count / nanos);
            figures.put("flags", JvmFlags.shown());
            return figures;
        }
    }

    private static void run(DataSource source, LongAdder leases, CountDownLatch stop)
            throws SQLException {
        StatementWork work = new StatementWork(source);
        while (stop.getCount() > 0) {
            int ignored = work.run(1);
            leases.increment();
        }
    }
}
