package io.sluice.perf.spike;

import io.sluice.perf.peer.Peer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results of one turn of one contestant.
 *
 * @param row the situation
 * @param peer the contestant
 * @param round which round it belongs to, from 1
 * @param serveNanos from the begin until the last connection was back
 * @param made how many connections were made from the begin until the pool was at rest
 * @param waits one for each request, in no order
 * @param firstError the failure of the first failed acquire
 * @param leaked how many connections were still open some time after the pool was closed
 */
record SpikeTurn(
        SpikeRow row,
        Peer peer,
        int round,
        long serveNanos,
        int made,
        List<Wait> waits,
        @Nullable Throwable firstError,
        int leaked) {

    /**
     * The wait of one request, in nanoseconds since the begin.
     *
     * @param from when it asked
     * @param until when it had a connection, or an exception
     * @param served whether it had a connection
     */
    record Wait(long from, long until, boolean served) {

        long nanos() {
            return until - from;
        }
    }

    SpikeTurn {
        waits = List.copyOf(waits);
    }

    double serveMillis() {
        return serveNanos / 1e6;
    }

    double longestMillis() {
        return percentileMillis(100);
    }

    double p99Millis() {
        return percentileMillis(99);
    }

    long errors() {
        return waits.stream().filter(wait -> !wait.served()).count();
    }

    /** Returns how many requests were waiting at some time. */
    int waitingAt(long nanos) {
        return (int)
                waits.stream().filter(wait -> wait.from() <= nanos && nanos < wait.until()).count();
    }

    private double percentileMillis(int percentile) {
        long[] sorted = waits.stream().mapToLong(Wait::nanos).sorted().toArray();
        int index = (int) Math.ceil(sorted.length * percentile / 100.0) - 1;
        return sorted[Math.max(0, index)] / 1e6;
    }
}
