package io.sluice.perf.safepoint;

import io.sluice.perf.report.Csv;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.Machine;
import io.sluice.perf.report.PieChart;
import io.sluice.perf.report.Report;
import io.sluice.perf.report.Section;
import io.sluice.perf.report.Table;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Adds the stops up by what they were for. */
final class SafepointsReport {

    private final Path file;
    private final List<Stop> stops;
    private final long totalNanos;

    /**
     * Takes the stops.
     *
     * @param file where they come from
     * @param stops at least one
     */
    SafepointsReport(Path file, List<Stop> stops) {
        this.file = file;
        this.stops = stops;
        this.totalNanos = stops.stream().mapToLong(Stop::totalNanos).sum();
    }

    /**
     * All stops for one operation.
     *
     * @param name the operation
     * @param count how many
     * @param total how long all of them took, in nanoseconds
     * @param longest how long the longest took
     * @param reach how long it took until all threads had stopped, added up
     * @param longestReach the longest of that
     */
    private record Operation(
            String name, int count, long total, long longest, long reach, long longestReach) {

        static Operation of(String name, List<Stop> stops) {
            return new Operation(
                    name,
                    stops.size(),
                    stops.stream().mapToLong(Stop::totalNanos).sum(),
                    stops.stream().mapToLong(Stop::totalNanos).max().orElse(0),
                    stops.stream().mapToLong(Stop::reachNanos).sum(),
                    stops.stream().mapToLong(Stop::reachNanos).max().orElse(0));
        }
    }

    Report report() {
        List<Operation> operations = new ArrayList<>();
        stops.stream()
                .collect(Collectors.groupingBy(Stop::operation, TreeMap::new, Collectors.toList()))
                .forEach((name, list) -> operations.add(Operation.of(name, list)));
        operations.sort(Comparator.comparingLong(Operation::total).reversed());
        return new Report(
                "safepoints",
                "What did the virtual machine stop all its threads for, and for how long?",
                Instant.now(),
                Machine.current(),
                settings(),
                List.of(section(operations)),
                operations.stream().map(this::result).toList(),
                Map.of("safepoints-stops.csv", raw()));
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("log", file.toString());
        settings.put("stops", stops.size() + ", " + nanos(totalNanos) + " in all");
        return settings;
    }

    private Section section(List<Operation> operations) {
        List<List<String>> lines = new ArrayList<>();
        List<PieChart.Slice> byCount = new ArrayList<>();
        List<PieChart.Slice> byTime = new ArrayList<>();
        for (Operation operation : operations) {
            lines.add(
                    List.of(
                            operation.name,
                            Figures.count(operation.count),
                            Figures.percent(shareOfStops(operation)),
                            nanos(operation.total),
                            Figures.percent(shareOfTime(operation)),
                            nanos(operation.longest),
                            nanos(operation.reach),
                            nanos(operation.longestReach)));
            byCount.add(new PieChart.Slice(operation.name, operation.count));
            byTime.add(new PieChart.Slice(operation.name, (double) operation.total));
        }
        return new Section(
                "Stops by operation",
                "Reaching is the time until all threads had stopped; it is part of the total.",
                new Table(
                        List.of(
                                "operation",
                                "stops",
                                "of all",
                                "total",
                                "of all",
                                "longest",
                                "reaching",
                                "longest"),
                        lines),
                List.of(
                        new PieChart("Share of the time stopped", byTime),
                        new PieChart("Share of the stops", byCount)));
    }

    private static String nanos(long value) {
        return Figures.nanos((double) value);
    }

    private double shareOfStops(Operation operation) {
        return (double) operation.count / stops.size();
    }

    private double shareOfTime(Operation operation) {
        return totalNanos == 0 ? 0 : (double) operation.total / totalNanos;
    }

    private Map<String, Object> result(Operation operation) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("operation", operation.name);
        result.put("measure", "safepoints");
        result.put("stops", operation.count);
        result.put("shareOfStops", shareOfStops(operation));
        result.put("totalNanos", operation.total);
        result.put("shareOfTime", shareOfTime(operation));
        result.put("longestNanos", operation.longest);
        result.put("reachNanos", operation.reach);
        result.put("longestReachNanos", operation.longestReach);
        return result;
    }

    private String raw() {
        Csv csv = new Csv("operation", "reachNanos", "totalNanos");
        stops.forEach(stop -> csv.add(stop.operation(), stop.reachNanos(), stop.totalNanos()));
        return csv.toString();
    }
}
