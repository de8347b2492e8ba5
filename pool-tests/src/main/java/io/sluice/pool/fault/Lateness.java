package io.sluice.pool.fault;

import java.time.Duration;
import java.util.Arrays;

/**
 * By how much threads that merely park were late. Immutable.
 *
 * @param parks how many times they parked
 * @param p999 by how much all but one of a thousand were late at most; zero if none has parked
 * @param most by how much the latest was late: for so long nobody could run
 */
public record Lateness(int parks, Duration p999, Duration most) {

    static Lateness of(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return new Lateness(sorted.length, ranked(sorted, 0.999), ranked(sorted, 1));
    }

    private static Duration ranked(long[] sorted, double share) {
        return sorted.length == 0
                ? Duration.ZERO
                : Duration.ofNanos(sorted[(int) Math.ceil(sorted.length * share) - 1]);
    }

    /**
     * Whether the machine stood still for so long that it may well have made somebody else later
     * than is granted: a thread that parks has next to nothing to do when it is due.
     *
     * @param granted by how much somebody may be later than threads that merely park
     */
    public boolean stalled(Duration granted) {
        return most.compareTo(granted.dividedBy(2)) > 0;
    }

    @Override
    public String toString() {
        return String.format(
                "parking threads %.1f ms late, at most %.1f ms, in %d parks",
                p999.toNanos() / 1e6, most.toNanos() / 1e6, parks);
    }
}
