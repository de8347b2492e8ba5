package io.sluice.perf.cycle;

import com.fasterxml.jackson.jr.ob.JSON;
import io.sluice.perf.fork.ThreadKind;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.stub.StubDriver;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.infra.Blackhole;

/**
 * How long does an acquire take when many threads share few connections, and how many others may be
 * served meanwhile? Runs in a virtual machine of its own, started by {@link Waits}, and prints one
 * JSON object.
 *
 * <p>JMH gives rates; the longest of millions of waits needs every single one, hence this loop of
 * our own. The count of leases is kept here, not asked of the pool, so it is the same work for all.
 */
final class WaitsFork {

    private static final int WARM_UP = 0;
    private static final int MEASURE = 1;
    private static final int STOP = 2;

    private final DataSource source;
    private final int tokens;
    private final AtomicLong leases = new AtomicLong();
    private volatile int phase = WARM_UP;

    private WaitsFork(DataSource source, int tokens) {
        this.source = source;
        this.tokens = tokens;
    }

    /**
     * Measures one contestant.
     *
     * @param args the contestant, connections, threads, tokens, milliseconds to warm up,
     *     milliseconds to measure, the kind of threads
     */
    public static void main(String[] args) throws Exception {
        int connections = Integer.parseInt(args[1]);
        PeerSettings settings = PeerSettings.withoutUser(StubDriver.URL, connections);
        try (OpenPeer open = Peer.valueOf(args[0]).open(settings)) {
            DataSource source = open.sourceForClient();
            OpenPeer.fill(source, connections);
            WaitsFork fork = new WaitsFork(source, Integer.parseInt(args[3]));
            Map<String, Object> figures =
                    fork.run(
                            ThreadKind.valueOf(args[6]),
                            Integer.parseInt(args[2]),
                            Long.parseLong(args[4]),
                            Long.parseLong(args[5]));
            System.out.println(JSON.std.asString(figures));
        }
    }

    private Map<String, Object> run(
            ThreadKind kind, int threads, long warmUpMillis, long measureMillis)
            throws InterruptedException, ExecutionException {
        ExecutorService executor = kind.executor(threads);
        List<Future<Client>> clients = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            clients.add(executor.submit(() -> new Client().work()));
        }
        TimeUnit.MILLISECONDS.sleep(warmUpMillis);
        phase = MEASURE;
        long start = System.nanoTime();
        TimeUnit.MILLISECONDS.sleep(measureMillis);
        phase = STOP;
        double seconds = (System.nanoTime() - start) / 1e9;
        Histogram waits = new Histogram(3);
        long overtakenBy = 0;
        for (Future<Client> future : clients) {
            Client client = future.get();
            waits.add(client.waits);
            overtakenBy = Math.max(overtakenBy, client.overtakenBy);
        }
        executor.shutdown();
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("leasesPerSecond", waits.getTotalCount() / seconds);
        figures.put("waitP999Micros", waits.getValueAtPercentile(99.9) / 1e3);
        figures.put("waitMaxMicros", waits.getMaxValue() / 1e3);
        figures.put("overtakenBy", (double) overtakenBy);
        return figures;
    }

    /** One thread: its figures are its own until it has ended. */
    private final class Client {

        private final Histogram waits = new Histogram(3);
        private long overtakenBy;

        Client work() throws SQLException {
            while (true) {
                int now = phase;
                if (now == STOP) {
                    return this;
                }
                long leasesBefore = leases.get();
                long start = System.nanoTime();
                Connection connection = source.getConnection();
                long nanos = System.nanoTime() - start;
                long leasesMeanwhile = leases.getAndIncrement() - leasesBefore;
                if (now == MEASURE) {
                    waits.recordValue(nanos);
                    overtakenBy = Math.max(overtakenBy, leasesMeanwhile);
                }
                Blackhole.consumeCPU(tokens);
                connection.close();
            }
        }
    }
}
