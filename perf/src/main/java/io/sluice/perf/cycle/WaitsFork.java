package io.sluice.perf.cycle;

import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Row;
import io.sluice.perf.fork.ThreadKind;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.stub.StubDriver;
import io.sluice.perf.turn.Phases;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.infra.Blackhole;

/**
 * How long does an acquire take when many threads share few connections, and how many others may be
 * served meanwhile? Runs in a virtual machine of its own, started by {@link CycleCommand}.
 *
 * <p>JMH gives rates; the longest of millions of waits needs every single one, hence this loop of
 * our own. The count of leases is kept here, not asked of the pool, so it is the same work for all.
 */
final class WaitsFork {

    private final DataSource source;
    private final int tokens;
    private final AtomicLong leases = new AtomicLong();
    private final Phases phases = new Phases();

    private WaitsFork(DataSource source, int tokens) {
        this.source = source;
        this.tokens = tokens;
    }

    /**
     * What to measure.
     *
     * @param millis for how long, after half as long a warm-up
     */
    record Order(Row row, Peer peer, int millis, ThreadKind threadKind) {}

    /** Measures one contestant. */
    public static void main(String[] args) {
        ForkedJvm.answer(Order.class, args, WaitsFork::measure);
    }

    private static Map<String, Object> measure(Order order) throws Exception {
        Row row = order.row;
        PeerSettings settings = PeerSettings.withoutUser(StubDriver.URL, row.connections());
        try (OpenPeer open = order.peer.open(settings)) {
            DataSource source = open.sourceForClient();
            OpenPeer.fill(source, row.connections());
            WaitsFork fork = new WaitsFork(source, row.tokens());
            return fork.run(order.threadKind, row.threads(), order.millis);
        }
    }

    private Map<String, Object> run(ThreadKind kind, int threads, int millis) throws Exception {
        List<Client> clients = Stream.generate(Client::new).limit(threads).toList();
        double seconds =
                phases.run(
                        kind.executor(threads),
                        clients,
                        Duration.ofMillis(millis / 2),
                        Duration.ofMillis(millis));
        Histogram waits = new Histogram(3);
        clients.forEach(client -> waits.add(client.waits));
        long overtakenBy = clients.stream().mapToLong(client -> client.overtakenBy).max().orElse(0);
        return Printed.begin()
                .with("leasesPerSecond", waits.getTotalCount() / seconds)
                .with("waitP999Micros", waits.getValueAtPercentile(99.9) / 1e3)
                .with("waitMaxMicros", waits.getMaxValue() / 1e3)
                .with("overtakenBy", (double) overtakenBy)
                .figures();
    }

    /** One thread: its figures are its own until it has ended. */
    private final class Client implements Phases.Client {

        private final Histogram waits = new Histogram(3);
        private long overtakenBy;

        @Override
        public void work(boolean counts) throws SQLException {
            long leasesBefore = leases.get();
            long start = System.nanoTime();
            Connection connection = source.getConnection();
            long nanos = System.nanoTime() - start;
            long leasesMeanwhile = leases.getAndIncrement() - leasesBefore;
            if (counts) {
                waits.recordValue(nanos);
                overtakenBy = Math.max(overtakenBy, leasesMeanwhile);
            }
            Blackhole.consumeCPU(tokens);
            connection.close();
        }
    }
}
