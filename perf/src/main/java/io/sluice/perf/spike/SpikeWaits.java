package io.sluice.perf.spike;

import java.util.List;

/**
 * The waits of all requests of a spike, in no order.
 *
 * @param all one for each request
 */
record SpikeWaits(List<Wait> all) {

    /**
     * The wait of one request, in nanoseconds since the begin.
     *
     * @param from when it asked
     * @param until when it had a connection, or an exception
     * @param served whether it had a connection
     */
    record Wait(long from, long until, boolean served) {}

    long errors() {
        return all.stream().filter(wait -> !wait.served).count();
    }

    /** Returns how many requests were waiting at some time. */
    int waitingAt(long nanos) {
        return (int) all.stream().filter(wait -> wait.from <= nanos && nanos < wait.until).count();
    }

    double percentileMillis(int percentile) {
        long[] sorted = all.stream().mapToLong(wait -> wait.until - wait.from).sorted().toArray();
        int index = (int) Math.ceil(sorted.length * percentile / 100.0) - 1;
        return sorted[Math.max(0, index)] / 1e6;
    }

    /** Returns when each began and ended, in milliseconds. */
    List<List<Double>> millis() {
        return all.stream().map(wait -> List.of(wait.from / 1e6, wait.until / 1e6)).toList();
    }
}
