package io.sluice.sim;

import io.sluice.sim.scheduler.Outcome;
import io.sluice.sim.scheduler.Trial;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The command line: what to simulate, a seed to start from, and how many to run. Ends with 1 after
 * a failure.
 */
public final class Simulate {

    /** Kept here, since a logger that nothing refers to forgets its level. */
    private static final Logger LOGGER = Logger.getLogger("io.sluice");

    private Simulate() {}

    public static void main(String[] arguments) {
        Subject subject = Subject.valueOf(arguments[0]);
        long first = Long.parseLong(arguments[1]);
        long many = Long.parseLong(arguments[2]);
        System.exit(run(subject, first, many, Shrinker.none(), System.out) ? 0 : 1);
    }

    /**
     * Runs seeds until one fails; reports the failure, or how fast it was.
     *
     * @return whether no seed failed
     */
    public static boolean run(
            Subject subject, long first, long many, Shrinker shrinker, PrintStream out) {
        return quietly(() -> runQuietly(subject, first, many, shrinker, out));
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

    private static boolean runQuietly(
            Subject subject, long first, long many, Shrinker shrinker, PrintStream out) {
        Simulator simulator = new Simulator(subject);
        long start = System.nanoTime();
        double virtualNanos = 0;
        double events = 0;
        for (long seed = first; seed < first + many; seed++) {
            Outcome outcome = simulator.run(seed);
            if (outcome.failure() != null) {
                report(subject, shrinker.shrink(Trial.of(seed), outcome, simulator::run), out);
                return false;
            }
            virtualNanos += outcome.nanos();
            events += outcome.log().count();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        out.printf(
                Locale.ROOT,
                "%d seeds, no failure: %.0f seeds a minute, %.0f simulated seconds a second,"
                        + " %.0f points a seed%n",
                many,
                many / seconds * 60,
                virtualNanos / 1e9 / seconds,
                events / many);
        return true;
    }

    static void report(Subject subject, Shrinker.Failure failing, PrintStream out) {
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
