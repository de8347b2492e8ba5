package io.sluice.pool.fault;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Decides at which points of instrumented code there is no memory. Points are counted over all
 * threads, from {@link #begin} to {@link #end}.
 */
public final class MemoryFaults {

    private static final AtomicInteger POINTS = new AtomicInteger();

    private static volatile boolean counting;
    private static volatile int first;
    private static volatile int last;
    private static volatile @Nullable Throwable where;

    private MemoryFaults() {}

    /** Counts points from now on; those from the first to the last have no memory. */
    public static void begin(int firstPoint, int lastPoint) {
        POINTS.set(0);
        where = null;
        first = firstPoint;
        last = lastPoint;
        counting = true;
    }

    /** There is memory again. Returns how many points there were. */
    public static int end() {
        counting = false;
        return POINTS.get();
    }

    /** Where there was no memory for the first time; null if there always was. */
    static @Nullable Throwable where() {
        return where;
    }

    /** Called by instrumented code before it takes memory. */
    public static void point() {
        if (!counting) {
            return;
        }
        int point = POINTS.incrementAndGet();
        if (point < first || point > last) {
            return;
        }
        OutOfMemoryError error = new OutOfMemoryError("on purpose, at point " + point);
        if (point == first) {
            where = error;
        }
        throw error;
    }
}
