package io.sluice.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.scheduler.Trial;
import io.sluice.sim.world.Cancelling;
import io.sluice.sim.world.DatabaseFaults;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.SimDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The simulated database notices what a pool must not do. */
class SimDatabaseTest {

    private interface Work {
        void on(SimDatabase database, Connection connection) throws SQLException;
    }

    private static String failure(Work work) {
        Scenario scenario =
                simulation -> {
                    SimDatabase database =
                            new SimDatabase(
                                    simulation,
                                    new Dice(simulation.chance("all")),
                                    DatabaseFaults.NONE,
                                    Duration.ofSeconds(1),
                                    /* hasRequests= */ false,
                                    /* resetsSettings= */ true,
                                    /* branches= */ null);
                    work.on(database, database.getConnection());
                };
        String failure = Simulation.run(Trial.of(1), scenario, /* keepsAll= */ false).failure();
        return Objects.requireNonNullElse(failure, "nothing");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void leasesThatLeaveNothing() {
        assertThat(
                        failure(
                                (database, connection) -> {
                                    connection.setAutoCommit(false);
                                    execute(connection, "SET one");
                                    database.ended("one");
                                    connection.rollback();
                                    execute(connection, "RESET");
                                    execute(connection, "WORK two");
                                    database.mayCommit("two");
                                    connection.commit();
                                    database.ended("two");
                                    connection.close();
                                    assertThat(database.open()).isZero();
                                }))
                .isEqualTo("nothing");
    }

    @Test
    void leasesAtOnce() {
        assertThat(
                        failure(
                                (database, connection) -> {
                                    execute(connection, "WORK one");
                                    execute(connection, "WORK two");
                                }))
                .isEqualTo("session 1 serves two and one at once");
    }

    @Test
    void aLeaseThatIsOver() {
        assertThat(
                        failure(
                                (database, connection) -> {
                                    database.ended("one");
                                    execute(connection, "WORK one");
                                }))
                .isEqualTo("session 1 is told to work by one, whose lease is over");
    }

    @Test
    void workLeftOpen() {
        assertThat(
                        failure(
                                (database, connection) -> {
                                    connection.setAutoCommit(false);
                                    execute(connection, "WORK one");
                                    database.ended("one");
                                    execute(connection, "WORK two");
                                }))
                .isEqualTo("session 1 has work of one open when it serves two");
    }

    @Test
    void aSettingLeft() {
        assertThat(
                        failure(
                                (database, connection) -> {
                                    execute(connection, "SET one");
                                    database.ended("one");
                                    execute(connection, "WORK two");
                                }))
                .isEqualTo("session 1 has a setting of one when it serves two");
    }

    @Test
    void aStatementLeftOpen() {
        assertThat(
                        failure(
                                (database, connection) -> {
                                    connection.createStatement();
                                    execute(connection, "WORK two");
                                }))
                .isEqualTo("session 1 has 1 statements left open when it serves two");
    }

    @Test
    void aCommitThatTheLeaseDidNotWant() {
        assertThat(
                        failure(
                                (database, connection) -> {
                                    connection.setAutoCommit(false);
                                    execute(connection, "WORK one");
                                    connection.setAutoCommit(true);
                                }))
                .isEqualTo("session 1 commits what one has not committed");
    }

    @Test
    void aLostSessionThatServesAgain() {
        assertThat(
                        failure(
                                (database, connection) -> {
                                    execute(connection, "WORK one");
                                    database.restart();
                                    database.begins("one");
                                    assertThatThrownBy(() -> execute(connection, "WORK one"))
                                            .isInstanceOf(SQLException.class);
                                    database.ended("one");
                                    database.begins("two");
                                    execute(connection, "WORK two");
                                }))
                .isEqualTo("session 1 has told one that it is lost, and serves two");
    }

    @Test
    void aValidationThatIsCancelled() {
        assertThat(
                        failure(
                                (database, connection) -> {
                                    database.plan.canCancel = true;
                                    Cancelling other = (Cancelling) database.getConnection();
                                    database.misbehaves(
                                            new DatabaseFaults(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0));
                                    Simulation simulation =
                                            Objects.requireNonNull(Simulation.current());
                                    simulation.start("pool", () -> validate(other));
                                    simulation.sleep(Duration.ofMillis(1).toNanos());
                                    other.cancelQuery();
                                }))
                .isEqualTo("session 2 is told to cancel what hangs, and that is a validation");
    }

    private static void validate(Connection connection) {
        try {
            assertThat(connection.isValid(1)).isTrue();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void useAfterClose() {
        assertThat(
                        failure(
                                (database, connection) -> {
                                    connection.close();
                                    connection.rollback();
                                }))
                .isEqualTo("session 1 was closed and is used by main");
    }
}
