package io.sluice.perf.study;

import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.report.Report;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Runs a study as {@code perf/run} does with {@code --quick}. */
public final class QuickRun {

    private QuickRun() {}

    /** Returns the report of a command with some more options. */
    public static Report of(MeasuringCommand command, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("--quick");
        new CommandLine(command).parseArgs(all.toArray(new String[0]));
        List<Report> reports = new ArrayList<>();
        command.run(new PrintWriter(new StringWriter()), reports::add);
        return reports.get(0);
    }
}
