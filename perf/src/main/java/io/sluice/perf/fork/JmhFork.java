package io.sluice.perf.fork;

import io.sluice.perf.command.MeasurementException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** One fork of a benchmark that JMH has run, and its results. */
public record JmhFork(RunResult result) {

    /** What an operation allocates, with the profiler of the collector. */
    public static final String BYTES_PER_OPERATION = "gc.alloc.rate.norm";

    /** What is allocated in a second, in units of 1,048,576 bytes. */
    public static final String MEGABYTES_PER_SECOND = "gc.alloc.rate";

    /** How often the collector ran in the iterations that count. */
    public static final String COLLECTIONS = "gc.count";

    /** How long it ran in them, in milliseconds. */
    public static final String COLLECTION_MILLIS = "gc.time";

    /**
     * Returns options for one fork.
     *
     * @param benchmark the class
     * @param method its method
     * @param flags all flags of the fork
     * @param iterations what it does
     * @param verbose whether to show what JMH prints
     */
    public static ChainedOptionsBuilder options(
            Class<?> benchmark,
            String method,
            List<String> flags,
            Iterations iterations,
            boolean verbose) {
        TimeValue time = TimeValue.milliseconds(iterations.time().toMillis());
        return new OptionsBuilder()
                .include(Pattern.quote(benchmark.getName() + "." + method) + "$")
                .forks(1)
                .jvmArgs(flags.toArray(new String[0]))
                .warmupIterations(iterations.warmups())
                .warmupTime(time)
                .measurementIterations(iterations.counted())
                .measurementTime(time)
                .shouldFailOnError(true)
                .verbosity(verbose ? VerboseMode.NORMAL : VerboseMode.SILENT);
    }

    /**
     * Runs a fork.
     *
     * @param options what to run
     * @param what names the run in error messages
     */
    public static JmhFork run(ChainedOptionsBuilder options, String what) {
        try {
            return new JmhFork(new Runner(options.build()).runSingle());
        } catch (RunnerException e) {
            throw new MeasurementException(what + " failed; --verbose shows its output", e);
        }
    }

    /**
     * Returns the operations of all threads per second of the iterations.
     *
     * <p>JMH's own score is not used. It adds up the rates of the threads, each over its own time.
     * A thread that waits for a connection while the iteration begins counts only from when it gets
     * one. With few connections and a pool that prefers running threads, that gave several times
     * what the processors can do.
     */
    public double perSecond() {
        long operations = 0;
        long millis = 0;
        for (BenchmarkResult fork : result.getBenchmarkResults()) {
            for (IterationResult iteration : fork.getIterationResults()) {
                operations += iteration.getMetadata().getMeasuredOps();
                millis += iteration.getParams().getTime().convertTo(TimeUnit.MILLISECONDS);
            }
        }
        return 1e3 * operations / millis;
    }

    /** Returns a figure of a profiler, or null if there is none. */
    public @Nullable Double figure(String name) {
        Result<?> found = result.getSecondaryResults().get(name);
        return found == null ? null : found.getScore();
    }

    /** Returns a figure of a profiler, or zero if there is none because nothing happened. */
    public double figureOrZero(String name) {
        Double figure = figure(name);
        return figure == null ? 0 : figure;
    }
}
