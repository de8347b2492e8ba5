package io.sluice.pool.jta;

import javax.transaction.xa.XAException;

/** What is known of a transaction branch, and what a failed call leaves of it. */
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
     * The prepare failed and the server may have prepared it. It never voted for a commit, so it
     * can only be rolled back, which closing the connection may do as well.
     */
    VOTE_LOST(4),
    /**
     * A call failed after the branch was prepared, or the server decided by itself, so that the
     * server may keep something of it.
     */
    UNKNOWN(5),
    /**
     * A call failed before the branch was prepared: nothing can be promised any more, and it ends
     * with its connection.
     */
    BROKEN(6),
    /** Committed, rolled back, forgotten or read-only: the server keeps nothing of it. */
    DONE(7);

    private static final BranchState[] ALL = values();

    /** Its place in the order above; a branch keeps this one byte of it. */
    final byte code;

    BranchState(int code) {
        this.code = (byte) code;
    }

    static BranchState of(byte code) {
        return ALL[code];
    }

    /** What a prepare leaves that failed with a code. */
    static BranchState afterFailedPrepare(int code) {
        return switch (code) {
            case XAException.XAER_NOTA -> DONE;
            case XAException.XAER_INVAL, XAException.XAER_PROTO -> BROKEN;
            // With RMERR and RMFAIL it may have been prepared or not.
            default -> XaErrors.isRollback(code) ? DONE : VOTE_LOST;
        };
    }

    /** The same for a commit. */
    static BranchState afterFailedCommit(int code, boolean onePhase) {
        return switch (code) {
            // RMERR: the work has been rolled back; NOTA: the server knows nothing of it.
            case XAException.XAER_RMERR, XAException.XAER_NOTA -> DONE;
            case XAException.XA_RETRY -> PREPARED;
            default -> {
                if (XaErrors.isRollback(code)) {
                    yield DONE;
                }
                yield onePhase && !XaErrors.isHeuristic(code) ? BROKEN : UNKNOWN;
            }
        };
    }

    /** The same for a rollback. */
    static BranchState afterFailedRollback(int code, BranchState before) {
        if (XaErrors.isRollback(code) || code == XAException.XAER_NOTA) {
            return DONE;
        }
        if (XaErrors.isHeuristic(code)) {
            return UNKNOWN;
        }
        // No switch: some compilers give it a class of its own, to be loaded when memory is short.
        if (before == VOTE_LOST) {
            return VOTE_LOST;
        }
        return before == PREPARED || before == UNKNOWN ? UNKNOWN : BROKEN;
    }

    /** Whether the server may keep something of it after its transaction. */
    boolean isInDoubt() {
        return this == PREPARED || this == VOTE_LOST || this == UNKNOWN;
    }

    /**
     * Whether the transaction's end is the branch's: nothing is left, or only what ends with the
     * connection.
     */
    boolean endsWithTransaction() {
        return this == NEW || this == BROKEN || this == DONE;
    }
}
