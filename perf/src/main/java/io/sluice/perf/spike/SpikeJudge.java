package io.sluice.perf.spike;

import io.sluice.perf.command.Failures;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.turn.Turns;
import java.util.ArrayList;
import java.util.List;

/** Finds what is wrong, whatever the figures are. It judges only Sluice, not its peers. */
final class SpikeJudge {

    private SpikeJudge() {}

    /** Returns what is wrong, if anything is. */
    static List<String> wrong(Turns<SpikeTurn> turns) {
        List<String> wrong = new ArrayList<>();
        turns.failuresOf(Peer.SLUICE).ifPresent(wrong::add);
        List<SpikeTurn> ours =
                turns.taken().stream().filter(turn -> turn.peer() == Peer.SLUICE).toList();
        for (SpikeTurn turn : ours) {
            Throwable error = turn.firstError();
            if (error != null) {
                wrong.add(
                        "sluice failed %d of %d requests in %s, round %d: %s"
                                .formatted(
                                        turn.errors(),
                                        turn.waits().size(),
                                        turn.row(),
                                        turn.round(),
                                        Failures.oneLine(error)));
                break;
            }
        }
        ours.stream()
                .filter(turn -> turn.leaked() > 0)
                .findFirst()
                .ifPresent(
                        turn ->
                                wrong.add(
                                        "sluice left %d connections open in %s, round %d"
                                                .formatted(
                                                        turn.leaked(), turn.row(), turn.round())));
        return wrong;
    }
}
