package io.sluice.perf.study.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.HtmlPage;
import io.sluice.perf.report.Report;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HousekeepingReportTest implements CompleteReport {

    private static final HousekeepingRow ROW = HousekeepingRow.IDLE_100;

    private static IdleTurn turn(
            @Nullable Peer peer, int round, @Nullable Double wakeUps, double cpuNanos) {
        return new IdleTurn(
                peer == null ? null : ROW,
                peer,
                round,
                peer == null ? 0 : 200,
                peer == null ? 0 : 1,
                0,
                0,
                wakeUps,
                cpuNanos,
                cpuNanos + 1e6,
                List.of(List.of("timer, #", 1, 2.0, 3.0)));
    }

    private static Report idle(IdleTurn... turns) {
        return new HousekeepingReport(
                        HousekeepingPlanTest.plan(1, ROW), List.of(turns), List.of(), List.of())
                .report();
    }

    @Override
    public Report complete() {
        return idle(turn(null, 1, 0.0, 0), turn(Peer.SLUICE, 1, 0.2, 3e3));
    }

    @Test
    void poolsStandBesideAVirtualMachineWithoutAny() {
        Report report =
                idle(
                        turn(null, 1, 0.0, 0),
                        turn(Peer.HIKARI, 1, 50.0, 3e6),
                        turn(Peer.SLUICE, 1, 0.0, 1e3),
                        turn(Peer.SLUICE, 2, 0.2, 3e3));

        assertThat(report.toText())
                .contains("100 idle pools")
                .containsPattern("\\(none\\) +0 +0 +0 +0 +0 ns +1\\.00 ms")
                .containsPattern(
                        "sluice +1 +0 +0 +0\\.10 +0 – 0\\.20 +2\\.00 µs +1\\.00 µs – 3\\.00 µs")
                .containsPattern("hikari +1 +0 +0 +50 +3\\.00 ms +4\\.00 ms");
        assertThat(report.results())
                .hasSize(3)
                .element(1)
                .satisfies(
                        result ->
                                assertThat(result)
                                        .containsEntry("pool", "sluice")
                                        .containsEntry("measure", "idle")
                                        .containsEntry("pools", 100)
                                        .containsEntry("wakeUpsPerSecondMax", 0.2)
                                        .containsEntry("cpuNanosPerSecond", 2e3));
        assertThat(HtmlPage.of(report)).contains("Wake-ups per second, fewer is better");
        assertThat(report.raw().get("housekeeping-threads.csv"))
                .contains("idle-100,hikari,1,timer; #,1,2.000,3.000");
    }

    @Test
    void wakeUpsThatTheSystemDoesNotTellAreLeftOut() {
        Report report = idle(turn(null, 1, null, 0), turn(Peer.SLUICE, 1, null, 1e3));

        assertThat(report.toText()).containsPattern("sluice +1 +0 +0 +– +1\\.00 µs");
        assertThat(report.results())
                .allSatisfy(result -> assertThat(result).doesNotContainKey("wakeUpsPerSecond"));
        assertThat(HtmlPage.of(report)).doesNotContain("Wake-ups per second");
    }

    @Test
    void waysToWakeAreComparedWithPollingOfEach() {
        List<WakeFork> forks = new ArrayList<>();
        for (Background background : Background.values()) {
            double nanos = background == Background.SIGNAL_SHARED ? 20e3 : 1e6;
            forks.add(new WakeFork(HousekeepingRow.WAKE_8, background, 1, nanos, nanos / 10));
        }
        Report report =
                new HousekeepingReport(
                                HousekeepingPlanTest.plan(1, HousekeepingRow.WAKE_8),
                                List.of(),
                                List.of(),
                                forks)
                        .report();

        assertThat(report.toText())
                .contains("8 clients have a background thread woken")
                .containsPattern("poll-each +8 +1\\.00 ms +1\\.00 +100 µs")
                .containsPattern("signal-shared +1 +20\\.0 µs +0\\.02 +2\\.00 µs");
        assertThat(report.results())
                .hasSize(6)
                .allSatisfy(result -> assertThat(result).containsEntry("measure", "wake"));
    }

    @Test
    void heapIsThatOfEachConnectionMoreLessTheConnectionItself() {
        Report report =
                new HousekeepingReport(
                                HousekeepingPlanTest.plan(1, HousekeepingRow.HELD),
                                List.of(),
                                List.of(
                                        new HeldTurn(Peer.SLUICE, 1, 200, 50_000, 350_000, 2, 1),
                                        new HeldTurn(Peer.SLUICE, 2, 200, 50_000, 370_000, 2, 1),
                                        new HeldTurn(
                                                Peer.HIKARI, 1, 200, 60_000, 1_560_000, 2, 502)),
                                List.of())
                        .report();

        assertThat(report.toText())
                .contains("What a pool keeps for an idle connection")
                .containsPattern("sluice +110 +100 – 120 +200 +0 +1\n")
                .containsPattern("hikari +1\\.30 k +200 +0\\.50 +502\n");
        assertThat(report.results())
                .hasSize(2)
                .element(0)
                .satisfies(
                        result ->
                                assertThat(result)
                                        .containsEntry("pool", "sluice")
                                        .containsEntry("measure", "held")
                                        .containsEntry("bytesPerConnection", 110.0)
                                        .containsEntry("bytesPerConnectionMax", 120.0)
                                        .containsEntry("threadsPerConnection", -0.001));
        assertThat(HtmlPage.of(report)).contains("Bytes of heap per idle connection");
        assertThat(report.raw().get("housekeeping-held.csv"))
                .contains("hikari,1,1300.000,0.500,200.000,60000.000,1560000.000,2.000,502.000");
    }
}
