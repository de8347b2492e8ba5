package io.sluice.pool.spi;

/** Why a pool discards a resource. */
public enum DiscardReason {
    /** Idle for longer than the idle time-out, and the pool has more than its minimum. */
    IDLE,
    /** Older than its maximum lifetime. */
    LIFETIME,
    /** Did not pass validation. */
    INVALID,
    /** Its use or its reset failed in a way after which it must not serve again. */
    BROKEN,
    /**
     * Its database rolled a branch of a global transaction back in place of preparing or committing
     * it, and its driver is not known to be in order after that. Nothing is broken.
     */
    ROLLED_BACK,
    /** The caller asked for it. */
    EVICTED,
    /** The pool was flushed. */
    FLUSHED,
    /** The pool is closed. */
    POOL_CLOSED
}
