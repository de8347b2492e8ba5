package io.sluice.perf.wrappers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.sluice.perf.command.Pools;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.Report;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class WrappersReportTest implements CompleteReport {

    private final Report report =
            WrappersCommand.report(
                    Map.of(),
                    true,
                    List.of(
                            fork(WrappersRow.H2, Peer.SLUICE, 1, 790),
                            fork(WrappersRow.H2, Peer.RAW, 1, 600),
                            fork(WrappersRow.H2, Peer.PROXIES, 1, 1000),
                            fork(WrappersRow.STUB, Peer.SLUICE, 1, 50),
                            fork(WrappersRow.H2, Peer.SLUICE, 2, 800),
                            fork(WrappersRow.H2, Peer.SLUICE, 3, 5000)));

    private static Measured<WrappersRow, Peer> fork(
            WrappersRow row, Peer peer, int round, double cpuNanos) {
        return new Measured<>(
                row,
                peer,
                round,
                new Printed(
                        Map.of(
                                "cpuNanosPerStatement",
                                cpuNanos,
                                "nanosPerStatement",
                                2 * cpuNanos,
                                "nanosPerCall",
                                2 * cpuNanos / 47,
                                "bytesPerStatement",
                                100.0)));
    }

    @Override
    public Report complete() {
        return report;
    }

    @Test
    void cpuIsComparedWithTheDriverAloneAndWithProxies() {
        Map<String, Object> handles = report.results().get(0);

        assertThat(handles)
                .contains(
                        entry("pool", "sluice"),
                        entry("measure", "wrappers"),
                        entry("row", "h2"),
                        entry("callsPerStatement", 47),
                        entry("cpuNanosPerStatement", 800.0),
                        entry("cpuNanosPerStatementMin", 790.0),
                        entry("cpuNanosPerStatementMax", 5000.0),
                        entry("nanosPerCall", 1600.0 / 47),
                        entry("ratioToProxies", 0.8),
                        entry("bytesPerStatement", 100.0));
        assertThat((Double) handles.get("wrapperCpuShare")).isEqualTo(0.25, within(1e-9));
    }

    @Test
    void rowWithoutTheOthersHasNoRatios() {
        assertThat(report.results())
                .filteredOn(result -> "stub".equals(result.get("row")))
                .singleElement()
                .satisfies(
                        result ->
                                assertThat(result)
                                        .containsEntry("cpuNanosPerStatement", 50.0)
                                        .doesNotContainKeys("ratioToProxies", "wrapperCpuShare"));
    }

    @Test
    void textAndRawFiguresTellEveryFork() {
        assertThat(report.toText())
                .contains(
                        "Wrappers around H2 in memory",
                        "sluice          800 ns  790 ns – 5.00 µs",
                        "25 %",
                        "÷ proxies",
                        "bytes/statement");
        assertThat(report.raw().get("wrappers-forks.csv"))
                .contains("sluice,h2,47,3,5000.000,212.766,10000.000,100.000\n");
    }

    private static WrappersCommand command(String... options) {
        WrappersCommand command = new WrappersCommand();
        new CommandLine(command).parseArgs(options);
        return command;
    }

    @Test
    void allPoolsAreMeasuredUnlessTheRunIsRoughOrNamesSome() {
        assertThat(command().peers())
                .containsAll(Pools.ALL)
                .contains(Peer.RAW, Peer.PROXIES)
                .hasSize(Pools.ALL.size() + 2);
        assertThat(command("--quick").peers())
                .containsExactlyInAnyOrder(Peer.SLUICE, Peer.RAW, Peer.PROXIES);
        assertThat(command("--quick", "--pools=raw,vibur").peers())
                .containsExactlyInAnyOrder(Peer.VIBUR, Peer.RAW);
    }

    @Test
    void numberOfStatementsIsTheSameForAllContestants() {
        assertThat(command().statements(WrappersRow.H2)).isEqualTo(50_000);
        assertThat(command("--quick").statements(WrappersRow.H2)).isEqualTo(10_000);
        assertThat(command("--quick", "--statements=70").statements(WrappersRow.STUB))
                .isEqualTo(70);
    }
}
