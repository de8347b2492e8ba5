package io.sluice.perf.study.safepoint;

import io.sluice.perf.fork.Findings;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Sheet;
import io.sluice.perf.report.BarChart;
import io.sluice.perf.report.Figures;
import io.sluice.perf.study.safepoint.SafepointLog.Stop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Adds stops and handshakes up by their reason, the longest in all first. */
final class StopSheets {

    /** The virtual machines that a log is of; both texts are empty for a log of an application. */
    record Whose(String pool, String flags) {

        private String after(String title) {
            return pool.isEmpty() ? title : title + ": " + pool + ", " + flags;
        }
    }

    private static final Sheet<Whose, String> STOPS =
            new Sheet<Whose, String>("operation", "safepoints", operation -> BarChart.Tone.PEER)
                    .fact("pool", (whose, operation) -> whose.pool)
                    .fact("flags", (whose, operation) -> whose.flags)
                    .fact("operation", (whose, operation) -> operation)
                    .figure("stops", "stops", Figures::count)
                    .pie("Share of the stops")
                    .figure("of all", "shareOfStops", Figures::percent)
                    .figure("total", "totalNanos", Figures::nanos)
                    .pie("Share of the time stopped")
                    .figure("of all", "shareOfTime", Figures::percent)
                    .figure("longest", "longestNanos", Figures::nanos)
                    .figure("reaching", "reachNanos", Figures::nanos)
                    .figure("longest", "longestReachNanos", Figures::nanos);

    private static final Sheet<Whose, String> HANDSHAKES =
            new Sheet<Whose, String>("operation", "handshakes", operation -> BarChart.Tone.PEER)
                    .figure("handshakes", "stops", Figures::count)
                    .figure("threads", "threads", Figures::count)
                    .figure("total", "totalNanos", Figures::nanos)
                    .figure("longest", "longestNanos", Figures::nanos);

    private StopSheets() {}

    /** Adds what some logs tell; each may have none of the two. */
    static void addTo(Findings findings, Map<Whose, SafepointLog> logs) {
        List<Measured<Whose, String>> stops = new ArrayList<>();
        List<Measured<Whose, String>> handshakes = new ArrayList<>();
        logs.forEach(
                (whose, log) -> {
                    stops.addAll(sums(whose, log.stops()));
                    handshakes.addAll(sums(whose, log.handshakes()));
                });
        findings.add(
                STOPS,
                stops,
                whose -> whose.after("Stops by operation"),
                "Reaching is the time until all threads had stopped; it is part of the total.",
                "stops.csv");
        findings.show(
                HANDSHAKES,
                handshakes,
                whose -> whose.after("Handshakes by operation"),
                "A handshake stops some threads, each for itself, while the others go on; threads is"
                        + " how many at the most.");
    }

    private static List<Measured<Whose, String>> sums(Whose whose, List<Stop> all) {
        Map<String, List<Stop>> byOperation =
                all.stream().collect(Collectors.groupingBy(Stop::operation));
        List<Measured<Whose, String>> sums = new ArrayList<>();
        new TreeMap<>(byOperation)
                .forEach(
                        (operation, some) -> {
                            Printed figures = new Printed(figures(some, all));
                            sums.add(new Measured<>(whose, operation, 1, figures));
                        });
        sums.sort(Comparator.comparingDouble(one -> -one.get("totalNanos")));
        return sums;
    }

    /** Adds some stops of all up. */
    static Map<String, Object> figures(List<Stop> some, List<Stop> all) {
        LongSummaryStatistics total = some.stream().mapToLong(Stop::totalNanos).summaryStatistics();
        LongSummaryStatistics reach = some.stream().mapToLong(Stop::reachNanos).summaryStatistics();
        long nanos = all.stream().mapToLong(Stop::totalNanos).sum();
        Map<String, Object> figures = new HashMap<>();
        figures.put("stops", some.size());
        figures.put("threads", some.stream().mapToInt(Stop::threads).max().orElse(0));
        figures.put("shareOfStops", (double) some.size() / Math.max(1, all.size()));
        figures.put("totalNanos", total.getSum());
        figures.put("shareOfTime", nanos == 0 ? 0 : (double) total.getSum() / nanos);
        figures.put("longestNanos", Math.max(0, total.getMax()));
        figures.put("reachNanos", reach.getSum());
        figures.put("longestReachNanos", reach.getMax());
        return figures;
    }
}
