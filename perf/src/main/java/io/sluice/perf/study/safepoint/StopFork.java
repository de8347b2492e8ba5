package io.sluice.perf.study.safepoint;

import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.stub.StubDriver;
import io.sluice.perf.study.Load;
import io.sluice.perf.study.PeerFork;
import io.sluice.perf.wrappers.StatementWork;
import java.util.Map;

/** The load: threads that run statements through a pool. */
final class StopFork {

    private StopFork() {}

    /** Runs the load in a virtual machine that writes a log. */
    public static void main(String[] args) {
        PeerFork.answer(args, (peer, numbers) -> measure(peer, numbers[0], numbers[1], numbers[2]));
    }

    /** Runs the load, and returns its rate and the flags in effect. */
    static Map<String, Object> measure(Peer peer, int threads, int connections, int millis)
            throws Exception {
        try (OpenPeer open = peer.open(PeerSettings.withoutUser(StubDriver.URL, connections))) {
            OpenPeer.fill(open.sourceForClient(), connections);
            Load load =
                    new Load(
                            threads,
                            () -> {
                                StatementWork work = new StatementWork(open.sourceForClient());
                                return () -> work.run(1);
                            });
            double perSecond = load.perSecond(millis);
            load.stop();
            return Map.of("leasesPerSecond", perSecond, "flags", JvmFlags.shown());
        }
    }
}
