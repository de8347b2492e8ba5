package io.sluice.perf.load;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Sheet;
import io.sluice.perf.fork.Turn;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.report.Figures;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Gives each contestant its turns: interleaved rounds, each beginning with another contestant. */
final class LoadRun {

    private final LoadPlan plan;
    private final PeerSettings settings;
    private final TpcbTables tables;

    LoadRun(LoadPlan plan, PeerSettings settings, TpcbTables tables) {
        this.plan = plan;
        this.settings = settings;
        this.tables = tables;
    }

    /**
     * Runs one turn of every contestant that does not count, then all rounds; returns the turns
     * that count.
     */
    List<Measured<String, Peer>> run() throws IOException, InterruptedException {
        List<Turn<String, Peer>> turns = new ArrayList<>();
        plan.peers().forEach(peer -> turns.add(new Turn<>("load", peer, 0)));
        turns.addAll(Turn.interleaved(plan.rounds(), List.of("load"), plan.peers()));
        List<Measured<String, Peer>> all =
                Measured.takeRounds(
                        "load",
                        turns,
                        this::turn,
                        turn -> Figures.count(turn.get("transactionsPerSecond")) + " tx/s");
        return Sheet.where(all, turn -> turn.round() > 0);
    }

    private Printed turn(Turn<String, Peer> turn) throws InterruptedException {
        Peer peer = turn.contestant();
        try {
            tables.tidy();
            Printed figures = load(turn);
            tables.checkBooks(peer);
            if (figures.get("transactions") == 0) {
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

    private Printed load(Turn<String, Peer> turn) throws SQLException, InterruptedException {
        try (OpenPeer open = turn.contestant().open(settings)) {
            DataSource source = open.sourceForClient();
            OpenPeer.fill(source, settings.size());
            return new LoadClients(source, tables)
                    .run(
                            turn.round(),
                            plan.threads(),
                            plan.warmUp(),
                            turn.round() == 0 ? plan.warmUp() : plan.turnTime());
        }
    }
}
