package io.sluice.perf.study.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.Iterations;
import io.sluice.perf.fork.Turn;
import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.Report;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueuesReportTest implements CompleteReport {

    private static final QueueRow ROW = new QueueRow(4, 0);

    private static Report report(List<Structure> structures, QueueFork... forks) {
        QueuePlan plan =
                new QueuePlan(
                        List.of(ROW),
                        structures,
                        3,
                        new Iterations(1, 1, Duration.ofMillis(1)),
                        List.of());
        return new QueuesReport(plan, List.of(forks)).report();
    }

    private static QueueFork fork(Structure structure, int round, double rate, double bytes) {
        return new QueueFork(
                new Turn<>(ROW, structure, round),
                rate,
                bytes,
                100,
                3,
                12.5,
                List.of(
                        new Pause(0.5, "Pause Young (a, b)", 1.5),
                        new Pause(1, "Pause Full", round)));
    }

    @Override
    public Report complete() {
        return report(List.of(Structure.SLUICE), fork(Structure.SLUICE, 1, 30e6, 0));
    }

    @Test
    void mediansRangesAndRatiosToTheStackUnderAMonitorAreShown() {
        Report report =
                report(
                        List.of(Structure.SLUICE, Structure.SYNC_STACK),
                        fork(Structure.SLUICE, 1, 30e6, 0),
                        fork(Structure.SLUICE, 2, 50e6, 0),
                        fork(Structure.SLUICE, 3, 40e6, 0),
                        fork(Structure.SYNC_STACK, 1, 10e6, 24));

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
                                        .containsEntry("threads", 4)
                                        .containsEntry("takesPerSecond", 40e6)
                                        .containsEntry("ratioToSyncStack", 4.0)
                                        .containsEntry("collections", 3.0)
                                        .containsEntry("longestPauseMillis", 3.0));
        assertThat(report.raw().get("queues-forks.csv").lines()).hasSize(5);
        assertThat(report.raw().get("queues-pauses.csv").lines())
                .hasSize(9)
                .contains("4t-0,sluice,2,0.500,Pause Young (a; b),1.500");
    }

    @Test
    void withoutTheStackThereIsNoRatio() {
        Report report =
                report(List.of(Structure.MPMC_ARRAY), fork(Structure.MPMC_ARRAY, 1, 10e6, 0));

        assertThat(report.results()).first().asString().doesNotContain("ratioToSyncStack");
    }
}
