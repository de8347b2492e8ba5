package io.sluice.perf.cycle;

import io.sluice.perf.fork.Row;
import io.sluice.perf.peer.Peer;

/**
 * What one fork that measures waits gave.
 *
 * @param row the situation
 * @param peer the contestant
 * @param round which round it belongs to, from 1
 * @param perSecond leases per second, all threads together
 * @param p999Micros what 99.9 percent of the acquires did not exceed
 * @param maxMicros what no acquire exceeded
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
