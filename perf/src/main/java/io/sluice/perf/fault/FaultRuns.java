package io.sluice.perf.fault;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.command.Progress;
import io.sluice.perf.fork.Step;
import io.sluice.perf.report.Figures;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** Gives each contestant its turns: interleaved rounds, each beginning with another contestant. */
final class FaultRuns {

    private final FaultPlan plan;

    /** Kept, for a logger that nobody keeps forgets its level. */
    private final List<Logger> loggers =
            Stream.of("io.sluice", "org.postgresql").map(Logger::getLogger).toList();

    FaultRuns(FaultPlan plan) {
        this.plan = plan;
    }

    /** Runs all turns. */
    List<FaultTurn> run() throws InterruptedException {
        // The peers' logs go nowhere as well: what is logged of a fault is not what is measured.
        loggers.forEach(logger -> logger.setLevel(Level.OFF));
        List<Step<Fault>> steps = plan.steps();
        List<FaultTurn> turns = new ArrayList<>();
        try (Progress progress = Progress.start("faults", steps.size());
                Scene shared = Scene.single(plan.threads())) {
            for (Step<Fault> step : steps) {
                FaultTurn turn = turn(step, shared);
                turns.add(turn);
                progress.advance(1);
                progress.say(
                        step.row()
                                + " "
                                + step.peer()
                                + " "
                                + (turn.seen().recovered()
                                        ? "recovered in "
                                                + Figures.micros(1e3 * turn.seen().recoverMillis())
                                        : "did not recover"));
            }
        }
        return turns;
    }

    private FaultTurn turn(Step<Fault> step, Scene shared) throws InterruptedException {
        try {
            if (!step.row().needsStandby()) {
                // Nobody inherits what the pool before may have left behind.
                shared.terminateAll();
                return new FaultRun(plan, step, shared).run();
            }
            try (Scene own = Scene.pair(plan.threads())) {
                return new FaultRun(plan, step, own).run();
            }
        } catch (SQLException | IllegalStateException e) {
            throw new MeasurementException(
                    "the turn of "
                            + step.peer()
                            + " with fault "
                            + step.row()
                            + ", round "
                            + step.round()
                            + ", failed",
                    e);
        }
    }
}
