package io.sluice.sim;

import io.sluice.sim.scheduler.Outcome;
import io.sluice.sim.scheduler.Trial;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Runs seeds, and reports the first that fails. Its command line is that of a single process. */
public final class Simulate {

    /** Kept here, since a logger that nothing refers to forgets its level. */
    private static final Logger LOGGER = Logger.getLogger("io.sluice");

    private Simulate() {}

    /** Takes what {@link #arguments} gives; ends with 1 after a failure. */
    public static void main(String[] arguments) {
        ProcessHandle.current().parent().ifPresent(Simulate::endWith);
        Subject subject = Subject.valueOf(arguments[0]);
        Seeds seeds =
                new Seeds(
                        Long.parseLong(arguments[1]),
                        Long.parseLong(arguments[2]),
                        Long.parseLong(arguments[3]),
                        Duration.parse(arguments[4]));
        Shrinker shrinker = Boolean.parseBoolean(arguments[5]) ? Shrinker.usual() : Shrinker.none();
        Tally[] tally = new Tally[1];
        boolean isGood =
                quietly(
                        () -> {
                            tally[0] = tally(subject, seeds, shrinker, System.out);
                            return tally[0] != null;
                        });
        if (isGood) {
            System.out.println(tally[0].line());
        }
        System.exit(isGood ? 0 : 1);
    }

    private static void endWith(ProcessHandle parent) {
        var ignored = parent.onExit().thenRun(() -> System.exit(1));
    }

    static List<String> arguments(Subject subject, Seeds seeds, boolean shrinks) {
        return List.of(
                subject.name(),
                Long.toString(seeds.first()),
                Long.toString(seeds.step()),
                Long.toString(seeds.many()),
                seeds.most().toString(),
                Boolean.toString(shrinks));
    }

    /**
     * Runs seeds in this process until one fails; reports the failure, or how fast it was.
     *
     * @return whether no seed failed
     */
    public static boolean run(Subject subject, Seeds seeds, Shrinker shrinker, PrintStream out) {
        return quietly(
                () -> {
                    long start = System.nanoTime();
                    Tally tally = tally(subject, seeds, shrinker, out);
                    if (tally != null) {
                        out.println(tally.text((System.nanoTime() - start) / 1e9));
                    }
                    return tally != null;
                });
    }

    /**
     * Runs seeds in several processes until one fails; reports the failure, or how fast it was.
     *
     * @param processes how many; 0 for as many as there are processors
     * @return whether no seed failed
     */
    public static boolean run(
            Subject subject, Seeds seeds, boolean shrinks, int processes, PrintStream out)
            throws IOException, InterruptedException {
        int most = processes > 0 ? processes : Runtime.getRuntime().availableProcessors();
        int useful = (int) Math.min(most, seeds.many());
        long start = System.nanoTime();
        Tally tally = SimulatorProcesses.tally(subject, seeds, shrinks, useful, out);
        if (tally != null) {
            out.println(tally.text((System.nanoTime() - start) / 1e9));
        }
        return tally != null;
    }

    /**
     * Repeats a seed, or parts of it; reports the failure.
     *
     * @return whether it did not fail
     */
    public static boolean repeat(Subject subject, Trial trial, Shrinker shrinker, PrintStream out) {
        return quietly(
                () -> {
                    Simulator simulator = new Simulator(subject);
                    Outcome outcome = simulator.run(trial);
                    if (outcome.failure() != null) {
                        report(subject, shrinker.shrink(trial, outcome, simulator::run), out);
                        return false;
                    }
                    out.println("no failure: " + trial);
                    return true;
                });
    }

    /** Runs without the log of pools: what they say of their troubles is nothing new. */
    static boolean quietly(BooleanSupplier work) {
        Level before = LOGGER.getLevel();
        LOGGER.setLevel(Level.OFF);
        try {
            return work.getAsBoolean();
        } finally {
            LOGGER.setLevel(before);
        }
    }

    /** Returns null after a failure, which is reported. */
    static @Nullable Tally tally(Subject subject, Seeds seeds, Shrinker shrinker, PrintStream out) {
        Simulator simulator = new Simulator(subject);
        long end = System.nanoTime() + seeds.most().toNanos();
        Tally tally = Tally.NONE;
        while (tally.seeds() < seeds.many() && System.nanoTime() - end < 0) {
            long seed = seeds.first() + tally.seeds() * seeds.step();
            Outcome outcome = simulator.run(seed);
            if (outcome.failure() != null) {
                report(subject, shrinker.shrink(Trial.of(seed), outcome, simulator::run), out);
                return null;
            }
            tally = tally.plus(Tally.of(outcome));
        }
        Duration used = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
        return tally.plus(Tally.ofCpu(used));
    }

    private static void report(Subject subject, Shrinker.Failure failing, PrintStream out) {
        Trial trial = failing.trial();
        Outcome outcome = failing.outcome();
        outcome.log().last(100).forEach(out::println);
        out.println();
        outcome.log().notes(60).forEach(out::println);
        out.println();
        if (outcome.cause() != null) {
            outcome.cause().printStackTrace(out);
        }
        out.println("Seed " + trial.seed() + " fails: " + outcome.failure());
        out.println("Schedule: " + outcome.schedule());
        out.println("Parts: " + String.join(", ", outcome.parts()));
        if (failing.tried() > 0) {
            out.println("Made smaller in " + failing.tried() + " runs");
        } else {
            out.println("Make it smaller: perf/run simulate --shrink " + subject.option + trial);
        }
        out.println("Replay: perf/run simulate " + subject.option + trial);
    }
}
