package io.sluice.perf.cycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.sluice.perf.fork.ForkPlan;
import io.sluice.perf.fork.Iterations;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Row;
import io.sluice.perf.fork.ThreadKind;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.Report;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CycleReportTest implements CompleteReport {

    private static final List<Peer> PEERS =
            List.of(Peer.SLUICE, Peer.HIKARI, Peer.AGROAL, Peer.LITERAL, Peer.FLOOR, Peer.IDEAL);

    private static Measured<Row, Peer> fork(Row row, Peer peer, int round, double rate) {
        return new Measured<>(row, peer, round, new Printed(Map.of("cyclesPerSecond", rate)));
    }

    private static Measured<Row, Peer> wait(
            Row row, Peer peer, int round, double rate, double p999, double max, double overtaken) {
        return new Measured<>(
                row,
                peer,
                round,
                new Printed(
                        Map.of(
                                "leasesPerSecond",
                                rate,
                                "waitP999Micros",
                                p999,
                                "waitMaxMicros",
                                max,
                                "overtakenBy",
                                overtaken)));
    }

    private static Report report(
            Row row,
            boolean allocation,
            List<Measured<Row, Peer>> forks,
            List<Measured<Row, Peer>> waits) {
        return report(row, allocation, ThreadKind.PLATFORM, forks, waits);
    }

    private static Report report(
            Row row,
            boolean allocation,
            ThreadKind threadKind,
            List<Measured<Row, Peer>> forks,
            List<Measured<Row, Peer>> waits) {
        ForkPlan plan =
                new ForkPlan(
                        List.of(row),
                        PEERS,
                        1,
                        new Iterations(1, 1, Duration.ofMillis(100)),
                        allocation,
                        false,
                        false,
                        threadKind,
                        List.of());
        return CycleCommand.report(plan, 1000, forks, waits);
    }

    @Override
    public Report complete() {
        return report(Row.ONE, false, List.of(fork(Row.ONE, Peer.SLUICE, 1, 40)), List.of());
    }

    @Test
    void ratiosAreOfMediansToTheBestPeerAndToTheFloor() {
        Row row = Row.ONE;
        Report report =
                report(
                        row,
                        false,
                        List.of(
                                fork(row, Peer.SLUICE, 1, 40),
                                fork(row, Peer.SLUICE, 2, 44),
                                fork(row, Peer.SLUICE, 3, 1),
                                fork(row, Peer.HIKARI, 1, 8),
                                fork(row, Peer.AGROAL, 1, 20),
                                fork(row, Peer.LITERAL, 1, 30),
                                fork(row, Peer.FLOOR, 1, 50)),
                        List.of());

        assertThat(report.results().get(0))
                .contains(
                        entry("pool", "sluice"),
                        entry("measure", "throughput"),
                        entry("row", "1t"),
                        entry("threads", 1),
                        entry("connections", 16),
                        entry("cyclesPerSecond", 40.0),
                        entry("cyclesPerSecondMin", 1.0),
                        entry("cyclesPerSecondMax", 44.0),
                        entry("ratioToBestPeer", 2.0),
                        entry("ratioToFloor", 0.8))
                .doesNotContainKey("bytesPerCycle");
        assertThat(report.toText()).contains("÷ floor").doesNotContain("bytes/cycle");
        assertThat(report.raw().get("cycle-forks.csv")).contains("sluice,1t,1,16,0,3,1.000\n");
    }

    @Test
    void contendedRowsAreComparedWithTheWorkAlone() {
        Row row = Row.CROWD_SHORT_WORK;
        Report report =
                report(
                        row,
                        false,
                        List.of(fork(row, Peer.SLUICE, 1, 9), fork(row, Peer.IDEAL, 1, 10)),
                        List.of());

        assertThat(report.results().get(0))
                .containsEntry("ratioToIdeal", 0.9)
                .doesNotContainKeys("ratioToBestPeer", "ratioToFloor");
    }

    @Test
    void allocationIsShownWhenItWasMeasured() {
        Report report =
                report(
                        Row.ONE,
                        true,
                        List.of(
                                new Measured<>(
                                        Row.ONE,
                                        Peer.SLUICE,
                                        1,
                                        new Printed(
                                                Map.of(
                                                        "cyclesPerSecond",
                                                        40,
                                                        "bytesPerCycle",
                                                        32.0)))),
                        List.of());

        assertThat(report.results().get(0)).containsEntry("bytesPerCycle", 32.0);
        assertThat(report.toText()).contains("bytes/cycle");
    }

    @Test
    void waitsAreMediansOverTheRounds() {
        Row row = Row.CROWD_LONG_WORK;
        Report report =
                report(
                        row,
                        false,
                        List.of(),
                        List.of(
                                wait(row, Peer.HIKARI, 1, 1000, 50, 900, 70),
                                wait(row, Peer.HIKARI, 2, 3000, 70, 500, 30),
                                wait(row, Peer.HIKARI, 3, 2000, 60, 700, 50)));

        Map<String, Object> result = report.results().get(0);
        assertThat(result)
                .contains(
                        entry("pool", "hikari"),
                        entry("measure", "waits"),
                        entry("row", "32t-5000"),
                        entry("waitP999Micros", 60.0),
                        entry("waitMaxMicros", 700.0),
                        entry("overtakenBy", 50.0),
                        entry("overtakenByMax", 70.0),
                        entry("leasesPerSecond", 2000.0));
        assertThat(report.raw()).containsOnlyKeys("cycle-waits.csv");
    }

    /** Into the same folder go those of platform threads. */
    @Test
    void filesOfVirtualThreadsHaveNamesOfTheirOwn() {
        Row row = Row.CROWD_SHORT_WORK;
        Report report =
                report(
                        row,
                        false,
                        ThreadKind.VIRTUAL,
                        List.of(fork(row, Peer.SLUICE, 1, 9)),
                        List.of(wait(row, Peer.SLUICE, 1, 1000, 50, 900, 70)));

        assertThat(report.command()).isEqualTo("cycle-virtual");
        assertThat(report.raw())
                .containsOnlyKeys("cycle-virtual-forks.csv", "cycle-virtual-waits.csv");
    }

    @Test
    void waitsAreMeasuredInRowsWithWorkAndForPoolsOnly() {
        ForkPlan plan =
                new ForkPlan(
                        List.of(Row.values()),
                        CycleCommand.POOLS,
                        1,
                        new Iterations(1, 1, Duration.ofMillis(100)),
                        false,
                        false,
                        false,
                        ThreadKind.PLATFORM,
                        List.of());

        assertThat(CycleCommand.waitTurns(plan, 1))
                .allSatisfy(
                        turn -> {
                            assertThat(turn.row()).isIn(Row.CROWD_SHORT_WORK, Row.CROWD_LONG_WORK);
                            assertThat(turn.contestant().kind()).isNotEqualTo(Peer.Kind.BOUND);
                        })
                .hasSize(20);
    }
}
