package io.sluice.perf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.Report;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LoadReportTest implements CompleteReport {

    private static final LoadPlan PLAN =
            new LoadPlan(
                    List.of(Peer.SLUICE, Peer.HIKARI), 32, 8, Duration.ofSeconds(6), 2, 16, null);

    private static Histogram of(long count, long nanos) {
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(nanos, count);
        return histogram;
    }

    private static LoadTurn turn(Peer peer, int round, long count, long errors) {
        return new LoadTurn(
                peer,
                round,
                2.0,
                of(count, 1_000_000),
                of(count, 1_000),
                errors,
                errors == 0 ? null : new SQLException("went away"));
    }

    private final Report report =
            new LoadReport(
                            PLAN,
                            Map.of("fsync", "off"),
                            List.of(
                                    turn(Peer.SLUICE, 1, 2000, 0),
                                    turn(Peer.HIKARI, 1, 1000, 2),
                                    turn(Peer.HIKARI, 2, 1200, 1),
                                    turn(Peer.SLUICE, 2, 3000, 0)))
                    .report();

    @Override
    public Report complete() {
        return report;
    }

    @Test
    void resultsAreFlatAndHaveMediansAndRanges() {
        assertThat(report.results().get(0))
                .contains(
                        entry("pool", "sluice"),
                        entry("threads", 32),
                        entry("connections", 8),
                        entry("transactionsPerSecond", 1250.0),
                        entry("transactionsPerSecondMin", 1000.0),
                        entry("transactionsPerSecondMax", 1500.0),
                        entry("errors", 0L))
                .containsKeys(
                        "transactionMicrosP50",
                        "transactionMicrosP99",
                        "transactionMicrosP999",
                        "acquireMicrosP50",
                        "acquireMicrosP99",
                        "acquireMicrosP999");
        assertThat(report.results())
                .allSatisfy(
                        result ->
                                assertThat(result.values())
                                        .allMatch(v -> v instanceof String || v instanceof Number));
    }

    @Test
    void errorsAreAddedUpAndTheFirstIsTold() {
        assertThat(report.results().get(1)).contains(entry("pool", "hikari"), entry("errors", 3L));
        assertThat(report.settings())
                .containsEntry("first error", "hikari: SQLException: went away");
    }

    @Test
    void settingsSayWhatHeldForAll() {
        assertThat(report.settings())
                .containsEntry("PostgreSQL", "fsync off")
                .containsEntry(
                        "load",
                        "32 threads on 8 connections, scale 16, 6.0 s per contestant in 2"
                                + " interleaved rounds")
                .containsKey("pools")
                .doesNotContainKey("sluice alone");
    }

    @Test
    void everyTurnIsInTheRawFigures() {
        assertThat(report.raw().get("load-turns.csv").lines()).hasSize(5);
    }

    @Test
    void warmUpIsAPartOfATurnButNeverLong() {
        assertThat(PLAN.turnTime()).isEqualTo(Duration.ofSeconds(3));
        assertThat(PLAN.warmUp()).isEqualTo(Duration.ofMillis(600));
        LoadPlan longer =
                new LoadPlan(List.of(Peer.SLUICE), 1, 1, Duration.ofMinutes(5), 5, 1, null);
        assertThat(longer.warmUp()).isEqualTo(Duration.ofSeconds(1));
    }
}
