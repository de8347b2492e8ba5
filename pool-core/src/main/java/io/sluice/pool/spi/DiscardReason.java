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
    /** The caller asked for it. */
    EVICTED,
    /** The pool was flushed. */
    FLUSHED,
    /** The pool is closed. */
    POOL_CLOSED
}
