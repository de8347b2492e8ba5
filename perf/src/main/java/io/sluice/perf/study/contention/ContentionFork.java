package io.sluice.perf.study.contention;

import com.fasterxml.jackson.jr.ob.JSON;
import io.sluice.perf.fork.FlightRecording;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.stub.StubDriver;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * The workload on one contestant. Runs in a virtual machine of its own, started by {@link
 * ContentionRuns}, and prints one JSON object.
 */
final class ContentionFork {

    private final ContentionOrder order;
    private final Map<String, Object> figures = new LinkedHashMap<>();

    private ContentionFork(ContentionOrder order) {
        this.order = order;
    }

    /**
     * Measures.
     *
     * @param args the parts of a {@link ContentionOrder}
     */
    public static void main(String[] args) throws Exception {
        System.out.println(JSON.std.asString(measure(ContentionOrder.of(args))));
        // Some contestants have threads that would go on.
        System.exit(0);
    }

    /** Measures one contestant. */
    static Map<String, Object> measure(ContentionOrder order) throws Exception {
        int connections = order.row().connections();
        PeerSettings settings = PeerSettings.withoutUser(StubDriver.URL, connections);
        try (OpenPeer open = order.peer().open(settings)) {
            DataSource source = open.sourceForClient();
            OpenPeer.fill(source, connections);
            return new ContentionFork(order).measure(source);
        }
    }

    private Map<String, Object> measure(DataSource source) throws Exception {
        measureRate(source);
        WaitStacks stacks = new WaitStacks();
        try (FlightRecording recording = new FlightRecording(WaitStacks.EVENTS)) {
            recording.during(() -> watched(source));
            stacks.add(recording);
        }
        figures.put("lostBytes", stacks.lostBytes());
        figures.put("stacks", stacks.all().stream().map(WaitStack::toMap).toList());
        LockProfiler profiler = new LockProfiler();
        profiler.during(() -> workload(source));
        LockProfile profile = profiler.profile();
        if (profile == null) {
            figures.put("profileMissing", profiler.missing());
        } else {
            figures.put("profile", profile.toMap());
        }
        return figures;
    }

    private void measureRate(DataSource source) throws Exception {
        Workload workload = Workload.start(source, order.row());
        pause();
        long leases = workload.leases();
        long begin = System.nanoTime();
        pause();
        figures.put("measuredNanos", System.nanoTime() - begin);
        figures.put("measuredLeases", workload.leases() - leases);
        workload.stop();
    }

    private void watched(DataSource source) throws Exception {
        long begin = System.nanoTime();
        figures.put("watchedLeases", workload(source));
        figures.put("watchedNanos", System.nanoTime() - begin);
    }

    /** Runs the workload from its beginning to the end of the last lease, so that all waits end. */
    private long workload(DataSource source) throws Exception {
        Workload workload = Workload.start(source, order.row());
        pause();
        workload.stop();
        return workload.leases();
    }

    private void pause() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(order.millis());
    }
}
