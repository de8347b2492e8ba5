package io.sluice.perf.study.contention;

import io.sluice.perf.fork.FlightRecording;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.stub.StubDriver;
import io.sluice.perf.study.Load;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The workload on one contestant: threads that acquire a connection, work a little and release it.
 *
 * @param source where they acquire
 * @param order what to measure
 */
record ContentionFork(DataSource source, Order order) {

    /** In the stack of a thread that acquires. */
    static final String ACQUIRE = ContentionFork.class.getName() + ".acquire";

    /** In the stack of a thread that releases. */
    static final String RELEASE = ContentionFork.class.getName() + ".release";

    /**
     * What to measure.
     *
     * @param peer the contestant
     * @param threads how many threads acquire and release
     * @param connections how many connections there are
     * @param tokens how much work each thread does while it holds a connection
     * @param millis how long each part takes, in milliseconds
     */
    record Order(Peer peer, int threads, int connections, int tokens, int millis) {}

    /** Measures in a virtual machine of its own. */
    public static void main(String[] args) {
        ForkedJvm.answer(Order.class, args, ContentionFork::measure);
    }

    /** Measures a contestant. */
    static Map<String, Object> measure(Order order) throws Exception {
        PeerSettings settings = PeerSettings.withoutUser(StubDriver.URL, order.connections);
        try (OpenPeer open = order.peer.open(settings)) {
            DataSource source = open.sourceForClient();
            OpenPeer.fill(source, order.connections);
            return new ContentionFork(source, order).measure();
        }
    }

    private Map<String, Object> measure() throws Exception {
        double perSecond = load(order.millis).perSecond();
        Waits waits = new Waits();
        double[] watched = new double[2];
        try (FlightRecording recording = new FlightRecording(Waits.EVENTS)) {
            recording.during(
                    () -> {
                        long begin = System.nanoTime();
                        watched[0] = load(0).leases();
                        watched[1] = System.nanoTime() - begin;
                    });
            recording.forEach(waits::add);
        }
        double nanos = watched[1] * order.threads;
        Map<String, Object> figures = waits.figures(watched[0], nanos);
        figures.put("leasesPerSecond", perSecond);
        figures.put("watchedNanos", nanos);
        figures.put("lostBytes", waits.lostBytes());
        figures.put("stacks", waits.all());
        figures.put("profile", LockProfiler.profile(order.threads, () -> load(0)));
        return figures;
    }

    /** Runs the workload to the end of the last lease, so that all waits end. */
    private Load load(int warmUp) throws Exception {
        return Load.of(
                order.threads,
                warmUp,
                order.millis,
                () ->
                        () -> {
                            Connection connection = acquire();
                            Blackhole.consumeCPU(order.tokens);
                            release(connection);
                        });
    }

    private Connection acquire() throws SQLException {
        return source.getConnection();
    }

    private static void release(Connection connection) throws SQLException {
        connection.close();
    }
}
