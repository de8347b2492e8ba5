package io.sluice.perf.fork;

import io.sluice.perf.command.CommonOptions;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The options for JMH's forks and iterations, but for the length of an iteration. */
public final class JmhOptions extends RoundOptions {

    @Option(names = "--verbose", description = "Show the output of JMH.")
    private boolean verbose;

    /**
     * Returns the iterations of a fork.
     *
     * @param millis how long an iteration takes
     */
    public Iterations iterations(CommonOptions common, int millis) {
        return iterations(common, 3, millis);
    }

    /**
     * The same for a measurement that needs another warm-up.
     *
     * @param warmups how many iterations do not count, unless a number or a rough run was requested
     */
    Iterations iterations(CommonOptions common, int warmups, int millis) {
        return new Iterations(
                warmups(common, warmups), iterations(common), Duration.ofMillis(millis));
    }

    /** Returns whether to show the output of JMH. */
    public boolean verbose() {
        return verbose;
    }
}
