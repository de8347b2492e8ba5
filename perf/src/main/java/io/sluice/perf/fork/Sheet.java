package io.sluice.perf.fork;

import io.sluice.perf.report.BarChart;
import io.sluice.perf.report.Chart;
import io.sluice.perf.report.Csv;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.PieChart;
import io.sluice.perf.report.Section;
import io.sluice.perf.report.Spread;
import io.sluice.perf.report.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How the figures of a command are shown. Each is named once, and then stands in the tables, the
 * charts, the results and the file with every round. Not thread-safe until it is complete.
 *
 * @param <R> the kind of situations
 * @param <C> the kind of contestants
 */
public final class Sheet<R, C> {

    private static final String MEASURE = "measure";
    private static final String UNKNOWN = "–";

    /** Adds to the result of a contestant, and returns its cells. */
    private interface Cells<R, C> {

        List<String> of(
                List<Measured<R, C>> some, List<Measured<R, C>> row, Map<String, Object> result);
    }

    private record Figure(String name, DoubleFunction<String> format) {}

    /** A table with its charts. */
    private record Part<R, C>(
            String title,
            String explanation,
            List<String> header,
            List<Cells<R, C>> columns,
            List<Function<List<Measured<R, C>>, @Nullable Chart>> charts) {}

    private final String contestants;
    private final Function<C, BarChart.Tone> tone;
    private final Map<String, BiFunction<R, C, Object>> facts = new LinkedHashMap<>();
    private final List<Figure> figures = new ArrayList<>();
    private final List<Part<R, C>> parts = new ArrayList<>();

    /**
     * Begins a sheet.
     *
     * @param contestants the header of the contestants
     * @param measure the name of what was measured, in results
     * @param tone how to colour a contestant
     */
    public Sheet(String contestants, String measure, Function<C, BarChart.Tone> tone) {
        this.contestants = contestants;
        this.tone = tone;
        part("", "");
        fact("pool", (row, contestant) -> contestant);
        fact(MEASURE, (row, contestant) -> measure);
    }

    /**
     * Adds to the first entries of results, which say what the figures belong to.
     *
     * @param of returns a number, something to write as text, or an empty text for no entry
     */
    public Sheet<R, C> fact(String name, BiFunction<R, C, Object> of) {
        facts.put(name, of);
        return this;
    }

    /** Begins another table, of the same results. */
    public Sheet<R, C> part(String title, String explanation) {
        List<String> header = new ArrayList<>(List.of(contestants));
        parts.add(new Part<>(title, explanation, header, new ArrayList<>(), new ArrayList<>()));
        return this;
    }

    private Part<R, C> lastPart() {
        return parts.get(parts.size() - 1);
    }

    /**
     * Adds a figure by its median. It is unknown where a round has none.
     *
     * @param column its column; empty for none
     * @param name its name in results
     * @param format how a table writes it
     */
    public Sheet<R, C> figure(String column, String name, DoubleFunction<String> format) {
        return add(name, format, /* all= */ false, Spread::median, column);
    }

    /** Adds a figure that results have with its least and its greatest value. */
    public Sheet<R, C> spread(String column, String name, DoubleFunction<String> format) {
        return add(name, format, /* all= */ true, Spread::median, column);
    }

    /** The same, with a column for the range. */
    public Sheet<R, C> range(String column, String name, DoubleFunction<String> format) {
        return add(name, format, /* all= */ true, Spread::median, column, "range");
    }

    /** Adds a figure by the greatest value of all rounds. */
    public Sheet<R, C> most(String column, String name, DoubleFunction<String> format) {
        return add(name, format, /* all= */ false, Spread::max, column);
    }

    /** Adds figures that only the file with every round has. */
    public Sheet<R, C> raw(String... names) {
        Arrays.stream(names).forEach(name -> figures.add(new Figure(name, Figures::count)));
        return this;
    }

    /** Adds how many rounds failed to results. */
    public Sheet<R, C> failures(String name) {
        return value("", name, some -> (long) (some.size() - succeeded(some).size()));
    }

    /** Adds the number of something in all rounds. */
    public Sheet<R, C> total(String column, String name) {
        figures.add(new Figure(name, Figures::count));
        return column(
                (some, row, result) -> {
                    if (spread(some, name) == null) {
                        return List.of(UNKNOWN);
                    }
                    result.put(name, total(some, name));
                    return List.of(Long.toString(total(some, name)));
                },
                column);
    }

    /** Returns the sum of a figure of all rounds that have not failed. */
    public static <R, C> long total(List<Measured<R, C>> some, String figure) {
        return (long) succeeded(some).stream().mapToDouble(one -> one.get(figure)).sum();
    }

    private Sheet<R, C> add(
            String name,
            DoubleFunction<String> format,
            boolean all,
            ToDoubleFunction<Spread> one,
            String... header) {
        figures.add(new Figure(name, format));
        return column(
                (some, row, result) -> {
                    Spread spread = spread(some, name);
                    if (spread == null) {
                        return List.of(UNKNOWN, "");
                    }
                    result.put(name, one.applyAsDouble(spread));
                    if (all) {
                        spread.putInto(result, name);
                    }
                    String shown = format.apply(one.applyAsDouble(spread));
                    return List.of(shown, Figures.range(spread, format));
                },
                header);
    }

