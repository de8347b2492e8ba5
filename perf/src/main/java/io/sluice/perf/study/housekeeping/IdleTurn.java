package io.sluice.perf.study.housekeeping;

import io.sluice.perf.fork.Printed;
import io.sluice.perf.peer.Peer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The activity of one virtual machine with idle pools.
 *
 * @param row how many pools there were, or null without any
 * @param peer the contestant, or null without any
 * @param round which round it belongs to, from 1
 * @param connections how many connections they had
 * @param threads how many threads they had when the watch began
 * @param started how many were started while they were watched
 * @param ended how many ended meanwhile
 * @param wakeUps how often one of these threads was woken, each second; null if the system does not
 *     report it
 * @param cpuNanos CPU time of these threads, each second
 * @param processCpuNanos CPU time of the process, each second
 * @param kinds name, number of threads, wake-ups and CPU time of each kind of them
 */
record IdleTurn(
        @Nullable HousekeepingRow row,
        @Nullable Peer peer,
        int round,
        double connections,
        double threads,
        double started,
        double ended,
        @Nullable Double wakeUps,
        double cpuNanos,
        double processCpuNanos,
        List<?> kinds) {

    /** Reads what a virtual machine has printed. */
    static IdleTurn of(
            @Nullable HousekeepingRow row, @Nullable Peer peer, int round, Printed printed) {
        return new IdleTurn(
                row,
                peer,
                round,
                printed.get("connections"),
                printed.get("threads"),
                printed.get("started"),
                printed.get("ended"),
                printed.figures().containsKey("wakeUps") ? printed.get("wakeUps") : null,
                printed.get("cpuNanos"),
                printed.get("processCpuNanos"),
                printed.figures().get("kinds") instanceof List<?> kinds ? kinds : List.of());
    }

    /** Returns the name of the contestant in tables. */
    String pool() {
        return peer == null ? "(none)" : peer.toString();
    }
}
