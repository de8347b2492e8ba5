package io.sluice.perf.peer;

/**
 * A pool's counts of its connections.
 *
 * @param total how many there are
 * @param leased how many of them an application has
 */
public record PoolCounts(int total, int leased) {

    /** Returns the counts of a pool that counts separately what is leased and what is not. */
    static PoolCounts of(long leased, long idle) {
        return new PoolCounts((int) (leased + idle), (int) leased);
    }
}
