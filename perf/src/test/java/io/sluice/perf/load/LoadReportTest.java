package io.sluice.perf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.ThreadKind;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.Report;
import io.sluice.perf.report.Section;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoadReportTest implements CompleteReport {

    private static final LoadPlan PLAN =
            new LoadPlan(
                    List.of(Peer.SLUICE, Peer.HIKARI),
                    32,
                    ThreadKind.PLATFORM,
                    8,
                    Duration.ofSeconds(6),
                    2,
                    16,
                    Duration.ofSeconds(2),
                    true,
                    null);

    private static Measured<String, Peer> turn(Peer peer, int round, double rate, long errors) {
        Map<String, Object> figures = new HashMap<>();
        figures.put("transactionsPerSecond", rate);
        for (String percentile : List.of("P50", "P99", "P999")) {
            figures.put("transactionMicros" + percentile, 1000.0);
            figures.put("acquireMicros" + percentile, 1.0);
        }
        figures.put("acquireMicrosMean", 1.0);
        figures.put("acquireMicrosMax", 2.0 * round);
        figures.put("acquiresFailed", 3L * round);
        figures.put("lateMicrosP99", 5.0 * round);
        figures.put("lateMicrosMax", 7.0 * round);
        figures.put("heapBytesStart", 4e7);
        figures.put("heapBytesHalf", 5e7);
        figures.put("heapBytesEnd", 6e7);
        figures.put("clientsUnserved", round);
        figures.put("errors", errors);
        if (errors > 0) {
            figures.put("firstError", "SQLException: went away");
        }
        return new Measured<>("load", peer, round, new Printed(figures));
    }

    private final Report report =
            LoadCommand.report(
                    PLAN,
                    "fsync off",
                    List.of(
                            turn(Peer.SLUICE, 1, 1000, 0),
                            turn(Peer.HIKARI, 1, 500, 2),
                            turn(Peer.HIKARI, 2, 600, 1),
                            turn(Peer.SLUICE, 2, 1500, 0)));

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
                .containsEntry("first error", "load hikari: SQLException: went away");
    }

    @Test
    void settingsSayWhatHeldForAll() {
        assertThat(report.settings())
                .containsEntry("PostgreSQL", "fsync off")
                .containsEntry(
                        "load",
                        "32 platform threads on 8 connections, scale 16, 6.0 s per contestant in 2"
                                + " interleaved rounds")
                .containsKey("pools")
                .doesNotContainKey("sluice alone");
    }

    @Test
    void timesOfTransactionsAndOfAcquiresHaveTablesOfTheirOwn() {
        assertThat(report.sections())
                .extracting(Section::title)
                .containsExactly(
                        "Transactions per second",
                        "Time of a transaction",
                        "Time of an acquire",
                        "Failed acquires",
                        "Heap in use after a collection");
        assertThat(report.sections().get(2).table().rows().get(0))
                .containsExactly(
                        "sluice",
                        "1.00 µs",
                        "1.00 µs",
                        "1.00 µs – 1.00 µs",
                        "1.00 µs",
                        "1.00 µs – 1.00 µs",
                        "1.00 µs",
                        "4.00 µs");
    }

    @Test
    void timeOutsAreJudgedByTheLatestOfAllRounds() {
        assertThat(report.sections().get(3).table().rows().get(0))
                .containsExactly("sluice", "9", "10.0 µs", "14.0 µs");
    }

    @Test
    void heapIsShownOverTime() {
        assertThat(report.sections().get(4).table().rows().get(0))
                .containsExactly("sluice", "40.0 M", "50.0 M", "60.0 M");
    }

    @Test
    void threadsThatWereNeverServedAreCountedAsTheyHideInPercentiles() {
        assertThat(report.sections().get(0).table().rows().get(0)).endsWith("0", "2");
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
                new LoadPlan(
                        List.of(Peer.SLUICE),
                        1,
                        ThreadKind.PLATFORM,
                        1,
                        Duration.ofMinutes(5),
                        5,
                        1,
                        Duration.ofSeconds(2),
                        false,
                        null);
        assertThat(longer.warmUp()).isEqualTo(Duration.ofSeconds(1));
    }
}
