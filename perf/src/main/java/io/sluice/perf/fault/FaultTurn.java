package io.sluice.perf.fault;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PoolCounts;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What one turn of one contestant gave.
 *
 * @param fault what went wrong
 * @param peer the contestant
 * @param round which round it belongs to, from 1
 * @param stuck where a thread was that had to be interrupted at the end, or null
 * @param seen what the threads saw
 * @param connects how often the pool connected while it lasted; nothing where nobody counts
 * @param atEnd what the pool believed when all was over
 * @param sessions what the server had then
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

    /** Returns how many connections the pool counts as leased, or as there, that are not. */
    int leakedInPool() {
        return Math.max(atEnd.leased(), atEnd.total() - sessions);
    }

    /** Returns how many sessions the server keeps that the pool does not know. */
    int leakedOnServer() {
        return Math.max(0, sessions - atEnd.total());
    }
}
