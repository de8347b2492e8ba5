package io.sluice.perf.fork;

import io.sluice.perf.report.Csv;
import io.sluice.perf.report.Machine;
import io.sluice.perf.report.Report;
import io.sluice.perf.report.Section;
import io.sluice.perf.report.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Collects the findings of a command for its report. Not thread-safe. */
public final class Findings {

    private final String command;
    private final String question;
    private final Map<String, String> settings;
    private final List<Section> sections = new ArrayList<>();
    private final List<Map<String, Object>> results = new ArrayList<>();
    private final Map<String, String> raw = new LinkedHashMap<>();

    /** Begins a report without settings so far. */
    public Findings(String command, String question) {
        this(command, question, Map.of());
    }

    /**
     * Begins a report.
     *
     * @param command the name of the command
     * @param question the question that it answers
     * @param settings what held for all contestants
     */
    public Findings(String command, String question, Map<String, String> settings) {
        this.command = command;
        this.question = question;
        this.settings = new LinkedHashMap<>(settings);
    }

    /** Adds a setting. */
    public void set(String name, String value) {
        settings.put(name, value);
    }

    /** Adds the first of some texts that rounds have, with the round that has it. */
    public <R, C> void setFirst(String name, List<Measured<R, C>> all, String text) {
        all.stream()
                .filter(one -> one.printed().text(text) != null)
                .findFirst()
                .ifPresent(one -> set(name, one.label() + ": " + one.printed().text(text)));
    }

    /** Adds how many turns failed, if any did, and a list of them. */
    public <R, C> void addFailures(List<Measured<R, C>> all, String row) {
        List<Measured<R, C>> failed = Sheet.where(all, one -> one.failure() != null);
        if (failed.isEmpty()) {
            return;
        }
        set("turns that failed", failed.size() + " of " + all.size() + ", listed at the end");
        List<List<String>> lines = new ArrayList<>();
        for (Measured<R, C> one : failed) {
            Stream<Object> cells =
                    Stream.of(one.row(), one.contestant(), one.round(), one.failure());
            lines.add(cells.map(String::valueOf).toList());
        }
        add(
                "Turns that failed",
                "They have no figures, and count in no median. Round 0 would not have counted"
                        + " anyhow.",
                new Table(List.of(row, "pool", "round", "why"), lines));
    }

    /**
     * Adds a table with a line for each situation and a column for each contestant.
     *
     * @param header the names of the first column, and of more behind the contestants
     * @param cell makes the cell of a contestant of its rounds, of which at least one did not fail
     * @param more makes the cells behind the contestants of all rounds in a situation
     */
    public <R, C> void addMatrix(
            String title,
            String explanation,
            List<String> header,
            List<Measured<R, C>> all,
            Function<List<Measured<R, C>>, String> cell,
            Function<List<Measured<R, C>>, List<String>> more) {
        List<C> contestants = all.stream().map(Measured::contestant).distinct().toList();
        List<String> names = new ArrayList<>(header);
        names.addAll(1, contestants.stream().map(Object::toString).toList());
        List<List<String>> lines = new ArrayList<>();
        for (List<Measured<R, C>> ofRow : Sheet.byRow(all).values()) {
            List<String> line = new ArrayList<>(List.of(ofRow.get(0).row().toString()));
            for (C contestant : contestants) {
                List<Measured<R, C>> some =
                        Sheet.where(ofRow, one -> one.contestant().equals(contestant));
                line.add(Sheet.succeeded(some).isEmpty() ? "failed" : cell.apply(some));
            }
            line.addAll(more.apply(ofRow));
            lines.add(line);
        }
        add(title, explanation, new Table(names, lines));
    }

    private void add(String title, String explanation, Table table) {
        sections.add(new Section(title, explanation, table, List.of()));
    }

    /** Adds a part for readers. */
    public void add(Section section) {
        sections.add(section);
    }

    /** Adds figures for programs. */
    public void add(List<Map<String, Object>> more) {
        results.addAll(more);
    }

    /**
     * Adds a file beside the page.
     *
     * @param name its name without the command before it
     */
    public void add(String name, String text) {
        raw.put(command + "-" + name, text);
    }

    /**
     * Adds a file beside the page with some lines of each round.
     *
     * @param file its name without the command before it
     * @param lines what they have after the situation, the contestant and the round
     * @param header the names of all columns
     */
    public <R, C> void add(
            String file,
            List<Measured<R, C>> rounds,
            Function<Measured<R, C>, List<? extends List<?>>> lines,
            String header) {
        List<List<Object>> all = new ArrayList<>();
        for (Measured<R, C> one : rounds) {
            for (List<?> line : lines.apply(one)) {
                List<Object> values =
                        new ArrayList<>(List.of(one.row(), one.contestant(), one.round()));
                values.addAll(line);
                all.add(values);
            }
        }
        add(file, Csv.of(List.of(header), all));
    }

    /**
     * Adds a section for each situation, of figures for readers only.
     *
     * @param title the title of a situation
     * @param explanation what the columns mean, for the first section
     */
    public <R, C> void show(
            Sheet<R, C> sheet,
            List<Measured<R, C>> all,
            Function<R, String> title,
            String explanation) {
        String words = explanation;
        for (Map.Entry<R, List<Measured<R, C>>> row : Sheet.byRow(all).entrySet()) {
            sections.addAll(sheet.sections(title.apply(row.getKey()), words, row.getValue()));
            words = "";
        }
    }

    /** Adds the same figures for programs as well. */
    public <R, C> void add(
            Sheet<R, C> sheet,
            List<Measured<R, C>> all,
            Function<R, String> title,
            String explanation) {
        show(sheet, all, title, explanation);
        add(sheet.results(all));
    }

    /**
     * Adds the same, and the figures of each round in a file.
     *
     * @param file its name without the command before it
     */
    public <R, C> void add(
            Sheet<R, C> sheet,
            List<Measured<R, C>> all,
            Function<R, String> title,
            String explanation,
            String file) {
        add(sheet, all, title, explanation);
        if (!all.isEmpty()) {
            add(file, sheet.csv(all));
        }
    }

    /** Returns the report. */
    public Report report() {
        Instant now = Instant.now();
        Machine machine = Machine.current();
        return new Report(command, question, now, machine, settings, sections, results, raw);
    }
}