    private Figure last() {
        return figures.get(figures.size() - 1);
    }

    /** Adds a chart with a bar for each contestant, of the figure before. */
    public Sheet<R, C> chart(String title) {
        DoubleFunction<String> format = last().format;
        return chart(
                (C contestant, Spread spread) ->
                        new BarChart.Bar(contestant.toString(), spread, tone.apply(contestant)),
                bars -> new BarChart(title, bars, format));
    }

    /** Adds a chart with a part of the whole for each contestant, of the figure before. */
    public Sheet<R, C> pie(String title) {
        return chart(
                (contestant, spread) -> new PieChart.Slice(contestant.toString(), spread.median()),
                slices -> new PieChart(title, slices));
    }

    private <T> Sheet<R, C> chart(BiFunction<C, Spread, T> part, Function<List<T>, Chart> whole) {
        String figure = last().name;
        return chart(
                row -> {
                    List<T> shown = new ArrayList<>();
                    for (List<Measured<R, C>> some : groups(row)) {
                        Spread spread = spread(some, figure);
                        if (spread != null) {
                            shown.add(part.apply(some.get(0).contestant(), spread));
                        }
                    }
                    return shown.isEmpty() ? null : whole.apply(shown);
                });
    }

    /**
     * Adds a chart.
     *
     * @param chart makes it of all rounds in a situation; null if there is nothing to show
     */
    public Sheet<R, C> chart(Function<List<Measured<R, C>>, @Nullable Chart> chart) {
        lastPart().charts.add(chart);
        return this;
    }

    /**
     * Adds the ratio of the median of the figure before to that of one contestant, if measured.
     *
     * @param name its name in results; empty for none
     */
    public Sheet<R, C> ratio(String column, String name, C to) {
        return ratio(column, name, to, Figures::ratio);
    }

    /** The same in another format. */
    public Sheet<R, C> ratio(String column, String name, C to, DoubleFunction<String> format) {
        return compared(column, name, to::equals, (own, other) -> own / other, format);
    }

    /**
     * Compares the median of the figure before with the largest one of some contestants, if
     * measured and not zero.
     *
     * @param name its name in results; empty for none
     * @param to the contestants to compare with
     * @param how makes the figure of both medians, the contestant's own first
     */
    public Sheet<R, C> compared(
            String column,
            String name,
            Predicate<C> to,
            DoubleBinaryOperator how,
            DoubleFunction<String> format) {
        String figure = last().name;
        return column(
                (some, row, result) -> {
                    Spread own = spread(some, figure);
                    double other =
                            groups(where(row, one -> to.test(one.contestant()))).stream()
                                    .map(others -> spread(others, figure))
                                    .filter(Objects::nonNull)
                                    .mapToDouble(Spread::median)
                                    .max()
                                    .orElse(0);
                    if (own == null || other == 0) {
                        return List.of("");
                    }
                    double compared = how.applyAsDouble(own.median(), other);
                    result.put(name, compared);
                    return List.of(format.apply(compared));
                },
                column);
    }

    /**
     * Adds what is no figure of a round.
     *
     * @param column its column; empty for none
     * @param name its name in results; empty for none
     * @param of makes it of all rounds of a contestant
     */
    public Sheet<R, C> value(
            String column, String name, Function<List<Measured<R, C>>, Object> of) {
        return value(column, name, (some, row) -> of.apply(some));
    }

    /**
     * The same for what others have to do with as well.
     *
     * @param of makes it of all rounds of a contestant, and of all rounds in the situation
     */
    public Sheet<R, C> value(
            String column,
            String name,
            BiFunction<List<Measured<R, C>>, List<Measured<R, C>>, Object> of) {
        return column(
                (some, row, result) -> {
                    Object value = of.apply(some, row);
                    result.put(name, value);
                    return List.of(value.toString());
                },
                column);
    }

    private Sheet<R, C> column(Cells<R, C> cells, String... names) {
        List<String> shown = Arrays.stream(names).takeWhile(name -> !name.isEmpty()).toList();
        lastPart().header.addAll(shown);
        lastPart()
                .columns
                .add((some, row, result) -> cells.of(some, row, result).subList(0, shown.size()));
        return this;
    }

    /** Returns the tables and the charts of a situation. */
    public List<Section> sections(String title, String explanation, List<Measured<R, C>> row) {
        List<Section> sections = new ArrayList<>();
        sections.add(section(title, explanation, List.of(), row));
        for (Part<R, C> part : parts.subList(1, parts.size())) {
            sections.add(section(part, part.title, part.explanation, List.of(), row));
        }
        return sections;
    }

    /**
     * Returns the table and the charts of a situation.
     *
     * @param beside what stands first in the table, and in no chart
     * @param row all rounds in that situation
     */
    public Section section(
            String title,
            String explanation,
            List<Measured<R, C>> beside,
            List<Measured<R, C>> row) {
        return section(parts.get(0), title, explanation, beside, row);
    }

