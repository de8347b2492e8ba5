package io.sluice.perf.study.safepoint;

import io.sluice.perf.fork.Turn;
import io.sluice.perf.peer.Peer;
import java.util.List;
import java.util.Map;

/**
 * The results of one fork.
 *
 * @param turn the pool, the flags and the round
 * @param leasesPerSecond how many leases a second, all threads together
 * @param flags the flags that the virtual machine reported
 * @param log the lines of its log
 */
record StopTurn(
        Turn<Peer, Variant> turn, double leasesPerSecond, Map<?, ?> flags, List<String> log) {

    /** Returns the parsed log. */
    SafepointLog read() {
        return SafepointLog.read(log.stream());
    }
}
