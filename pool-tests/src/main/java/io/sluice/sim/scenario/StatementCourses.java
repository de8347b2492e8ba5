package io.sluice.sim.scenario;

import io.sluice.sim.scenario.CourseStage.Lease;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.DatabaseFaults;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.DriverKind;
import io.sluice.sim.world.SimDatabase;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Leases that do little but use statements that are kept. */
final class StatementCourses {

    private static final String[] PREPARED = {"WORK ?", "WORK ? again", "WORK ? at last"};

    private StatementCourses() {}

    /** Two threads take one statement, or close one. */
    static void byTwo(Simulation simulation, Dice dice) throws SQLException {
        SimDatabase database = CourseStage.database(simulation, dice);
        CourseStage stage =
                new CourseStage(
                        simulation,
                        dice,
                        database,
                        CourseStage.draft(database).statementCacheSize(dice.from(1, 2)));
        String sql = PREPARED[0];
        for (int i = 0; i < 8; i++) {
            Lease lease = stage.begin();
            if (dice.oneIn(2)) {
                PreparedStatement statement = lease.connection().prepareStatement(sql);
                statement.setString(1, lease.name());
                statement.execute();
                stage.byTwo(lease, statement::close, statement::close);
            } else {
                stage.byTwo(lease, () -> stage.use(lease, sql), () -> stage.use(lease, sql));
            }
            stage.use(lease, sql);
            stage.end(lease);
        }
        stage.close();
    }

    /** What makes room does not close, which is no concern of the one that closes another. */
    static void evicted(Simulation simulation, Dice dice) throws SQLException {
        SimDatabase database = CourseStage.database(simulation, dice);
        database.misbehaves(new DatabaseFaults(0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0));
        CourseStage stage =
                new CourseStage(
                        simulation,
                        dice,
                        database,
                        CourseStage.draft(database).statementCacheSize(1));
        for (int i = 0; i < 3; i++) {
            Lease lease = stage.begin();
            try {
                for (int uses = dice.from(2, 6); uses > 0; uses--) {
                    closeOne(stage, lease, dice.oneOf(PREPARED));
                }
            } catch (SQLException e) {
                simulation.note("fails: " + DataSourceStage.text(e));
            }
            stage.end(lease);
        }
        database.behave();
        stage.close();
    }

    private static void closeOne(CourseStage stage, Lease lease, String sql) throws SQLException {
        PreparedStatement statement = lease.connection().prepareStatement(sql);
        statement.setString(1, lease.name());
        statement.execute();
        try {
            statement.close();
        } catch (SQLException | IllegalStateException e) {
            stage.require(
                    ("does not close " + sql).equals(e.getMessage()),
                    "the close of " + sql + " fails for another: " + e.getMessage());
        }
    }

    /** The driver resets the session at the end of each request. */
    static void reset(Simulation simulation, Dice dice) throws SQLException {
        SimDatabase database = CourseStage.database(simulation, dice, /* hasRequests= */ true);
        database.kind = DriverKind.PLAIN.withEnds(/* resets= */ true);
        CourseStage stage =
                new CourseStage(
                        simulation,
                        dice,
                        database,
                        CourseStage.draft(database).statementCacheSize(dice.from(1, 2)));
        for (int i = 0; i < 6; i++) {
            Lease lease = stage.begin();
            stage.use(lease, PREPARED[dice.from(0, 1)]);
            stage.end(lease);
        }
        stage.close();
    }
}
