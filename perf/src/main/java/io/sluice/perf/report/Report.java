package io.sluice.perf.report;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The findings of a command.
 *
 * @param command the name of the command
 * @param question the question that it answers
 * @param date when it ended
 * @param machine the machine that it ran on
 * @param settings what held for all contestants, in the order to show it
 * @param sections the parts for readers
 * @param results the same figures for programs: flat objects, each with {@code pool}
 * @param raw the figures of single rounds, by file name
 */
public record Report(
        String command,
        String question,
        Instant date,
        Machine machine,
        Map<String, String> settings,
        List<Section> sections,
        List<Map<String, Object>> results,
        Map<String, String> raw) {

    /** The label of a rough run, wherever its figures are shown. */
    static final String ROUGH = "rough run, not for comparison";

    private static final String QUALITY = "figures";

    /** Keeps own copies that hold their order. */
    public Report {
        date = date.truncatedTo(ChronoUnit.SECONDS);
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        sections = List.copyOf(sections);
        results = List.copyOf(results);
        raw = Collections.unmodifiableMap(new LinkedHashMap<>(raw));
    }

    /** Returns the same report, marked as that of a rough run. */
    public Report rough() {
        return with(QUALITY, ROUGH);
    }

    /** Returns the same report with the command line that made it. */
    public Report of(String commandLine) {
        return with("command line", commandLine);
    }

    private Report with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(settings);
        more.put(name, value);
        return new Report(command, question, date, machine, more, sections, results, raw);
    }

    /** Returns whether this is the report of a rough run. */
    boolean isRough() {
        return ROUGH.equals(settings.get(QUALITY));
    }

    /** Returns the charts of all sections as SVG, in their order. */
    public List<String> charts() {
        return sections.stream()
                .flatMap(section -> section.charts().stream())
                .map(Chart::toSvg)
                .toList();
    }

    /** Returns the report for a terminal. */
    public String toText() {
        StringBuilder text = new StringBuilder();
        text.append('\n').append(question).append('\n');
        facts().forEach((name, value) -> text.append(name).append(": ").append(value).append('\n'));
        for (Section section : sections) {
            text.append('\n').append(section.title()).append('\n');
            if (!section.explanation().isEmpty()) {
                text.append(section.explanation()).append('\n');
            }
            text.append(section.table().toText());
        }
        return text.append('\n').toString();
    }

    /**
     * Returns date, machine, commit and settings, which must accompany the figures wherever they
     * go.
     */
    Map<String, String> facts() {
        Map<String, String> facts = machineFacts();
        facts.putAll(settings);
        return facts;
    }

    /** Returns the facts that are the same for every command of a sequence, but for the time. */
    Map<String, String> machineFacts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", date.toString());
        facts.put(
                "machine",
                machine.cores() + " cores, " + machine.processor() + ", " + machine.os());
        facts.put("JVM", machine.jvm());
        facts.put("commit", machine.commit());
        return facts;
    }
}
