package io.sluice.sim.scenario;

import io.sluice.pool.jta.JtaTransactionContext;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.DatabaseFaults;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.SimBranches;
import io.sluice.sim.world.SimDatabase;
import io.sluice.sim.world.SimTransactionManager;
import io.sluice.sim.world.XaFaults;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** A close that is late and finds the end of its stack, as the next lease does: none is lost. */
final class StackCloses {

    private static final int ROUNDS = 10;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final long LONGEST_STALL = Duration.ofMillis(1).toNanos();

    /** Enough to begin a close, and not to end the lease. */
    private static final int FRAMES = 2;

    private StackCloses() {}

    static void run(Simulation simulation, Dice dice) throws SQLException {
        CourseStage stage = dice.oneIn(2) ? plain(simulation, dice) : global(simulation, dice);
        for (int i = 0; i < ROUNDS; i++) {
            Connection both = stage.source.getConnection();
            simulation.stall(1, LONGEST_STALL);
            SimThread late = simulation.start("late-" + i, () -> closeAtTheEnd(stage, both));
            simulation.sleep(1); // it has closed, or stands still in its close
            simulation.stall(0, 0);
            both.close();
            closeAtTheEnd(stage, stage.source.getConnection());
            simulation.join(late);
        }
        stage.source.getConnection().close();
        stage.close();
    }

    private static CourseStage plain(Simulation simulation, Dice dice) {
        SimDatabase database = CourseStage.database(simulation, dice);
        return new CourseStage(
                simulation, dice, database, CourseStage.draft(database).acquireTimeout(TIMEOUT));
    }

    /** The pool takes part in global transactions, and no lease does. */
    private static CourseStage global(Simulation simulation, Dice dice) {
        SimTransactionManager manager = new SimTransactionManager(simulation);
        SimDatabase database =
                new SimDatabase(
                        simulation,
                        dice.with(simulation.chance("database of the course")),
                        DatabaseFaults.NONE,
                        Duration.ofSeconds(10),
                        /* hasRequests= */ false,
                        /* resetsSettings= */ false,
                        new SimBranches(
                                simulation,
                                dice.with(simulation.chance("branches of the course")),
                                SimBranches.Kind.KEEPS,
                                XaFaults.NONE));
        return new CourseStage(
                simulation,
                dice,
                database,
                CourseStage.options()
                        .xaDataSource(database)
                        .transactionContext(new JtaTransactionContext(manager, manager))
                        .acquireTimeout(TIMEOUT));
    }

    private static void closeAtTheEnd(CourseStage stage, Connection connection) {
        try {
            SimThread.withFrames(FRAMES, connection::close);
        } catch (StackOverflowError e) {
            stage.simulation.note("closes at the end of its stack");
        } catch (SQLException e) {
            stage.simulation.fail("a close fails: " + e.getMessage(), e);
        }
    }
}