    private static <R, C> Section section(
            Part<R, C> part,
            String title,
            String explanation,
            List<Measured<R, C>> beside,
            List<Measured<R, C>> row) {
        List<Measured<R, C>> all = Stream.concat(beside.stream(), row.stream()).toList();
        List<List<String>> lines = new ArrayList<>();
        for (List<Measured<R, C>> some : groups(all)) {
            List<String> line = new ArrayList<>(List.of(some.get(0).contestant().toString()));
            part.columns.forEach(
                    column -> line.addAll(column.of(some, all, new LinkedHashMap<>())));
            lines.add(line);
        }
        return new Section(
                title,
                explanation,
                new Table(part.header, lines),
                part.charts.stream()
                        .map(chart -> chart.apply(row))
                        .filter(Objects::nonNull)
                        .toList());
    }

    /** Returns the median of a figure in words. */
    public String cell(List<Measured<R, C>> some, String figure) {
        Spread spread = spread(some, figure);
        return figures.stream()
                .filter(one -> one.name.equals(figure))
                .map(one -> spread == null ? UNKNOWN : one.format.apply(spread.median()))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the first figure of a round in words. */
    public String inWords(Measured<R, C> one) {
        Figure first = figures.get(0);
        return first.format.apply(one.get(first.name)) + " " + parts.get(0).header.get(1);
    }

    /** Returns an object for each situation and contestant, for programs. */
    public List<Map<String, Object>> results(List<Measured<R, C>> all) {
        List<Map<String, Object>> results = new ArrayList<>();
        for (List<Measured<R, C>> some : groups(all)) {
            Measured<R, C> any = some.get(0);
            Map<String, Object> result = facts(any);
            List<Measured<R, C>> row = where(all, one -> one.row().equals(any.row()));
            parts.stream()
                    .flatMap(part -> part.columns.stream())
                    .forEach(column -> column.of(some, row, result));
            result.remove("");
            results.add(result);
        }
        return results;
    }

    /** Returns the figures of every round, under the names that results have. */
    public String csv(List<Measured<R, C>> all) {
        List<Map<String, @Nullable Object>> lines = new ArrayList<>();
        for (Measured<R, C> one : succeeded(all)) {
            Map<String, @Nullable Object> line = new LinkedHashMap<>(facts(one));
            line.remove(MEASURE);
            line.put("round", one.round());
            figures.forEach(
                    figure -> line.put(figure.name, one.printed().figures().get(figure.name)));
            lines.add(line);
        }
        return Csv.of(
                lines.stream().findFirst().map(Map::keySet).orElse(Set.of()),
                lines.stream().map(Map::values).toList());
    }

    private Map<String, Object> facts(Measured<R, C> one) {
        Map<String, Object> values = new LinkedHashMap<>();
        facts.forEach(
                (name, of) -> {
                    Object value = of.apply(one.row(), one.contestant());
                    values.put(name, value instanceof Number ? value : value.toString());
                });
        values.values().removeIf(""::equals);
        return values;
    }

    /** Returns those rounds that meet a condition. */
    public static <R, C> List<Measured<R, C>> where(
            List<Measured<R, C>> all, Predicate<Measured<R, C>> condition) {
        return all.stream().filter(condition).toList();
    }

    /** Returns the rounds of each situation, in the order in which they come. */
    public static <R, C> Map<R, List<Measured<R, C>>> byRow(List<Measured<R, C>> all) {
        return grouped(all, Measured::row);
    }

    /** Returns those rounds that have not failed. */
    public static <R, C> List<Measured<R, C>> succeeded(List<Measured<R, C>> all) {
        return where(all, one -> one.failure() == null);
    }

    /**
     * Returns the round of each contestant that has the median of a figure; of two in the middle
     * that with the smaller one.
     */
    public static <R, C> List<Measured<R, C>> typical(List<Measured<R, C>> row, String figure) {
        Comparator<Measured<R, C>> byFigure = Comparator.comparingDouble(one -> one.get(figure));
        List<Measured<R, C>> typical = new ArrayList<>();
        for (List<Measured<R, C>> some : groups(succeeded(row))) {
            typical.add(some.stream().sorted(byFigure).toList().get((some.size() - 1) / 2));
        }
        return typical;
    }

    /** Returns the rounds of each contestant in each situation. */
    static <R, C> Collection<List<Measured<R, C>>> groups(List<Measured<R, C>> all) {
        return grouped(all, one -> List.of(one.row(), one.contestant())).values();
    }

    private static <K, R, C> Map<K, List<Measured<R, C>>> grouped(
            List<Measured<R, C>> all, Function<Measured<R, C>, K> key) {
        return all.stream()
                .collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList()));
    }

    /** Returns the rounds of a figure; null unless each that has not failed has it. */
    public static <R, C> @Nullable Spread spread(List<Measured<R, C>> some, String figure) {
        List<Measured<R, C>> rounds = succeeded(some);
        if (rounds.isEmpty() || !rounds.stream().allMatch(one -> one.has(figure))) {
            return null;
        }
        return Spread.of(rounds.stream().map(one -> one.get(figure)).toList());
    }
}
