package io.sluice.perf.fault;

import java.time.Duration;

/**
 * When it went wrong. Times are those of {@link System#nanoTime}.
 *
 * @param begun when it went wrong
 * @param ended when it was right again
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
