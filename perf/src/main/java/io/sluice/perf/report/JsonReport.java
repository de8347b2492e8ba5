package io.sluice.perf.report;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a report as JSON. */
public final class JsonReport {

    private static final JSON WRITER = JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT);

    private JsonReport() {}

    /**
     * Returns the report as one JSON object: {@code command}, {@code date}, {@code commit}, {@code
     * jvm}, {@code cores}, {@code processor}, {@code os}, {@code settings}, and {@code results}, a
     * list of flat objects.
     *
     * @param report what to write
     */
    public static String of(Report report) throws IOException {
        return WRITER.asString(json(report)) + "\n";
    }

    /**
     * Returns a summary as one JSON object: {@code command}, {@code quick}, {@code rounds} if they
     * were given, {@code targets}, and {@code commands}, a list with an object for each command.
     * Such an object has the command's name, how long it took, its failure or why it was left out,
     * if it was, and its {@code report}, if it made one.
     *
     * @param summary what to write
     */
    public static String of(Summary summary) throws IOException {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("command", Summary.COMMAND);
        json.put("quick", summary.quick());
        if (summary.rounds() != null) {
            json.put("rounds", summary.rounds());
        }
        List<Map<String, Object>> commands = new ArrayList<>();
        for (Outcome outcome : summary.outcomes()) {
            Map<String, Object> command = new LinkedHashMap<>();
            command.put("command", outcome.command());
            command.put("seconds", outcome.took().toSeconds());
            if (outcome.failure() != null) {
                command.put("failure", outcome.failure());
            }
            if (outcome.leftOut() != null) {
                command.put("leftOut", outcome.leftOut());
            }
            if (outcome.report() != null) {
                command.put("report", json(outcome.report()));
            }
            commands.add(command);
        }
        json.put("targets", summary.targets().stream().map(JsonReport::json).toList());
        json.put("commands", commands);
        return WRITER.asString(json) + "\n";
    }

    private static Map<String, Object> json(Target target) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("target", target.wanted());
        json.put("figure", target.figure());
        json.put("verdict", target.verdict().toString());
        return json;
    }

    private static Map<String, Object> json(Report report) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("command", report.command());
        json.put("date", report.date().toString());
        json.put("commit", report.machine().commit());
        json.put("jvm", report.machine().jvm());
        json.put("cores", report.machine().cores());
        json.put("processor", report.machine().processor());
        json.put("os", report.machine().os());
        json.put("settings", report.settings());
        json.put("results", report.results());
        return json;
    }
}
