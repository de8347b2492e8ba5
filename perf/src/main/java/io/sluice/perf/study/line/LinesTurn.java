package io.sluice.perf.study.line;

import io.sluice.perf.peer.Peer;
import java.util.List;

/**
 * The counts of one contestant.
 *
 * @param peer the contestant
 * @param threads how many clients took turns
 * @param atomics writes of a cycle that the processor waits for; this and the next are means
 * @param read lines of a cycle that others had touched since and that did not have to move
 * @param moved lines of a cycle that had to move
 * @param rounds the same, round by round
 * @param writtenByAll the lines that nearly every cycle of any client wrote, by their owners
 */
record LinesTurn(
        Peer peer,
        int threads,
        double atomics,
        double read,
        double moved,
        List<LinesRound> rounds,
        List<String> writtenByAll) {

    /** Keeps own copies of the lists. */
    LinesTurn {
        rounds = List.copyOf(rounds);
        writtenByAll = List.copyOf(writtenByAll);
    }
}
