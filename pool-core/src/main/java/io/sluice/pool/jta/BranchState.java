package io.sluice.pool.jta;

/** What is known of a transaction branch. */
enum BranchState {
    /** Not started: the server knows nothing of it. */
    NEW,
    /** Started: the application works in it. */
    ACTIVE,
    /** Ended: nothing more comes; it can be prepared, committed in one phase or rolled back. */
    ENDED,
    /**
     * Prepared: kept by the server, whatever happens to the connection or not, until it is
     * committed, rolled back or forgotten. The connection must stay open.
     */
    PREPARED,
    /**
     * A call failed, or the server decided by itself, so that the server may keep something of it.
     * Treated as {@link #PREPARED}.
     */
    UNKNOWN,
    /**
     * A call failed before the branch was prepared: nothing can be promised any more, and it ends
     * with its connection.
     */
    BROKEN,
    /** Committed, rolled back, forgotten or read-only: the server keeps nothing of it. */
    DONE;

    /** Whether the server may keep something that its connection must not be closed over. */
    boolean isInDoubt() {
        return this == PREPARED || this == UNKNOWN;
    }

    /**
     * Whether the transaction's end is the branch's: nothing is left, or only what ends with the
     * connection.
     */
    boolean endsWithTransaction() {
        return this == NEW || this == BROKEN || this == DONE;
    }
}
