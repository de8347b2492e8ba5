package io.sluice.perf.peer;

/**
 * What a pool believes about its connections.
 *
 * @param total how many there are
 * @param leased how many of them an application has
 */
public record PoolCounts(int total, int leased) {}
