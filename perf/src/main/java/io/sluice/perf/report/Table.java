package io.sluice.perf.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A table of ready-made texts: the first column names what the row is about, the others hold
 * figures and are set flush right.
 *
 * @param header the names of the columns
 * @param rows the cells, as many in each row as the header has
 */
public record Table(List<String> header, List<List<String>> rows) {

    /** The begin of a figure; a dash stands for one that is missing. */
    private static final Pattern FIGURE =
            Pattern.compile("^(?:not in )?(?:[<>≥≤×÷+−–—-]? ?[0-9]|[–—-]$)");

    /** Checks that every row has as many cells as the header. */
    public Table {
        header = List.copyOf(header);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<String> row : rows) {
            if (row.size() != header.size()) {
                throw new IllegalArgumentException(
                        "row " + row + " has " + row.size() + " cells; expected " + header.size());
            }
        }
    }

    /** Returns the table without columns in which no row has anything, as ranges of one round. */
    Table withoutEmptyColumns() {
        List<Integer> full =
                IntStream.range(0, header.size())
                        .filter(i -> rows.stream().anyMatch(row -> !row.get(i).isEmpty()))
                        .boxed()
                        .toList();
        return new Table(
                full.stream().map(header::get).toList(),
                rows.stream().map(row -> full.stream().map(row::get).toList()).toList());
    }

    /** Returns whether a column has words rather than figures. */
    boolean hasWords(int column) {
        return rows.stream()
                .map(row -> row.get(column))
                .anyMatch(cell -> !cell.isEmpty() && !FIGURE.matcher(cell).find());
    }

    /** Returns the table for a terminal. */
    public String toText() {
        List<List<String>> lines = new ArrayList<>(rows);
        lines.add(0, header);
        int[] widths = new int[header.size()];
        for (List<String> line : lines) {
            Arrays.setAll(widths, i -> Math.max(widths[i], width(line.get(i))));
        }
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> appendLine(text, line, widths));
        return text.toString();
    }

    private static void appendLine(StringBuilder text, List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = cells.get(column);
            String padding = " ".repeat(widths[column] - width(cell));
            line.append("  ").append(column == 0 ? cell + padding : padding + cell);
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
