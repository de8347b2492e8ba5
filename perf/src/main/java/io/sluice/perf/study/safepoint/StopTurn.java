package io.sluice.perf.study.safepoint;

import io.sluice.perf.fork.Turn;
import io.sluice.perf.peer.Peer;
import java.util.List;
import java.util.Map;

/**
 * What one fork gave.
 *
 * @param turn through which pool, with which flags, in which round
 * @param leasesPerSecond how many leases a second, all threads together
 * @param flags what the virtual machine said of its flags
 * @param log what it has written
 */
record StopTurn(
        Turn<Peer, Variant> turn, double leasesPerSecond, Map<?, ?> flags, List<String> log) {

    /** Returns what is in the log. */
    SafepointLog read() {
        return SafepointLog.read(log.stream());
    }
}
