package io.sluice.perf.fork;

import io.sluice.perf.peer.Peer;
import org.jspecify.annotations.Nullable;

/**
 * What one fork of a benchmark gave.
 *
 * @param row the situation
 * @param peer the contestant
 * @param round which round it belongs to, from 1
 * @param perSecond operations per second, all threads together
 * @param bytesPerOperation what an operation allocates, when that was asked for
 */
public record Fork(
        Row row, Peer peer, int round, double perSecond, @Nullable Double bytesPerOperation) {}
