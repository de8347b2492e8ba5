package io.sluice.perf.study.line;

/**
 * The counts of one contestant in one round: means of a cycle.
 *
 * @param atomics writes that the processor waits for
 * @param read lines that others had touched since and that did not have to move
 * @param moved lines that had to move
 */
record LinesRound(double atomics, double read, double moved) {}
