package io.sluice.perf;

import io.sluice.perf.all.AllCommand;
import io.sluice.perf.command.Failures;
import io.sluice.perf.command.Names;
import io.sluice.perf.command.UsageException;
import io.sluice.perf.simulate.SimulateCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParseResult;

/** The entry point of {@code perf/run}: picks the command, and reports a failure in one line. */
@Command(
        name = "perf/run",
        description = {
            "Measures Sluice beside its peers. Without a command it runs 'load'.",
            "What each measurement means and how to read it: docs/performance.md."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        footer = {
            "",
            "Exit codes: 0 measured, 1 the measurement failed, 2 the arguments make no sense."
        })
public final class Main {

    private static final String DEFAULT_COMMAND = "load";
    private static final Set<String> OWN_OPTIONS = Set.of("-h", "--help", "-V", "--version");

    private Main() {}

    /**
     * Runs a command and ends the process with its exit code.
     *
     * @param args the command and its options
     */
    public static void main(String[] args) {
        // Terminals and logs use UTF-8 today, whatever the locale of a build machine says.
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(run(out, err, args));
    }

    /** Runs a command; help and tables go to {@code out}, failures to {@code err}. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        CommandLine line = new CommandLine(new Main());
        AllCommand.commands().forEach(line::addSubcommand);
        line.addSubcommand(new AllCommand());
        line.addSubcommand(new SimulateCommand());
        line.addSubcommand(new CommandLine.HelpCommand());
        Names.register(line);
        line.setOut(out);
        line.setErr(err);
        line.setUsageHelpWidth(100);
        line.setUsageHelpAutoWidth(true);
        line.setParameterExceptionHandler((e, ignored) -> refuse(e.getCommandLine(), e));
        line.setExecutionExceptionHandler(Main::fail);
        return line.execute(withDefaultCommand(args));
    }

    /** Options without a command in front of them belong to the default command. */
    static String[] withDefaultCommand(String... args) {
        boolean named =
                args.length > 0 && (!args[0].startsWith("-") || OWN_OPTIONS.contains(args[0]));
        return named
                ? args
                : Stream.concat(Stream.of(DEFAULT_COMMAND), Stream.of(args)).toArray(String[]::new);
    }

    private static int refuse(CommandLine line, Exception e) {
        String name = line.getCommandSpec().qualifiedName();
        String why = Failures.oneLine(e);
        line.getErr().printf("%s: %s ('%s --help' lists the options)%n", name, why, name);
        return CommandLine.ExitCode.USAGE;
    }

    private static int fail(Exception e, CommandLine line, @Nullable ParseResult parsed) {
        if (e instanceof UsageException) {
            return refuse(line, e);
        }
        line.getErr()
                .printf("%s: %s%n", line.getCommandSpec().qualifiedName(), Failures.oneLine(e));
        if (line.getParseResult().hasMatchedOption("--stacktrace")) {
            e.printStackTrace(line.getErr());
        }
        return CommandLine.ExitCode.SOFTWARE;
    }

    /** Reads the version from the manifest of the jar. */
    static final class Version implements CommandLine.IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"sluice-perf " + (version == null ? "(not from a jar)" : version)};
        }
    }
}
