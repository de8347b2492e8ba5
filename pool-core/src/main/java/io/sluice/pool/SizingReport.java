package io.sluice.pool;

import java.time.Duration;
import java.util.Locale;

/**
 * How large a pool its load has needed, as seen since it was opened, and in its text what to do.
 * Immutable.
 *
 * <p>The pool looks about four times a second while it is used. Peaks between two looks are missed,
 * but over a long time each number in use gets its share. {@code mostExisting} misses nothing:
 * resources are created when all others are in use.
 *
 * @param observed for how long the pool has been open
 * @param maxSize the present maximum
 * @param mostExisting the most resources that have existed at once
 * @param mostUsed the most that were seen in use at once
 * @param p999Used the 99.9th percentile of how many were in use, while any was
 * @param p999Wanted the same, with the threads and requests that waited
 * @param meanUsed how many were in use on average
 * @param meanIdle how many existed without being in use, on average
 * @param shortage for which part of the time all were in use and requests waited: 0 to 1
 * @param leases how many leases have begun
 */
public record SizingReport(
        Duration observed,
        int maxSize,
        int mostExisting,
        int mostUsed,
        int p999Used,
        int p999Wanted,
        double meanUsed,
        double meanIdle,
        double shortage,
        long leases) {

    /** Below this a shortage is no reason for another size. */
    private static final double TOLERABLE_SHORTAGE = 0.001;

    /**
     * Returns how long the mean lease was, by Little's law: the mean number in use is the rate of
     * leases times their mean time. Zero without leases.
     */
    public Duration meanLease() {
        return leases == 0
                ? Duration.ZERO
                : Duration.ofNanos(Math.round(meanUsed * observed.toNanos() / leases));
    }

    /** Returns the advice, and the figures behind it, in one line. */
    @Override
    public String toString() {
        return advice()
                + String.format(
                        Locale.ROOT,
                        ". Over %d s: %.1f in use and %.1f idle on average, %d leases of %.1f ms",
                        observed.toSeconds(),
                        meanUsed,
                        meanIdle,
                        leases,
                        meanLease().toNanos() / 1e6);
    }

    private String advice() {
        if (leases == 0) {
            return "maxSize " + maxSize + " was not used";
        }
        if (shortage > TOLERABLE_SHORTAGE) {
            return String.format(
                    Locale.ROOT,
                    "maxSize %d was too small for %.1f %% of the time: all were in use and"
                            + " requests waited; %d would have served 99.9 %%, if the server can"
                            + " do as much at once",
                    maxSize,
                    shortage * 100,
                    Math.max(p999Wanted, maxSize + 1));
        }
        return "maxSize "
                + maxSize
                + " "
                + peak()
                + "; "
                + Math.max(1, p999Used)
                + " would have served 99.9 %";
    }

    private String peak() {
        if (mostUsed >= maxSize) {
            return "was reached, and requests rarely waited";
        }
        return mostExisting < maxSize
                ? "was never used beyond " + mostExisting
                : "was never seen in use beyond " + mostUsed;
    }
}
