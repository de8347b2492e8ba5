package io.sluice.perf.study.housekeeping;

import io.sluice.perf.command.Progress;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Step;
import io.sluice.perf.report.Figures;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Runs one {@link HeldFork} per contestant and round. */
final class HeldRuns {

    /** The time that a virtual machine may take besides the requested times. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final HousekeepingPlan plan;
    private final Progress progress;

    HeldRuns(HousekeepingPlan plan, Progress progress) {
        this.plan = plan;
        this.progress = progress;
    }

    /** Runs all turns. */
    List<HeldTurn> run() throws IOException, InterruptedException {
        return progress.each(
                plan.heldSteps(),
                this::run,
                (step, turn) ->
                        step.label()
                                + " "
                                + Figures.count(turn.bytesPerConnection())
                                + " bytes per connection");
    }

    private HeldTurn run(Step<HousekeepingRow> step) throws IOException, InterruptedException {
        int settle = plan.times().settle();
        return HeldTurn.of(
                step.peer(),
                step.round(),
                ForkedJvm.run(
                        "the fork of " + step.peer() + " in " + step.row(),
                        plan.jvmFlags(),
                        HeldFork.class,
                        HeldFork.args(
                                step.peer(), HousekeepingPlan.FEW, HousekeepingPlan.MANY, settle),
                        LIMIT.plusMillis(2L * settle)));
    }
}
