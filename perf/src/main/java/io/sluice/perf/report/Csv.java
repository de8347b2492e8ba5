package io.sluice.perf.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Collects the figures of single rounds, one line each. Not thread-safe. */
public final class Csv {

    private final StringBuilder text = new StringBuilder();

    /**
     * Starts with a header.
     *
     * @param columns the names of the columns
     */
    public Csv(String... columns) {
        text.append(String.join(",", columns)).append('\n');
    }

    /**
     * Adds a line. None of the values may hold a comma.
     *
     * @param values fractions are written with three decimals, null as nothing
     */
    public void add(@Nullable Object... values) {
        text.append(Arrays.stream(values).map(Csv::cell).collect(Collectors.joining(",")))
                .append('\n');
    }

    /**
     * Returns a file with a line for each of some figures.
     *
     * @param lines values by the names of their columns, in order; a comma becomes a semicolon
     */
    public static String of(List<? extends Map<String, ? extends @Nullable Object>> lines) {
        Csv csv =
                new Csv(
                        lines.stream()
                                .limit(1)
                                .flatMap(line -> line.keySet().stream())
                                .toArray(String[]::new));
        for (Map<String, ? extends @Nullable Object> line : lines) {
            csv.add(
                    line.values().stream()
                            .map(
                                    value ->
                                            value instanceof String text
                                                    ? text.replace(',', ';')
                                                    : value)
                            .toArray());
        }
        return csv.toString();
    }

    @Override
    public String toString() {
        return text.toString();
    }

    private static String cell(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        return value instanceof Double fraction
                ? String.format(Locale.ROOT, "%.3f", fraction)
                : value.toString();
    }
}
