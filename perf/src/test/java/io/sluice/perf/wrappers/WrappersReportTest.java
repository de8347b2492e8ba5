package io.sluice.perf.wrappers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.Report;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WrappersReportTest implements CompleteReport {

    private final Report report =
            new WrappersReport(
                            WrappersPlanTest.plan(3, null, false),
                            List.of(
                                    turn(WrappersRow.H2, Peer.RAW, 1, 600),
                                    turn(WrappersRow.H2, Peer.SLUICE, 1, 790),
                                    turn(WrappersRow.H2, Peer.SLUICE, 2, 800),
                                    turn(WrappersRow.H2, Peer.SLUICE, 3, 5000),
                                    turn(WrappersRow.H2, Peer.PROXIES, 1, 1000),
                                    turn(WrappersRow.STUB, Peer.SLUICE, 1, 50)))
                    .report();

    private static WrappersTurn turn(WrappersRow row, Peer peer, int round, double cpuNanos) {
        return new WrappersTurn(row, peer, round, cpuNanos, 2 * cpuNanos, 100.0);
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
                .contains("h2,sluice,3,5000.000,10000.000,100.000\n");
    }
}
