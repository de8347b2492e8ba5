package io.sluice.perf.load;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.command.Progress;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Turn;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.report.Figures;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** Gives each contestant its turns: interleaved rounds, each beginning with another contestant. */
final class LoadRun {

    private static final Duration TICK = Duration.ofMillis(500);

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
    List<Measured<String, Peer>> run() throws InterruptedException, ExecutionException {
        List<Measured<String, Peer>> turns = new ArrayList<>();
        int ticks = ticks(plan.warmUp()) + ticks(plan.turnTime());
        int warmUpTicks = 2 * ticks(plan.warmUp());
        int steps = plan.peers().size() * (plan.rounds() * ticks + warmUpTicks);
        try (Progress progress = Progress.start("load", steps)) {
            for (Peer peer : plan.peers()) {
                progress.say(peer + " warms up");
                turn(new Turn<>("load", peer, 0), plan.warmUp(), progress);
            }
            for (Turn<String, Peer> next :
                    Turn.interleaved(
                            plan.rounds(), List.of("load"), plan.peers(), (load, peer) -> true)) {
                Measured<String, Peer> turn = turn(next, plan.turnTime(), progress);
                turns.add(turn);
                progress.say(
                        "round %d %s %s tx/s"
                                .formatted(
                                        next.round(),
                                        next.contestant(),
                                        Figures.count(turn.get("transactionsPerSecond"))));
            }
        }
        return turns;
    }

    private Measured<String, Peer> turn(Turn<String, Peer> next, Duration time, Progress progress)
            throws InterruptedException, ExecutionException {
        Peer peer = next.contestant();
        try {
            tables.tidy();
            Measured<String, Peer> turn =
                    new Measured<>(next.row(), peer, next.round(), load(next, time, progress));
            tables.checkBooks(peer);
            if (turn.get("transactions") == 0) {
                throw new MeasurementException(
                        "%s finished no transaction in %s; %.0f failed, the first with %s"
                                .formatted(
                                        peer,
                                        Figures.seconds(time.toNanos() / 1e9),
                                        turn.get("errors"),
                                        turn.printed().text("firstError")));
            }
            return turn;
        } catch (SQLException e) {
            throw new MeasurementException(
                    "the turn of " + peer + " in round " + next.round() + " failed", e);
        }
    }

    private Printed load(Turn<String, Peer> next, Duration time, Progress progress)
            throws SQLException, InterruptedException, ExecutionException {
        try (OpenPeer open = next.contestant().open(settings)) {
            DataSource source = open.sourceForClient();
            OpenPeer.fill(source, settings.size());
            return new Printed(
                    new LoadClients(source, tables)
                            .run(
                                    next.round(),
                                    plan.threads(),
                                    plan.warmUp(),
                                    time,
                                    passed -> pass(passed, progress)));
        }
    }

    private static void pass(Duration time, Progress progress) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        for (int i = ticks(time); i > 0; i--) {
            // The rest in equal parts: the last tick ends on time, however late the others were.
            TimeUnit.NANOSECONDS.sleep(Math.max(0, end - System.nanoTime()) / i);
            progress.advance(1);
        }
    }

    private static int ticks(Duration time) {
        return (int) Math.max(1, time.dividedBy(TICK));
    }
}
