package io.sluice.perf.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PoolCounts;
import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.HtmlPage;
import io.sluice.perf.report.Report;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("weekly")
class FaultReportTest implements CompleteReport {

    static final FaultPlan PLAN =
            new FaultPlan(
                    List.of(Fault.KILLED, Fault.RESET),
                    List.of(Peer.SLUICE, Peer.HIKARI),
                    64,
                    16,
                    Duration.ofMillis(500),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(5),
                    2);

    private final Report report =
            FaultsCommand.report(
                    PLAN,
                    List.of(
                            turn(Fault.KILLED, Peer.SLUICE, 1, 2_100),
                            turn(Fault.KILLED, Peer.HIKARI, 1, 2_900),
                            turn(Fault.RESET, Peer.SLUICE, 1, 2_050),
                            turn(Fault.RESET, Peer.HIKARI, 1, 9_000),
                            turn(Fault.KILLED, Peer.HIKARI, 2, 9_000),
                            turn(Fault.KILLED, Peer.SLUICE, 2, 2_300)));

    /** One thread: served, refused while it lasts, served again after some time. */
    private static Measured<Fault, Peer> turn(Fault fault, Peer peer, int round, long again) {
        Printed seen =
                SeenTest.seen(
                        List.of(
                                SeenTest.good(0, 600, 610),
                                SeenTest.refused(0, 1_000, 1_900),
                                SeenTest.good(0, 2_000, again)));
        FaultRun.putCounts(seen.figures(), new PoolCounts(16, 0), 16);
        seen.figures().put("connects", 7);
        if (peer == Peer.HIKARI && fault == Fault.RESET) {
            seen.figures().put("stuck", "a.Pool.acquire");
        }
        return new Measured<>(fault, peer, round, seen);
    }

    private static Measured<Fault, Peer> failed(Fault fault, Peer peer, String why) {
        return new Measured<>(fault, peer, 1, Printed.failed(why));
    }

    @Override
    public Report complete() {
        return report;
    }

    @Test
    void resultsAreFlatAndHaveMediansAndRanges() {
        assertThat(report.results().get(0))
                .contains(
                        entry("pool", "sluice"),
                        entry("measure", "faults"),
                        entry("fault", "killed"),
                        entry("threads", 64),
                        entry("connections", 16),
                        entry("rounds", 2),
                        entry("roundsRecovered", 2L),
                        entry("recoverMillis", 200.0),
                        entry("recoverMillisMin", 100.0),
                        entry("recoverMillisMax", 300.0),
                        entry("refused", 2L),
                        entry("broken", 0L),
                        entry("wrongResults", 0L),
                        entry("late", 0L),
                        entry("leakedInPool", 0L),
                        entry("leakedOnServer", 0L),
                        entry("connects", 14L));
        assertThat(report.results())
                .hasSize(4)
                .allSatisfy(
                        result ->
                                assertThat(result.values())
                                        .allMatch(v -> v instanceof String || v instanceof Number));
    }

    @Test
    void poolThatDidNotRecoverIsSaidNotTo() {
        assertThat(report.results().get(3))
                .contains(entry("pool", "hikari"), entry("roundsRecovered", 0L));
        assertThat(report.toText()).contains("not in 5.00 s");
    }

    @Test
    void stuckThreadsAreCountedAndTheFirstIsTold() {
        assertThat(report.results().get(2)).contains(entry("roundsStuck", 0L));
        assertThat(report.results().get(3)).contains(entry("roundsStuck", 1L));
        assertThat(report.settings())
                .containsEntry("first stuck thread", "reset hikari: a.Pool.acquire");
    }

    @Test
    void everyFaultIsInTheTableAtTheEnd() {
        assertThat(report.sections())
                .last()
                .satisfies(
                        section ->
                                assertThat(section.table().rows())
                                        .containsExactly(
                                                List.of("killed", "200 ms, 2", "2.95 s, 2"),
                                                List.of(
                                                        "reset",
                                                        "50.0 ms, 1",
                                                        "not in 5.00 s, 1")));
    }

