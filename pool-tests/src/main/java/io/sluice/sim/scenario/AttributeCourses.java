package io.sluice.sim.scenario;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.sim.scenario.CourseStage.Call;
import io.sluice.sim.scenario.CourseStage.Lease;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.DriverKind;
import io.sluice.sim.world.SimDatabase;
import io.sluice.sim.world.SimVendor;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Leases that do little but change attributes; the database looks at what the next one finds. */
final class AttributeCourses {

    private AttributeCourses() {}

    /** Attributes are set back by the lease itself, by SQL, or by a rollback. */
    static void putBack(Simulation simulation, Dice dice) throws SQLException {
        SimDatabase database = CourseStage.database(simulation, dice);
        database.kind = dice.oneOf(DriverKind.PLAIN, DriverKind.OTHER);
        JdbcPoolConfig.Builder draft = CourseStage.draft(database);
        if (dice.oneIn(2)) {
            draft.schema("main");
        }
        CourseStage stage = new CourseStage(simulation, dice, database, draft);
        for (int i = 0; i < 8; i++) {
            Lease lease = stage.begin();
            lease.connection().setSchema("other"); // so that the pool looks at it
            boolean isAutoCommit = true;
            for (int steps = dice.from(2, 7); steps > 0; steps--) {
                isAutoCommit = change(stage, lease, isAutoCommit);
            }
            stage.end(lease);
        }
        stage.close();
    }

    private static boolean change(CourseStage stage, Lease lease, boolean isAutoCommit)
            throws SQLException {
        Connection connection = lease.connection();
        switch (stage.dice.from(1, 9)) {
            case 1, 2 -> connection.setSchema("other");
            case 3, 4 -> connection.setSchema("main");
            case 5 -> Worker.execute(connection, "USE " + lease.name());
            case 6 -> {
                connection.setAutoCommit(false);
                return false;
            }
            case 7 -> stage.work(lease);
            case 8 -> {
                if (!isAutoCommit) {
                    connection.rollback();
                }
            }
            default -> {
                connection.setHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT);
                connection.setHoldability(ResultSet.CLOSE_CURSORS_AT_COMMIT);
            }
        }
        return isAutoCommit;
    }

    /** With MySQL, client info may begin a transaction, and a validation begins none. */
    static void clientInfo(Simulation simulation, Dice dice) throws SQLException {
        SimDatabase database = CourseStage.database(simulation, dice);
        database.vendor = dice.oneOf(SimVendor.MYSQL, SimVendor.MARIADB);
        database.restsInTransactions = true;
        CourseStage stage =
                new CourseStage(
                        simulation, dice, database, CourseStage.draft(database).autoCommit(false));
        for (int i = 0; i < 6; i++) {
            Lease lease = stage.begin();
            if (dice.oneIn(2)) {
                lease.connection().setClientInfo("application", lease.name());
            }
            if (dice.oneIn(3)) {
                lease.connection().rollback();
            }
            if (dice.oneIn(3)) {
                stage.work(lease);
            }
            stage.end(lease);
            simulation.sleep(dice.oneOfMillis(0, 100, 600).toNanos());
        }
        stage.close();
    }

    /** Two threads change at once what has never been changed before. */
    static void firstChangeByTwo(Simulation simulation, Dice dice) throws SQLException {
        SimDatabase database = CourseStage.database(simulation, dice);
        database.kind = DriverKind.OTHER;
        database.plan.asksServer = true;
        CourseStage stage =
                new CourseStage(simulation, dice, database, CourseStage.draft(database));
        for (int i = 0; i < 4; i++) {
            Lease both = stage.begin();
            int which = dice.from(1, 4);
            stage.byTwo(both, setter(both, which), setter(both, which));
            stage.end(both);
            Lease next = stage.begin();
            next.connection().abort(Runnable::run);
            stage.end(next);
        }
        stage.close();
    }

    private static Call setter(Lease lease, int which) {
        Connection connection = lease.connection();
        return switch (which) {
            case 1 -> () -> connection.setSchema("other");
            case 2 -> () -> connection.setReadOnly(true);
            case 3 -> () -> connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            default -> () -> connection.setHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT);
        };
    }

    /** One thread begins a transaction, and another changes what begins none. */
    static void workBesideChange(Simulation simulation, Dice dice) throws SQLException {
        SimDatabase database = CourseStage.database(simulation, dice);
        database.restsInTransactions = true;
        CourseStage stage =
                new CourseStage(
                        simulation, dice, database, CourseStage.draft(database).autoCommit(false));
        for (int i = 0; i < 10; i++) {
            Lease lease = stage.begin();
            stage.byTwo(lease, setter(lease, 4), () -> stage.work(lease));
            stage.end(lease);
        }
        stage.begin();
        stage.close();
    }
}
