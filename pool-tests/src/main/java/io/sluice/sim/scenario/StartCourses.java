package io.sluice.sim.scenario;

import io.sluice.jdbc.Startup;
import io.sluice.pool.internal.upkeep.Validation;
import io.sluice.sim.scenario.CourseStage.Lease;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.FaultyTicker;
import io.sluice.sim.world.SimDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Callers that come before a pool has started, or get connections that fail at once. */
final class StartCourses {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** The least time that a validation gets, and a moment. */
    private static final Duration SLACK =
            Duration.ofNanos(Validation.LEAST_NANOS + Validation.GRACE_NANOS).plusMillis(1);

    private StartCourses() {}

    /** Requests from before the start are served in their order. */
    static void order(Simulation simulation, Dice dice) throws SQLException {
        SimDatabase database = CourseStage.database(simulation, dice);
        database.plan.connectTakes = Duration.ofMillis(10);
        CourseStage stage =
                new CourseStage(
                        simulation,
                        dice,
                        database,
                        CourseStage.draft(database).startup(Startup.FAIL));
        List<Integer> served = new ArrayList<>();
        List<Connection> held = new ArrayList<>();
        int count = dice.from(3, 5);
        for (int i = 1; i <= count; i++) {
            int number = i;
            CompletableFuture<Void> ignored =
                    stage.source
                            .acquireAsync(TIMEOUT, Runnable::run)
                            .thenAccept(
                                    connection -> {
                                        served.add(number);
                                        held.add(connection);
                                    });
        }
        for (int i = 1; i <= count; i++) {
            simulation.await(() -> !held.isEmpty(), TIMEOUT.toNanos());
            stage.require(!held.isEmpty(), "served are only " + served);
            simulation.sleep(Duration.ofMillis(20).toNanos()); // a long lease
            held.remove(0).close();
            stage.require(
                    served.equals(served.stream().sorted().toList()),
                    "requests from before the start are served in the order " + served);
        }
        stage.close();
    }

    /** The start is part of the time that a caller waits. */
    static void waitsForStart(Simulation simulation, Dice dice) throws SQLException {
        SimDatabase database = CourseStage.database(simulation, dice);
        database.plan.connectTakes = Duration.ofMillis(1_500);
        CourseStage stage =
                new CourseStage(
                        simulation,
                        dice,
                        database,
                        CourseStage.draft(database).startup(Startup.FAIL).acquireTimeout(TIMEOUT));
        SimThread first = holdFor(stage, "first", Duration.ofSeconds(5));
        simulation.sleep(dice.oneOfMillis(50, 500, 1_000).toNanos());
        checkTimesOut(stage);
        simulation.join(first);
        stage.close();
    }

    /** Connections fail as their leases begin; what is left of the time is for the others. */
    static void failsToBegin(Simulation simulation, Dice dice) throws SQLException {
        SimDatabase database = CourseStage.database(simulation, dice);
        int size = dice.from(1, 2);
        CourseStage stage =
                new CourseStage(
                        simulation,
                        dice,
                        database,
                        CourseStage.draft(database).maxSize(size).acquireTimeout(TIMEOUT));
        List<SimThread> holders = new ArrayList<>();
        for (int i = 1; i <= size; i++) {
            holders.add(holdFor(stage, "holder-" + i, Duration.ofMillis(300 + 700L * i)));
        }
        simulation.sleep(Duration.ofMillis(100).toNanos());
        database.plan.failsToBegin = true;
        database.plan.connectTakes = Duration.ofSeconds(5);
        checkTimesOut(stage);
        holders.forEach(simulation::join);
        database.plan.failsToBegin = false;
        database.plan.connectTakes = Duration.ZERO;
        stage.close();
    }

    /** Why a pool does not start is told, also if it does not close then. */
    static void failsToClose(Simulation simulation, Dice dice) {
        SimDatabase database = CourseStage.database(simulation, dice);
        database.plan.isDown = true;
        FaultyTicker ticker = Growing.newTicker();
        ticker.afterClose =
                () -> {
                    throw new IllegalStateException("does not close, on purpose");
                };
        CourseStage stage =
                new CourseStage(
                        simulation,
                        dice,
                        database,
                        CourseStage.draft(database).startup(Startup.FAIL).ticker(ticker));
        try (Connection connection = stage.source.getConnection()) {
            stage.require(connection == null, "a pool starts without its server");
        } catch (SQLException e) {
            String text = DataSourceStage.text(e);
            stage.require(text.contains("cannot connect"), "is told of a failed start: " + text);
        }
        stage.close();
    }

    private static SimThread holdFor(CourseStage stage, String name, Duration time) {
        return stage.simulation.start(
                name,
                () -> {
                    try {
                        Lease lease = stage.begin();
                        stage.work(lease);
                        stage.simulation.sleep(time.toNanos());
                        stage.end(lease);
                    } catch (SQLException e) {
                        stage.simulation.fail("a call of a lease fails: " + e.getMessage(), e);
                    }
                });
    }

    /** Sizes that are refused before the start change nothing. */
    static void refusesSizes(Simulation simulation, Dice dice) throws SQLException {
        SimDatabase database = CourseStage.database(simulation, dice);
        CourseStage stage =
                new CourseStage(simulation, dice, database, CourseStage.draft(database));
        int least = stage.source.getMinSize();
        int most = stage.source.getMaxSize();
        try {
            stage.source.resize(most + 2, most + 1);
            stage.require(false, "a minimum above the maximum is not refused");
        } catch (IllegalArgumentException e) {
            simulation.note("is refused: " + e.getMessage());
        }
        stage.require(
                stage.source.getMinSize() == least && stage.source.getMaxSize() == most,
                "sizes that are refused change those of before");
        stage.end(stage.begin());
        stage.close();
    }

    private static void checkTimesOut(CourseStage stage) throws SQLException {
        long began = stage.simulation.nanos();
        try {
            Lease lease = stage.begin();
            stage.end(lease);
        } catch (SQLException e) {
            stage.simulation.note("is refused: " + DataSourceStage.text(e));
        }
        Duration took = Duration.ofNanos(stage.simulation.nanos() - began);
        stage.require(
                took.compareTo(TIMEOUT.plus(SLACK)) <= 0,
                "an acquire took " + took + " of " + TIMEOUT);
    }
}
