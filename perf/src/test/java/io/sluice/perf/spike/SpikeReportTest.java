package io.sluice.perf.spike;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.HtmlPage;
import io.sluice.perf.report.Report;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpikeReportTest implements CompleteReport {

    private static final SpikeRow COLD =
            new SpikeRow(SpikeRow.Server.STUB, 0, 2, Duration.ofMillis(100));
    private static final SpikeRow SMALL =
            new SpikeRow(SpikeRow.Server.POSTGRES, 5, 2, Duration.ofMillis(2));

    private static final Spikes PLAN =
            new Spikes(
                    List.of(COLD, SMALL),
                    List.of(Peer.SLUICE, Peer.HIKARI),
                    50,
                    Duration.ofMillis(70),
                    Duration.ofSeconds(30),
                    3);

    private final Report report =
            SpikeCommand.report(
                    PLAN,
                    "fsync off",
                    List.of(
                            turn(COLD, Peer.SLUICE, 1, 200, 4, true),
                            turn(COLD, Peer.HIKARI, 1, 300, 2, true),
                            turn(SMALL, Peer.SLUICE, 1, 20, 4, true),
                            turn(SMALL, Peer.HIKARI, 1, 10, 3, true),
                            turn(COLD, Peer.HIKARI, 2, 320, 2, false),
                            turn(COLD, Peer.SLUICE, 2, 210, 5, true),
                            failed(SMALL, Peer.HIKARI, 2, "it hangs"),
                            turn(COLD, Peer.SLUICE, 3, 220, 6, true),
                            turn(COLD, Peer.HIKARI, 3, 340, 3, true)));

    private static Measured<SpikeRow, Peer> failed(SpikeRow row, Peer peer, int round, String why) {
        return new Measured<>(row, peer, round, Printed.failed(why));
    }

    private static Measured<SpikeRow, Peer> turn(
            SpikeRow row, Peer peer, int round, long millis, int made, boolean served) {
        long nanos = millis * 1_000_000;
        SpikeWaits waits =
                new SpikeWaits(
                        List.of(
                                new SpikeWaits.Wait(0, nanos / 2, true),
                                new SpikeWaits.Wait(0, nanos, served)));
        Map<String, Object> figures = new HashMap<>();
        figures.put("waits", waits);
        figures.put("serveAllMillis", (double) millis);
        figures.put("connectionsMade", made);
        figures.put("waitMillisP99", waits.percentileMillis(99));
        figures.put("waitMillisLongest", waits.percentileMillis(100));
        figures.put("errors", waits.errors());
        figures.put("leaked", 0);
        if (!served) {
            figures.put("firstError", "SQLException: went away");
        }
        return new Measured<>(row, peer, round, new Printed(figures));
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
                        entry("measure", "spike"),
                        entry("row", "stub-0c-2r-100ms"),
                        entry("server", "stub"),
                        entry("requests", 2),
                        entry("connectionsAtStart", 0),
                        entry("holdMillis", 100L),
                        entry("maxConnections", 50),
                        entry("connectMillis", 70L),
                        entry("serveAllMillis", 210.0),
                        entry("serveAllMillisMin", 200.0),
                        entry("serveAllMillisMax", 220.0),
                        entry("connectionsMade", 5.0),
                        entry("waitMillisP99", 210.0),
                        entry("waitMillisLongest", 210.0),
                        entry("errors", 0L),
                        entry("leaked", 0L),
                        entry("roundsFailed", 0L));
        assertThat(report.results())
                .hasSize(4)
                .allSatisfy(
                        result ->
                                assertThat(result.values())
                                        .allMatch(v -> v instanceof String || v instanceof Number));
    }

    @Test
    void callersOfARampMayHaveAConnectionEach() {
        assertThat(COLD.connections(50)).isEqualTo(50);
        assertThat(SpikeRow.RAMP).hasToString("stub-ramp");
        assertThat(SpikeRow.RAMP.connections(50)).isEqualTo(100);
        assertThat(SpikeRow.RAMP.title())
                .isEqualTo(
                        "100 requests at once on no connection, one for each allowed, hold 500 ms,"
                                + " stub");
    }

    @Test
    void peerThatIsBetterInBothIsNamed() {
        assertThat(report.results())
                .extracting(result -> result.get("betterThanSluiceInBoth"))
                .containsExactly("no", "no", "no", "yes");
        assertThat(report.toText())
                .contains(
                        "Verdict: no peer is better in both columns.",
                        "Verdict: better in both columns: hikari.");
    }

    @Test
    void verdictsAreAlsoOneTable() {
        assertThat(report.sections())
                .element(2)
                .satisfies(
                        section ->
                                assertThat(section.table().rows())
                                        .containsExactly(
                                                List.of(
                                                        "stub-0c-2r-100ms",
                                                        "210 ms, 5",
                                                        "320 ms, 2",
                                                        "nobody"),
                                                List.of(
                                                        "postgres-5c-2r-2ms",
                                                        "20.0 ms, 4",
                                                        "10.0 ms, 3",
                                                        "hikari")));
    }

    @Test
    void errorsAreAddedUpAndTheFirstIsTold() {
        assertThat(report.results().get(1)).contains(entry("pool", "hikari"), entry("errors", 1L));
        assertThat(report.settings())
                .containsEntry("first error", "stub-0c-2r-100ms hikari: SQLException: went away")
                .containsEntry("connect time of the stub", "70 ms")
                .containsEntry("PostgreSQL", "fsync off");
    }

    @Test
    void everyTurnAndEveryWaitIsInTheRawFigures() {
        assertThat(report.raw().get("spike-turns.csv").lines())
                .hasSize(9)
                .contains(
                        "hikari,stub-0c-2r-100ms,stub,2,0,100,50,2,320.000,2,320.000,320.000,1,0");
        assertThat(report.raw().get("spike-waiting.csv").lines())
                .hasSize(17)
                .contains("postgres-5c-2r-2ms,sluice,1,0.000,10.000");
    }

    @Test
    void pageHasALineForEachContestant() {
        assertThat(HtmlPage.of(report))
                .contains("2 requests at once on no connection, hold 100 ms, stub")
                .contains("2 requests at once on 5 connections, hold 2 ms, postgres")
                .contains("stroke=\"#0b7a75\"", "stroke=\"#c2571a\"");
    }

    @Test
    void reportSaysWhatBetterMeans() {
        assertThat(report.toText()).contains(SpikeVerdict.CRITERION);
    }

    @Test
    void turnThatFailedIsListed() {
        assertThat(report.results().get(3))
                .contains(entry("pool", "hikari"), entry("roundsFailed", 1L));
        assertThat(report.settings())
                .containsEntry("turns that failed", "1 of 9, listed at the end");
        assertThat(report.sections())
                .last()
                .satisfies(
                        section ->
                                assertThat(section.table().rows())
                                        .containsExactly(
                                                List.of(
                                                        "postgres-5c-2r-2ms",
                                                        "hikari",
                                                        "2",
                                                        "it hangs")));
    }

    @Test
    void poolOfWhichEveryTurnFailedHasNoFigures() {
        Report some =
                SpikeCommand.report(
                        PLAN,
                        null,
                        List.of(
                                failed(COLD, Peer.SLUICE, 1, "no"),
                                turn(COLD, Peer.HIKARI, 1, 300, 2, true),
                                failed(SMALL, Peer.SLUICE, 1, "no"),
                                failed(SMALL, Peer.HIKARI, 1, "no")));

        assertThat(some.sections().get(2).table().rows())
                .containsExactly(
                        List.of("stub-0c-2r-100ms", "failed", "300 ms, 2", "-"),
                        List.of("postgres-5c-2r-2ms", "failed", "failed", "-"));
        assertThat(some.results().get(0)).doesNotContainKey("serveAllMillis");
        assertThat(HtmlPage.of(some)).contains("Verdict: none, for sluice was not measured.");
    }

    @Test
    void figuresAreNotJudged() {
        assertThat(
                        SpikeCommand.wrong(
                                List.of(
                                        turn(COLD, Peer.SLUICE, 1, 200, 4, true),
                                        turn(COLD, Peer.C3P0, 1, 300, 2, false),
                                        failed(COLD, Peer.C3P0, 2, "no"))))
                .isEmpty();
    }

    @Test
    void whatMustNotBeIsTold() {
        Measured<SpikeRow, Peer> leaking = turn(COLD, Peer.SLUICE, 3, 200, 4, true);
        leaking.printed().figures().put("leaked", 3);

        assertThat(
                        SpikeCommand.wrong(
                                List.of(
                                        turn(COLD, Peer.SLUICE, 1, 200, 4, true),
                                        turn(COLD, Peer.SLUICE, 2, 200, 4, false),
                                        leaking,
                                        failed(COLD, Peer.SLUICE, 4, "it hangs"),
                                        failed(COLD, Peer.SLUICE, 5, "no"))))
                .containsExactly(
                        "turns of sluice that failed: 2 (the first: stub-0c-2r-100ms, round 4: it"
                                + " hangs)",
                        "turns of sluice with a request that was not served: 1 (the first:"
                                + " stub-0c-2r-100ms, round 2: SQLException: went away)",
                        "turns of sluice with a connection that outlived the pool: 1 (the first:"
                                + " stub-0c-2r-100ms, round 3)");
    }
}
