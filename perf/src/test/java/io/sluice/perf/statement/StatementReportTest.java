package io.sluice.perf.statement;

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

class StatementReportTest implements CompleteReport {

    private final Report report = report(ThreadKind.PLATFORM);

    private static Report report(ThreadKind threadKind) {
        return StatementCommand.report(
                new ForkPlan(
                        List.of(Row.ONE, Row.EIGHT),
                        StatementCommand.POOLS,
                        2,
                        new Iterations(1, 1, Duration.ofMillis(100)),
                        true,
                        false,
                        false,
                        threadKind,
                        List.of()),
                List.of(
                        fork(Row.ONE, Peer.SLUICE, 1, 29, 200.0),
                        fork(Row.ONE, Peer.SLUICE, 2, 31, 202.0),
                        fork(Row.ONE, Peer.HIKARI, 1, 5, 300.0),
                        fork(Row.ONE, Peer.AGROAL, 1, 10, 400.0),
                        new Measured<>(
                                Row.EIGHT,
                                Peer.SLUICE,
                                1,
                                new Printed(Map.of("statementsPerSecond", 60.0)))));
    }

    private static Measured<Row, Peer> fork(
            Row row, Peer peer, int round, double rate, double bytes) {
        return new Measured<>(
                row,
                peer,
                round,
                new Printed(Map.of("statementsPerSecond", rate, "bytesPerStatement", bytes)));
    }

    @Override
    public Report complete() {
        return report;
    }

    @Test
    void ratioIsToTheBestPeerOfTheRow() {
        assertThat(report.results().get(0))
                .contains(
                        entry("pool", "sluice"),
                        entry("measure", "throughput"),
                        entry("row", "1t"),
                        entry("statementsPerSecond", 30.0),
                        entry("statementsPerSecondMin", 29.0),
                        entry("statementsPerSecondMax", 31.0),
                        entry("bytesPerStatement", 201.0),
                        entry("ratioToBestPeer", 3.0));
        assertThat(report.results())
                .filteredOn(result -> "8t".equals(result.get("row")))
                .singleElement()
                .satisfies(
                        result ->
                                assertThat(result)
                                        .containsEntry("statementsPerSecond", 60.0)
                                        .doesNotContainKeys(
                                                "ratioToBestPeer", "bytesPerStatement"));
    }

    /** Into the same folder go those of platform threads. */
    @Test
    void filesOfVirtualThreadsHaveNamesOfTheirOwn() {
        Report virtual = report(ThreadKind.VIRTUAL);

        assertThat(virtual.command()).isEqualTo("statement-virtual");
        assertThat(virtual.raw()).containsOnlyKeys("statement-virtual-forks.csv");
    }

    @Test
    void textAndRawFiguresSpeakOfStatements() {
        assertThat(report.toText())
                .contains("statements/s", "bytes/statement", "1 thread on 16 connections");
        assertThat(report.raw().get("statement-forks.csv"))
                .startsWith(
                        "pool,row,threads,connections,tokens,round,statementsPerSecond,bytesPerStatement\n")
                .contains("hikari,1t,1,16,0,1,5.000,300.000\n", "sluice,8t,8,16,0,1,60.000,\n");
    }
}
