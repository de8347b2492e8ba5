package io.sluice.perf.study.housekeeping;

/**
 * The results of one fork.
 *
 * @param row how many clients there were
 * @param background how background threads were woken, and how many there were
 * @param round which round it belongs to, from 1
 * @param nanos the time of a request for its client
 * @param cpuNanos the CPU time of a request, in all threads
 */
record WakeFork(
        HousekeepingRow row, Background background, int round, double nanos, double cpuNanos) {}
