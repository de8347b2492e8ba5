package io.sluice.perf.report;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes a report as JSON. */
public final class JsonReport {

    private static final JSON WRITER = JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT);

    private JsonReport() {}

    /**
     * Returns the report as one JSON object: {@code command}, {@code date}, {@code jvm}, {@code
     * cores}, {@code processor}, {@code os}, {@code settings}, and {@code results}, a list of flat
     * objects.
     *
     * @param report what to write
     */
    public static String of(Report report) throws IOException {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("command", report.command());
        json.put("date", report.date().toString());
        json.put("jvm", report.machine().jvm());
        json.put("cores", report.machine().cores());
        json.put("processor", report.machine().processor());
        json.put("os", report.machine().os());
        json.put("settings", report.settings());
        json.put("results", report.results());
        return WRITER.asString(json) + "\n";
    }
}
