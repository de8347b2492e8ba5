package io.sluice.perf.fork;

import io.sluice.perf.peer.Metered;
import io.sluice.perf.peer.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What is to be measured by JMH, and how.
 *
 * @param rows the situations
 * @param peers the contestants
 * @param forks how many rounds
 * @param iterations what JMH does in each of them
 * @param allocation whether to measure what an operation allocates
 * @param promoted whether the pools have moved to the old generation before
 * @param metrics whether pools that can do so publish their figures through Micrometer
 * @param threadKind what kind of threads the clients are
 * @param jvmFlags flags of the forks besides the usual
 */
public record ForkPlan(
        List<Row> rows,
        List<Peer> peers,
        int forks,
        Iterations iterations,
        boolean allocation,
        boolean promoted,
        boolean metrics,
        ThreadKind threadKind,
        List<String> jvmFlags) {

    /** How pools are set up that are measured once they have all their connections. */
    public static final String POOLS =
            "all connections made before measuring; fixed size; everything else each pool's own"
                    + " default";

    /** Returns the forks in the order to run them. */
    public List<Turn<Row, Peer>> turns() {
        return Turn.interleaved(forks, rows, peers, Row::admits);
    }

    /**
     * Returns the flags of a fork besides the usual.
     *
     * @param threads how many clients it has
     */
    public List<String> jvmFlags(int threads) {
        List<String> flags = new ArrayList<>(threadKind.flags(threads));
        flags.addAll(jvmFlags);
        return flags;
    }

    /** Returns what held for all contestants, for the head of a report. */
    public Map<String, String> settings() {
        Map<String, String> settings = ForkedJvm.settings(jvmFlags);
        settings.put("forks", forks + " per contestant, interleaved, each " + iterations);
        settings.put("threads", threadKind.explanation());
        settings.put("holders promoted to the old generation", promoted ? "yes" : "no");
        if (metrics) {
            settings.put("metrics", "through Micrometer, of " + Metered.PEERS);
        }
        settings.put("pools", POOLS);
        return settings;
    }
}
