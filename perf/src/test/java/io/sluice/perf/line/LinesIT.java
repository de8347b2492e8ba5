package io.sluice.perf.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Counts again what docs/performance.md says of how pools grow beyond two cores, for the pools that
 * it speaks about.
 */
class LinesIT {

    private static final Path PAGE = Path.of("..", "docs", "performance.md");
    private static final String SECTION = "## Beyond two cores";

    private static final LinesPlan PLAN =
            new LinesPlan(
                    List.of(8, 128), List.of(Peer.SLUICE, Peer.HIKARI, Peer.AGROAL, Peer.FLOOR));

    private static Report report;

    @BeforeAll
    static void count() throws IOException, InterruptedException {
        report = new LinesReport(PLAN, new Lines(PLAN).run()).report();
        System.out.print(report.toText());
    }

    static Stream<Map<String, Object>> results() {
        return report.results().stream();
    }

    @ParameterizedTest
    @MethodSource("results")
    void documentationSaysWhatIsCounted(Map<String, Object> result) throws IOException {
        List<Double> counted =
                List.of(
                        figure(result, "atomicOperations"),
                        figure(result, "linesMoved"),
                        figure(result, "linesWrittenByAll"));
        List<Double> documented =
                documented(result.get("threads") + " threads", result.get("pool"));

        assertThat(documented).hasSameSizeAs(counted);
        for (int i = 0; i < counted.size(); i++) {
            assertThat(counted.get(i)).isCloseTo(documented.get(i), withinPercentage(5));
        }
    }

    @ParameterizedTest
    @MethodSource("results")
    void sluiceMovesNoLineAndHasNoneThatAllWrite(Map<String, Object> result) {
        if (result.get("pool").equals("sluice")) {
            assertThat(figure(result, "atomicOperations")).isEqualTo(2);
            assertThat(figure(result, "linesMoved")).isZero();
            assertThat(figure(result, "linesWrittenByAll")).isZero();
        }
    }

    private static double figure(Map<String, Object> result, String name) {
        return ((Number) result.get(name)).doubleValue();
    }

    /** Returns atomic, moved and by all of a row of the tables in the section. */
    private static List<Double> documented(String row, Object pool) throws IOException {
        List<Double> found = new ArrayList<>();
        boolean inSection = false;
        boolean inRow = false;
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("## ")) {
                inSection = line.equals(SECTION);
            }
            if (line.contains(" on ") && line.endsWith("connections")) {
                inRow = line.startsWith(row + " ");
            }
            String[] cells = line.strip().split("\\s+");
            if (inSection && inRow && cells.length > 4 && cells[0].equals(pool)) {
                found.add(Double.valueOf(cells[1]));
                found.add(Double.valueOf(cells[3]));
                found.add(Double.valueOf(cells[4]));
            }
        }
        return found;
    }
}
