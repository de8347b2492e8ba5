package io.sluice.perf.fault;

import java.time.Duration;

/**
 * The time of a fault, as in {@link System#nanoTime}.
 *
 * @param begun when the fault began
 * @param ended when it ended
 * @param warmUp how long before it the time-line begins
 * @param watch how long after it the pool had to recover
 */
record Span(long begun, long ended, Duration warmUp, Duration watch) {

    /** Returns whether a time lies in it. */
    boolean contains(long time) {
        return time - begun >= 0 && time - ended <= 0;
    }

    /** Returns how many nanoseconds of the time-line lie before a time. */
    long onTimeline(long time) {
        return time - begun + warmUp.toNanos();
    }

    /** Returns how many nanoseconds after the end a time is; negative before it. */
    long afterEnd(long time) {
        return time - ended;
    }
}
