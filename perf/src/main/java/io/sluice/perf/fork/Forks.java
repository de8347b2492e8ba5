package io.sluice.perf.fork;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.command.Progress;
import io.sluice.perf.report.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs a benchmark fork by fork in the order of a {@link ForkPlan}. */
public final class Forks {

    private static final String BYTES_PER_OPERATION = "gc.alloc.rate.norm";

    private final Operation operation;
    private final ForkPlan plan;
    private final boolean verbose;
    private final int processors = Runtime.getRuntime().availableProcessors();

    /**
     * Prepares the measurement.
     *
     * @param operation what to measure; its benchmark takes a {@link Client}
     * @param plan with whom, where and how often
     * @param verbose whether to show what JMH prints
     */
    public Forks(Operation operation, ForkPlan plan, boolean verbose) {
        this.operation = operation;
        this.plan = plan;
        this.verbose = verbose;
    }

    /** Runs all forks and returns what each of them gave. */
    public List<Fork> run() {
        List<Step<Row>> steps = plan.steps();
        List<Fork> forks = new ArrayList<>(steps.size());
        try (Progress progress = Progress.start(operation.name(), steps.size())) {
            for (Step<Row> step : steps) {
                Fork fork = run(step);
                forks.add(fork);
                progress.advance(1);
                progress.say(
                        step.row()
                                + " "
                                + step.peer()
                                + " "
                                + Figures.count(fork.perSecond())
                                + "/s");
            }
        }
        return forks;
    }

    private Fork run(Step<Row> step) {
        ChainedOptionsBuilder options =
                new OptionsBuilder()
                        .include(benchmark())
                        .param("peer", step.peer().name())
                        .param("connections", Integer.toString(step.row().connections()))
                        .param("tokens", Integer.toString(step.row().tokens()))
                        .param("promoted", Boolean.toString(plan.promoted()))
                        .threads(step.row().threads(step.peer(), processors))
                        .forks(1)
                        .jvmArgs(ForkedJvm.flags(plan.jvmFlags()).toArray(new String[0]))
                        .warmupIterations(plan.warmups())
                        .warmupTime(time(plan.iterationTime()))
                        .measurementIterations(plan.iterations())
                        .measurementTime(time(plan.iterationTime()))
                        .shouldFailOnError(true)
                        .verbosity(verbose ? VerboseMode.NORMAL : VerboseMode.SILENT);
        if (plan.allocation()) {
            options = options.addProfiler(GCProfiler.class);
        }
        RunResult result;
        try {
            result = new Runner(options.build()).runSingle();
        } catch (RunnerException e) {
            throw new MeasurementException(
                    "the fork of "
                            + step.peer()
                            + " in row "
                            + step.row()
                            + " failed; --verbose shows its output",
                    e);
        }
        return new Fork(
                step.row(),
                step.peer(),
                step.round(),
                perSecond(result),
                bytesPerOperation(result));
    }

    /**
     * Returns the operations of all threads per second of the iterations. JMH's own score is not
     * used: it adds up the rates of the threads, each over its own time, and counts a thread that
     * waits for a connection while the iteration begins from when it gets one. With few connections
     * and a pool that lets running threads go first that came out at several times what the
     * processors can do.
     */
    private static double perSecond(RunResult result) {
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

    private static @Nullable Double bytesPerOperation(RunResult result) {
        // Older releases of JMH put a sign before the name.
        for (String name : result.getSecondaryResults().keySet()) {
            if (name.endsWith(BYTES_PER_OPERATION)) {
                return result.getSecondaryResults().get(name).getScore();
            }
        }
        return null;
    }

    private String benchmark() {
        return Pattern.quote(operation.benchmark().getName() + "." + operation.name());
    }

    private static TimeValue time(Duration duration) {
        return TimeValue.milliseconds(duration.toMillis());
    }
}
