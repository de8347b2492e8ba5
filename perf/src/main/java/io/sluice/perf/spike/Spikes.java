package io.sluice.perf.spike;

import io.sluice.perf.fork.Step;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.report.Figures;
import io.sluice.perf.server.Database;
import io.sluice.perf.stub.Meter;
import io.sluice.perf.stub.StubDriver;
import io.sluice.perf.turn.Turns;
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
    private final Duration acquireTimeout;

    /**
     * Prepares the measurement.
     *
     * @param plan the contestants, rows and rounds
     * @param postgres the real database, if the plan has rows for it
     */
    Spikes(SpikePlan plan, @Nullable Database postgres) {
        this(plan, postgres, ACQUIRE_TIMEOUT);
    }

    /**
     * Prepares the measurement.
     *
     * @param plan the contestants, rows and rounds
     * @param postgres the real database, if the plan has rows for it
     * @param acquireTimeout how long a request waits for its connection
     */
    Spikes(SpikePlan plan, @Nullable Database postgres, Duration acquireTimeout) {
        this.plan = plan;
        this.postgres = postgres;
        this.acquireTimeout = acquireTimeout;
    }

    /** Runs the turns that do not count, then all that do; returns the latter. */
    Turns<SpikeTurn> run() throws InterruptedException {
        List<Step<SpikeRow>> steps = new ArrayList<>(plan.warmUps());
        steps.addAll(plan.steps());
        Turns<SpikeTurn> turns = Turns.take("spike", steps, this::turn, Spikes::inWords);
        return new Turns<>(
                turns.taken().stream().filter(turn -> turn.round() > 0).toList(), turns.failed());
    }

    private static String inWords(SpikeTurn turn) {
        return Figures.micros(turn.serveNanos() / 1e3) + ", " + turn.made() + " connections";
    }

    private SpikeTurn turn(Step<SpikeRow> step)
            throws SQLException, InterruptedException, ExecutionException {
        Database database = database(step.row().server());
        Duration connectTime = plan.connectTime(step.row().server());
        try (Meter meter = StubDriver.meter(database.url(), connectTime)) {
            PeerSettings settings =
                    new PeerSettings(
                            meter.url(),
                            database.user(),
                            database.password(),
                            plan.connections(),
                            step.row().start(),
                            true,
                            acquireTimeout,
                            null,
                            null);
            return new Spike(step, settings, meter).run();
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
