package io.sluice.sim.scheduler;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is run: a scenario, whole or in parts, and a schedule.
 *
 * @param seed the scenario is drawn from it
 * @param schedule the seed of the schedule
 * @param parts the names of the parts that take place; null if all do
 */
public record Trial(long seed, long schedule, @Nullable Set<String> parts) {

    /** Returns the whole scenario of a seed, with the schedule of that seed. */
    public static Trial of(long seed) {
        return new Trial(seed, seed, null);
    }

    boolean has(String part) {
        return parts == null || parts.contains(part);
    }

    /** Returns the options of the command that repeats it. */
    @Override
    public String toString() {
        return "--seed "
                + seed
                + (schedule == seed ? "" : " --schedule " + schedule)
                + (parts == null ? "" : " --parts " + String.join(",", parts));
    }
}
