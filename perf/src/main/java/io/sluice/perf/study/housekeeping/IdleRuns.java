package io.sluice.perf.study.housekeeping;

import io.sluice.perf.command.Progress;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Step;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Figures;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs one {@link IdleFork} per row, contestant and round, and one without pools per round. */
final class IdleRuns {

    /** The time that a virtual machine may take besides the requested times. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final HousekeepingPlan plan;
    private final Progress progress;

    IdleRuns(HousekeepingPlan plan, Progress progress) {
        this.plan = plan;
        this.progress = progress;
    }

    /** Runs all turns. */
    List<IdleTurn> run() throws IOException, InterruptedException {
        List<IdleTurn> turns = new ArrayList<>();
        List<Step<HousekeepingRow>> steps = plan.idleSteps();
        for (int round = 1; round <= plan.bareRuns(); round++) {
            turns.add(run(null, null, round));
            for (Step<HousekeepingRow> step : steps) {
                if (step.round() == round) {
                    turns.add(run(step.row(), step.peer(), round));
                }
            }
        }
        return turns;
    }

    private IdleTurn run(@Nullable HousekeepingRow row, @Nullable Peer peer, int round)
            throws IOException, InterruptedException {
        IdleTimes times = plan.times();
        int pools = row == null ? 0 : row.count();
        String what = row == null ? "the fork without pools" : "the fork of " + peer + " in " + row;
        IdleTurn turn =
                IdleTurn.of(
                        row,
                        peer,
                        round,
                        ForkedJvm.run(
                                what,
                                plan.jvmFlags(),
                                IdleFork.class,
                                IdleFork.args(peer == null ? Peer.SLUICE : peer, pools, times),
                                LIMIT.plusMillis(
                                        (long) times.traffic() + times.settle() + times.window())));
        progress.advance(1);
        progress.say(
                (row == null ? "no pool" : row + " " + peer)
                        + " "
                        + (turn.wakeUps() == null
                                ? Figures.nanos(turn.cpuNanos()) + " of CPU/s"
                                : Figures.count(turn.wakeUps()) + " wake-ups/s"));
        return turn;
    }
}
