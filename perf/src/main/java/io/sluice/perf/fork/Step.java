package io.sluice.perf.fork;

import io.sluice.perf.peer.Peer;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * One virtual machine to run.
 *
 * @param row the situation
 * @param peer the contestant
 * @param round which round it belongs to, from 1
 * @param <R> the kind of situations
 */
public record Step<R>(R row, Peer peer, int round) {

    /** Returns the situation and the contestant, to begin a message with. */
    public String label() {
        return row + " " + peer;
    }

    /**
     * Returns the steps in the order to run them, which is that of {@link Turn#interleaved}.
     *
     * @param rounds how often each contestant is measured in each row
     * @param rows the situations
     * @param peers the contestants
     * @param admits whether a contestant makes sense in a row
     */
    public static <R> List<Step<R>> interleaved(
            int rounds, List<R> rows, List<Peer> peers, BiPredicate<R, Peer> admits) {
        return Turn.interleaved(rounds, rows, peers, admits).stream()
                .map(turn -> new Step<>(turn.row(), turn.contestant(), turn.round()))
                .toList();
    }
}
