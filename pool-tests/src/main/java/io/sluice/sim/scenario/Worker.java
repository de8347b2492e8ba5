package io.sluice.sim.scenario;

import io.sluice.pool.internal.upkeep.Validation;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.world.Dice;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A thread of an application with a data source. Each of its rounds is a lease. */
final class Worker implements Runnable {

    /** What an acquire may take beyond its time-out, but for starts and validations. */
    private static final Duration SLACK = Duration.ofSeconds(1);

    /** The least time that a validation gets, and a moment. */
    private static final Duration LEAST_VALIDATION =
            Duration.ofNanos(Validation.LEAST_NANOS + Validation.GRACE_NANOS).plusMillis(1);

    private final DataSourceStage stage;
    private final String name;
    private final int rounds;

    /** Those of the round. */
    private Dice dice;

    Worker(DataSourceStage stage, String name) {
        this.stage = stage;
        this.name = name;
        this.dice = stage.diceOf(name);
        this.rounds = dice.from(1, 6);
    }

    @Override
    public void run() {
        for (int i = 1; i <= rounds; i++) {
            String round = name + "." + i;
            if (stage.simulation.has(round)) {
                dice = stage.diceOf(round);
                stage.simulation.sleep(dice.someNanos(1));
                lease(round);
            }
        }
    }

    private void lease(String lease) {
        Connection connection = acquire(lease);
        if (connection == null) {
            return;
        }
        Statement kept = null;
        Dice more = stage.diceOf(lease + "/more");
        Chores chores = new Chores(stage, connection, lease, more);
        stage.database.begins(lease);
        try {
            boolean ignored = connection.isClosed(); // shows the driver which lease it is
            if (stage.habit == Habit.BEGINS_BY_TWO) {
                chores.beginByTwo();
            } else if (!more.oneIn(3)) {
                stage.checkAtRest(connection);
            } else if (more.oneIn(4)) {
                chores.beginByTwo();
            }
            boolean isIdle = more.oneIn(6) || stage.habit == Habit.ABORTS;
            if (stage.habit == Habit.ABORTS && more.oneIn(2)) {
                chores.abort();
            } else if (isIdle) {
                chores.ask();
            } else {
                doChores(chores, more);
            }
            int acts = isIdle ? 0 : dice.from(0, 4);
            for (int i = 0; i < acts; i++) {
                act(connection, lease);
            }
            if (!isIdle && dice.oneIn(3)) {
                kept = connection.createStatement();
            }
            if (!isIdle && more.oneIn(10)) {
                chores.abort();
            }
        } catch (SQLException e) {
            stage.allowFailure(e);
        }
        SimThread hurried = stage.hurries || more.oneIn(8) ? chores.hurry() : null;
        stage.isDisturbed |= hurried != null;
        end(connection, lease);
        if (hurried != null) {
            stage.simulation.join(hurried);
            stage.database.isHastyNoMore(lease);
            if (stage.isGoodDay() && !stage.isForced && !chores.hasAborted) {
                stage.database.checkClosed(lease);
            }
        }
        stage.database.begins(lease);
        checkOver(connection, kept, lease);
        chores.checkOver();
        stage.database.ended(lease);
    }

    private static void doChores(Chores chores, Dice more) throws SQLException {
        int acts = !chores.hasHabit() && more.oneIn(2) ? 0 : more.from(1, 4);
        for (int i = 0; i < acts; i++) {
            chores.act();
        }
        if (more.oneIn(12)) {
            chores.closeWhileExecuting();
        }
    }

