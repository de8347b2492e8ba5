package io.sluice.perf.peer;

/**
 * A pool's counts of its connections.
 *
 * @param total how many there are
 * @param leased how many of them an application has
 */
public record PoolCounts(int total, int leased) {}
