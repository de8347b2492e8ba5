package io.sluice.sim;

import io.sluice.sim.scheduler.Outcome;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The command line: a seed to start from, and how many to run. Ends with 1 after a failure. */
public final class Simulate {

    /** Kept here, since a logger that nothing refers to forgets its level. */
    private static final Logger LOGGER = Logger.getLogger("io.sluice.pool");

    private Simulate() {}

    public static void main(String[] arguments) {
        long first = Long.parseLong(arguments[0]);
        long many = Long.parseLong(arguments[1]);
        System.exit(run(first, many, System.out) ? 0 : 1);
    }

    /**
     * Runs seeds until one fails; reports the failure, or how fast it was.
     *
     * @return whether no seed failed
     */
    public static boolean run(long first, long many, PrintStream out) {
        return quietly(() -> runQuietly(first, many, out));
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

    private static boolean runQuietly(long first, long many, PrintStream out) {
        Simulator simulator = new Simulator();
        long start = System.nanoTime();
        double virtualNanos = 0;
        double events = 0;
        for (long seed = first; seed < first + many; seed++) {
            Outcome outcome = simulator.run(seed);
            if (outcome.failure() != null) {
                report(seed, outcome, out);
                return false;
            }
            virtualNanos += outcome.nanos();
            events += outcome.log().count();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        out.printf(
                Locale.ROOT,
                "%d seeds, no failure: %.0f seeds a minute, %.2f simulated hours a second,"
                        + " %.0f points a seed%n",
                many,
                many / seconds * 60,
                virtualNanos / Duration.ofHours(1).toNanos() / seconds,
                events / many);
        return true;
    }

    private static void report(long seed, Outcome outcome, PrintStream out) {
        outcome.log().last(100).forEach(out::println);
        out.println();
        outcome.log().notes(60).forEach(out::println);
        out.println();
        if (outcome.cause() != null) {
            outcome.cause().printStackTrace(out);
        }
        out.println("Seed " + seed + " fails: " + outcome.failure());
        out.println("Schedule: " + outcome.schedule());
        out.println("Replay: perf/run simulate --seed " + seed);
    }
}