    private @Nullable Connection acquire(String lease) {
        boolean isRequest = dice.oneIn(4) && stage.tenants == null;
        long began = stage.simulation.nanos();
        boolean wasClosed = stage.isClosed;
        boolean wasStarted = stage.isStarted;
        stage.simulation.note("acquires" + (isRequest ? ", async" : ""));
        Connection connection = null;
        try {
            connection =
                    isRequest ? request() : stage.acquire(lease, stage.diceOf(lease + "/tenant"));
            stage.isStarted = true;
            stage.database.waitsSince(lease, began);
            stage.simulation.note("has a connection");
        } catch (SQLException e) {
            stage.simulation.note("is refused: " + DataSourceStage.text(e));
            stage.checkRefusal(e);
        }
        if (wasClosed && connection != null) {
            stage.fail("a closed data source has served");
        }
        checkTime(began, wasStarted);
        return connection;
    }

    private Connection request() throws SQLException {
        CompletableFuture<Connection> request =
                stage.source.acquireAsync(stage.config.acquireTimeout(), Runnable::run);
        stage.simulation.await(request::isDone, Duration.ofHours(1).toNanos());
        if (!request.isDone()) {
            stage.fail("a request does not end");
        }
        try {
            return request.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof SQLException refusal) {
                throw refusal;
            }
            throw e;
        }
    }

    /**
     * The first may start the pool, which connects, and closes what it opened if it fails; each may
     * end with a validation. A switch to another tenant closes kept statements, however long the
     * driver takes.
     */
    private void checkTime(long began, boolean wasStarted) {
        Duration took = Duration.ofNanos(stage.simulation.nanos() - began);
        Duration allowed =
                stage.config
                        .acquireTimeout()
                        .plus(stage.config.connectTimeout())
                        .plus(stage.config.validationTimeout())
                        .plus(stage.config.closeTimeout())
                        .plus(SLACK);
        if (wasStarted) {
            allowed = stage.config.acquireTimeout().plus(LEAST_VALIDATION);
        }
        if (stage.tenants == null
                && took.compareTo(allowed) > 0
                && stage.simulation.stalledUntil() <= began) {
            stage.fail("an acquire took " + took + " of " + allowed);
        }
    }

    private void act(Connection connection, String lease) throws SQLException {
        switch (dice.from(1, 9)) {
            case 1 -> connection.setAutoCommit(false);
            case 2 -> {
                stage.database.mayCommit(lease);
                connection.setAutoCommit(true);
            }
            case 3 -> {
                if (!connection.getAutoCommit()) {
                    stage.database.mayCommit(lease);
                    connection.commit();
                }
            }
            case 4 -> {
                if (!connection.getAutoCommit()) {
                    connection.rollback();
                }
            }
            case 5 -> {
                if (connection.getAutoCommit()) { // drivers refuse it within a transaction
                    connection.setReadOnly(true);
                    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                }
            }
            case 6 -> connection.setSchema("other");
            case 7 -> execute(connection, "SET " + lease);
            default -> execute(connection, "WORK " + lease);
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void end(Connection connection, String lease) {
        stage.database.ended(lease);
        try {
            switch (dice.from(1, 6)) {
                case 1 -> {
                    connection.close();
                    connection.close();
                }
                case 2 -> closeByTwo(connection);
                case 3 -> {
                    stage.simulation.note("aborts");
                    stage.isDisturbed = true;
                    connection.abort(Runnable::run);
                    connection.close();
                }
                default -> connection.close();
            }
            stage.simulation.note("has closed");
        } catch (SQLException e) {
            stage.allowFailure(e);
        }
    }

    private void closeByTwo(Connection connection) throws SQLException {
        SimThread other =
                stage.simulation.start(
                        name + "-other",
                        () -> {
                            try {
                                connection.close();
                            } catch (SQLException e) {
                                stage.allowFailure(e);
                            }
                        });
        connection.close();
        stage.simulation.join(other);
    }

    /** A closed handle refuses, and what it made; the database notices what gets through. */
    private void checkOver(Connection connection, @Nullable Statement kept, String lease) {
        try {
            if (kept != null) {
                kept.execute("WORK " + lease);
            } else {
                execute(connection, "WORK " + lease);
            }
            stage.fail("a closed handle works");
        } catch (SQLException e) {
            stage.simulation.note("the handle is closed");
        }
    }
}
