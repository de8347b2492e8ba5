package io.sluice.pool.fault;

import java.time.Duration;
import java.util.Arrays;

/**
 * By how much threads that merely park were late, and how much of the machine other processes took
 * meanwhile. Immutable.
 *
 * @param parks how many times they parked
 * @param p999 by how much all but one of a thousand were late at most; zero if none has parked
 * @param most by how much the latest was late: for so long nobody could run
 * @param others the share of all processors that other processes took, from 0 to 1
 */
public record Lateness(int parks, Duration p999, Duration most, double others) {

    /** On a quiet machine the database server beside a test of faults takes 0.03 to 0.3. */
    private static final double BUSY = 0.4;

    static Lateness of(long[] nanos, double others) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return new Lateness(sorted.length, ranked(sorted, 0.999), ranked(sorted, 1), others);
    }

    private static Duration ranked(long[] sorted, double share) {
        return sorted.length == 0
                ? Duration.ZERO
                : Duration.ofNanos(sorted[(int) Math.ceil(sorted.length * share) - 1]);
    }

    /**
     * Returns whether the machine stood still for so long that it may well have made another thread
     * later than is granted. A thread that parks has next to nothing to do when it is due.
     *
     * @param granted by how much a thread may be later than threads that merely park
     */
    public boolean stalled(Duration granted) {
        return most.compareTo(granted.dividedBy(2)) > 0;
    }

    /** Returns whether other processes took so much that work takes a multiple of its time. */
    public boolean busy() {
        return others > BUSY;
    }

    @Override
    public String toString() {
        return String.format(
                "parking threads %.1f ms late, at most %.1f ms, in %d parks; other processes took"
                        + " %.0f %% of the processors",
                p999.toNanos() / 1e6, most.toNanos() / 1e6, parks, others * 100);
    }
}
