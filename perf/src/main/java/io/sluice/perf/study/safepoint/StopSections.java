package io.sluice.perf.study.safepoint;

import io.sluice.perf.report.Figures;
import io.sluice.perf.report.PieChart;
import io.sluice.perf.report.Section;
import io.sluice.perf.report.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Adds stops and handshakes up by their reason, the longest in all first. */
final class StopSections {

    private final List<Stop> stops;
    private final List<Handshake> handshakes;
    private final List<Operation> operations = new ArrayList<>();
    private final long totalNanos;

    StopSections(List<Stop> stops, List<Handshake> handshakes) {
        this.stops = stops;
        this.handshakes = handshakes;
        this.totalNanos = stops.stream().mapToLong(Stop::totalNanos).sum();
        stops.stream()
                .collect(Collectors.groupingBy(Stop::operation, TreeMap::new, Collectors.toList()))
                .forEach((name, list) -> operations.add(Operation.of(name, list)));
        operations.sort(Comparator.comparingLong(Operation::total).reversed());
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

    /**
     * Returns the sections: the stops and the handshakes, if there are any.
     *
     * @param whose a suffix for their titles; may be empty
     */
    List<Section> sections(String whose) {
        List<Section> sections = new ArrayList<>();
        if (!stops.isEmpty()) {
            sections.add(stopSection(whose));
        }
        if (!handshakes.isEmpty()) {
            sections.add(handshakeSection(whose));
        }
        return sections;
    }

    private Section stopSection(String whose) {
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
                "Stops by operation" + whose,
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

    private Section handshakeSection(String whose) {
        List<List<String>> lines = new ArrayList<>();
        handshakes.stream()
                .collect(
                        Collectors.groupingBy(
                                Handshake::operation, TreeMap::new, Collectors.toList()))
                .forEach((name, list) -> lines.add(line(name, list)));
        return new Section(
                "Handshakes by operation" + whose,
                "A handshake stops some threads, each for itself, while the others go on; threads is"
                        + " how many at the most.",
                new Table(List.of("operation", "handshakes", "threads", "total", "longest"), lines),
                List.of());
    }

    private static List<String> line(String name, List<Handshake> list) {
        return List.of(
                name,
                Figures.count(list.size()),
                Integer.toString(list.stream().mapToInt(Handshake::threads).max().orElse(0)),
                nanos(list.stream().mapToLong(Handshake::nanos).sum()),
                nanos(list.stream().mapToLong(Handshake::nanos).max().orElse(0)));
    }

    /** Returns the time of all stops. */
    long totalNanos() {
        return totalNanos;
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

    /**
     * Returns the figures of the stops for programs.
     *
     * @param whose the first fields of each result; may be empty
     */
    List<Map<String, Object>> results(Map<String, Object> whose) {
        return operations.stream().map(operation -> result(whose, operation)).toList();
    }

    private Map<String, Object> result(Map<String, Object> whose, Operation operation) {
        Map<String, Object> result = new LinkedHashMap<>(whose);
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
}
