package io.sluice.sim.scenario;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.TargetRole;
import io.sluice.pool.PoolCounters;
import io.sluice.sim.scenario.CourseStage.Lease;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.DriverBean;
import io.sluice.sim.world.DriverKind;
import io.sluice.sim.world.SimDatabase;
import io.sluice.sim.world.SimStandby;
import java.sql.SQLException;
import java.time.Duration;

/** Servers that lag, and drivers that have no limits. */
final class ServerCourses {

    private ServerCourses() {}

    /** A standby that lags too far, asked twice, serves none; one that said so once does. */
    static void standby(Simulation simulation, Dice dice) {
        SimDatabase database = CourseStage.database(simulation, dice);
        boolean isOnce = dice.oneIn(2);
        database.plan.standby = new SimStandby(dice, dice.oneOf(1, 2), isOnce);
        CourseStage stage =
                new CourseStage(
                        simulation,
                        dice,
                        database,
                        CourseStage.draft(database)
                                .targetRole(
                                        dice.oneOf(TargetRole.STANDBY, TargetRole.PREFER_STANDBY))
                                .maxStandbyLag(Duration.ofSeconds(5))
                                .acquireTimeout(Duration.ofMillis(300)));
        for (int i = 0; i < 5; i++) {
            try {
                Lease lease = stage.begin();
                stage.end(lease);
            } catch (SQLException e) {
                simulation.note("is refused: " + DataSourceStage.text(e));
                stage.require(!isOnce, "is refused, though it lags no more: " + e.getMessage());
            }
            simulation.sleep(dice.oneOfMillis(10, 600, 1_200).toNanos());
        }
        stage.close();
    }

    /** A query validates, of which the driver cannot bound the time. */
    static void validationQuery(Simulation simulation, Dice dice) throws SQLException {
        SimDatabase database = CourseStage.database(simulation, dice);
        database.kind = DriverKind.WITHOUT_LIMITS;
        checkNoneLost(
                simulation,
                dice,
                database,
                CourseStage.draft(database).validationQuery(SimDatabase.PING));
    }

    /** A class makes the data source, which has no time limit, however it says so. */
    static void dataSourceClass(Simulation simulation, Dice dice) throws SQLException {
        SimDatabase database = CourseStage.database(simulation, dice);
        DriverBean.isOf(database, dice.from(1, 4));
        Thread opening = Thread.currentThread();
        ClassLoader before = opening.getContextClassLoader();
        opening.setContextClassLoader(DriverBean.class.getClassLoader());
        try {
            checkNoneLost(
                    simulation,
                    dice,
                    database,
                    CourseStage.options().dataSourceClassName(DriverBean.class.getName()));
        } finally {
            opening.setContextClassLoader(before);
        }
    }

    private static void checkNoneLost(
            Simulation simulation, Dice dice, SimDatabase database, JdbcPoolConfig.Builder draft)
            throws SQLException {
        CourseStage stage =
                new CourseStage(
                        simulation, dice, database, draft.validateAfterIdle(Duration.ofMillis(20)));
        for (int i = 0; i < 4; i++) {
            Lease lease = stage.begin();
            stage.work(lease);
            stage.end(lease);
            simulation.sleep(dice.oneOfMillis(1, 100).toNanos());
        }
        PoolCounters counters = stage.source.snapshot().counters();
        stage.require(
                counters.created() == 1 && counters.creationsFailed() == 0,
                "one connection would do, and were made " + counters.created());
        stage.close();
    }
}
