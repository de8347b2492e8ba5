package io.sluice.pool;

/** Which resources {@link ResourcePool#flush(FlushMode)} sends away, and when. */
public enum FlushMode {
    /** What is idle now. Leases go on, and their resources come back as ever. */
    IDLE,
    /** What is idle now, and of the rest each when its lease ends. */
    GRACEFUL,
    /** Everything now: leases are taken away, and their resources aborted. */
    IMMEDIATE
}
