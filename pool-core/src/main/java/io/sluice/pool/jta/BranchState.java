package io.sluice.pool.jta;

import javax.transaction.xa.XAException;

/** The known state of a transaction branch, and the state that a failed call leaves. */
enum BranchState {
    /** Not started: unknown to the server. */
    NEW(0),
    /** Started: the application works in it. */
    ACTIVE(1),
    /** Ended: it can be prepared, committed in one phase or rolled back. */
    ENDED(2),
    /**
     * Prepared: the server keeps it until it is committed, rolled back or forgotten. Whether it
     * survives the end of its connection depends on the server, so the connection must stay open.
     */
    PREPARED(3),
    /**
     * The prepare failed, but the server may have prepared it. Since it never voted for a commit,
     * it can only be rolled back; closing the connection may do that.
     */
    VOTE_LOST(4),
    /**
     * A call failed after the branch was prepared, or the server decided heuristically; it may keep
     * a record of the branch.
     */
    UNKNOWN(5),
    /**
     * A call failed before the branch was prepared: it cannot be committed any more, and ends with
     * its connection.
     */
    BROKEN(6),
    /** Committed, rolled back, forgotten or read-only: the server keeps nothing of it. */
    DONE(7);

    private static final BranchState[] ALL = values();

    /** Its position in the order above, which a branch stores in one byte. */
    final byte code;

    BranchState(int code) {
        this.code = (byte) code;
    }

    static BranchState of(byte code) {
        return ALL[code];
    }

    /** Returns the state after a prepare failed with this code. */
    static BranchState afterFailedPrepare(int code) {
        return switch (code) {
            case XAException.XAER_NOTA -> DONE;
            case XAException.XAER_INVAL, XAException.XAER_PROTO -> BROKEN;
            // After RMERR or RMFAIL it may be prepared or not.
            default -> XaErrors.isRollback(code) ? DONE : VOTE_LOST;
        };
    }

    /** Returns the state after a commit failed with this code. */
    static BranchState afterFailedCommit(int code, boolean onePhase) {
        return switch (code) {
            // RMERR: the work was rolled back; NOTA: the server does not know the branch.
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

    /** Returns the state after a rollback failed with this code. */
    static BranchState afterFailedRollback(int code, BranchState before) {
        if (XaErrors.isRollback(code) || code == XAException.XAER_NOTA) {
            return DONE;
        }
        if (XaErrors.isHeuristic(code)) {
            return UNKNOWN;
        }
        // No switch: some compilers generate a class for it, to be loaded when memory is short.
        if (before == VOTE_LOST) {
            return VOTE_LOST;
        }
        return before == PREPARED || before == UNKNOWN ? UNKNOWN : BROKEN;
    }

    /** Whether the server may keep a record of it after its transaction. */
    boolean isInDoubt() {
        return this == PREPARED || this == VOTE_LOST || this == UNKNOWN;
    }

    /**
     * Whether the branch ends with its transaction: nothing is left, or only what ends with the
     * connection.
     */
    boolean endsWithTransaction() {
        return this == NEW || this == BROKEN || this == DONE;
    }
}
