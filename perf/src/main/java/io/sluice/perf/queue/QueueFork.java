package io.sluice.perf.queue;

import io.sluice.perf.fork.Turn;

/**
 * What one fork gave.
 *
 * @param turn the situation, the contestant and the round
 * @param perSecond takes per second, all threads together
 * @param bytesPerTake what taking one and giving it back allocates
 * @param megabytesPerSecond what is allocated in a second
 * @param collections how often the collector ran in all that was measured
 * @param collectionMillis how long that took
 */
record QueueFork(
        Turn<QueueRow, Structure> turn,
        double perSecond,
        double bytesPerTake,
        double megabytesPerSecond,
        double collections,
        double collectionMillis) {}