    @Test
    void settingsSayWhatHeldForAll() {
        assertThat(report.settings().get("faults"))
                .isEqualTo(
                        "64 threads on 16 connections, 5 ms between two calls of a thread; a fault"
                                + " that lasts does so for 1.0 s; 2 interleaved rounds, a new pool"
                                + " for each turn");
        assertThat(report.settings())
                .containsEntry(
                        "parking threads",
                        "by how much they are late is the 99.9th percentile of 10000 times they"
                                + " park, or more, in each turn")
                .doesNotContainKeys("turns that failed", "failover");
    }

    @Test
    void timelineBeginsWithTheWarmUpAndMarksTheFault() {
        assertThat(report.raw().get("faults-timeline.csv").lines())
                .contains(
                        "fault,pool,round,seconds,callsPerSecond",
                        "killed,sluice,1,0.000,0.000",
                        "killed,sluice,1,0.100,10.000",
                        "killed,sluice,2,1.700,0.000");
        assertThat(HtmlPage.of(report))
                .contains("killed: the server is killed and started again")
                .containsPattern("<polygon [^>]*fill=\"#d9c59a\"");
    }

    @Test
    void everyTurnIsInTheRawFigures() {
        assertThat(report.raw().get("faults-turns.csv").lines())
                .hasSize(7)
                .contains(
                        "sluice,killed,64,16,2,300.000,1,0,0,0,0.000,0,0,7,0,2.000,3.000,10000,16,0,16");
    }

    @Test
    void turnThatFailedIsListedAndCountsNowhereElse() {
        Report some =
                FaultsCommand.report(
                        PLAN,
                        List.of(
                                turn(Fault.KILLED, Peer.SLUICE, 1, 2_100),
                                failed(Fault.KILLED, Peer.HIKARI, "it did not close"),
                                turn(Fault.RESET, Peer.SLUICE, 1, 2_050),
                                failed(Fault.RESET, Peer.HIKARI, "it served nobody"),
                                turn(Fault.KILLED, Peer.HIKARI, 2, 2_200)));

        assertThat(some.results().get(1))
                .contains(entry("pool", "hikari"), entry("rounds", 1), entry("roundsFailed", 1L))
                .containsEntry("recoverMillis", 200.0);
        assertThat(some.results().get(3))
                .contains(entry("pool", "hikari"), entry("rounds", 0), entry("roundsFailed", 1L))
                .doesNotContainKey("recoverMillis");
        assertThat(some.settings()).containsEntry("turns that failed", "2 of 5, listed at the end");
        assertThat(some.toText()).contains("it did not close", "it served nobody");
        assertThat(some.sections().get(2).table().rows())
                .containsExactly(
                        List.of("killed", "100 ms, 1", "200 ms, 1"),
                        List.of("reset", "50.0 ms, 1", "failed"));
        assertThat(HtmlPage.of(some)).contains("Turns that failed");
    }

    @Test
    void faultOfWhichEveryTurnFailedHasNoFigures() {
        Report none =
                FaultsCommand.report(PLAN, List.of(failed(Fault.KILLED, Peer.SLUICE, "no server")));

        assertThat(none.sections().get(0).table().rows().get(0)).startsWith("sluice", "–");
        assertThat(HtmlPage.of(none)).contains("killed: the server is killed and started again");
    }

    @Test
    void uncountedConnectsAreNotTakenForNone() {
        Measured<Fault, Peer> turn = turn(Fault.KILLED, Peer.SLUICE, 1, 2_100);
        turn.printed().figures().remove("connects");
        Report uncounted = FaultsCommand.report(PLAN, List.of(turn));

        assertThat(uncounted.sections().get(0).table().rows().get(0)).last().isEqualTo("–");
        assertThat(uncounted.results().get(0)).doesNotContainKey("connects");
        assertThat(uncounted.raw().get("faults-turns.csv")).contains(",0,0,,0,2.000,");
    }
}
