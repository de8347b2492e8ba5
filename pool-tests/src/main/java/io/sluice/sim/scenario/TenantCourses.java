package io.sluice.sim.scenario;

import io.sluice.jdbc.tenant.TenantDataSource;
import io.sluice.jdbc.tenant.TenantKind;
import io.sluice.sim.scenario.CourseStage.Lease;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.DatabaseFaults;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.SimDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** Leases of tenants whose driver takes long to close what they leave open. */
final class TenantCourses {

    private TenantCourses() {}

    /** However long that takes, no lease is taken away, nor if a second thread closes it too. */
    static void slowEnds(Simulation simulation, Dice dice) throws SQLException {
        SimDatabase database = CourseStage.database(simulation, dice);
        database.hasTenants = true;
        CourseStage stage =
                new CourseStage(simulation, dice, database, CourseStage.draft(database));
        TenantDataSource tenants =
                new TenantDataSource(stage.source, TenantKind.SCHEMA, () -> "main");
        for (int i = 1; i <= 4; i++) {
            Connection connection = tenants.getConnectionFor("main");
            Lease lease = new Lease("tenant-" + i, connection);
            database.begins(lease.name());
            Statement left = connection.createStatement();
            left.execute("WORK " + lease.name());
            database.misbehaves(new DatabaseFaults(0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0));
            database.ended(lease.name());
            @Nullable SimThread other =
                    dice.oneIn(3)
                            ? null
                            : simulation.start("second-" + i, () -> closeToo(stage, connection));
            connection.close();
            if (other != null) {
                simulation.join(other);
            }
            database.behave();
        }
        long created = stage.source.snapshot().counters().created();
        stage.require(created == 1, "one connection would do, and were made " + created);
        stage.close();
    }

    private static void closeToo(CourseStage stage, Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            stage.simulation.fail("a close fails: " + e.getMessage(), e);
        }
    }
}
