package io.sluice.perf.queue;

import io.sluice.perf.command.Progress;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.JmhFork;
import io.sluice.perf.report.Figures;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** Runs the benchmark fork by fork in the order of a {@link QueuePlan}. */
final class QueueForks {

    private final QueuePlan plan;
    private final boolean verbose;

    QueueForks(QueuePlan plan, boolean verbose) {
        this.plan = plan;
        this.verbose = verbose;
    }

    /** Runs all forks and returns what each of them gave. */
    List<QueueFork> run() {
        List<QueueStep> steps = plan.steps();
        List<QueueFork> forks = new ArrayList<>(steps.size());
        try (Progress progress = Progress.start("queues", steps.size())) {
            for (QueueStep step : steps) {
                QueueFork fork = run(step);
                forks.add(fork);
                progress.advance(1);
                progress.say(
                        step.row()
                                + " "
                                + step.structure()
                                + " "
                                + Figures.count(fork.perSecond())
                                + "/s");
            }
        }
        return forks;
    }

    private QueueFork run(QueueStep step) {
        ChainedOptionsBuilder options =
                JmhFork.options(
                                QueueBenchmark.class,
                                "take",
                                ForkedJvm.flags(plan.jvmFlags()),
                                verbose)
                        .param("structure", step.structure().name())
                        .param("resources", Integer.toString(QueuePlan.RESOURCES))
                        .param("tokens", Integer.toString(step.row().tokens()))
                        .threads(step.row().threads())
                        .warmupIterations(plan.warmups())
                        .warmupTime(JmhFork.time(plan.iterationTime()))
                        .measurementIterations(plan.iterations())
                        .measurementTime(JmhFork.time(plan.iterationTime()))
                        .addProfiler(GCProfiler.class);
        JmhFork fork =
                JmhFork.run(options, "the fork of " + step.structure() + " in row " + step.row());
        return new QueueFork(
                step,
                fork.perSecond(),
                fork.figureOrZero(JmhFork.BYTES_PER_OPERATION),
                fork.figureOrZero(JmhFork.MEGABYTES_PER_SECOND),
                fork.figureOrZero(JmhFork.COLLECTIONS),
                fork.figureOrZero(JmhFork.COLLECTION_MILLIS));
    }
}
