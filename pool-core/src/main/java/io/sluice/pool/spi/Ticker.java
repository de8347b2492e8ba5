package io.sluice.pool.spi;

/**
 * The only source of time of a pool: reads the clock, raises alarms and parks waiting threads, so
 * that a test can drive all three. Thread-safe.
 */
public interface Ticker {

    /** Returns the present time in nanoseconds from an arbitrary origin; it never goes back. */
    long nanos();

    /**
     * Runs a task once, when its time has come. The task must neither block nor call foreign code.
     *
     * @param task what to run
     * @param delayNanos from now, in nanoseconds; zero or less means at once
     * @return the means to call it off
     */
    Alarm schedule(Runnable task, long delayNanos);

    /**
     * Parks the calling thread until it is unparked, interrupted, or the time is over; it may also
     * return for no reason. A thread that parks for less than a millisecond means to look again by
     * itself: nobody may wake it, so where a test's clock stands still such a park has to end all
     * the same, after a while of the system's time.
     *
     * @param blocker what the thread waits for, shown in thread dumps
     * @param nanos at most this long, in nanoseconds
     */
    void park(Object blocker, long nanos);

    /**
     * Opens this ticker for one pool. The system's timer thread lives from the first opening to the
     * last closing.
     */
    default void open() {}

    /** Closes this ticker for one pool; balances {@link #open}. */
    default void close() {}

    /** A task that is due at some time. */
    interface Alarm {
        /** Calls the task off if it has not begun. */
        void cancel();
    }
}
