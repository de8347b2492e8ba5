package io.sluice.perf.study.housekeeping;

import io.sluice.perf.command.Progress;
import io.sluice.perf.fork.CpuProfiler;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.JmhFork;
import io.sluice.perf.fork.Turn;
import io.sluice.perf.report.Figures;
import java.util.List;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** Runs the benchmark fork by fork in the order of a {@link HousekeepingPlan}. */
final class WakeForks {

    private final HousekeepingPlan plan;
    private final boolean verbose;
    private final Progress progress;

    WakeForks(HousekeepingPlan plan, boolean verbose, Progress progress) {
        this.plan = plan;
        this.verbose = verbose;
        this.progress = progress;
    }

    /** Runs all forks and returns what each of them gave. */
    List<WakeFork> run() throws InterruptedException {
        return progress.each(
                plan.wakeSteps(),
                this::run,
                (turn, fork) -> turn.label() + " " + Figures.nanos(fork.nanos()) + " per request");
    }

    /** Runs one fork. */
    WakeFork run(Turn<HousekeepingRow, Background> turn) {
        int clients = turn.row().count();
        ChainedOptionsBuilder options =
                JmhFork.options(
                                WakeBenchmark.class,
                                "request",
                                ForkedJvm.flags(plan.jvmFlags()),
                                plan.iterations(),
                                verbose)
                        .param("background", turn.contestant().name())
                        .threads(clients)
                        .addProfiler(CpuProfiler.class);
        JmhFork fork =
                JmhFork.run(options, "the fork of " + turn.contestant() + " in row " + turn.row());
        return new WakeFork(
                turn.row(),
                turn.contestant(),
                turn.round(),
                1e9 * clients / fork.perSecond(),
                fork.figureOrZero(CpuProfiler.NANOS_PER_OPERATION));
    }
}
