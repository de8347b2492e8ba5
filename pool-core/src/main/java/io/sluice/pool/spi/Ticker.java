package io.sluice.pool.spi;

/**
 * The only source of time of a pool: the clock, the timer and the parking of waiting threads, so
 * that a test can drive all three. Thread-safe.
 */
public interface Ticker {

    /** Returns the current time in nanoseconds from an arbitrary origin; never decreases. */
    long nanos();

    /**
     * Runs a task once, after a delay. The task must neither block nor call foreign code.
     *
     * @param task what to run
     * @param delayNanos from now, in nanoseconds; zero or less means at once
     * @return an alarm that can be cancelled
     */
    Alarm schedule(Runnable task, long delayNanos);

    /**
     * Parks the calling thread until it is unparked, interrupted or the time is over; may also
     * return spuriously. A thread that parks for less than a millisecond polls: no other thread may
     * unpark it. A test's ticker whose clock stands still must therefore end such a park after some
     * real time.
     *
     * @param blocker what the thread waits for, shown in thread dumps
     * @param nanos at most this long, in nanoseconds
     */
    void park(Object blocker, long nanos);

    /**
     * Opens this ticker for one pool. The system's timer thread lives from the first open to the
     * last close.
     */
    default void open() {}

    /** Closes this ticker for one pool; balances {@link #open}. */
    default void close() {}

    /**
     * Tells that a task is handed to a background thread of a pool. A test's ticker can let such
     * tasks end before it moves its clock. Must be quick and throw nothing.
     */
    default void taskBegins() {}

    /** Tells that such a task has ended, or could not be handed over. */
    default void taskEnds() {}

    /** A scheduled task. */
    interface Alarm {
        /** Cancels the task if it has not begun. */
        void cancel();
    }
}
