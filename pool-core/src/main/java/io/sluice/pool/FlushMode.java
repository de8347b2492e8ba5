package io.sluice.pool;

/** Which resources {@link ResourcePool#flush(FlushMode)} sends away, and when. */
public enum FlushMode {
    /** Resources that are idle now. Leases continue, and their resources stay in the pool. */
    IDLE,
    /** Idle resources now, leased ones when their lease ends. */
    GRACEFUL,
    /** All resources now: leases are taken away and their resources aborted. */
    IMMEDIATE
}
