package io.sluice.perf.fork;

import java.time.Duration;

/**
 * The iterations of JMH in a fork.
 *
 * @param warmups iterations that do not count
 * @param counted iterations that do
 * @param time how long each of them takes
 */
public record Iterations(int warmups, int counted, Duration time) {

    /** Returns this in words, for the head of a report. */
    @Override
    public String toString() {
        return warmups + " + " + counted + " iterations of " + time.toMillis() + " ms";
    }
}
