package io.sluice.perf.study.housekeeping;

import io.sluice.perf.report.BarChart;
import io.sluice.perf.report.Csv;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.Section;
import io.sluice.perf.report.Spread;
import io.sluice.perf.report.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Turns the costs of waking into tables, charts and results. */
final class WakeSections {

    private static final List<String> HEADER =
            List.of(
                    "background",
                    "threads",
                    "time/request",
                    "range",
                    "÷ poll-each",
                    "CPU/request",
                    "range");

    private static final String EXPLAINED =
            "Each client sends a request to a background thread and waits for the answer. poll looks"
                    + " each millisecond, timed is told and looks each millisecond all the same, signal"
                    + " is told; each has a background thread for each client, shared one for all. CPU"
                    + " is that of the whole process.";

    private final List<WakeFork> forks;

    WakeSections(List<WakeFork> forks) {
        this.forks = forks;
    }

    /** Returns the table and the charts of a row. */
    Section section(HousekeepingRow row) {
        double reference = spread(row, Background.POLL_EACH, WakeFork::nanos).median();
        List<List<String>> lines = new ArrayList<>();
        for (Background background : Background.values()) {
            Spread time = spread(row, background, WakeFork::nanos);
            Spread cpu = spread(row, background, WakeFork::cpuNanos);
            lines.add(
                    List.of(
                            background.toString(),
                            Integer.toString(background.threads(row.count())),
                            Figures.nanos(time.median()),
                            Figures.range(time, Figures::nanos),
                            Figures.ratio(time.median() / reference),
                            Figures.nanos(cpu.median()),
                            Figures.range(cpu, Figures::nanos)));
        }
        return new Section(
                row.title(),
                EXPLAINED,
                new Table(HEADER, lines),
                List.of(
                        chart(row, "Time per request, less is better", WakeFork::nanos),
                        chart(row, "CPU time per request, less is better", WakeFork::cpuNanos)));
    }

    /** Returns the same figures for programs. */
    List<Map<String, Object>> results(List<HousekeepingRow> rows) {
        List<Map<String, Object>> results = new ArrayList<>();
        for (HousekeepingRow row : rows) {
            for (Background background : Background.values()) {
                Map<String, Object> result = new LinkedHashMap<>();
                result.put("pool", background.toString());
                result.put("measure", "wake");
                result.put("clients", row.count());
                result.put("threads", background.threads(row.count()));
                spread(row, background, WakeFork::nanos).putInto(result, "nanosPerRequest");
                spread(row, background, WakeFork::cpuNanos).putInto(result, "cpuNanosPerRequest");
                results.add(result);
            }
        }
        return results;
    }

    /** Returns every fork. */
    String forks() {
        Csv csv = new Csv("row", "background", "round", "nanosPerRequest", "cpuNanosPerRequest");
        for (WakeFork fork : forks) {
            csv.add(fork.row(), fork.background(), fork.round(), fork.nanos(), fork.cpuNanos());
        }
        return csv.toString();
    }

    private Spread spread(
            HousekeepingRow row, Background background, ToDoubleFunction<WakeFork> figure) {
        return Spread.of(
                forks.stream()
                        .filter(fork -> fork.row() == row && fork.background() == background)
                        .map(figure::applyAsDouble)
                        .toList());
    }

    private BarChart chart(HousekeepingRow row, String title, ToDoubleFunction<WakeFork> figure) {
        return new BarChart(
                title,
                Arrays.stream(Background.values())
                        .map(
                                background ->
                                        new BarChart.Bar(
                                                background.toString(),
                                                spread(row, background, figure),
                                                background == Background.SIGNAL_SHARED
                                                        ? BarChart.Tone.OURS
                                                        : BarChart.Tone.PEER))
                        .toList(),
                Figures::nanos);
    }
}
