package io.sluice.perf.study.safepoint;

/**
 * One stop of some threads, each for itself, while the others go on.
 *
 * @param operation its reason, in the words of the virtual machine
 * @param threads how many threads
 * @param nanos how long it took until all of them had done it, in nanoseconds
 */
record Handshake(String operation, int threads, long nanos) {}
