package io.sluice.perf.study.housekeeping;

/**
 * How long idle pools are used, left alone, and watched, in milliseconds.
 *
 * @param traffic how long they are used before
 * @param settle how long they then settle
 * @param window how long they are watched
 */
record IdleTimes(int traffic, int settle, int window) {}
