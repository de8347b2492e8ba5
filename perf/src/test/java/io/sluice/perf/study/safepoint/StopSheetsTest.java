package io.sluice.perf.study.safepoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.Report;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StopSheetsTest implements CompleteReport {

    private static Report report(String... lines) {
        return SafepointsCommand.report(
                Path.of("safepoint.log"), new SafepointLog().read(Stream.of(lines)));
    }

    private static String stop(String operation, long reach, long total) {
        return "Safepoint \"%s\", x, Reaching safepoint: %d ns, x, Total: %d ns"
                .formatted(operation, reach, total);
    }

    private static String shake(long nanos) {
        return "Handshake \"RevokeOneBias\", Targeted threads: 1, x, Total completion time: %d ns"
                .formatted(nanos);
    }

    private final Report report =
            report(
                    stop("RevokeBias", 10_000, 50_000),
                    stop("RevokeBias", 30_000, 50_000),
                    stop("G1CollectForAllocation", 1_000, 900_000),
                    stop("RevokeBias", 20_000, 0),
                    shake(2_000),
                    shake(3_000));

    @Override
    public Report complete() {
        return report;
    }

    @Test
    void stopsAreAddedUpByOperationTheLongestFirst() {
        assertThat(report.toText())
                .contains("stops: 4, 1.00 ms in all")
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
        assertThat(report(stop("Cleanup", 1, 2)).sections()).hasSize(1);
    }

    @Test
    void resultsHaveTheSameFigures() {
        assertThat(report.results())
                .last()
                .satisfies(
                        result ->
                                assertThat(result)
                                        .containsEntry("stops", 3.0)
                                        .containsEntry("shareOfStops", 0.75)
                                        .containsEntry("totalNanos", 100_000.0)
                                        .containsEntry("shareOfTime", 0.1)
                                        .containsEntry("longestReachNanos", 30_000.0)
                                        .doesNotContainKeys("pool", "flags"));
        assertThat(report.raw().get("safepoints-stops.csv").lines()).hasSize(3);
    }
}
