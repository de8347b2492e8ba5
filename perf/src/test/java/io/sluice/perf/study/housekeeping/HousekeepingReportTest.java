package io.sluice.perf.study.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.HtmlPage;
import io.sluice.perf.report.Report;
import io.sluice.perf.study.QuickRun;
import io.sluice.perf.study.housekeeping.HousekeepingCommand.Pool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HousekeepingReportTest implements CompleteReport {

    private static Measured<Integer, Pool> idle(
            @Nullable Peer peer, int round, @Nullable Double wakeUps, double cpuNanos) {
        Map<String, Object> figures = new HashMap<>();
        figures.put("connections", peer == null ? 0 : 200);
        figures.put("threads", peer == null ? 0 : 1);
        figures.put("threadsStarted", 0);
        figures.put("threadsEnded", 0);
        if (wakeUps != null) {
            figures.put("wakeUpsPerSecond", wakeUps);
        }
        figures.put("cpuNanosPerSecond", cpuNanos);
        figures.put("processCpuNanosPerSecond", cpuNanos + 1e6);
        figures.put("kinds", List.of(Map.of("kind", "timer-#", "threads", 1)));
        return measured(peer == null ? 0 : 100, new Pool(peer), round, figures);
    }

    private static <C> Measured<Integer, C> measured(
            int count, C contestant, int round, Map<String, Object> figures) {
        return new Measured<>(count, contestant, round, new Printed(figures));
    }

    private static Report idle(List<Measured<Integer, Pool>> forks) {
        return HousekeepingCommand.report(Map.of(), forks, List.of(), List.of());
    }

    @Override
    public Report complete() {
        return idle(List.of(idle(null, 1, 0.0, 0), idle(Peer.SLUICE, 1, 0.2, 3e3)));
    }

    @Test
    void poolsStandBesideAVirtualMachineWithoutAny() {
        Report report =
                idle(
                        List.of(
                                idle(null, 1, 0.0, 0),
                                idle(Peer.HIKARI, 1, 50.0, 3e6),
                                idle(Peer.SLUICE, 1, 0.0, 1e3),
                                idle(Peer.SLUICE, 2, 0.2, 3e3)));

        assertThat(report.toText())
                .contains("100 idle pools")
                .containsPattern("\\(none\\) +0 +0 +0 +0 +0 ns +1\\.00 ms")
                .containsPattern(
                        "sluice +1 +0 +0 +0\\.10 +0 – 0\\.20 +2\\.00 µs +1\\.00 µs – 3\\.00 µs")
                .containsPattern("hikari +1 +0 +0 +50 +3\\.00 ms +4\\.00 ms");
        assertThat(report.results())
                .hasSize(3)
                .last()
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
                .contains("100,hikari,1,timer-#,1,,\n");
        assertThat(report.raw().get("housekeeping-idle.csv")).contains("\n(none),0,1,0,0,0,0,");
    }

    @Test
    void wakeUpsThatTheSystemDoesNotTellAreLeftOut() {
        Report report = idle(List.of(idle(null, 1, null, 0), idle(Peer.SLUICE, 1, null, 1e3)));

        assertThat(report.toText()).containsPattern("sluice +1 +0 +0 +– +1\\.00 µs");
        assertThat(report.results())
                .allSatisfy(result -> assertThat(result).doesNotContainKey("wakeUpsPerSecond"));
        assertThat(HtmlPage.of(report)).doesNotContain("Wake-ups per second");
    }

    @Test
    void waysToWakeAreComparedWithPollingOfEach() {
        List<Measured<Integer, Background>> forks = new ArrayList<>();
        for (Background background : Background.values()) {
            double nanos = background == Background.SIGNAL_SHARED ? 20e3 : 1e6;
            forks.add(
                    measured(
                            8,
                            background,
                            1,
                            Map.of("nanosPerRequest", nanos, "cpuNanosPerRequest", nanos / 10)));
        }
        Report report = HousekeepingCommand.report(Map.of(), List.of(), List.of(), forks);

        assertThat(report.toText())
                .contains("8 clients have a background thread woken")
                .containsPattern("poll-each +8 +1\\.00 ms +1\\.00 +100 µs")
                .containsPattern("signal-shared +1 +20\\.0 µs +0\\.02 +2\\.00 µs");
        assertThat(report.results())
                .hasSize(6)
                .allSatisfy(result -> assertThat(result).containsEntry("measure", "wake"));
    }

    @Test
    void heapIsShownForEachConnection() {
        Report report =
                HousekeepingCommand.report(
                        Map.of(),
                        List.of(),
                        List.of(
                                held(Peer.SLUICE, 1, 100, -0.001, 1),
                                held(Peer.SLUICE, 2, 120, -0.001, 1),
                                held(Peer.HIKARI, 1, 1300, 0.5, 502)),
                        List.of());

        assertThat(report.toText())
                .contains("What a pool keeps for an idle connection")
                .containsPattern("sluice +110 +100 – 120 +200 +0 +1\n")
                .containsPattern("hikari +1\\.30 k +200 +0\\.50 +502\n");
        assertThat(report.results())
                .hasSize(2)
                .first()
                .satisfies(
                        result ->
                                assertThat(result)
                                        .containsEntry("pool", "sluice")
                                        .containsEntry("measure", "held")
                                        .containsEntry("connections", 1100)
                                        .containsEntry("bytesPerConnection", 110.0)
                                        .containsEntry("bytesPerConnectionMax", 120.0)
                                        .containsEntry("threadsPerConnection", -0.001));
        assertThat(HtmlPage.of(report)).contains("Bytes of heap per idle connection");
        assertThat(report.raw().get("housekeeping-held.csv"))
                .contains("hikari,1100,1,1300.000,200.000,0.500,502,2,3,4");
    }

    private static Measured<Integer, Peer> held(
            Peer peer, int round, double bytes, double threadsEach, int threads) {
        return measured(
                1100,
                peer,
                round,
                Map.of(
                        "bytesPerConnection",
                        bytes,
                        "stubBytesPerConnection",
                        200.0,
                        "threadsPerConnection",
                        threadsEach,
                        "threads",
                        threads,
                        "threadsOfFew",
                        2,
                        "bytesOfFew",
                        3,
                        "bytesOfMany",
                        4));
    }

    @Test
    void quickRunOfHeapHasFiguresAndTellsNothingElse() throws Exception {
        Report report =
                QuickRun.of(
                        new HousekeepingCommand(), "--rows=held", "--pools=sluice", "--settle=1");

        assertThat(report.results()).hasSize(1);
        assertThat(report.settings())
                .containsEntry(
                        "idle connections",
                        "100 and 1100 in a pool of each, on a stub, 1 rounds; used once, left alone"
                                + " for 1 ms")
                .doesNotContainKeys("idle pools", "waking");
    }
}
