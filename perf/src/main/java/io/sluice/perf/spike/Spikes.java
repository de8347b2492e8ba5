package io.sluice.perf.spike;

import io.sluice.perf.fork.Findings;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Sheet;
import io.sluice.perf.fork.Turn;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.report.Figures;
import io.sluice.perf.server.Database;
import io.sluice.perf.stub.Meter;
import io.sluice.perf.stub.StubDriver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Gives each contestant its turns: interleaved rounds, each beginning with another contestant.
 *
 * @param rows the situations
 * @param peers the contestants
 * @param connections how many connections a pool may have, but for a ramp
 * @param connectTime how long a connect takes on the stub
 * @param acquireTimeout how long a request waits for its connection
 * @param rounds how many turns each contestant has in each row
 */
record Spikes(
        List<SpikeRow> rows,
        List<Peer> peers,
        int connections,
        Duration connectTime,
        Duration acquireTimeout,
        int rounds) {

    private static final Database STUB = new Database(StubDriver.URL, null, null, true);

    /** Returns whether anything is measured on a server. */
    boolean uses(SpikeRow.Server server) {
        return rows.stream().anyMatch(row -> row.server() == server);
    }

    /** Returns how long a connect takes, or in words that the server determines it. */
    Object connectMillis(SpikeRow row) {
        return row.server() == SpikeRow.Server.STUB ? connectTime.toMillis() : "of the server";
    }

    /** Adds what held for all, for the head of a report. */
    void describeIn(Findings findings) {
        findings.set(
                "spike",
                "at most %d connections, %d interleaved rounds, a new pool for each turn"
                        .formatted(connections, rounds));
        if (uses(SpikeRow.Server.STUB)) {
            findings.set("connect time of the stub", connectTime.toMillis() + " ms");
        }
        findings.set(
                "pools",
                "at least as many connections as they start with; acquire time-out 30 s; no check"
                        + " at the start; everything else each pool's own default");
    }

    /**
     * Runs one turn of each contestant on each server that does not count, then all that do;
     * returns the latter, and all that failed.
     *
     * @param postgres the real database, if there are rows for it
     */
    List<Measured<SpikeRow, Peer>> run(@Nullable Database postgres) throws Exception {
        List<Turn<SpikeRow, Peer>> turns = new ArrayList<>();
        for (SpikeRow.Server server : SpikeRow.Server.values()) {
            rows.stream()
                    .filter(row -> row.server() == server)
                    .findFirst()
                    .ifPresent(row -> peers.forEach(peer -> turns.add(new Turn<>(row, peer, 0))));
        }
        turns.addAll(Turn.interleaved(rounds, rows, peers));
        return Sheet.where(
                Measured.attempt(
                        "spike",
                        turns,
                        (row, peer) -> turn(row, peer, postgres),
                        turn ->
                                Figures.millis(turn.get("serveAllMillis"))
                                        + ", %.0f connections"
                                                .formatted(turn.get("connectionsMade"))),
                turn -> turn.round() > 0 || turn.failure() != null);
    }

    private Printed turn(SpikeRow row, Peer peer, @Nullable Database postgres)
            throws SQLException, InterruptedException, ExecutionException {
        boolean stub = row.server() == SpikeRow.Server.STUB;
        Database database = stub ? STUB : postgres;
        if (database == null) {
            throw new IllegalStateException("the plan has rows on PostgreSQL but there is none");
        }
        try (Meter meter = StubDriver.meter(database.url(), stub ? connectTime : Duration.ZERO)) {
            PeerSettings settings =
                    new PeerSettings(
                            meter.url(),
                            database.user(),
                            database.password(),
                            row.connections(connections),
                            row.start(),
                            true,
                            acquireTimeout,
                            null,
                            null);
            return new Spike(row, peer, settings, meter).run();
        }
    }
}
