package io.sluice.perf.study.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Report;
import io.sluice.perf.study.QuickRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Counts again the lines of docs/results.md, of all pools with few threads, and with many threads
 * of the pools that it compares. Checks what the page calculates from them.
 */
@Tag("weekly")
class LinesIT {

    private static final Path PAGE = Path.of("..", "docs", "results.md");
    private static final String SECTION = "## `lines`";

    /** The groups of columns of the table: atomic, moved and by all for each number of threads. */
    private static final List<String> THREADS = List.of("8 threads", "16 threads", "128 threads");

    private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?");

    private static final List<Map<String, Object>> RESULTS = new ArrayList<>();

    /** All pools where that is quick, and those that the text compares where it is not. */
    @BeforeAll
    static void count() throws Exception {
        String all =
                LinesCommand.POOLS.stream().map(Peer::toString).collect(Collectors.joining(","));
        for (Report report :
                List.of(
                        QuickRun.of(new LinesCommand(), "--threads=8", "--pools=" + all),
                        QuickRun.of(new LinesCommand(), "--threads=128"))) {
            System.out.print(report.toText());
            RESULTS.addAll(report.results());
        }
    }

    static Stream<Map<String, Object>> results() {
        return RESULTS.stream();
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

        // Threads of its own get in between, so that no two runs are the same.
        double percent = result.get("pool").equals("c3p0") ? 10 : 5;
        assertThat(documented).hasSameSizeAs(counted);
        for (int i = 0; i < counted.size(); i++) {
            assertThat(counted.get(i)).isCloseTo(documented.get(i), withinPercentage(percent));
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

    @ParameterizedTest
    @CsvSource({"Sluice, sluice", "Agroal, agroal", "HikariCP, hikari"})
    void documentationExpectsWhatFollowsFromACycleAndTheLinesMoved(String name, String pool)
            throws IOException {
        List<Double> machines = numbers("| cycles per second of all cores");
        List<Double> expected = numbers("| " + name + ", *c* = ");
        double cycle = expected.get(0);

        assertThat(machines).hasSize(4);
        assertThat(expected).hasSize(3);
        assertThat(cycle).isCloseTo(nanosOfOneThread(pool), withinPercentage(1));
        for (int i = 0; i < 2; i++) {
            double cores = machines.get(2 * i);
            double nanosToMove = machines.get(2 * i + 1);
            double moved = documented((int) cores + " threads", pool).get(1);
            assertThat(expected.get(i + 1))
                    .isCloseTo(cores * 1000 / (cycle + moved * nanosToMove), withinPercentage(1));
        }
    }

    @Test
    void documentationExpectsOfTheRestOneCycleForEachLineMoved() throws IOException {
        List<Double> machines = numbers("| cycles per second of all cores");
        List<Double> expected = numbers("| the rest, at most");

        assertThat(expected).hasSize(2);
        for (int i = 0; i < 2; i++) {
            assertThat(expected.get(i))
                    .isCloseTo(1000 / machines.get(2 * i + 1), withinPercentage(1));
        }
    }

    /** A line that is written stands for each object, and a number where it is several of them. */
    @Test
    void documentationNamesAsManyObjectsAsThereAreLinesThatAllWrite() throws IOException {
        List<String> rows =
                section(SECTION).stream()
                        .dropWhile(line -> !line.startsWith("What every cycle writes"))
                        .filter(line -> line.startsWith("| "))
                        .skip(1)
                        .takeWhile(line -> !line.startsWith("| cycles per second"))
                        .toList();

        assertThat(rows).hasSize(7);
        for (String row : rows) {
            String[] cells = row.split(" *\\| *");
            int lines = 0;
            for (String object : cells[2].split(", ")) {
                lines += object.matches("\\d .*") ? object.charAt(0) - '0' : 1;
            }
            assertThat(documented("128 threads", cells[1]).get(2))
                    .as(row)
                    .isEqualTo((double) lines);
        }
    }

    private static double figure(Map<String, Object> result, String name) {
        return ((Number) result.get(name)).doubleValue();
    }

    /** Returns atomic, moved and by all of a pool from the table of the section. */
    private static List<Double> documented(String threads, Object pool) throws IOException {
        List<List<String>> rows =
                section(SECTION).stream()
                        .map(line -> List.of(line.strip().split("\\s{2,}")))
                        .toList();
        assertThat(rows).contains(THREADS);
        List<String> cells =
                rows.stream()
                        .filter(row -> row.get(0).equals(pool) && row.size() > 1)
                        .findFirst()
                        .orElseThrow();
        assertThat(cells).hasSize(1 + 3 * THREADS.size());
        int first = 1 + 3 * THREADS.indexOf(threads);
        assertThat(first).as(threads).isPositive();
        return cells.subList(first, first + 3).stream().map(Double::valueOf).toList();
    }

    /** Returns the numbers in the one line of the section that begins so. */
    private static List<Double> numbers(String begin) throws IOException {
        List<String> lines =
                section(SECTION).stream().filter(line -> line.startsWith(begin)).toList();
        assertThat(lines).as(begin).hasSize(1);
        return NUMBER.matcher(lines.get(0)).results().map(r -> Double.valueOf(r.group())).toList();
    }

    /** Returns what a cycle of one thread takes by the first table of its section. */
    private static double nanosOfOneThread(String pool) throws IOException {
        List<List<String>> rows =
                section("## `cycle`").stream()
                        .map(line -> List.of(line.strip().split("\\s{2,}")))
                        .filter(row -> row.size() > 2)
                        .toList();
        assertThat(rows.get(0).subList(0, 2)).containsExactly("million/s", "1t");
        List<String> cells =
                rows.stream().filter(row -> row.get(0).equals(pool)).findFirst().orElseThrow();
        return 1000 / Double.parseDouble(cells.get(1));
    }

    private static List<String> section(String heading) throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        List<String> after = lines.subList(lines.indexOf(heading) + 1, lines.size());
        return after.stream().takeWhile(line -> !line.startsWith("## ")).toList();
    }
}
