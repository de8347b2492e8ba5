package io.sluice.pool.spi;

/** Why a pool discards a resource. */
public enum DiscardReason {
    /** Exceeded the idle time-out while the pool had more than its minimum. */
    IDLE,
    /** Exceeded its maximum lifetime. */
    LIFETIME,
    /** Failed validation. */
    INVALID,
    /** Its use or its reset failed in a way that makes it unusable. */
    BROKEN,
    /**
     * Its database rolled back a branch of a global transaction instead of preparing or committing
     * it, and its driver is not known to work after that. The resource is not broken.
     */
    ROLLED_BACK,
    /** The caller asked for it. */
    EVICTED,
    /** The pool was flushed. */
    FLUSHED,
    /** The maximum was lowered while the pool had more. */
    SURPLUS,
    /** The pool is closed. */
    POOL_CLOSED
}
