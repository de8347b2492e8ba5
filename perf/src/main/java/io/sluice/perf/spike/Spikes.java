package io.sluice.perf.spike;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.command.Progress;
import io.sluice.perf.fork.Step;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.report.Figures;
import io.sluice.perf.server.Database;
import io.sluice.perf.stub.Meter;
import io.sluice.perf.stub.MeteredDriver;
import io.sluice.perf.stub.StubDriver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Gives each contestant its turns: interleaved rounds, each beginning with another contestant. */
final class Spikes {

    private static final Duration ACQUIRE_TIMEOUT = Duration.ofSeconds(30);

    private final SpikePlan plan;
    private final Database stub = new Database(StubDriver.URL, null, null, true);
    private final @Nullable Database postgres;

    /**
     * Prepares the measurement.
     *
     * @param plan with whom, where and how often
     * @param postgres the real database, if the plan has rows for it
     */
    Spikes(SpikePlan plan, @Nullable Database postgres) {
        this.plan = plan;
        this.postgres = postgres;
    }

    /** Runs a turn of every contestant that does not count, then all that do; returns those. */
    List<SpikeTurn> run() throws InterruptedException, ExecutionException {
        List<Step<SpikeRow>> steps = plan.steps();
        List<SpikeTurn> turns = new ArrayList<>();
        try (Progress progress = Progress.start("spike", steps.size())) {
            for (Peer peer : plan.peers()) {
                turn(new Step<>(plan.rows().get(0), peer, 0));
            }
            for (Step<SpikeRow> step : steps) {
                SpikeTurn turn = turn(step);
                turns.add(turn);
                progress.advance(1);
                progress.say(
                        step.row()
                                + " "
                                + step.peer()
                                + " "
                                + Figures.micros(turn.serveNanos() / 1e3)
                                + ", "
                                + turn.made()
                                + " connections");
            }
        }
        return turns;
    }

    private SpikeTurn turn(Step<SpikeRow> step) throws InterruptedException, ExecutionException {
        Database database = database(step.row().server());
        Duration connectTime = plan.connectTime(step.row().server());
        try (Meter meter = MeteredDriver.meter(database.url(), connectTime)) {
            PeerSettings settings =
                    new PeerSettings(
                            meter.url(),
                            database.user(),
                            database.password(),
                            plan.connections(),
                            step.row().start(),
                            true,
                            ACQUIRE_TIMEOUT,
                            null,
                            null);
            return new Spike(step, settings, meter).run();
        } catch (SQLException e) {
            throw new MeasurementException(
                    "the turn of "
                            + step.peer()
                            + " in row "
                            + step.row()
                            + ", round "
                            + step.round()
                            + ", failed",
                    e);
        }
    }

    private Database database(SpikeServer server) {
        if (server == SpikeServer.STUB) {
            return stub;
        }
        if (postgres == null) {
            throw new IllegalStateException("the plan has rows on PostgreSQL but there is none");
        }
        return postgres;
    }
}
