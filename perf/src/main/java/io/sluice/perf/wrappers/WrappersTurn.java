package io.sluice.perf.wrappers;

import io.sluice.perf.peer.Peer;
import org.jspecify.annotations.Nullable;

/**
 * The results of one fork.
 *
 * @param row what lay behind the wrappers
 * @param peer the contestant with the wrappers
 * @param round which round it belongs to, from 1
 * @param cpuNanos CPU time of a statement
 * @param nanos time of a statement
 * @param bytes what a statement allocates, or null if not measured
 */
record WrappersTurn(
        WrappersRow row,
        Peer peer,
        int round,
        double cpuNanos,
        double nanos,
        @Nullable Double bytes) {}
