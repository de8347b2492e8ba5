package io.sluice.perf.wrappers;

import io.sluice.perf.peer.Peer;
import org.jspecify.annotations.Nullable;

/**
 * What one fork gave.
 *
 * @param row what lay behind the wrappers
 * @param peer whose wrappers
 * @param round which round it belongs to, from 1
 * @param cpuNanos CPU time of a statement
 * @param nanos time of a statement
 * @param bytes what a statement allocates, when that was asked for
 */
record WrappersTurn(
        WrappersRow row,
        Peer peer,
        int round,
        double cpuNanos,
        double nanos,
        @Nullable Double bytes) {}
