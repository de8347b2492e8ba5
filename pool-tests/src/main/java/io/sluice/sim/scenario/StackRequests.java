package io.sluice.sim.scenario;

import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.SimTransactionManager;
import jakarta.transaction.Status;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Requests that wait in line, and are cancelled or delivered where the stack ends. */
final class StackRequests {

    private static final long END_NANOS = Duration.ofMinutes(2).toNanos();
    private static final int MOST = 6;

    private final DataSourceStage stage;
    private final Dice dice;

    StackRequests(DataSourceStage stage, String name) {
        this.stage = stage;
        this.dice = stage.diceOf("requests of " + name);
    }

    /** In a transaction a request is refused, since it would not take part. */
    static void checkRefused(DataSourceStage stage, SimTransactionManager manager) {
        boolean wasActive = isActive(manager);
        CompletableFuture<Connection> request =
                stage.source.acquireAsync(Duration.ZERO, Runnable::run);
        if (wasActive && isActive(manager) && !request.isCompletedExceptionally()) {
            stage.fail("a request is accepted in a transaction");
        }
    }

    private static boolean isActive(SimTransactionManager manager) {
        return manager.getStatus() == Status.STATUS_ACTIVE;
    }

    /** Some requests: all end, and what they get is given back. */
    void run() {
        if (!dice.oneIn(3)) {
            return;
        }
        List<CompletableFuture<Connection>> all = new ArrayList<>();
        int many = dice.from(1, MOST);
        for (int i = 0; i < many; i++) {
            all.add(stage.source.acquireAsync(stage.config.acquireTimeout(), this::execute));
        }
        stage.simulation.sleep(dice.someNanos(100));
        for (CompletableFuture<Connection> request : all) {
            if (dice.oneIn(2)) {
                cancel(request);
            }
        }
        for (CompletableFuture<Connection> request : all) {
            close(request);
        }
    }

    private void execute(Runnable delivery) {
        if (dice.oneIn(2)) {
            delivery.run();
        } else {
            SimThread.withFrames(dice.from(0, 6), delivery::run);
        }
    }

    private void cancel(CompletableFuture<Connection> request) {
        try {
            SimThread.withFrames(dice.from(0, 12), () -> request.cancel(true));
        } catch (StackOverflowError e) {
            stage.simulation.note("cancels at the end of its stack");
        }
    }

    private void close(CompletableFuture<Connection> request) {
        stage.simulation.await(request::isDone, END_NANOS);
        if (!request.isDone()) {
            stage.fail("a request does not end");
        }
        Connection connection = outcome(request);
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                stage.simulation.note("fails: " + DataSourceStage.text(e));
            }
        }
    }

    private static @Nullable Connection outcome(CompletableFuture<Connection> request) {
        if (request.isCancelled()) {
            return null;
        }
        try {
            return request.join();
        } catch (CompletionException e) {
            return null; // it has timed out, or found the end of the stack
        }
    }
}
