package io.sluice.sim;

import io.sluice.sim.scheduler.Outcome;
import java.time.Duration;
import java.util.Locale;

/**
 * What seeds without a failure came to.
 *
 * @param seeds how many
 * @param virtualSeconds the sum of their virtual times
 * @param points how many points their threads passed
 * @param cpuSeconds the processor time that their processes have used
 * @param digest of all events; the same in whatever order and process the seeds ran
 */
record Tally(long seeds, double virtualSeconds, double points, double cpuSeconds, long digest) {

    static final Tally NONE = new Tally(0, 0, 0, 0, 0);

    static Tally of(Outcome outcome) {
        return new Tally(
                1, outcome.nanos() / 1e9, outcome.log().count(), 0, outcome.log().digest());
    }

    static Tally ofCpu(Duration used) {
        return new Tally(0, 0, 0, used.toNanos() / 1e9, 0);
    }

    Tally plus(Tally other) {
        return new Tally(
                seeds + other.seeds,
                virtualSeconds + other.virtualSeconds,
                points + other.points,
                cpuSeconds + other.cpuSeconds,
                digest + other.digest);
    }

    /** Returns it in a line for another process. */
    String line() {
        return seeds + " " + virtualSeconds + " " + points + " " + cpuSeconds + " " + digest;
    }

    static Tally parse(String line) {
        String[] parts = line.split(" ", -1);
        return new Tally(
                Long.parseLong(parts[0]),
                Double.parseDouble(parts[1]),
                Double.parseDouble(parts[2]),
                Double.parseDouble(parts[3]),
                Long.parseLong(parts[4]));
    }

    /** Returns it in words, given the real time that it took. */
    String text(double seconds) {
        return String.format(
                Locale.ROOT,
                "%d seeds, no failure: %.0f seeds a minute, %.0f simulated seconds a second,"
                        + " %.0f points and %.1f ms of a processor a seed",
                seeds,
                seeds / seconds * 60,
                virtualSeconds / seconds,
                points / seeds,
                cpuSeconds * 1e3 / seeds);
    }
}
