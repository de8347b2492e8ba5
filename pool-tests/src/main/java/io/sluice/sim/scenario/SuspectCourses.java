package io.sluice.sim.scenario;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.sim.scenario.CourseStage.Lease;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.DriverKind;
import io.sluice.sim.world.SimDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One connection is lost, or aborted: the others are validated before their next lease, or not. */
final class SuspectCourses {

    private static final Duration LIMIT = Duration.ofMillis(500);

    /** For so long a thread that stalled before the course may lack its processor. */
    private static final Duration LONGEST_STALL = Duration.ofSeconds(3);

    private SuspectCourses() {}

    /** The server ends sessions; a classifier does not know what a validation says of them. */
    static void killed(Simulation simulation, Dice dice) {
        SimDatabase database = CourseStage.database(simulation, dice);
        database.knowsFreshness = true;
        database.kind =
                dice.oneOf(
                        DriverKind.PLAIN, DriverKind.WITHOUT_WARNINGS, DriverKind.WITHOUT_LIMITS);
        CourseStage stage =
                stage(
                        simulation,
                        dice,
                        database,
                        CourseStage.draft(database).fatalErrorClassifier(new SimClassifier()));
        List<SimThread> users = users(stage, /* aborts= */ false);
        for (int i = dice.from(1, 5); i > 0; i--) {
            simulation.sleep(dice.nanosUpTo(LIMIT));
            database.killOne(dice);
        }
        users.forEach(simulation::join);
        stage.close();
    }

    /** Leases abort their connections, which says nothing of the others. */
    static void aborted(Simulation simulation, Dice dice) {
        SimDatabase database = CourseStage.database(simulation, dice);
        database.knowsFreshness = true;
        database.validatesForLeases = true;
        CourseStage stage = stage(simulation, dice, database, CourseStage.draft(database));
        users(stage, /* aborts= */ true).forEach(simulation::join);
        stage.close();
    }

    private static CourseStage stage(
            Simulation simulation, Dice dice, SimDatabase database, JdbcPoolConfig.Builder draft) {
        simulation.sleep(LONGEST_STALL.toNanos()); // without its timer a pool skips validations
        return new CourseStage(
                simulation, dice, database, draft.maxSize(3).validateAfterIdle(LIMIT));
    }

    private static List<SimThread> users(CourseStage stage, boolean aborts) {
        List<SimThread> users = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            Dice dice = stage.dice.with(stage.simulation.chance("suspects of " + i));
            users.add(stage.simulation.start("suspects-" + i, () -> use(stage, dice, aborts)));
        }
        return users;
    }

    private static void use(CourseStage stage, Dice dice, boolean aborts) {
        for (int i = 0; i < 6; i++) {
            stage.simulation.sleep(dice.nanosUpTo(LIMIT.multipliedBy(2)));
            try {
                Lease lease = stage.begin();
                lease(stage, lease, dice, aborts);
                stage.end(lease);
            } catch (SQLException e) {
                stage.simulation.note("fails: " + DataSourceStage.text(e));
                stage.require(!aborts, "a call of a lease fails: " + e.getMessage());
            }
        }
    }

    private static void lease(CourseStage stage, Lease lease, Dice dice, boolean aborts)
            throws SQLException {
        stage.simulation.sleep(dice.someNanos(10));
        try {
            if (aborts && dice.oneIn(3)) {
                lease.connection().abort(Runnable::run);
            }
            if (dice.oneIn(2)) {
                boolean isValid = lease.connection().isValid(1);
                stage.simulation.note(isValid ? "finds it valid" : "finds it invalid");
            } else if (!aborts) {
                stage.work(lease);
            }
        } catch (SQLException e) { // it was killed
            stage.simulation.note("fails: " + DataSourceStage.text(e));
        }
    }
}
