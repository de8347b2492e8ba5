package io.sluice.sim.scenario;

import io.sluice.jdbc.Transactions;
import io.sluice.pool.FlushMode;
import io.sluice.pool.PoolCounters;
import io.sluice.sim.scenario.CourseStage.Lease;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.DatabaseFaults;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.DriverKind;
import io.sluice.sim.world.SimDatabase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.time.Duration;

/** Drivers that tell passwords, are hidden by proxies, or can cancel without a statement. */
final class DriverCourses {

    private static final DatabaseFaults HANG = new DatabaseFaults(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
    private static final DatabaseFaults NO_RESET =
            new DatabaseFaults(0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0);
    private static final DatabaseFaults NO_CLOSE =
            new DatabaseFaults(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0);

    private static final long LONG_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long REST_NANOS = Duration.ofMillis(100).toNanos();
    private static final Duration IDLE = Duration.ofMillis(20);

    private DriverCourses() {}

    /** However a connection is lost, the log tells why, and not the password that is in it. */
    static void tellsPasswords(Simulation simulation, Dice dice) throws SQLException {
        SimDatabase database = CourseStage.database(simulation, dice);
        database.plan.tellsUrl = true;
        CourseStage stage =
                new CourseStage(
                        simulation,
                        dice,
                        database,
                        CourseStage.draft(database)
                                .validationQuery(SimDatabase.PING)
                                .validateAfterIdle(IDLE));
        int[] failures = new int[1];
        simulation.readLog(text -> checkSecret(stage, "the log", text));
        simulation.readFailures(
                failure -> {
                    failures[0]++;
                    checkSecret(stage, "the log", failure);
                });
        for (int i = 0; i < 6; i++) {
            int before = failures[0];
            try {
                lose(stage, stage.begin());
            } catch (SQLException e) {
                checkSecret(stage, "a refusal", e);
                simulation.note("is refused: " + DataSourceStage.text(e));
            }
            simulation.await(() -> failures[0] > before, LONG_NANOS);
            stage.require(failures[0] > before, "the log does not tell why a connection is lost");
            database.behave();
        }
        stage.close();
    }

    private static void lose(CourseStage stage, Lease lease) throws SQLException {
        SimDatabase database = stage.database;
        switch (stage.dice.from(1, 4)) {
            case 1 -> {
                database.killOne(stage.dice);
                tryToWork(stage, lease);
                stage.end(lease);
            }
            case 2 -> {
                lease.connection().setReadOnly(true);
                database.misbehaves(NO_RESET);
                stage.end(lease);
            }
            case 3 -> {
                database.misbehaves(NO_CLOSE);
                stage.source.flush(FlushMode.GRACEFUL);
                stage.end(lease);
            }
            default -> {
                stage.end(lease);
                stage.simulation.sleep(REST_NANOS);
                database.killOne(stage.dice);
                Lease next = stage.begin();
                tryToWork(stage, next); // where the timer stalls, it was not validated
                stage.end(next);
            }
        }
    }

    /** What a lease is told by its driver is its own. */
    private static void tryToWork(CourseStage stage, Lease lease) {
        try {
            stage.work(lease);
        } catch (SQLException e) {
            stage.simulation.note("fails: " + DataSourceStage.text(e));
        }
    }

    private static void checkSecret(CourseStage stage, String where, Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        checkSecret(stage, where, text.toString());
    }

    private static void checkSecret(CourseStage stage, String where, String text) {
        stage.require(!text.contains(SimDatabase.SECRET), where + " shows a password: " + text);
    }

    /** A connection of an XA session that does not unwrap serves as any other. */
    static void hidesBehindProxy(Simulation simulation, Dice dice) {
        SimDatabase database = CourseStage.database(simulation, dice);
        database.plan.unwrapRefusal = dice.from(1, 4);
        CourseStage stage =
                new CourseStage(
                        simulation,
                        dice,
                        database,
                        CourseStage.options()
                                .xaDataSource(database)
                                .transactions(Transactions.OFF));
        for (int i = 0; i < 3; i++) {
            try {
                Lease lease = stage.begin();
                stage.work(lease);
                stage.end(lease);
            } catch (SQLException e) {
                simulation.fail("a proxy that does not unwrap serves none: " + e.getMessage(), e);
            }
        }
        PoolCounters counters = stage.source.snapshot().counters();
        stage.require(
                counters.created() == 1 && counters.creationsFailed() == 0,
                "one connection would do, and were made " + counters.created());
        stage.close();
    }

    /** What hangs for a lease is cancelled as its connection is taken away; no validation is. */
    static void cancels(Simulation simulation, Dice dice) throws SQLException {
        SimDatabase database = CourseStage.database(simulation, dice);
        database.kind = DriverKind.WITHOUT_LIMITS; // else the driver ends the validation itself
        database.plan.canCancel = true;
        CourseStage stage =
                new CourseStage(
                        simulation,
                        dice,
                        database,
                        CourseStage.draft(database)
                                .validationTimeout(dice.oneOfMillis(250, 500, 1_000))
                                .validateAfterIdle(IDLE));
        for (int i = 0; i < 4; i++) {
            Lease lease = stage.begin();
            if (dice.oneIn(2)) {
                database.misbehaves(HANG);
                SimThread user = stage.beside(lease, /* mayFail= */ true, () -> stage.work(lease));
                simulation.sleep(Duration.ofSeconds(1).toNanos());
                stage.source.flush(FlushMode.IMMEDIATE);
                simulation.join(user);
                database.behave();
                stage.end(lease);
            } else {
                stage.end(lease);
                simulation.sleep(REST_NANOS);
                database.misbehaves(HANG);
                SimThread mender = simulation.start("mender-" + i, () -> behaveSoon(stage));
                stage.end(stage.begin());
                simulation.join(mender);
            }
        }
        stage.close();
    }

    /** The validation has begun by then, and the attempt to replace its connection has not. */
    private static void behaveSoon(CourseStage stage) {
        stage.simulation.sleep(REST_NANOS);
        stage.database.behave();
    }
}
