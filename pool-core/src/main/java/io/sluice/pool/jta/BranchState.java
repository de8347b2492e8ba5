package io.sluice.pool.jta;

/** What is known of a transaction branch. */
enum BranchState {
    /** Not started: the server knows nothing of it. */
    NEW(0),
    /** Started: the application works in it. */
    ACTIVE(1),
    /** Ended: nothing more comes; it can be prepared, committed in one phase or rolled back. */
    ENDED(2),
    /**
     * Prepared: kept by the server, whatever happens to the connection or not, until it is
     * committed, rolled back or forgotten. The connection must stay open.
     */
    PREPARED(3),
    /**
     * A call failed, or the server decided by itself, so that the server may keep something of it.
     * Treated as {@link #PREPARED}.
     */
    UNKNOWN(4),
    /**
     * A call failed before the branch was prepared: nothing can be promised any more, and it ends
     * with its connection.
     */
    BROKEN(5),
    /** Committed, rolled back, forgotten or read-only: the server keeps nothing of it. */
    DONE(6);

    private static final BranchState[] ALL = values();

    /** Its place in the order above; a branch keeps this one byte of it. */
    final byte code;

    BranchState(int code) {
        this.code = (byte) code;
    }

    static BranchState of(byte code) {
        return ALL[code];
    }

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
