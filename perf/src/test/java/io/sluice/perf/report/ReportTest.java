package io.sluice.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {

    private final Report report = ReportFixture.report();

    @Test
    void textHasMachineSettingsAndTables() {
        assertThat(report.toText())
                .contains(
                        "What does it cost & why?",
                        "date: 2026-11-20T17:19:38Z",
                        "machine: 2 cores, A processor, Linux 6",
                        "JVM: Some VM 17",
                        "commit: 1a2b3c4-dirty",
                        "flags: -Xmx1g \"quoted\"",
                        "1 thread\nAn explanation.\n  pool    cycles/s\n  sluice        40\n");
    }

    @Test
    void jsonHasCommandMachineAndFlatResults() throws IOException {
        Map<String, Object> json = JSON.std.mapFrom(JsonReport.of(report));

        assertThat(json)
                .containsEntry("command", "cycle")
                .containsEntry("jvm", "Some VM 17")
                .containsEntry("commit", "1a2b3c4-dirty")
                .containsEntry("cores", 2)
                .containsEntry("date", "2026-11-20T17:19:38Z")
                .containsEntry(
                        "results", List.of(Map.of("pool", "sluice", "cyclesPerSecond", 40.0)));
    }

    @Test
    void machineTellsItsCoresAndItsJvm() {
        Machine machine = Machine.current();

        assertThat(machine.cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(machine.jvm()).contains(Runtime.version().toString());
        assertThat(machine.processor()).isNotBlank();
    }

    @Test
    void csvLeavesOutWhatWasNotMeasured() {
        assertThat(
                        Csv.of(
                                List.of("pool", "round", "bytes"),
                                List.of(
                                        Arrays.asList("sluice", 1, null),
                                        List.of("hi,kari", 2, 56.04159))))
                .isEqualTo("pool,round,bytes\nsluice,1,\nhi;kari,2,56.042\n");
    }
}
