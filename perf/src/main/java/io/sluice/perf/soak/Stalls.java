package io.sluice.perf.soak;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that merely parks, and adds up by how much it is late: the time in which the machine
 * stood still. Thread-safe.
 */
final class Stalls implements AutoCloseable {

    private static final long PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Thread thread = new Thread(this::run, "stalls");

    /** Volatile; written by the parking thread only. */
    private volatile long lost;

    /** The longest of them. Volatile; written by the parking thread only. */
    private volatile long longest;

    /** Volatile; how often it has parked. Written by the parking thread only. */
    private volatile long beats;

    /** Volatile; set once, by the thread that closes. */
    private volatile boolean over;

    static Stalls start() {
        Stalls started = new Stalls();
        started.thread.setDaemon(true);
        started.thread.start();
        return started;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    private void run() {
        while (!over) {
            long begun = System.nanoTime();
            LockSupport.parkNanos(this, PARK_NANOS);
            long late = Math.max(0, System.nanoTime() - begun - PARK_NANOS);
            lost += late;
            longest = Math.max(longest, late);
            beats++;
        }
    }

    /** Returns a mark for {@link #since}. */
    long mark() {
        return lost;
    }

    /**
     * Returns for how long the machine stood still since a mark. Waits for the parking thread,
     * which may notice a stall later than the caller does.
     */
    Duration since(long mark) {
        long before = beats;
        while (!over && beats < before + 2) {
            LockSupport.parkNanos(this, PARK_NANOS);
        }
        return Duration.ofNanos(lost - mark);
    }

    /** Returns the longest time for which the machine stood still. */
    Duration longest() {
        return Duration.ofNanos(longest);
    }

    @Override
    public void close() {
        over = true;
        LockSupport.unpark(thread);
    }
}
