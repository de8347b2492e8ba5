package io.sluice.perf.study.contention;

import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Step;
import io.sluice.perf.peer.Peer;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What is to be measured, and how.
 *
 * @param row the workload
 * @param peers the contestants
 * @param rounds how many turns each contestant has
 * @param millis how long the workload warms up, is measured, is watched by JFR, and by
 *     async-profiler, each
 */
record ContentionPlan(ContentionRow row, List<Peer> peers, int rounds, int millis) {

    /** Returns the turns in the order to run them. */
    List<Step<ContentionRow>> steps() {
        return Step.interleaved(rounds, List.of(row), peers, (any, peer) -> true);
    }

    /** Returns what held for all contestants, for the head of a report. */
    Map<String, String> settings() {
        Map<String, String> settings = ForkedJvm.settings(List.of());
        settings.put(
                "contention",
                String.format(
                        Locale.ROOT,
                        "%s; %d interleaved rounds, each %d ms of warm-up, measured, watched by JFR"
                                + " with thresholds of 0, and by async-profiler",
                        row.title(),
                        rounds,
                        millis));
        settings.put(
                "pools",
                "all connections made before measuring; fixed size; everything else each pool's own"
                        + " default");
        return settings;
    }
}
