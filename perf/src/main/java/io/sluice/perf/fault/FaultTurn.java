package io.sluice.perf.fault;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PoolCounts;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The results of one turn of one contestant.
 *
 * @param fault the fault
 * @param peer the contestant
 * @param round which round it belongs to, from 1
 * @param stuck where a thread was that had to be interrupted at the end, or null
 * @param seen what the threads saw
 * @param connects how often the pool connected during the fault; empty if that is not counted
 * @param atEnd the counts of the pool at the end
 * @param sessions the sessions of the server at the end
 */
record FaultTurn(
        Fault fault,
        Peer peer,
        int round,
        @Nullable String stuck,
        Seen seen,
        OptionalInt connects,
        PoolCounts atEnd,
        int sessions) {

    /** Returns how many connections the pool counts as leased, or as existing, that are not. */
    int leakedInPool() {
        return Math.max(atEnd.leased(), atEnd.total() - sessions);
    }

    /** Returns how many sessions the server keeps that the pool does not know. */
    int leakedOnServer() {
        return Math.max(0, sessions - atEnd.total());
    }
}
