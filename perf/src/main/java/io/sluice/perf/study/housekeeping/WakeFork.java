package io.sluice.perf.study.housekeeping;

/**
 * What one fork gave.
 *
 * @param row how many clients there were
 * @param background how background threads were woken, and how many there were
 * @param round which round it belongs to, from 1
 * @param nanos what a request takes a client
 * @param cpuNanos what it takes of CPU time, in all threads
 */
record WakeFork(
        HousekeepingRow row, Background background, int round, double nanos, double cpuNanos) {}
