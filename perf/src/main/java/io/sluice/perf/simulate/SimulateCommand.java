package io.sluice.perf.simulate;

import io.sluice.perf.command.UsageException;
import io.sluice.sim.Simulate;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
                    + " repeats it.",
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

    @Override
    public Integer call() {
        if (seeds < 1) {
            throw new UsageException("--seeds is " + seeds + "; expected a number at least 1");
        }
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        boolean isGood = seed == null ? Simulate.run(from, seeds, out) : Simulate.run(seed, 1, out);
        return isGood ? 0 : 1;
    }
}
