package io.sluice.pool;

import java.time.Duration;
import java.util.Locale;

/**
 * How often something took time since the pool was opened, and how much. Immutable.
 *
 * <p>The percentiles come from a histogram of fixed size: they are up to a quarter too long, never
 * too short, and never longer than {@code max}. Below a microsecond they are a microsecond. A time
 * that is being added may be in {@code total} and {@code max} before it is counted.
 *
 * @param count how many were measured
 * @param total their sum
 * @param max the longest
 * @param p50 the median
 * @param p95 the 95th percentile
 * @param p99 the 99th percentile
 */
public record TimeSummary(
        long count, Duration total, Duration max, Duration p50, Duration p95, Duration p99) {

    /** Returns the mean; zero if nothing was measured. */
    public Duration mean() {
        return count == 0 ? Duration.ZERO : total.dividedBy(count);
    }

    /** Returns the summary as text, in one line, with times in milliseconds. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "count %d, mean %.3f ms, p50 %.3f, p95 %.3f, p99 %.3f, max %.3f",
                count,
                millis(mean()),
                millis(p50),
                millis(p95),
                millis(p99),
                millis(max));
    }

    private static double millis(Duration time) {
        return time.toNanos() / 1e6;
    }
}
