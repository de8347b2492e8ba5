package io.sluice.perf.simulate;

import io.sluice.perf.command.UsageException;
import io.sluice.sim.Seeds;
import io.sluice.sim.Shrinker;
import io.sluice.sim.Simulate;
import io.sluice.sim.Subject;
import io.sluice.sim.scheduler.Trial;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code simulate}: runs seeds until one fails. */
@Command(
        name = "simulate",
        description = {
            "Runs the pool itself in a simulated world, on a virtual clock, under a scheduler that"
                    + " decides each interleaving. Every choice comes from a seed: the same seed"
                    + " repeats the same run.",
            "",
            "Ends at the first seed that fails, with what happened last and the command that"
                    + " repeats it. Several seeds run in several processes, each on one processor.",
            ""
        })
public final class SimulateCommand implements Callable<Integer> {

    @Option(names = "--seed", paramLabel = "N", description = "Runs this seed alone.")
    private @Nullable Long seed;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "How many seeds to run. Default ${DEFAULT-VALUE}.")
    private long seeds = 1_000;

    @Option(
            names = "--from",
            paramLabel = "N",
            description = "The first of several seeds. Default ${DEFAULT-VALUE}.")
    private long from = 1;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            description = {
                "Runs as many seeds as there is time for, in place of --seeds; 480 for a night."
            })
    private @Nullable Long minutes;

    @Option(
            names = "--processes",
            paramLabel = "N",
            description = {
                "How many processes run seeds beside each other. Default: one a processor."
            })
    private @Nullable Integer processes;

    @Option(
            names = "--data-source",
            description = {
                "Simulates a data source over a simulated driver, not the pool alone. Its seeds are"
                        + " others."
            })
    private boolean isDataSource;

    @Option(
            names = "--transactions",
            description = {
                "Simulates a data source in global transactions, with a transaction manager that is"
                        + " simulated as well. Its seeds are others."
            })
    private boolean hasTransactions;

    @Option(
            names = "--full-heap",
            description =
                    "Simulates a pool that lacks memory at some points. Its seeds are others.")
    private boolean isHeapFull;

    @Option(
            names = "--burst",
            description = "Simulates a burst on an empty pool. Its seeds are others.")
    private boolean isBurst;

    @Option(
            names = "--line",
            description = "Simulates a line for few resources. Its seeds are others.")
    private boolean isLine;

    @Option(
            names = "--growth",
            description = "Simulates how a pool grows, step by step. Its seeds are others.")
    private boolean grows;

    @Option(
            names = "--stack",
            description = {
                "Simulates a data source used at the end of the stack. Its seeds are others."
            })
    private boolean endsStack;

    @Option(
            names = "--shrink",
            description = {
                "Makes a failing seed smaller before it is reported: leaves out threads, what they"
                        + " do, and faults, while it still fails."
            })
    private boolean shrinks;

    @Option(
            names = "--schedule",
            paramLabel = "N",
            description = "The seed of the schedule, with --seed. Default: the same seed.")
    private @Nullable Long schedule;

    @Option(
            names = "--parts",
            paramLabel = "NAME",
            split = ",",
            description = "With --seed: the only parts of the scenario that take place.")
    private @Nullable Set<String> parts;

    /** Handled by picocli. */
    @SuppressWarnings("unused")
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Override
    public Integer call() throws IOException, InterruptedException {
        checkAtLeastOne("--seeds", seeds);
        if (minutes != null) {
            checkAtLeastOne("--minutes", minutes);
        }
        if (processes != null) {
            checkAtLeastOne("--processes", processes);
        }
        if (seed == null && (schedule != null || parts != null)) {
            throw new UsageException("--schedule and --parts need --seed");
        }
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Subject subject = subject();
        return (seed == null ? runSeeds(subject, out) : repeat(subject, seed, out)) ? 0 : 1;
    }

    private boolean runSeeds(Subject subject, PrintStream out)
            throws IOException, InterruptedException {
        Seeds which =
                minutes == null
                        ? Seeds.of(from, seeds)
                        : Seeds.during(from, Duration.ofMinutes(minutes));
        return Simulate.run(subject, which, shrinks, processes == null ? 0 : processes, out);
    }

    private boolean repeat(Subject subject, long one, PrintStream out) {
        Trial trial = new Trial(one, schedule == null ? one : schedule, parts);
        return Simulate.repeat(subject, trial, shrinks ? Shrinker.usual() : Shrinker.none(), out);
    }

    private static void checkAtLeastOne(String option, long value) {
        if (value < 1) {
            throw new UsageException(option + " is " + value + "; expected a number at least 1");
        }
    }

    private Subject subject() {
        List<Subject> asked = new ArrayList<>();
        if (isDataSource) {
            asked.add(Subject.DATA_SOURCE);
        }
        if (hasTransactions) {
            asked.add(Subject.TRANSACTIONS);
        }
        if (isHeapFull) {
            asked.add(Subject.FULL_HEAP);
        }
        if (isBurst) {
            asked.add(Subject.BURST);
        }
        if (isLine) {
            asked.add(Subject.LINE);
        }
        if (grows) {
            asked.add(Subject.GROWTH);
        }
        if (endsStack) {
            asked.add(Subject.STACK);
        }
        if (asked.size() > 1) {
            throw new UsageException(
                    "--data-source, --transactions, --full-heap, --burst, --line, --growth and"
                            + " --stack exclude each other");
        }
        return asked.isEmpty() ? Subject.POOL : asked.get(0);
    }
}
