package io.sluice.pool.fault;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Decides at which points of instrumented code there is no memory. Points are counted over all
 * threads, from {@link #begin} to {@link #end}.
 */
public final class MemoryFaults {

    private static final AtomicInteger POINTS = new AtomicInteger();

    /** The kinds of call that took their memory already. */
    private static final Set<String> LINKED = ConcurrentHashMap.newKeySet();

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
    public static @Nullable Throwable where() {
        return where;
    }

    /** As in a new process: each kind of call by a handle takes memory first. */
    public static void unlink() {
        LINKED.clear();
    }

    /**
     * Called by instrumented code before a call by a handle.
     *
     * @param kind the class, the method of the handle and its types: the JVM links these once
     */
    public static void link(String kind) {
        if (!LINKED.contains(kind)) {
            point();
            LINKED.add(kind);
        }
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
