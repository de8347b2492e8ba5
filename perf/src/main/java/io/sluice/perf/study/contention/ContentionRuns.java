package io.sluice.perf.study.contention;

import io.sluice.perf.command.Progress;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Step;
import io.sluice.perf.report.Figures;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Runs one {@link ContentionFork} per contestant and round, contestants taking turns. */
final class ContentionRuns {

    /** The time that a fork may take beyond its parts: for start, reading and end. */
    private static final Duration GRACE = Duration.ofMinutes(3);

    private static final int PARTS = 4;

    private final ContentionPlan plan;

    ContentionRuns(ContentionPlan plan) {
        this.plan = plan;
    }

    /** Runs all turns. */
    List<ContentionTurn> run() throws IOException, InterruptedException {
        return Progress.through(
                "contention",
                plan.steps(),
                this::run,
                (step, turn) ->
                        step.label()
                                + " "
                                + Figures.count(turn.contentions())
                                + " contentions, "
                                + Figures.nanos(turn.blockedNanos())
                                + " blocked");
    }

    private ContentionTurn run(Step<ContentionRow> step) throws IOException, InterruptedException {
        return ContentionTurn.of(
                step,
                ForkedJvm.run(
                        "the fork of " + step.peer() + " in row " + step.row(),
                        List.of(),
                        ContentionFork.class,
                        new ContentionOrder(step.peer(), step.row(), plan.millis()).toArgs(),
                        GRACE.plusMillis((long) PARTS * plan.millis())));
    }
}
