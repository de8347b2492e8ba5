package io.sluice.perf.study.queue;

import io.sluice.perf.report.BarChart;
import io.sluice.perf.report.Csv;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.Machine;
import io.sluice.perf.report.Report;
import io.sluice.perf.report.Section;
import io.sluice.perf.report.Spread;
import io.sluice.perf.report.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Turns the forks of {@code queues} into tables, charts and results. */
final class QueuesReport {

    private static final List<String> HEADER =
            List.of(
                    "structure",
                    "takes/s",
                    "range",
                    "÷ sync-stack",
                    "bytes/take",
                    "allocated/s",
                    "collections",
                    "in them",
                    "longest pause");

    private static final double BYTES_PER_MEGABYTE = 1 << 20;

    private final QueuePlan plan;
    private final List<QueueFork> forks;
    private final List<Section> sections = new ArrayList<>();
    private final List<Map<String, Object>> results = new ArrayList<>();

    QueuesReport(QueuePlan plan, List<QueueFork> forks) {
        this.plan = plan;
        this.forks = forks;
    }

    Report report() {
        plan.rows().forEach(this::add);
        return new Report(
                "queues",
                "What does it cost to take an idle resource and to give it back?",
                Instant.now(),
                Machine.current(),
                plan.settings(),
                sections,
                results,
                Map.of("queues-forks.csv", raw(), "queues-pauses.csv", pauses()));
    }

    private void add(QueueRow row) {
        Map<Structure, Spread> rates = new EnumMap<>(Structure.class);
        for (Structure structure : plan.structures()) {
            rates.put(structure, spread(row, structure, QueueFork::perSecond));
        }
        Spread reference = rates.get(Structure.SYNC_STACK);
        List<List<String>> lines = new ArrayList<>();
        rates.forEach((structure, rate) -> lines.add(line(row, structure, rate, reference)));
        sections.add(
                new Section(
                        row.title(),
                        "",
                        new Table(HEADER, lines),
                        List.of(chart("Takes per second, more is better", rates))));
    }

    private List<String> line(
            QueueRow row, Structure structure, Spread rate, @Nullable Spread reference) {
        Spread bytes = spread(row, structure, QueueFork::bytesPerTake);
        Spread megabytes = spread(row, structure, QueueFork::megabytesPerSecond);
        Spread collections = spread(row, structure, QueueFork::collections);
        Spread millis = spread(row, structure, QueueFork::collectionMillis);
        // The longest pause of any fork shows how long a pause can become.
        double pause = spread(row, structure, QueueFork::longestPauseMillis).max();
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("pool", structure.toString());
        result.put("measure", "queues");
        result.put("row", row.toString());
        result.put("threads", row.threads());
        result.put("tokens", row.tokens());
        result.put("takesPerSecond", rate.median());
        result.put("takesPerSecondMin", rate.min());
        result.put("takesPerSecondMax", rate.max());
        if (reference != null) {
            result.put("ratioToSyncStack", rate.median() / reference.median());
        }
        result.put("bytesPerTake", bytes.median());
        result.put("megabytesPerSecond", megabytes.median());
        result.put("collections", collections.median());
        result.put("collectionMillis", millis.median());
        result.put("longestPauseMillis", pause);
        results.add(result);
        return List.of(
                structure.toString(),
                Figures.count(rate.median()),
                Figures.range(rate, Figures::count),
                reference == null ? "" : Figures.ratio(rate.median() / reference.median()),
                Figures.count(bytes.median()),
                bytes(BYTES_PER_MEGABYTE * megabytes.median()),
                Figures.count(collections.median()),
                Figures.micros(millis.median() * 1e3),
                Figures.micros(pause * 1e3));
    }

    private Spread spread(QueueRow row, Structure structure, ToDoubleFunction<QueueFork> figure) {
        return Spread.of(
                forks.stream()
                        .filter(fork -> fork.turn().row().equals(row))
                        .filter(fork -> fork.turn().contestant() == structure)
                        .map(figure::applyAsDouble)
                        .toList());
    }

    private static String bytes(double bytes) {
        String count = Figures.count(bytes);
        return count.contains(" ") ? count + "B" : count + " B";
    }

    private static BarChart chart(String title, Map<Structure, Spread> rates) {
        return new BarChart(
                title,
                rates.entrySet().stream()
                        .map(
                                entry ->
                                        new BarChart.Bar(
                                                entry.getKey().toString(),
                                                entry.getValue(),
                                                entry.getKey().ours()
                                                        ? BarChart.Tone.OURS
                                                        : BarChart.Tone.PEER))
                        .toList(),
                Figures::count);
    }

    private String raw() {
        Csv csv =
                new Csv(
                        "row",
                        "structure",
                        "round",
                        "takesPerSecond",
                        "bytesPerTake",
                        "megabytesPerSecond",
                        "collections",
                        "collectionMillis",
                        "longestPauseMillis");
        for (QueueFork fork : forks) {
            csv.add(
                    fork.turn().row(),
                    fork.turn().contestant(),
                    fork.turn().round(),
                    fork.perSecond(),
                    fork.bytesPerTake(),
                    fork.megabytesPerSecond(),
                    fork.collections(),
                    fork.collectionMillis(),
                    fork.longestPauseMillis());
        }
        return csv.toString();
    }

    private String pauses() {
        Csv csv = new Csv("row", "structure", "round", "seconds", "pause", "millis");
        for (QueueFork fork : forks) {
            for (Pause pause : fork.pauses()) {
                csv.add(
                        fork.turn().row(),
                        fork.turn().contestant(),
                        fork.turn().round(),
                        pause.seconds(),
                        pause.what().replace(',', ';'),
                        pause.millis());
            }
        }
        return csv.toString();
    }
}
