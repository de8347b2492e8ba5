package io.sluice.perf.load;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.command.Progress;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.report.Figures;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
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
    List<LoadTurn> run() throws InterruptedException, ExecutionException {
        List<LoadTurn> turns = new ArrayList<>();
        int ticks = ticks(plan.warmUp()) + ticks(plan.turnTime());
        int warmUpTicks = 2 * ticks(plan.warmUp());
        int steps = plan.peers().size() * (plan.rounds() * ticks + warmUpTicks);
        try (Progress progress = Progress.start("load", steps)) {
            for (Peer peer : plan.peers()) {
                progress.say(peer + " warms up");
                turn(peer, 0, plan.warmUp(), progress);
            }
            for (int round = 1; round <= plan.rounds(); round++) {
                List<Peer> order = new ArrayList<>(plan.peers());
                Collections.rotate(order, 1 - round);
                for (Peer peer : order) {
                    LoadTurn turn = turn(peer, round, plan.turnTime(), progress);
                    turns.add(turn);
                    progress.say(
                            "round "
                                    + round
                                    + " "
                                    + peer
                                    + " "
                                    + Figures.count(turn.perSecond())
                                    + " tx/s");
                }
            }
        }
        return turns;
    }

    private LoadTurn turn(Peer peer, int round, Duration time, Progress progress)
            throws InterruptedException, ExecutionException {
        LoadTurn turn;
        try {
            tables.tidy();
            turn = load(peer, round, time, progress);
            tables.checkBooks(peer);
        } catch (SQLException e) {
            throw new MeasurementException(
                    "the turn of " + peer + " in round " + round + " failed", e);
        }
        if (turn.transactions().getTotalCount() == 0) {
            throw new MeasurementException(
                    peer
                            + " finished no transaction in "
                            + Figures.micros(turn.seconds() * 1e6)
                            + "; "
                            + turn.errors()
                            + " failed",
                    turn.firstError());
        }
        return turn;
    }

    private LoadTurn load(Peer peer, int round, Duration time, Progress progress)
            throws SQLException, InterruptedException, ExecutionException {
        try (OpenPeer open = peer.open(settings)) {
            DataSource source = open.sourceForClient();
            OpenPeer.fill(source, settings.size());
            return new LoadClients(source, tables)
                    .run(
                            peer,
                            round,
                            plan.threads(),
                            plan.warmUp(),
                            time,
                            passed -> pass(passed, progress));
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
