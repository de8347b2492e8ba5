package io.sluice.perf.study.safepoint;

import io.sluice.perf.report.Csv;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.Machine;
import io.sluice.perf.report.Report;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Shows the contents of one log. */
final class SafepointsReport {

    private final Path file;
    private final List<Stop> stops;
    private final List<Handshake> handshakes;

    /**
     * Takes the stops.
     *
     * @param file the file that they come from
     * @param stops at least one
     * @param handshakes none if the log was not configured to have them
     */
    SafepointsReport(Path file, List<Stop> stops, List<Handshake> handshakes) {
        this.file = file;
        this.stops = stops;
        this.handshakes = handshakes;
    }

    Report report() {
        StopSections sections = new StopSections(stops, handshakes);
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("log", file.toString());
        settings.put(
                "stops",
                stops.size() + ", " + Figures.nanos((double) sections.totalNanos()) + " in all");
        return new Report(
                "safepoints",
                "What did the virtual machine stop all its threads for, and for how long?",
                Instant.now(),
                Machine.current(),
                settings,
                sections.sections(""),
                sections.results(Map.of()),
                Map.of("safepoints-stops.csv", raw()));
    }

    private String raw() {
        Csv csv = new Csv("operation", "reachNanos", "totalNanos");
        stops.forEach(stop -> csv.add(stop.operation(), stop.reachNanos(), stop.totalNanos()));
        return csv.toString();
    }
}
