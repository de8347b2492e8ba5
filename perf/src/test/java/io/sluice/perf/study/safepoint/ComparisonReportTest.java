package io.sluice.perf.study.safepoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.Turn;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.HtmlPage;
import io.sluice.perf.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ComparisonReportTest implements CompleteReport {

    private final Report report = report(Optional.empty());

    private static Report report(Optional<String> missing) {
        List<StopTurn> turns = new ArrayList<>();
        for (Peer peer : List.of(Peer.SLUICE, Peer.BITRONIX)) {
            turns.add(turn(peer, StopPlanTest.PLAIN, 1, 1000, stop(40_000)));
            turns.add(turn(peer, StopPlanTest.PLAIN, 2, 1200, stop(60_000)));
            turns.add(turn(peer, StopPlanTest.SERIAL, 1, 550, stop(10_000), stop(30_000), SHAKE));
        }
        return new ComparisonReport(StopPlanTest.plan(2, 8), missing, turns).report();
    }

    private static final String SHAKE =
            "Handshake \"RevokeOneBias\", Targeted threads: 1, Executed by requesting thread: 1,"
                    + " Total completion time: 2000 ns";

    private static String stop(long nanos) {
        return "Safepoint \"Cleanup\", Time since last: 1 ns, Reaching safepoint: 1000 ns, At"
                + " safepoint: 1 ns, Total: "
                + nanos
                + " ns";
    }

    private static StopTurn turn(
            Peer peer, Variant variant, int round, double rate, String... log) {
        return new StopTurn(
                new Turn<>(peer, variant, round),
                rate,
                Map.of("collectors", "Some", "LockingMode", "2"),
                List.of(log));
    }

    @Override
    public Report complete() {
        return report;
    }

    @Test
    void variantsOfAPoolStandBesideEachOther() {
        assertThat(report.toText())
                .contains("sluice: 8 threads on 4 connections")
                .containsPattern("default +1\\.10 k +1\\.00 k – 1\\.20 k +1\\.00 +1 +50\\.0 µs")
                .containsPattern(
                        "\\+UseSerialGC +550 +0\\.50 +2 +40\\.0 µs +30\\.0 µs +1 +2\\.00 µs")
                .contains(
                        "Stops by operation: bitronix, +UseSerialGC",
                        "Handshakes by operation: bitronix, +UseSerialGC");
    }

    @Test
    void flagsInEffectAreShownAsFarAsTheyAreKnown() {
        assertThat(report.toText()).containsPattern("flags +collectors +UseBiasedLocking");
        assertThat(report.toText()).containsPattern("default +Some +2\\n");
    }

    @Test
    void resultsHaveTheSameFigures() {
        assertThat(report.results())
                .first()
                .satisfies(
                        result ->
                                assertThat(result)
                                        .containsEntry("pool", "sluice")
                                        .containsEntry("flags", "default")
                                        .containsEntry("leasesPerSecond", 1100.0)
                                        .containsEntry("stoppedNanosMax", 60_000.0));
        assertThat(report.results())
                .filteredOn(result -> "Cleanup".equals(result.get("operation")))
                .hasSize(4);
    }

    @Test
    void pageHasChartsAndTheLogs() {
        assertThat(HtmlPage.of(report))
                .contains("Stops, fewer is better", ">100 % ")
                .contains("<a href=\"safepoints-bitronix-+UseSerialGC-1.log\">");
        assertThat(report.raw().get("safepoints-stops.csv").lines()).hasSize(9);
        assertThat(report.raw().get("safepoints-sluice-default-2.log")).contains("Total: 60000 ns");
    }

    @Test
    void forkWithoutAStopIsCompared() {
        StopPlan plan =
                new StopPlan(
                        List.of(Peer.SLUICE), List.of(StopPlanTest.PLAIN), 1, 2, 100, List.of());
        Report quiet =
                new ComparisonReport(
                                plan,
                                Optional.empty(),
                                List.of(turn(Peer.SLUICE, StopPlanTest.PLAIN, 1, 500)))
                        .report();

        assertThat(quiet.toText()).containsPattern("default +500 +1\\.00 +0 +0 ns");
        assertThat(quiet.sections()).hasSize(2);
    }

    @Test
    void whyBiasedLockingIsNotComparedIsSaid() {
        assertThat(report(Optional.of("none here")).toText()).contains("biased locking: none here");
        assertThat(report.settings()).doesNotContainKey("biased locking");
    }
}
