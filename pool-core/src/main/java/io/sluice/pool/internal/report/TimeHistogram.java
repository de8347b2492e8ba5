package io.sluice.pool.internal.report;

import io.sluice.pool.TimeSummary;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How often a time was measured, by its length. Thread-safe. To add a time takes no memory and no
 * lock, so it works with a full heap and on any thread.
 */
final class TimeHistogram {

    /** The first bucket has all times below 2 to this, about a microsecond. */
    private static final int LEAST_BITS = 10;

    /** The last bucket has all from 2 to this, about five hours. */
    private static final int MOST_BITS = 44;

    /** Of times with one highest bit, the next two bits tell the bucket. */
    private static final int BUCKETS_A_BIT = 4;

    private static final int LAST = 1 + (MOST_BITS - LEAST_BITS) * BUCKETS_A_BIT;

    /**
     * How many times are in each bucket. Shared: atomic adds by the threads that acquire, release
     * and create, last; volatile read by a snapshot, first. Partner: {@code total}, {@code max}. So
     * these have each time that is counted.
     */
    private final AtomicLongArray counts = new AtomicLongArray(LAST + 1);

    /** Shared: atomic adds; volatile read by a snapshot. Partner: {@code counts}. */
    private final AtomicLong total = new AtomicLong();

    /** Shared: CAS; volatile read by a snapshot. Partner: {@code counts}. */
    private final AtomicLong max = new AtomicLong();

    void add(long nanos) {
        long time = Math.max(0, nanos);
        long longest = max.get();
        while (time > longest && !max.compareAndSet(longest, time)) {
            longest = max.get();
        }
        total.getAndAdd(time);
        counts.getAndIncrement(bucketOf(time));
    }

    private static int bucketOf(long time) {
        int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(time);
        if (bits < LEAST_BITS) {
            return 0;
        }
        int next = (int) (time >>> (bits - 2)) & (BUCKETS_A_BIT - 1);
        return Math.min(LAST, 1 + (bits - LEAST_BITS) * BUCKETS_A_BIT + next);
    }

    /** No time in the bucket is as long as this. */
    private static long endOf(int bucket) {
        if (bucket == 0) {
            return 1L << LEAST_BITS;
        }
        if (bucket == LAST) {
            return Long.MAX_VALUE;
        }
        int bits = LEAST_BITS + (bucket - 1) / BUCKETS_A_BIT;
        int next = (bucket - 1) % BUCKETS_A_BIT;
        return (long) (BUCKETS_A_BIT + next + 1) << (bits - 2);
    }

    /** Sums up until now. Called on any thread. */
    TimeSummary summary() {
        long[] counted = new long[LAST + 1];
        long count = 0;
        for (int bucket = 0; bucket <= LAST; bucket++) {
            counted[bucket] = counts.get(bucket);
            count += counted[bucket];
        }
        long longest = max.get();
        return new TimeSummary(
                count,
                Duration.ofNanos(total.get()),
                Duration.ofNanos(longest),
                quantile(counted, count, longest, 0.5),
                quantile(counted, count, longest, 0.95),
                quantile(counted, count, longest, 0.99));
    }

    private static Duration quantile(long[] counted, long count, long longest, double part) {
        long wanted = (long) Math.ceil(part * count);
        long passed = 0;
        for (int bucket = 0; bucket <= LAST; bucket++) {
            passed += counted[bucket];
            if (counted[bucket] > 0 && passed >= wanted) {
                return Duration.ofNanos(Math.min(endOf(bucket) - 1, longest));
            }
        }
        return Duration.ZERO;
    }
}
