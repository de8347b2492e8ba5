package io.sluice.perf.command;

import io.sluice.perf.report.HtmlPage;
import io.sluice.perf.report.JsonReport;
import io.sluice.perf.report.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * A command that measures and reports. A subclass adds its options and {@link #measure}; the table,
 * the JSON and the page are the same for all.
 */
public abstract class MeasuringCommand implements Callable<Integer> {

    /** Passwords, as an option or in a URL. */
    private static final Pattern SECRET = Pattern.compile("(?i)(password[= ])[^\\s&;-][^\\s&;]*");

    @Mixin private final CommonOptions common = new CommonOptions();

    @Spec private @Nullable CommandSpec spec;

    private final List<String> wrong = new ArrayList<>();

    /** Makes the measurement. */
    protected abstract Report measure() throws Exception;

    /**
     * Returns the fewest rounds with which the command shows anything, for callers that ask several
     * commands for the same number.
     */
    public int leastRounds() {
        return 1;
    }

    /** Returns the options that every command takes. */
    protected final CommonOptions common() {
        return common;
    }

    @Override
    public final Integer call() throws Exception {
        run(Objects.requireNonNull(spec).commandLine().getOut(), report -> {});
        return 0;
    }

    /**
     * Measures, then prints and writes the results.
     *
     * @param out where to print them
     * @param told receives them as well, also if they are then found to be a failure
     * @throws Exception if the measurement fails, or its result is a failure
     */
    public final void run(PrintWriter out, Consumer<Report> told) throws Exception {
        common.prepare();
        Report report = measure().of(commandLine());
        if (common.quick()) {
            report = report.rough();
        }
        told.accept(report);
        out.print(report.toText());
        // Before the files, which may fail: the results of a long run must reach the terminal.
        out.flush();
        write(report, out);
        out.flush();
        if (!wrong.isEmpty()) {
            throw new MeasurementException(String.join("; ", wrong));
        }
    }

    /** Lets the command fail for some reasons, if there are any, once its report is written. */
    protected final void failFor(List<String> reasons) {
        wrong.addAll(reasons);
    }

    /** Returns what was typed to get this, without a password. */
    private String commandLine() {
        CommandLine line = Objects.requireNonNull(spec).commandLine();
        List<String> words = new ArrayList<>(List.of("perf/run", line.getCommandName()));
        List<String> typed = line.getParseResult().originalArgs();
        boolean named = !typed.isEmpty() && typed.get(0).equals(line.getCommandName());
        words.addAll(typed.subList(named ? 1 : 0, typed.size()));
        return SECRET.matcher(String.join(" ", words)).replaceAll("$1…");
    }

    private void write(Report report, PrintWriter out) throws IOException {
        Path json = common.json();
        if (json != null) {
            write(json, JsonReport.of(report));
            out.println("JSON: " + json);
        }
        Path folder = common.out();
        if (folder != null) {
            Path page = folder.resolve(report.command() + ".html");
            write(page, HtmlPage.of(report));
            write(folder.resolve(report.command() + ".json"), JsonReport.of(report));
            report.raw().forEach((file, text) -> write(folder.resolve(file), text));
            List<String> charts = report.charts();
            for (int i = 0; i < charts.size(); i++) {
                write(folder.resolve(report.command() + "-" + (i + 1) + ".svg"), charts.get(i));
            }
            out.println("Page: " + page);
        }
    }

    /**
     * Writes a file of results that have been printed already.
     *
     * @throws MeasurementException naming the file, if it cannot be written
     */
    public static void write(Path file, CharSequence text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new MeasurementException(
                    "cannot write " + file + "; the results are printed above", e);
        }
    }
}
