package io.sluice.perf.study.queue;

import io.sluice.perf.fork.Turn;
import java.util.List;

/**
 * The results of one fork.
 *
 * @param turn the situation, the contestant and the round
 * @param perSecond takes per second, all threads together
 * @param bytesPerTake what taking one and giving it back allocates
 * @param megabytesPerSecond what is allocated in a second
 * @param collections how often the collector ran in all that was measured
 * @param collectionMillis how long that took
 * @param pauses the pauses of the collector, from the start of the virtual machine to its end
 */
record QueueFork(
        Turn<QueueRow, Structure> turn,
        double perSecond,
        double bytesPerTake,
        double megabytesPerSecond,
        double collections,
        double collectionMillis,
        List<Pause> pauses) {

    /** Returns the longest of its pauses; 0 if there was none. */
    double longestPauseMillis() {
        return pauses.stream().mapToDouble(Pause::millis).max().orElse(0);
    }
}
