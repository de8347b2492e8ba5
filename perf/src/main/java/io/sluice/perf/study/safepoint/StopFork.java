package io.sluice.perf.study.safepoint;

import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.stub.StubDriver;
import io.sluice.perf.study.Load;
import io.sluice.perf.wrappers.StatementWork;
import java.util.Map;

/** The load: threads that run statements through a pool. */
final class StopFork {

    private StopFork() {}

    /** Runs the load in a virtual machine that writes a log. */
    public static void main(String[] args) {
        ForkedJvm.answer(Order.class, args, StopFork::measure);
    }

    /**
     * The load.
     *
     * @param peer the contestant
     * @param threads how many threads
     * @param connections how many connections
     * @param millis how long it warms up, and then is measured, in milliseconds
     */
    record Order(Peer peer, int threads, int connections, int millis) {}

    /** Runs the load, and returns its rate and the flags in effect. */
    static Map<String, Object> measure(Order order) throws Exception {
        PeerSettings settings = PeerSettings.withoutUser(StubDriver.URL, order.connections);
        try (OpenPeer open = order.peer.open(settings)) {
            OpenPeer.fill(open.sourceForClient(), order.connections);
            Load load =
                    Load.of(
                            order.threads,
                            order.millis,
                            order.millis,
                            () -> {
                                StatementWork work = new StatementWork(open.sourceForClient());
                                return () -> work.run(1);
                            });
            return Map.of("leasesPerSecond", load.perSecond(), "flags", JvmFlags.shown());
        }
    }
}
