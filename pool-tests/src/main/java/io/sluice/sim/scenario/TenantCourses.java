package io.sluice.sim.scenario;

import io.sluice.jdbc.tenant.TenantDataSource;
import io.sluice.jdbc.tenant.TenantKind;
import io.sluice.pool.FlushMode;
import io.sluice.sim.scenario.CourseStage.Lease;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.DatabaseFaults;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.SimDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Leases of tenants that take long to close, come when their thread is interrupted, or leave
 * something behind.
 */
final class TenantCourses {

    private static final long PAUSE_NANOS = Duration.ofMillis(10).toNanos();
    private static final long STALL_NANOS = Duration.ofMillis(1).toNanos();

    private TenantCourses() {}

    private static CourseStage open(Simulation simulation, Dice dice) {
        SimDatabase database = CourseStage.database(simulation, dice);
        database.hasTenants = true;
        return new CourseStage(simulation, dice, database, CourseStage.draft(database));
    }

    private static TenantDataSource tenants(CourseStage stage) {
        return new TenantDataSource(stage.source, TenantKind.SCHEMA, () -> "main");
    }

    /** However long that takes, no lease is taken away, nor if a second thread closes it too. */
    static void slowEnds(Simulation simulation, Dice dice) throws SQLException {
        CourseStage stage = open(simulation, dice);
        TenantDataSource tenants = tenants(stage);
        for (int i = 1; i <= 4; i++) {
            Connection connection = tenants.getConnectionFor("main");
            Lease lease = new Lease("tenant-" + i, connection);
            stage.database.begins(lease.name());
            Statement left = connection.createStatement();
            left.execute("WORK " + lease.name());
            stage.database.misbehaves(new DatabaseFaults(0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0));
            stage.database.ended(lease.name());
            @Nullable SimThread other =
                    dice.oneIn(3)
                            ? null
                            : simulation.start("second-" + i, () -> closeToo(stage, connection));
            connection.close();
            if (other != null) {
                simulation.join(other);
            }
            stage.database.behave();
        }
        long created = stage.source.snapshot().counters().created();
        stage.require(created == 1, "one connection would do, and were made " + created);
        stage.close();
    }

    /** A thread that waits for its tenant's place, then for a connection, is interrupted then. */
    static void interrupted(Simulation simulation, Dice dice) throws SQLException {
        CourseStage stage = open(simulation, dice);
        TenantDataSource all = tenants(stage);
        TenantDataSource limited =
                new TenantDataSource(stage.source, TenantKind.SCHEMA, () -> "main", 1);
        for (int i = 1; i <= 8; i++) {
            boolean[] ends = {false};
            Connection first = limited.getConnection();
            SimThread other = simulation.start("other-" + i, () -> hold(stage, all, ends));
            simulation.sleep(PAUSE_NANOS); // it is in line before the next
            SimThread waiter = simulation.start("waiter-" + i, () -> tryToUse(stage, limited));
            simulation.sleep(PAUSE_NANOS);
            first.close(); // one of them gets the connection, the other the place
            simulation.sleep(PAUSE_NANOS);
            simulation.stall(1, STALL_NANOS);
            waiter.interrupt();
            simulation.sleep(1); // it gives up, or stands still as it is about to
            simulation.stall(0, 0);
            ends[0] = true;
            simulation.join(waiter);
            simulation.join(other);
        }
        stage.close();
    }

    /** Whatever switches the schema during a lease, the next one has that of its tenant. */
    static void switched(Simulation simulation, Dice dice) throws SQLException {
        CourseStage stage = open(simulation, dice);
        TenantDataSource tenants = tenants(stage);
        for (int i = 1; i <= 8; i++) {
            Connection connection = tenants.getConnection();
            Lease lease = new Lease("tenant-" + i, connection);
            stage.database.begins(lease.name());
            String schema = connection.getSchema();
            stage.require("main".equals(schema), "a lease of main begins in " + schema);
            switch (dice.from(1, 4)) {
                case 1 -> Worker.execute(connection, "USE " + lease.name());
                case 2 -> stage.use(lease, "USE ?");
                case 3 -> stage.use(lease, SimDatabase.CHANGES_PATH);
                default -> {
                    try (PreparedStatement query = connection.prepareStatement("SELECT 1")) {
                        query.execute("USE " + lease.name()); // forbidden, and some drivers do it
                    }
                }
            }
            stage.end(lease);
        }
        stage.close();
    }

    /** A connection serves no other lease once a statement of one did not close. */
    static void unclosed(Simulation simulation, Dice dice) throws SQLException {
        CourseStage stage = open(simulation, dice);
        TenantDataSource tenants = tenants(stage);
        Lease lease = new Lease("tenant", tenants.getConnection());
        stage.database.begins(lease.name());
        PreparedStatement left = lease.connection().prepareStatement("WORK ?");
        simulation.note("leaves " + left);
        stage.database.misbehaves(new DatabaseFaults(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0));
        stage.end(lease);
        stage.database.behave();
        tenants.getConnection().close();
        long created = stage.source.snapshot().counters().created();
        stage.require(created == 2, "a connection whose statement did not close serves on");
        stage.close();
    }

    /** A tenant has no more connections than it may, though some are closed after their leases. */
    static void places(Simulation simulation, Dice dice) {
        SimDatabase database = CourseStage.database(simulation, dice);
        database.hasTenants = true;
        CourseStage stage =
                new CourseStage(simulation, dice, database, CourseStage.draft(database).maxSize(3));
        TenantDataSource limited =
                new TenantDataSource(stage.source, TenantKind.SCHEMA, () -> "main", 1);
        int[] open = new int[1];
        List<SimThread> users = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            users.add(simulation.start("user-" + i, () -> takePlaces(stage, limited, open)));
        }
        for (int i = 0; i < 5; i++) {
            simulation.sleep(dice.nanosUpTo(Duration.ofMillis(60)));
            stage.source.flush(dice.oneOf(FlushMode.IDLE, FlushMode.GRACEFUL));
        }
        users.forEach(simulation::join);
        stage.close();
    }

    private static void takePlaces(CourseStage stage, TenantDataSource source, int[] open) {
        for (int i = 0; i < 6; i++) {
            try (Connection connection = source.getConnection()) {
                stage.simulation.note("has " + connection);
                open[0]++;
                stage.require(open[0] <= 1, "a tenant has two connections, and may have one");
                stage.simulation.sleep(PAUSE_NANOS);
                open[0]--;
            } catch (SQLException e) {
                stage.simulation.fail("a lease fails: " + e.getMessage(), e);
            }
        }
    }

    private static void hold(CourseStage stage, TenantDataSource source, boolean[] ends) {
        try (Connection connection = source.getConnection()) {
            stage.simulation.note("has " + connection);
            stage.simulation.await(() -> ends[0], 100 * PAUSE_NANOS);
        } catch (SQLException e) {
            stage.simulation.fail("a lease fails: " + e.getMessage(), e);
        }
    }

    private static void tryToUse(CourseStage stage, TenantDataSource source) {
        try (Connection connection = source.getConnection()) {
            stage.simulation.note("has " + connection);
        } catch (SQLException e) {
            stage.simulation.note("fails: " + DataSourceStage.text(e));
        }
    }

    private static void closeToo(CourseStage stage, Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            stage.simulation.fail("a close fails: " + e.getMessage(), e);
        }
    }
}
