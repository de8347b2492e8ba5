package io.sluice.perf.load;

import io.sluice.perf.peer.Peer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The results of one turn of one contestant.
 *
 * @param peer the contestant
 * @param round which round it belongs to, from 1
 * @param seconds how long it was measured
 * @param transactions nanoseconds from before the acquire until after the release
 * @param acquires nanoseconds of the acquire alone
 * @param errors how many transactions failed
 * @param firstError the failure of the first of them
 */
record LoadTurn(
        Peer peer,
        int round,
        double seconds,
        Histogram transactions,
        Histogram acquires,
        long errors,
        @Nullable Throwable firstError) {

    double perSecond() {
        return transactions.getTotalCount() / seconds;
    }

    double transactionMicros(double percentile) {
        return transactions.getValueAtPercentile(percentile) / 1e3;
    }

    double acquireMicros(double percentile) {
        return acquires.getValueAtPercentile(percentile) / 1e3;
    }
}
