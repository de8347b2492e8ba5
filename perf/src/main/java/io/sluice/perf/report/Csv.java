package io.sluice.perf.report;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes the figures of single rounds, one line each. */
public final class Csv {

    private Csv() {}

    /**
     * Returns the file.
     *
     * @param header the names of the columns
     * @param lines as many values in each; fractions are written with three decimals, null as
     *     nothing, and a semicolon for a comma
     */
    public static String of(
            Collection<String> header,
            List<? extends Collection<? extends @Nullable Object>> lines) {
        return String.join(",", header)
                + '\n'
                + lines.stream()
                        .map(line -> line.stream().map(Csv::cell).collect(Collectors.joining(",")))
                        .map(line -> line + '\n')
                        .collect(Collectors.joining());
    }

    private static String cell(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        return value instanceof Double fraction
                ? String.format(Locale.ROOT, "%.3f", fraction)
                : value.toString().replace(',', ';');
    }
}
