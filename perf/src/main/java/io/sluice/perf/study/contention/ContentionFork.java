package io.sluice.perf.study.contention;

import io.sluice.perf.fork.FlightRecording;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.stub.StubDriver;
import io.sluice.perf.study.Load;
import io.sluice.perf.study.PeerFork;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The workload on one contestant: threads that acquire a connection, work a little and release it.
 */
final class ContentionFork {

    /** In the stack of a thread that acquires. */
    static final String ACQUIRE = ContentionFork.class.getName() + ".acquire";

    /** In the stack of a thread that releases. */
    static final String RELEASE = ContentionFork.class.getName() + ".release";

    private final DataSource source;
    private final int threads;
    private final int tokens;
    private final int millis;

    private ContentionFork(DataSource source, int threads, int tokens, int millis) {
        this.source = source;
        this.threads = threads;
        this.tokens = tokens;
        this.millis = millis;
    }

    /** Measures in a virtual machine of its own. */
    public static void main(String[] args) {
        PeerFork.answer(args, ContentionFork::measure);
    }

    /**
     * Measures a contestant.
     *
     * @param numbers how many threads and connections, how much work, and how long in milliseconds
     */
    static Map<String, Object> measure(Peer peer, int... numbers) throws Exception {
        PeerSettings settings = PeerSettings.withoutUser(StubDriver.URL, numbers[1]);
        try (OpenPeer open = peer.open(settings)) {
            DataSource source = open.sourceForClient();
            OpenPeer.fill(source, numbers[1]);
            return new ContentionFork(source, numbers[0], numbers[2], numbers[3]).measure();
        }
    }

    private Map<String, Object> measure() throws Exception {
        Load measured = load();
        double perSecond = measured.perSecond(millis);
        measured.stop();
        Waits waits = new Waits();
        long[] watched = new long[2];
        try (FlightRecording recording = new FlightRecording(Waits.EVENTS)) {
            recording.during(
                    () -> {
                        long begin = System.nanoTime();
                        watched[0] = run();
                        watched[1] = System.nanoTime() - begin;
                    });
            recording.forEach(waits::add);
        }
        double nanos = (double) watched[1] * threads;
        Map<String, Object> figures = waits.figures((double) watched[0], nanos);
        figures.put("leasesPerSecond", perSecond);
        figures.put("watchedNanos", nanos);
        figures.put("lostBytes", waits.lostBytes());
        figures.put("stacks", waits.all());
        figures.put("profile", LockProfiler.profile(threads, this::run));
        return figures;
    }

    private Load load() throws Exception {
        return new Load(
                threads,
                () ->
                        () -> {
                            Connection connection = acquire();
                            Blackhole.consumeCPU(tokens);
                            release(connection);
                        });
    }

    /** Runs the workload from its beginning to the end of the last lease, so that all waits end. */
    private long run() throws Exception {
        Load load = load();
        TimeUnit.MILLISECONDS.sleep(millis);
        return load.stop();
    }

    private Connection acquire() throws SQLException {
        return source.getConnection();
    }

    private static void release(Connection connection) throws SQLException {
        connection.close();
    }
}
