package io.sluice.perf.xa;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.command.Progress;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Turn;
import io.sluice.pool.fault.PostgresServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs one {@link XaFork} per row, contestant and round, contestants taking turns. */
final class XaRuns {

    /** The time limit of a fork. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private static final Map<String, String> POSTGRES =
            Map.of("max_connections", "150", "max_prepared_transactions", "100");

    private final XaPlan plan;

    XaRuns(XaPlan plan) {
        this.plan = plan;
    }

    /** Runs all turns. */
    List<XaTurn> run() throws IOException, InterruptedException {
        if (plan.rows().stream().noneMatch(XaRow::needsPostgres)) {
            return run(null);
        }
        try (PostgresServer server = PostgresServer.start(POSTGRES)) {
            try (Connection admin = server.admin()) {
                XaFork.createTable(admin);
            } catch (SQLException e) {
                throw new MeasurementException("cannot make the table of the transactions", e);
            }
            return run(server);
        }
    }

    private List<XaTurn> run(@Nullable PostgresServer server)
            throws IOException, InterruptedException {
        return Progress.through(
                "xa",
                plan.steps(),
                step -> run(step, server),
                (step, turn) -> step.label() + " " + first(turn));
    }

    /** Returns the first figure of a row in words. */
    private static String first(XaTurn turn) {
        String name = turn.row().figures().get(0);
        return XaRow.format(name).apply(turn.get(name)) + " " + XaRow.header(name);
    }

    private XaTurn run(Turn<XaRow, XaPeer> step, @Nullable PostgresServer server)
            throws IOException, InterruptedException {
        XaOrder order =
                new XaOrder(
                        step.row(),
                        step.contestant(),
                        plan.threads(),
                        plan.warmupMillis(),
                        plan.millis(),
                        plan.count(),
                        server == null ? "" : server.url(),
                        PostgresServer.ADMIN);
        Printed printed =
                ForkedJvm.run(
                        "the fork of " + step.contestant() + " in row " + step.row(),
                        List.of(),
                        XaFork.class,
                        order.toArgs(),
                        LIMIT);
        return new XaTurn(step.row(), step.contestant(), step.round(), printed.figures());
    }
}
