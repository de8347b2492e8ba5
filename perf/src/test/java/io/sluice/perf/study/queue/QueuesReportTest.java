package io.sluice.perf.study.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.Report;
import io.sluice.perf.study.QuickRun;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueuesReportTest implements CompleteReport {

    private static final QueuesCommand.Row ROW = new QueuesCommand.Row(4, 0);

    private static Measured<QueuesCommand.Row, Structure> fork(
            Structure structure, int round, double rate, double bytes) {
        return new Measured<>(
                ROW,
                structure,
                round,
                new Printed(
                        Map.of(
                                "takesPerSecond",
                                rate,
                                "bytesPerTake",
                                bytes,
                                "megabytesPerSecond",
                                100.0,
                                "collections",
                                3.0,
                                "collectionMillis",
                                12.5,
                                "longestPauseMillis",
                                Math.max(1.5, round))));
    }

    @Override
    public Report complete() {
        return QueuesCommand.report(Map.of(), List.of(fork(Structure.SLUICE, 1, 30e6, 0)));
    }

    @Test
    void mediansRangesAndRatiosToTheStackUnderAMonitorAreShown() {
        Report report =
                QueuesCommand.report(
                        Map.of(),
                        List.of(
                                fork(Structure.SLUICE, 1, 30e6, 0),
                                fork(Structure.SYNC_STACK, 1, 10e6, 24),
                                fork(Structure.SLUICE, 2, 50e6, 0),
                                fork(Structure.SLUICE, 3, 40e6, 0)));

        assertThat(report.toText())
                .contains("4 threads on 16 resources")
                .containsPattern(
                        "sluice +40\\.0 M +30\\.0 M – 50\\.0 M +4\\.00 +0 +105 MB +3 +12\\.5 ms +3\\.00 ms")
                .containsPattern(
                        "sync-stack +10\\.0 M +1\\.00 +24 +105 MB +3 +12\\.5 ms +1\\.50 ms");
        assertThat(report.results())
                .first()
                .satisfies(
                        result ->
                                assertThat(result)
                                        .containsEntry("pool", "sluice")
                                        .containsEntry("measure", "queues")
                                        .containsEntry("row", "4t-0")
                                        .containsEntry("threads", 4)
                                        .containsEntry("takesPerSecond", 40e6)
                                        .containsEntry("takesPerSecondMax", 50e6)
                                        .containsEntry("ratioToSyncStack", 4.0)
                                        .containsEntry("collections", 3.0)
                                        .containsEntry("longestPauseMillis", 3.0));
        assertThat(report.raw().get("queues-forks.csv").lines()).hasSize(5);
    }

    @Test
    void withoutTheStackThereIsNoRatio() {
        assertThat(complete().results()).first().asString().doesNotContain("ratioToSyncStack");
    }

    @Test
    void rowsAreAllCombinations() {
        assertThat(QueuesCommand.Row.all(List.of(1, 2), List.of(0, 500)))
                .extracting(QueuesCommand.Row::toString)
                .containsExactly("1t-0", "2t-0", "1t-500", "2t-500");
        assertThat(new QueuesCommand.Row(2, 500).title())
                .isEqualTo("2 threads on 16 resources, 500 tokens of work while holding");
    }

    @Test
    void quickRunHasAllFigures() throws Exception {
        Report report =
                QuickRun.of(
                        new QueuesCommand(),
                        "--structures=sluice,linked-queue",
                        "--threads=2",
                        "--time=50");

        assertThat(report.results())
                .hasSize(2)
                .allSatisfy(
                        result -> assertThat((Double) result.get("takesPerSecond")).isPositive())
                .last()
                .satisfies(
                        result -> {
                            assertThat((Double) result.get("bytesPerTake")).isPositive();
                            assertThat((Double) result.get("megabytesPerSecond")).isPositive();
                            // A busy machine may not get as far as the first collection.
                            assertThat(result).containsKeys("collections", "collectionMillis");
                        });
    }
}
