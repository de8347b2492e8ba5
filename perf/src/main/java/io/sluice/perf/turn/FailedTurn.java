package io.sluice.perf.turn;

import io.sluice.perf.command.Failures;
import io.sluice.perf.fork.Step;
import io.sluice.perf.peer.Peer;

/**
 * A turn without figures.
 *
 * @param row the situation, as it is written in results
 * @param peer the contestant
 * @param round which round it belongs to, from 1; 0 for one that would not have counted
 * @param why its failure, in one line
 */
public record FailedTurn(String row, Peer peer, int round, String why) {

    static FailedTurn of(Step<?> step, Throwable failure) {
        return new FailedTurn(
                step.row().toString(), step.peer(), step.round(), Failures.oneLine(failure));
    }
}
