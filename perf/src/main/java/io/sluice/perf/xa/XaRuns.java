package io.sluice.perf.xa;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.command.Progress;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Printed;
import io.sluice.pool.fault.PostgresServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs one {@link XaFork} per row, contestant and round, contestants taking turns. */
final class XaRuns {

    /** What a fork may take at most. */
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
        List<XaPlan.Step> steps = plan.steps();
        List<XaTurn> turns = new ArrayList<>();
        try (Progress progress = Progress.start("xa", steps.size())) {
            for (XaPlan.Step step : steps) {
                XaTurn turn = run(step, server);
                turns.add(turn);
                progress.advance(1);
                String first = step.row().figures().get(0);
                progress.say(
                        step.row()
                                + " "
                                + step.peer()
                                + " "
                                + XaRow.format(first).apply(turn.get(first))
                                + " "
                                + XaRow.header(first));
            }
        }
        return turns;
    }

    private XaTurn run(XaPlan.Step step, @Nullable PostgresServer server)
            throws IOException, InterruptedException {
        XaOrder order =
                new XaOrder(
                        step.row(),
                        step.peer(),
                        plan.threads(),
                        plan.millis(),
                        plan.count(),
                        server == null ? "" : server.url(),
                        PostgresServer.ADMIN);
        Printed printed =
                ForkedJvm.run(
                        "the fork of " + step.peer() + " in row " + step.row(),
                        List.of(),
                        XaFork.class,
                        order.toArgs(),
                        LIMIT);
        return new XaTurn(step.row(), step.peer(), step.round(), printed.figures());
    }
}
