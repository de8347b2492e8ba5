package io.sluice.perf.fork;

import io.sluice.perf.command.Progress;
import io.sluice.perf.report.Figures;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** Runs a benchmark fork by fork in the order of a {@link ForkPlan}. */
public final class Forks {

    private final Operation operation;
    private final ForkPlan plan;
    private final boolean verbose;
    private final int processors = Runtime.getRuntime().availableProcessors();

    /**
     * Prepares the measurement.
     *
     * @param operation what to measure; its benchmark takes a {@link Client}
     * @param plan the contestants, rows and rounds
     * @param verbose whether to show what JMH prints
     */
    public Forks(Operation operation, ForkPlan plan, boolean verbose) {
        this.operation = operation;
        this.plan = plan;
        this.verbose = verbose;
    }

    /** Runs all forks and returns what each of them gave. */
    public List<Fork> run() throws InterruptedException {
        return Progress.through(
                operation.name(),
                plan.steps(),
                this::run,
                (step, fork) -> step.label() + " " + Figures.count(fork.perSecond()) + "/s");
    }

    private Fork run(Step<Row> step) {
        int threads = step.row().threads(step.peer(), processors);
        ChainedOptionsBuilder options =
                JmhFork.options(
                                operation.benchmark(),
                                operation.name(),
                                ForkedJvm.flags(plan.jvmFlags(threads)),
                                plan.iterations(),
                                verbose)
                        .param("peer", step.peer().name())
                        .param("connections", Integer.toString(step.row().connections()))
                        .param("tokens", Integer.toString(step.row().tokens()))
                        .param("promoted", Boolean.toString(plan.promoted()))
                        .threads(threads);
        if (plan.allocation()) {
            options = options.addProfiler(GCProfiler.class);
        }
        JmhFork fork = JmhFork.run(options, "the fork of " + step.peer() + " in row " + step.row());
        return new Fork(
                step.row(),
                step.peer(),
                step.round(),
                fork.perSecond(),
                fork.figure(JmhFork.BYTES_PER_OPERATION));
    }
}
