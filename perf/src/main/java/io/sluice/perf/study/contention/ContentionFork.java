package io.sluice.perf.study.contention;

import io.sluice.perf.fork.FlightRecording;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Load;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.stub.StubDriver;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The workload on one contestant: threads that acquire a connection, work a little and release it.
 *
 * @param peer the contestant
 * @param row the workload
 * @param millis how long each part takes, in milliseconds
 */
record ContentionFork(Peer peer, ContentionCommand.Row row, int millis) implements ForkedJvm.Order {

    /** In the stack of a thread that acquires. */
    static final String ACQUIRE = ContentionFork.class.getName() + ".acquire";

    /** In the stack of a thread that releases. */
    static final String RELEASE = ContentionFork.class.getName() + ".release";

    @Override
    public Map<String, Object> measure() throws Exception {
        try (OpenPeer open = peer.openFilled(StubDriver.URL, row.connections())) {
            return measure(open.sourceForClient());
        }
    }

    private Map<String, Object> measure(DataSource source) throws Exception {
        double perSecond = load(source, millis).perSecond();
        Waits waits = new Waits();
        double[] watched = new double[2];
        try (FlightRecording recording = new FlightRecording(Waits.EVENTS)) {
            recording.during(
                    () -> {
                        long begin = System.nanoTime();
                        watched[0] = load(source, 0).leases();
                        watched[1] = System.nanoTime() - begin;
                    });
            recording.forEach(waits::add);
        }
        double nanos = watched[1] * row.threads();
        Map<String, Object> figures = waits.figures(watched[0], nanos);
        figures.put("leasesPerSecond", perSecond);
        figures.put("watchedNanos", nanos);
        figures.put("lostBytes", waits.lostBytes());
        figures.put("stacks", waits.all());
        figures.put("profile", LockProfiler.profile(row.threads(), () -> load(source, 0)));
        return figures;
    }

    /** Runs the workload to the end of the last lease, so that all waits end. */
    private Load load(DataSource source, int warmUp) throws Exception {
        return Load.of(
                row.threads(),
                warmUp,
                millis,
                () ->
                        () -> {
                            Connection connection = acquire(source);
                            Blackhole.consumeCPU(row.tokens());
                            release(connection);
                        });
    }

    private static Connection acquire(DataSource source) throws SQLException {
        return source.getConnection();
    }

    private static void release(Connection connection) throws SQLException {
        connection.close();
    }
}
