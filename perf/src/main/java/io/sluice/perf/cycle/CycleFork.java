package io.sluice.perf.cycle;

import io.sluice.perf.peer.Peer;
import org.jspecify.annotations.Nullable;

/**
 * What one fork of the benchmark gave.
 *
 * @param row the situation
 * @param peer the contestant
 * @param round which round it belongs to, from 1
 * @param perSecond cycles per second, all threads together
 * @param bytesPerCycle what a cycle allocates, when that was asked for
 */
record CycleFork(
        CycleRow row, Peer peer, int round, double perSecond, @Nullable Double bytesPerCycle) {}
