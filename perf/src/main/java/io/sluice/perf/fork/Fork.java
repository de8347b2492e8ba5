package io.sluice.perf.fork;

import io.sluice.perf.peer.Peer;
import org.jspecify.annotations.Nullable;

/**
 * The results of one fork of a benchmark.
 *
 * @param row the situation
 * @param peer the contestant
 * @param round which round it belongs to, from 1
 * @param perSecond operations per second, all threads together
 * @param bytesPerOperation what an operation allocates, or null if not measured
 */
public record Fork(
        Row row, Peer peer, int round, double perSecond, @Nullable Double bytesPerOperation) {}
