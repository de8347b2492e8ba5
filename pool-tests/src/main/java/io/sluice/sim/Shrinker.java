package io.sluice.sim;

import io.sluice.sim.scheduler.Outcome;
import io.sluice.sim.scheduler.Trial;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes a failing scenario smaller: leaves out parts of it while it still fails in the same way,
 * first many parts at once, at last one by one. Without a part the same schedule may avoid the
 * failure, so some other schedules are tried as well.
 */
public final class Shrinker {

    private static final int SCHEDULES = 20;
    private static final int MOST_RUNS = 4_000;

    private final int mostRuns;

    /**
     * A scenario that fails.
     *
     * @param tried how many runs it took to make it as small as that
     */
    record Failure(Trial trial, Outcome outcome, int tried) {}

    private Shrinker(int mostRuns) {
        this.mostRuns = mostRuns;
    }

    /** Returns one that leaves scenarios as they are. */
    public static Shrinker none() {
        return new Shrinker(0);
    }

    /** Returns one that makes scenarios smaller, with some thousand runs. */
    public static Shrinker usual() {
        return new Shrinker(MOST_RUNS);
    }

    /**
     * Makes a trial smaller.
     *
     * @param simulator runs a trial; the same trial has the same outcome each time
     */
    Failure shrink(Trial trial, Outcome outcome, Function<Trial, Outcome> simulator) {
        Search search = new Search(trial, outcome, simulator);
        if (mostRuns > 0) {
            search.run();
        }
        return new Failure(search.trial, search.outcome, search.tried);
    }

    private final class Search {

        private final Function<Trial, Outcome> simulator;
        private final @Nullable String kind;
        private Trial trial;
        private Outcome outcome;
        private int tried;

        Search(Trial trial, Outcome outcome, Function<Trial, Outcome> simulator) {
            this.trial = trial;
            this.outcome = outcome;
            this.simulator = simulator;
            this.kind = kindOf(outcome);
        }

        /** Leaves out half of the parts, then quarters, until no single part can be left out. */
        void run() {
            int size = outcome.parts().size();
            while (size > 0) {
                size = sweep(size) ? Math.min(size, outcome.parts().size()) : size / 2;
            }
        }

        private boolean sweep(int size) {
            boolean isSmaller = false;
            for (int start = 0; start < outcome.parts().size(); ) {
                if (failsWithout(start, size)) {
                    isSmaller = true;
                } else {
                    start += size;
                }
            }
            return isSmaller;
        }

        private boolean failsWithout(int start, int size) {
            List<String> parts = new ArrayList<>(outcome.parts());
            parts.subList(start, Math.min(parts.size(), start + size)).clear();
            if (fails(parts, trial.schedule())) {
                return true;
            }
            for (long schedule = 1; schedule <= SCHEDULES; schedule++) {
                if (fails(parts, schedule)) {
                    return true;
                }
            }
            return false;
        }

        private boolean fails(List<String> parts, long schedule) {
            if (tried >= mostRuns) {
                return false;
            }
            tried++;
            Trial smaller = new Trial(trial.seed(), schedule, new HashSet<>(parts));
            Outcome found = simulator.apply(smaller);
            if (!Objects.equals(kind, kindOf(found))) {
                return false;
            }
            // Those that took place: parts of parts that were left out are not named.
            trial = new Trial(trial.seed(), schedule, new LinkedHashSet<>(found.parts()));
            outcome = found;
            return true;
        }
    }

    /** Returns what a failure has in common with others of its kind: no numbers, no details. */
    private static @Nullable String kindOf(Outcome outcome) {
        String failure = outcome.failure();
        return failure == null ? null : failure.replaceAll("[0-9]+", "").replaceAll("(?s):.*", "");
    }
}
