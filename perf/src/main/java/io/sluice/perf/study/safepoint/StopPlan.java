package io.sluice.perf.study.safepoint;

import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Turn;
import io.sluice.perf.peer.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The load to run, and its flags.
 *
 * @param peers the pools
 * @param variants the flags to compare
 * @param forks how many rounds
 * @param threads how many threads there are, on half as many connections
 * @param millis how long they warm up, and how long they are measured
 * @param jvmFlags flags of all forks besides the usual
 */
record StopPlan(
        List<Peer> peers,
        List<Variant> variants,
        int forks,
        int threads,
        int millis,
        List<String> jvmFlags) {

    /** Lets a fork show and take every option, and prevents warnings about old ones. */
    private static final List<String> UNLOCKED =
            List.of(
                    "-XX:+UnlockDiagnosticVMOptions",
                    "-XX:+UnlockExperimentalVMOptions",
                    "-XX:-PrintWarnings");

    /** Returns the forks in the order to run them. */
    List<Turn<Peer, Variant>> steps() {
        return Turn.interleaved(forks, peers, variants, (peer, variant) -> true);
    }

    /** Returns how many connections there are. */
    int connections() {
        return Math.max(1, threads / 2);
    }

    /** Returns the flags of a fork besides the usual, but for its log. */
    List<String> flags(Variant variant) {
        List<String> flags = new ArrayList<>(UNLOCKED);
        flags.addAll(jvmFlags);
        flags.addAll(variant.flags());
        return flags;
    }

    /** Returns what held for all, for the head of a report. */
    Map<String, String> settings() {
        Map<String, String> settings = ForkedJvm.settings(jvmFlags);
        settings.put(
                "load",
                String.format(
                        Locale.ROOT,
                        "%d forks each, interleaved; %d threads on %d connections to a stub, leases"
                                + " of ten queries, %d ms of warm-up and %d ms that count",
                        forks,
                        threads,
                        connections(),
                        millis,
                        millis));
        settings.put("stops", "of the whole life of a fork, medians over the forks");
        return settings;
    }
}
