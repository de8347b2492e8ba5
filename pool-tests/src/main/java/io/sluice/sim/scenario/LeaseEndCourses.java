package io.sluice.sim.scenario;

import io.sluice.sim.scenario.CourseStage.Lease;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.SimDatabase;
import java.sql.SQLException;
import java.sql.Statement;

/** A second thread of a lease comes at the moment of its end, again and again. */
final class LeaseEndCourses {

    private LeaseEndCourses() {}

    /** What it opens is closed. */
    static void opensBeside(Simulation simulation, Dice dice) throws SQLException {
        SimDatabase database = CourseStage.database(simulation, dice);
        database.plan.asksServer = true;
        CourseStage stage =
                new CourseStage(simulation, dice, database, CourseStage.draft(database));
        for (int i = 0; i < 12; i++) {
            Lease lease = stage.begin();
            endBeside(
                    stage,
                    lease,
                    () -> {
                        Statement ignored = lease.connection().createStatement();
                    });
            database.checkClosed(lease.name());
        }
        stage.close();
    }

    /** What it aborts is its own connection, if it still is. */
    static void abortsBeside(Simulation simulation, Dice dice) throws SQLException {
        SimDatabase database = CourseStage.database(simulation, dice);
        CourseStage stage =
                new CourseStage(simulation, dice, database, CourseStage.draft(database));
        SimThread next = simulation.start("next", () -> leaseAgainAndAgain(stage));
        for (int i = 0; i < 12; i++) {
            Lease lease = stage.begin();
            endBeside(stage, lease, () -> lease.connection().abort(Runnable::run));
        }
        simulation.join(next);
        stage.close();
    }

    private static void leaseAgainAndAgain(CourseStage stage) {
        try {
            for (int i = 0; i < 12; i++) {
                Lease lease = stage.begin();
                stage.simulation.sleep(stage.dice.someNanos(1_000));
                stage.work(lease);
                stage.end(lease);
            }
        } catch (SQLException e) {
            stage.simulation.fail("a call of a lease fails: " + e.getMessage(), e);
        }
    }

    private static void endBeside(CourseStage stage, Lease lease, CourseStage.Call late)
            throws SQLException {
        stage.database.isHastyFromNowOn(lease.name());
        long nanos = 1 + stage.dice.someNanos(1_000);
        SimThread other =
                stage.beside(
                        lease,
                        /* mayFail= */ true,
                        () -> {
                            stage.simulation.sleep(nanos);
                            late.make();
                        });
        stage.simulation.sleep(nanos);
        stage.end(lease);
        stage.simulation.join(other);
        stage.database.isHastyNoMore(lease.name());
    }
}
