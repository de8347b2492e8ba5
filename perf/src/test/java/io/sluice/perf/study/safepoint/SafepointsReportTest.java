package io.sluice.perf.study.safepoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.HtmlPage;
import io.sluice.perf.report.Report;
import io.sluice.perf.study.safepoint.SafepointsCommand.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SafepointsReportTest implements CompleteReport {

    private static final Variant SERIAL = new Variant(List.of("-XX:+UseSerialGC"));

    private static final String SHAKE =
            "Handshake \"RevokeOneBias\", Targeted threads: 1, Executed by requesting thread: 1,"
                    + " Total completion time: 2000 ns";

    private final Report report = report();

    private static Report report() {
        List<Measured<Peer, Variant>> forks = new ArrayList<>();
        for (Peer peer : List.of(Peer.SLUICE, Peer.BITRONIX)) {
            forks.add(fork(peer, Variant.NONE, 1, 1000, stop(40_000)));
            forks.add(fork(peer, Variant.NONE, 2, 1200, stop(60_000)));
            forks.add(fork(peer, SERIAL, 1, 550, stop(10_000), stop(30_000), SHAKE));
        }
        return SafepointsCommand.report(Map.of(), "8 threads on 4 connections", forks);
    }

    private static String stop(long nanos) {
        return "Safepoint \"Cleanup\", Time since last: 1 ns, Reaching safepoint: 1000 ns, At"
                + " safepoint: 1 ns, Total: "
                + nanos
                + " ns";
    }

    private static Measured<Peer, Variant> fork(
            Peer peer, Variant variant, int round, double rate, String... log) {
        Printed printed =
                new Printed(
                        Map.of(
                                "leasesPerSecond",
                                rate,
                                "flags",
                                Map.of("collectors", "Some", "LockingMode", "2")));
        return new Measured<>(
                peer, variant, round, SafepointsCommand.figures(printed, List.of(log)));
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
                                        .containsEntry("measure", "safepoints-run")
                                        .containsEntry("flags", "default")
                                        .containsEntry("leasesPerSecond", 1100.0)
                                        .containsEntry("stoppedNanosMax", 60_000.0));
        assertThat(report.results())
                .filteredOn(result -> "Cleanup".equals(result.get("operation")))
                .hasSize(4)
                .last()
                .satisfies(
                        result ->
                                assertThat(result)
                                        .containsEntry("pool", "bitronix")
                                        .containsEntry("measure", "safepoints")
                                        .containsEntry("flags", "+UseSerialGC"));
    }

    @Test
    void pageHasChartsAndTheLogs() {
        assertThat(HtmlPage.of(report))
                .contains("Stops, fewer is better", ">100 % ")
                .contains("<a href=\"safepoints-bitronix-+UseSerialGC-1.log\">");
        assertThat(report.raw().get("safepoints-forks.csv").lines()).hasSize(7);
        assertThat(report.raw().get("safepoints-sluice-default-2.log")).contains("Total: 60000 ns");
    }

    @Test
    void forkWithoutAStopIsCompared() {
        Report quiet =
                SafepointsCommand.report(
                        Map.of(),
                        "2 threads on 1 connection",
                        List.of(fork(Peer.SLUICE, Variant.NONE, 1, 500)));

        assertThat(quiet.toText()).containsPattern("default +500 +1\\.00 +0 +0 ns");
        assertThat(quiet.sections()).hasSize(2);
    }

    @Test
    void eachFlagIsComparedWithNone() {
        assertThat(Variant.compared(List.of("-XX:+UseZGC", "-Xint", "-XX:+UseZGC")))
                .extracting(Variant::toString)
                .containsExactly("default", "+UseZGC", "-Xint");
    }

    @Test
    void fileNameTellsTheFlagAndNoFolder() {
        assertThat(SERIAL.fileName()).isEqualTo("+UseSerialGC");
        assertThat(new Variant(List.of("-Xlog:gc,a:file=/x y")).fileName())
                .isEqualTo("-Xlog_gc_a_file=_x_y");
    }
}
