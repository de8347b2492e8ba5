package io.sluice.pool.internal.report;

import java.util.Arrays;

/** For how long a number had each value. Not thread-safe. */
final class Levels {

    /** Larger values count as this one. */
    private static final int HIGHEST = 1 << 16;

    /** By value. */
    private long[] nanos = new long[16];

    private int most;

    void add(int value, long time) {
        int level = Math.min(value, HIGHEST);
        if (level >= nanos.length) {
            nanos = Arrays.copyOf(nanos, Integer.highestOneBit(level) << 1);
        }
        nanos[level] += time;
        most = Math.max(most, level);
    }

    /** The highest value. */
    int most() {
        return most;
    }

    /** The sum of each value times its time. */
    double sum() {
        double sum = 0;
        for (int level = 1; level <= most; level++) {
            sum += (double) nanos[level] * level;
        }
        return sum;
    }

    /** The least value that was not exceeded for this part of the time at which it was above 0. */
    int quantile(double part) {
        long busy = 0;
        for (int level = 1; level <= most; level++) {
            busy += nanos[level];
        }
        long passed = 0;
        for (int level = 1; level <= most; level++) {
            passed += nanos[level];
            if (passed >= part * busy) {
                return level;
            }
        }
        return 0;
    }
}
