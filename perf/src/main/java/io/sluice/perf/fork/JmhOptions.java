package io.sluice.perf.fork;

import io.sluice.perf.command.CommonOptions;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for JMH's forks and iterations, but for the length of an iteration. */
public final class JmhOptions {

    @Mixin private final RoundOptions rounds = new RoundOptions();

    @Option(names = "--verbose", description = "Show the output of JMH.")
    private boolean verbose;

    /** Returns how many rounds to run. */
    public int forks(CommonOptions common) {
        return rounds.forks(common);
    }

    /**
     * Returns the iterations of a fork.
     *
     * @param millis how long an iteration takes
     */
    public Iterations iterations(CommonOptions common, int millis) {
        return iterations(common, rounds.warmups(common), millis);
    }

    /**
     * The same for a measurement that needs another warm-up.
     *
     * @param warmups how many iterations do not count, unless a number or a rough run was requested
     */
    Iterations iterationsAfter(CommonOptions common, int warmups, int millis) {
        return iterations(common, rounds.warmups(common, warmups), millis);
    }

    private Iterations iterations(CommonOptions common, int warmups, int millis) {
        return new Iterations(warmups, rounds.iterations(common), Duration.ofMillis(millis));
    }

    /** Returns the flags of the forks besides the usual. */
    public List<String> jvmFlags() {
        return rounds.jvmFlags();
    }

    /** Returns whether to show the output of JMH. */
    public boolean verbose() {
        return verbose;
    }
}
