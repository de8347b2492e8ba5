package io.sluice.perf.study.safepoint;

/**
 * One stop of all threads.
 *
 * @param operation its reason, in the words of the virtual machine
 * @param reachNanos how long it took until all threads had stopped, in nanoseconds
 * @param totalNanos how long it took in all, until they went on, in nanoseconds
 */
record Stop(String operation, long reachNanos, long totalNanos) {}
