package io.sluice.perf.all;

import io.sluice.perf.bank.BankCommand;
import io.sluice.perf.command.CommonOptions;
import io.sluice.perf.command.Failures;
import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.Names;
import io.sluice.perf.command.UsageException;
import io.sluice.perf.cycle.CycleCommand;
import io.sluice.perf.fault.FaultsCommand;
import io.sluice.perf.fork.ThreadKind;
import io.sluice.perf.load.LoadCommand;
import io.sluice.perf.load.OverloadCommand;
import io.sluice.perf.report.JsonReport;
import io.sluice.perf.report.Outcome;
import io.sluice.perf.report.Report;
import io.sluice.perf.report.Summary;
import io.sluice.perf.report.SummaryPage;
import io.sluice.perf.soak.SoakCommand;
import io.sluice.perf.spike.SpikeCommand;
import io.sluice.perf.statement.StatementCommand;
import io.sluice.perf.study.contention.ContentionCommand;
import io.sluice.perf.study.housekeeping.HousekeepingCommand;
import io.sluice.perf.study.line.LinesCommand;
import io.sluice.perf.study.queue.QueuesCommand;
import io.sluice.perf.study.safepoint.SafepointsCommand;
import io.sluice.perf.wrappers.WrappersCommand;
import io.sluice.perf.xa.XaCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code all}: runs every other command in sequence, with one page of results. */
@Command(
        name = Summary.COMMAND,
        description = {
            "Runs every measurement in sequence and puts what they find into one page, all.html,"
                    + " with a summary at its top. Beside it each command writes its own page and"
                    + " raw figures, and all.json and all.txt have everything.",
            "",
            "A command that fails does not end the sequence: the summary says what it failed with,"
                    + " and the exit code is 1 at the end. 'cycle' and 'statement' are run once more"
                    + " with virtual threads, where the JDK has them, as cycle-virtual and"
                    + " statement-virtual.",
            "",
            "Takes about eight hours, and three more with virtual threads; with --quick some five"
                    + " minutes, meant to be less than one for each command. Without --out everything"
                    + " goes into perf/out, or perf/out/quick, so that no rough run overwrites a"
                    + " full one.",
            ""
        })
public final class AllCommand implements Callable<Integer> {

    private static final Part CYCLE = new Part(CycleCommand::new, "--prof=gc");

    private static final Part STATEMENT = new Part(StatementCommand::new, "--prof=gc");

    /** Every command, in the order in which they run; a new one is a line here. */
    static final List<Part> PARTS =
            List.of(
                    CYCLE,
                    STATEMENT,
                    CYCLE.onVirtualThreads(),
                    STATEMENT.onVirtualThreads(),
                    new Part(LinesCommand::new),
                    new Part(ContentionCommand::new),
                    new Part(QueuesCommand::new),
                    new Part(HousekeepingCommand::new),
                    new Part(SafepointsCommand::new, "--run"),
                    new Part(WrappersCommand::new, "--prof=gc"),
                    new Part(SpikeCommand::new),
                    new Part(LoadCommand::new),
                    new Part(OverloadCommand::new, "--max-waiting=64"),
                    new Part(XaCommand::new),
                    new Part(FaultsCommand::new),
                    new Part(BankCommand::new),
                    new Part(SoakCommand::new));

    /** Returns each command once. */
    public static Stream<MeasuringCommand> commands() {
        return PARTS.stream()
                .filter(part -> part.name().equals(part.commandName()))
                .map(Part::command);
    }

    private static final Path FOLDER = Path.of("perf", "out");

