package io.sluice.perf.load;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.fork.Findings;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Sheet;
import io.sluice.perf.fork.ThreadKind;
import io.sluice.perf.fork.Turn;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.report.Figures;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * What is to be measured, and how.
 *
 * @param peers the contestants
 * @param threads how many clients
 * @param kind what the clients are
 * @param connections how many connections each pool has
 * @param time how long each contestant is measured, all rounds together
 * @param rounds how many turns each contestant has
 * @param scale how many branches the tables have
 * @param acquireTimeout how long an acquire may wait
 * @param watchesHeap whether the heap in use is read in each turn
 * @param config the file that configures Sluice, if any
 */
record LoadPlan(
        List<Peer> peers,
        int threads,
        ThreadKind kind,
        int connections,
        Duration time,
        int rounds,
        int scale,
        Duration acquireTimeout,
        boolean watchesHeap,
        @Nullable Path config) {

    Duration turnTime() {
        return time.dividedBy(rounds);
    }

    /** Returns how long a turn runs before it counts, since connections and their plans are new. */
    Duration warmUp() {
        Duration tenth = turnTime().dividedBy(5);
        Duration most = Duration.ofSeconds(1);
        return tenth.compareTo(most) > 0 ? most : tenth;
    }

    /** Adds what held for all, for the head of a report. */
    void describeIn(Findings findings) {
        String seconds = String.format(Locale.ROOT, "%.1f", time.toMillis() / 1e3);
        findings.set(
                "load",
                ("%s %s threads on %s connections, scale %s, %s s per contestant in %s interleaved"
                                + " rounds")
                        .formatted(threads, kind, connections, scale, seconds, rounds));
        findings.set(
                "pools",
                "fixed size, filled before; auto-commit off; an acquire may take "
                        + acquireTimeout.toMillis()
                        + " ms; no leak detection, no metrics;"
                        + " everything else each pool's own default, validation as well");
        if (config != null) {
            findings.set("sluice alone", "options from " + config);
        }
    }

    /**
     * Runs one turn of every contestant that does not count, then all rounds; returns the turns
     * that count.
     */
    List<Measured<String, Peer>> run(PeerSettings settings, TpcbTables tables) throws Exception {
        List<Turn<String, Peer>> turns = new ArrayList<>();
        peers.forEach(peer -> turns.add(new Turn<>("load", peer, 0)));
        turns.addAll(Turn.interleaved(rounds, List.of("load"), peers));
        List<Measured<String, Peer>> all =
                Measured.takeRounds(
                        "load",
                        turns,
                        turn -> turn(turn, settings, tables),
                        turn -> Figures.count(turn.get("transactionsPerSecond")) + " tx/s");
        return Sheet.where(all, turn -> turn.round() > 0);
    }

    private Printed turn(Turn<String, Peer> turn, PeerSettings settings, TpcbTables tables)
            throws InterruptedException {
        Peer peer = turn.contestant();
        try {
            tables.tidy();
            Printed figures;
            try (OpenPeer open = peer.open(settings)) {
                DataSource source = open.sourceForClient();
                OpenPeer.fill(source, settings.size());
                LoadClients clients = new LoadClients(source, tables, acquireTimeout);
                Duration counted = turn.round() == 0 ? warmUp() : turnTime();
                figures = clients.run(turn.round(), threads, kind, warmUp(), counted, watchesHeap);
            }
            tables.checkBooks(peer);
            // The first turn is short: with many threads all may still wait at its end.
            if (turn.round() > 0 && figures.get("transactions") == 0) {
                throw new MeasurementException(
                        "%s finished no transaction; %.0f failed, the first with %s"
                                .formatted(
                                        peer, figures.get("errors"), figures.text("firstError")));
            }
            return figures;
        } catch (SQLException e) {
            throw new MeasurementException(
                    "the turn of " + peer + " in round " + turn.round() + " failed", e);
        }
    }
}
