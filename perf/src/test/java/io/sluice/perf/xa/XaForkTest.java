package io.sluice.perf.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sluice.perf.report.Report;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

@Tag("weekly")
class XaForkTest {

    @Test
    void eachContestantHasFiguresInTheRowsThatAdmitIt() throws Exception {
        XaCommand command = new XaCommand();
        new CommandLine(command)
                .parseArgs(
                        "--rows=growth-1ms,statements",
                        "--pools=sluice,driver",
                        "--rounds=1",
                        "--count=100");

        Report report = command.measure();

        assertThat(report.results())
                .extracting(result -> result.get("row"), result -> result.get("pool"))
                .containsExactly(
                        tuple("growth-1ms", "sluice"),
                        tuple("statements", "sluice"),
                        tuple("statements", "driver"));
        // The queries of a thread, one after the other, and that is the least it can take.
        assertThat((Double) report.results().get(0).get("elapsedMillis"))
                .isGreaterThanOrEqualTo(200);
        assertThat(report.results())
                .filteredOn(result -> "statements".equals(result.get("row")))
                .allSatisfy(
                        result ->
                                assertThat((Double) result.get("cpuNanosPerStatement"))
                                        .isPositive());
    }
}
