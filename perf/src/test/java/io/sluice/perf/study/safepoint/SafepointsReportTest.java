package io.sluice.perf.study.safepoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.Report;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SafepointsReportTest implements CompleteReport {

    private final Report report =
            new SafepointsReport(
                            Path.of("safepoint.log"),
                            List.of(
                                    new Stop("RevokeBias", 10_000, 50_000),
                                    new Stop("RevokeBias", 30_000, 50_000),
                                    new Stop("G1CollectForAllocation", 1_000, 900_000),
                                    new Stop("RevokeBias", 20_000, 0)),
                            List.of(
                                    new Handshake("RevokeOneBias", 1, 2_000),
                                    new Handshake("RevokeOneBias", 1, 3_000)))
                    .report();

    @Override
    public Report complete() {
        return report;
    }

    @Test
    void stopsAreAddedUpByOperationTheLongestFirst() {
        assertThat(report.toText())
                .containsPattern("G1CollectForAllocation +1 +25 % +900 µs +90 % +900 µs +1\\.00 µs")
                .containsPattern(
                        "RevokeBias +3 +75 % +100 µs +10 % +50\\.0 µs +60\\.0 µs +30\\.0 µs");
        assertThat(report.results())
                .extracting(result -> result.get("operation"))
                .containsExactly("G1CollectForAllocation", "RevokeBias");
    }

    @Test
    void handshakesHaveATableOfTheirOwn() {
        assertThat(report.toText()).containsPattern("RevokeOneBias +2 +1 +5\\.00 µs +3\\.00 µs");
        Report without =
                new SafepointsReport(
                                Path.of("safepoint.log"),
                                List.of(new Stop("Cleanup", 1, 2)),
                                List.of())
                        .report();
        assertThat(without.sections()).hasSize(1);
    }

    @Test
    void resultsHaveTheSameFigures() {
        assertThat(report.results())
                .last()
                .satisfies(
                        result ->
                                assertThat(result)
                                        .containsEntry("stops", 3)
                                        .containsEntry("shareOfStops", 0.75)
                                        .containsEntry("totalNanos", 100_000L)
                                        .containsEntry("shareOfTime", 0.1)
                                        .containsEntry("longestReachNanos", 30_000L));
        assertThat(report.raw().get("safepoints-stops.csv").lines()).hasSize(5);
    }
}
