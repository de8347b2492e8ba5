package io.sluice.perf.all;

import io.sluice.perf.command.Failures;
import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.Names;
import io.sluice.perf.fork.ThreadKind;
import io.sluice.perf.report.Outcome;
import io.sluice.perf.report.Report;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** One command of the sequence, with its options besides the common ones. */
final class Part {

    /** The options that commands have for the number of repetitions. */
    private static final List<String> COUNTS = List.of("--forks", "--rounds", "--wait-rounds");

    private static final String VIRTUAL = "--thread-kind=" + ThreadKind.VIRTUAL;

    private final Supplier<? extends MeasuringCommand> command;
    private final List<String> options;

    Part(Supplier<? extends MeasuringCommand> command, String... options) {
        this.command = command;
        this.options = List.of(options);
    }

    /** Returns the same command with clients that are virtual threads. */
    Part onVirtualThreads() {
        return new Part(
                command,
                Stream.concat(options.stream(), Stream.of(VIRTUAL)).toArray(String[]::new));
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
        return command.get();
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
                name(), Duration.ofNanos(System.nanoTime() - start), report.get(), failure, null);
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