    @Mixin private final CommonOptions common = new CommonOptions();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description =
                    "How many forks or rounds each command has, as its own --forks, --rounds and"
                            + " --wait-rounds, as far as it has them; 'bank' has at least 3."
                            + " Default: each command's own.")
    private @Nullable Integer rounds;

    @Option(
            names = "--parts",
            paramLabel = "NAMES",
            split = ",",
            description =
                    "Only these, by the names of their reports, such as cycle-virtual. Default:"
                            + " all.")
    private List<String> names = List.of();

    @Spec private @Nullable CommandSpec spec;

    private final List<Part> parts;
    private final int feature;

    /** For the command line. */
    public AllCommand() {
        this(PARTS, Runtime.version().feature());
    }

    /**
     * For tests.
     *
     * @param parts what to run
     * @param feature the feature version of the JDK
     */
    AllCommand(List<Part> parts, int feature) {
        this.parts = parts;
        this.feature = feature;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        List<Part> chosen = chosen();
        Integer given = rounds == null ? null : common.atLeastOne("--rounds", rounds, 1, 1);
        Path folder = common.prepare(folder(common.quick()));
        List<String> told = new ArrayList<>(List.of("--out=" + folder));
        if (common.quick()) {
            told.add("--quick");
        }
        if (common.targets()) {
            told.add("--targets");
        }
        Summary summary = new Summary(common.quick(), given, common.targets(), List.of());
        List<Outcome> outcomes = new ArrayList<>();
        for (Part part : chosen) {
            err.printf("all %d/%d  %s%n", outcomes.size() + 1, chosen.size(), part.name());
            Optional<Outcome> leftOut = part.leftOut(feature);
            outcomes.add(
                    leftOut.isPresent()
                            ? leftOut.get()
                            : part.run(told, given, out, common.stacktrace() ? err : null));
            // After each of them, so that an interrupted sequence leaves what it has.
            summary = new Summary(common.quick(), given, common.targets(), outcomes);
            write(summary, folder);
        }
        out.print(summary.toText());
        out.println("Page: " + folder.resolve("all.html"));
        out.flush();
        List<String> failed = summary.failed();
        if (!failed.isEmpty()) {
            throw new MeasurementException(
                    "%s of %s commands failed, %s; the summary says with what"
                            .formatted(failed.size(), chosen.size(), String.join(", ", failed)));
        }
        return 0;
    }

    private List<Part> chosen() {
        List<String> known = parts.stream().map(Part::name).toList();
        for (String name : names) {
            if (!known.contains(name)) {
                throw new UsageException(
                        "--parts=" + name + "; expected some of " + String.join(", ", known));
            }
        }
        return parts.stream()
                .filter(part -> names.isEmpty() || names.contains(part.name()))
                .toList();
    }

    /** Returns the default folder: no rough run overwrites a full one. */
    static Path folder(boolean quick) {
        return quick ? FOLDER.resolve("quick") : FOLDER;
    }

    private void write(Summary summary, Path folder) throws IOException {
        StringBuilder text = new StringBuilder(summary.toText());
        for (Outcome outcome : summary.outcomes()) {
            Report report = outcome.report();
            if (report != null) {
                text.append("\n===== ").append(report.command()).append('\n');
                text.append(report.toText());
            }
        }
        MeasuringCommand.write(folder.resolve("all.txt"), text);
        MeasuringCommand.write(folder.resolve("all.html"), SummaryPage.of(summary));
        String json = JsonReport.of(summary);
        MeasuringCommand.write(folder.resolve("all.json"), json);
        if (common.json() != null) {
            MeasuringCommand.write(common.json(), json);
        }
    }

    /** One command of the sequence, with its options besides the common ones. */
    record Part(Supplier<? extends MeasuringCommand> maker, List<String> options) {

        /** The options that commands have for the number of repetitions. */
        private static final List<String> COUNTS = List.of("--forks", "--rounds", "--wait-rounds");

        private static final String VIRTUAL = "--thread-kind=" + ThreadKind.VIRTUAL;

        Part(Supplier<? extends MeasuringCommand> maker, String... options) {
            this(maker, List.of(options));
        }

        /** Returns the same command with clients that are virtual threads. */
        Part onVirtualThreads() {
            return new Part(maker, Stream.concat(options.stream(), Stream.of(VIRTUAL)).toList());
        }

        private ThreadKind threadKind() {
            return options.contains(VIRTUAL) ? ThreadKind.VIRTUAL : ThreadKind.PLATFORM;
        }

        /** Returns the name of the report: the command's, and what distinguishes it from others. */
        String name() {
            return threadKind().reportName(commandName());
        }

        /** Returns a new command. */
        MeasuringCommand command() {
            return maker.get();
        }

        /** Returns the name of the command. */
        String commandName() {
            return new CommandLine(command()).getCommandName();
        }

        /**
         * Returns the outcome to report instead of running the command, if it cannot be run.
         *
         * @param feature the feature version of the JDK
         */
        Optional<Outcome> leftOut(int feature) {
            return threadKind().refusal(feature).map(why -> Outcome.leftOut(name(), why));
        }

        /**
         * Runs the command; the returned outcome includes a failure.
         *
         * @param common the options that all commands get
         * @param rounds the number of forks or rounds, or null for the command's own default
         * @param out receives the report
         * @param trace receives the stack trace of a failure, if it is to be shown
         */
        Outcome run(
                List<String> common,
                @Nullable Integer rounds,
                PrintWriter out,
                @Nullable PrintWriter trace)
                throws InterruptedException {
            AtomicReference<@Nullable Report> report = new AtomicReference<>();
            String failure = null;
            long start = System.nanoTime();
            try {
                parsed(common, rounds).run(out, report::set);
            } catch (InterruptedException e) {
                throw e; // that is for the whole sequence
            } catch (Exception | LinkageError e) {
                failure = Failures.oneLine(e);
                if (trace != null) {
                    e.printStackTrace(trace);
                }
            }
            return new Outcome(
                    name(),
                    Duration.ofNanos(System.nanoTime() - start),
                    report.get(),
                    failure,
                    null);
        }

        /** Returns the command with its options parsed. */
        MeasuringCommand parsed(List<String> common, @Nullable Integer rounds) {
            MeasuringCommand measuring = command();
            CommandLine line = new CommandLine(measuring);
            Names.register(line);
            List<String> arguments = new ArrayList<>(options);
            arguments.addAll(common);
            if (rounds != null) {
                int count = Math.max(rounds, measuring.leastRounds());
                COUNTS.stream()
                        .filter(name -> line.getCommandSpec().findOption(name) != null)
                        .forEach(name -> arguments.add(name + "=" + count));
            }
            line.parseArgs(arguments.toArray(new String[0]));
            return measuring;
        }
    }
}
