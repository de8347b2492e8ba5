package io.sluice.sim.scenario;

import io.sluice.sim.scenario.CourseStage.Lease;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.DatabaseFaults;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.DriverKind;
import io.sluice.sim.world.SimDatabase;
import java.lang.reflect.Field;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Leases that do little but use statements, most of them kept. */
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

    /** A lease remembers none that it has closed but the last, however long another is open. */
    static void closedBehindOpen(Simulation simulation, Dice dice)
            throws SQLException, ReflectiveOperationException {
        SimDatabase database = CourseStage.database(simulation, dice);
        CourseStage stage =
                new CourseStage(simulation, dice, database, CourseStage.draft(database));
        for (int i = 0; i < 3; i++) {
            Lease lease = stage.begin();
            List<Statement> open = new ArrayList<>();
            for (int steps = dice.from(5, 20); steps > 0; steps--) {
                if (open.isEmpty() || dice.oneIn(2)) {
                    open.add(lease.connection().createStatement());
                } else {
                    open.remove(dice.from(0, open.size() - 1)).close();
                }
                int known = remembered(lease.connection());
                stage.require(
                        known <= open.size() + 1,
                        "a lease remembers " + known + " statements; open are " + open.size());
            }
            stage.end(lease);
        }
        stage.close();
    }

    /** Returns how many statements a handle has in its list, of which nothing else tells. */
    private static int remembered(Connection connection) throws ReflectiveOperationException {
        int count = 0;
        Object each = field(connection, "firstChild");
        while (each != null) {
            count++;
            each = field(each, "next");
        }
        return count;
    }

    private static @Nullable Object field(Object of, String name)
            throws ReflectiveOperationException {
        Class<?> type = of.getClass();
        while (Stream.of(type.getDeclaredFields()).noneMatch(each -> each.getName().equals(name))) {
            type = type.getSuperclass();
        }
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
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
