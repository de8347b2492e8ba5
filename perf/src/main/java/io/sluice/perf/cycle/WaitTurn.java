package io.sluice.perf.cycle;

import io.sluice.perf.fork.Row;
import io.sluice.perf.peer.Peer;

/**
 * The results of one fork that measures waits.
 *
 * @param row the situation
 * @param peer the contestant
 * @param round which round it belongs to, from 1
 * @param perSecond leases per second, all threads together
 * @param p999Micros the 99.9th percentile of the acquires
 * @param maxMicros the longest acquire
 * @param overtakenBy the most leases that began elsewhere while one acquire waited
 */
record WaitTurn(
        Row row,
        Peer peer,
        int round,
        double perSecond,
        double p999Micros,
        double maxMicros,
        double overtakenBy) {}
