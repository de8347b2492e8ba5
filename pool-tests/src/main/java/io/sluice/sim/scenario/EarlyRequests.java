package io.sluice.sim.scenario;

import io.sluice.jdbc.Startup;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Requests from before the start of a pool, which join the line in their order. */
final class EarlyRequests {

    private static final long LONG_NANOS = Duration.ofHours(1).toNanos();

    private final DataSourceStage stage;
    private final List<CompletableFuture<Connection>> all = new ArrayList<>();

    /** The numbers of those that were served. */
    private final List<Integer> served = new ArrayList<>();

    /** So many were certainly made before the start was over. */
    private int beforeStart;

    EarlyRequests(DataSourceStage stage) {
        this.stage = stage;
    }

    void make(int count) {
        for (int i = 1; i <= count; i++) {
            int number = i;
            CompletableFuture<Connection> request =
                    stage.source.acquireAsync(stage.config.acquireTimeout(), Runnable::run);
            all.add(request);
            if (stage.config.startup() == Startup.FAIL && !stage.database.isAnyOpen()) {
                beforeStart = number; // the start waits for the first connection
            }
            CompletableFuture<Void> ignored =
                    request.thenAccept(connection -> serve(number, connection));
        }
    }

    private void serve(int number, Connection connection) {
        served.add(number);
        String lease = "early-" + number;
        try {
            stage.database.begins(lease);
            boolean ignored = connection.isClosed(); // shows the driver which lease it is
            stage.database.ended(lease);
            connection.close();
        } catch (SQLException e) {
            stage.allowFailure(e);
        }
    }

    /** One connection serves one after the other, unless it is replaced or another joins it. */
    void check() {
        stage.simulation.await(() -> all.stream().allMatch(CompletableFuture::isDone), LONG_NANOS);
        List<Integer> before = served.stream().filter(number -> number <= beforeStart).toList();
        if (stage.config.maxSize() == 1
                && stage.isGoodDay()
                && !stage.isOperated
                && !before.equals(before.stream().sorted().toList())) {
            stage.fail("requests from before the start are served in the order " + before);
        }
    }
}
