package io.sluice.pool.jta;

import io.sluice.pool.spi.DiscardReason;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a branch, and what becomes of it and its holder after each call.
 *
 * <p>A failure dooms the holder, with two exceptions. After a duplicate xid, which is no fault of
 * the resource, the manager may start it under another xid; if it refuses the resource, as most do,
 * the holder is discarded for that. After a rollback by the server, the resource may {@linkplain
 * #quarantine stay in use}.
 */
abstract class TrackedBranch extends BranchLease {

    /** The branch was joined; it is completed through the resource that started it. */
    static final byte JOINED = 1;

    /** The connection was ended by force, and with it an unprepared branch. */
    static final byte ABORTED = 2;

    /** The end of the branch failed, so that it can no longer be prepared or committed. */
    static final byte ENDLESS = 4;

    /** The server decided heuristically, and remembers the branch until it is told to forget it. */
    static final byte HEURISTIC = 8;

    /** A call was refused because the branch ended with its connection. */
    static final byte LOST = 16;

    /** A commit in one phase failed without an answer, so the branch may be committed. */
    static final byte MAYBE_COMMITTED = 32;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(TrackedBranch.class, "state", byte.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * A {@link BranchState} by its code, of which 0 is the first. Shared: release, by the thread on
     * which the manager drives the branch, and by one pass of its recovery; volatile read. Partner:
     * {@code BranchLease.progress}, {@code JtaParticipant.xid}. The state is written before {@code
     * progress}, so the thread that notes the second end sees it.
     */
    private volatile byte state;

    /**
     * Some of the above. Shared: volatile, by the threads that write {@code state}, rarely.
     * Partner: {@code state}.
     */
    private volatile byte marks;

    /** Makes a branch that is not started yet. */
    TrackedBranch(JtaParticipant participant, long stamp) {
        super(participant, stamp);
    }

    @Override
    final BranchState state() {
        return BranchState.of(state);
    }

    final boolean isIn(BranchState wanted) {
        return state == wanted.code;
    }

    final void become(BranchState next) {
        STATE.setRelease(this, next.code);
    }

    final boolean is(byte mark) {
        return (marks & mark) != 0;
    }

    final void mark(byte mark) {
        marks = (byte) (marks | mark);
    }

    // What is known

    final boolean isOwn(@Nullable Xid id) {
        return id != null && XaErrors.isSame(xid(), id);
    }

    /**
     * Whether it ends with its connection without having been prepared, so that it is not in doubt.
     */
    final boolean isLost() {
        return is((byte) (ABORTED | ENDLESS))
                || ((isIn(BranchState.ACTIVE) || isIn(BranchState.ENDED))
                        && (participant.resource.isLost() || participant.gate.isClaimed(stamp())));
    }

    /**
     * Whether the branch is finished here, so that the resource may be used for others. A branch
     * that was never started, or ended with its connection, is finished with its transaction.
     */
    final boolean isOver() {
        return isIn(BranchState.DONE) || isSettled();
    }

    /** Recovery has settled the branch on another connection. */
    final void settledElsewhere() {
        if (state().isInDoubt()) {
            settle();
        }
    }

    /** Whether the server decided heuristically, so that the branch must be forgotten. */
    final boolean isHeuristic() {
        return is(HEURISTIC);
    }

    // What becomes of it

    final void settle() {
        enter(BranchState.DONE);
        if (settled()) {
            // A concurrent failed call may have entered doubt since. Either it sees the settled
            // mark, or this undoes what it entered.
            enter(BranchState.DONE);
        }
    }

    final void enter(BranchState next) {
        become(next);
        if (!next.isInDoubt()) {
            participant.gate.unpin(stamp());
            return;
        }
        boolean closable = mayBeClosed();
        boolean pinned = !closable && participant.gate.pin(stamp());
        if (closable) {
            participant.gate.unpin(stamp());
            VarHandle.fullFence(); // as in pin: order the write of the state before the next reads
        }
        if (isSettled()) { // by recovery, during the call that failed
            enter(BranchState.DONE);
        } else if (closable) {
            if (participant.resource.isLost() || isAnnounced()) {
                giveUp(); // the manager will not end it here
            }
        } else if (!pinned) {
            JtaLog.takenAway(this); // a remainder may be on the server; too late to pin
        }
    }

    /**
     * On a lost connection nothing can be undone, without a vote nothing was promised, and on some
     * servers a prepared branch survives its connection. A prepared branch without a failure is
     * about to be committed here.
     */
    @Override
    final boolean mayBeClosed() {
        return switch (state()) {
            case VOTE_LOST -> true;
            case UNKNOWN ->
                    participant.resource.isLost() || participant.resource.preparedOutlivesClose();
            case PREPARED -> participant.resource.isLost();
            default -> false;
        };
    }

    /**
     * Ends the gate and waits until no call is inside; ends the connection by force if that takes
     * too long.
     *
     * @return false if the connection had to be ended
     */
    final boolean shut(boolean cancel) {
        if (participant.gate.end(stamp()) || is(ABORTED)) {
            return !is(ABORTED);
        }
        CallDrain callDrain = new CallDrain(this);
        if (callDrain.isCleared(cancel)) {
            return true;
        }
        mark(ABORTED);
        participant.holder.doom(
                DiscardReason.BROKEN,
                XaErrors.of(
                        XAException.XA_RBROLLBACK,
                        describe() + ": a call did not return when its transaction ended",
                        null));
        if (!state().isInDoubt()) {
            become(BranchState.BROKEN);
        }
        callDrain.abort();
        return false;
    }

    // After a failure

    final XAException failed(XAException error) {
        participant.failed(error);
        return error;
    }

    /**
     * Records a failure: moves the branch to the given state and dooms the holder, unless its
     * resource stays usable after a rollback.
     */
    final XAException quarantine(BranchState next, XAException error) {
        if (XaErrors.isHeuristic(error.errorCode)) {
            mark(HEURISTIC);
        }
        DiscardReason reason = DiscardReason.BROKEN;
        boolean servesOn = false;
        try {
            participant.failed(error);
            if (XaErrors.isRollback(error.errorCode) && !participant.resource.isLost()) {
                reason = DiscardReason.ROLLED_BACK;
                servesOn = next == BranchState.DONE && participant.resource.servesAfter(error);
            }
        } finally { // the branch must go on, whatever this throws
            if (!servesOn) {
                participant.holder.doom(reason, participant.failure());
            }
            if (next == BranchState.DONE) {
                settle();
            } else {
                enter(next);
            }
        }
        return error;
    }

    /**
     * A vote lost with its connection is no vote for a commit, so it is reported as a rollback. On
     * another error, managers retry and report a heuristic outcome.
     */
    final XAException prepareFailed(Xid id, BranchState next, XAException error) {
        XAException failure = quarantine(next, error);
        return next == BranchState.VOTE_LOST && participant.resource.isLost()
                ? XaErrors.voteLost(describe(), id, failure)
                : failure;
    }

    /**
     * If the connection is lost during a commit in one phase, the branch may be committed; if the
     * server refuses the call, it is not.
     */
    final XAException commitFailed(Xid id, boolean onePhase, XAException error) {
        BranchState next = BranchState.afterFailedCommit(error.errorCode, onePhase);
        XAException answer = error;
        try {
            if (onePhase && error.errorCode == XAException.XAER_RMERR) {
                participant.failed(error); // first: it finds out whether the resource is lost
                if (participant.resource.isLost()) {
                    next = BranchState.BROKEN;
                    answer = XaErrors.lostAtCommit(describe(), id, error);
                }
            }
        } finally { // also without memory
            if (next == BranchState.BROKEN && !XaErrors.isRefusal(error.errorCode)) {
                mark(MAYBE_COMMITTED);
            }
            quarantine(next, answer);
        }
        return answer;
    }

    /**
     * If the connection is lost or was ended by force, the server rolls back an unprepared branch
     * itself. That is the requested outcome; on an error, managers log a warning or report a
     * heuristic outcome.
     */
    final void rollbackFailed(boolean prepared, BranchState next, XAException error)
            throws XAException {
        if (is(MAYBE_COMMITTED) && !XaErrors.isDecided(error.errorCode)) {
            participant.failed(error);
            throw maybeCommitted(error);
        }
        boolean lost =
                !prepared
                        && (isLost() || error.errorCode == XAException.XAER_RMFAIL)
                        && !XaErrors.isHeuristic(error.errorCode);
        XAException failure = quarantine(lost ? BranchState.DONE : next, error);
        if (!lost && !isRolledBack()) {
            throw failure;
        }
    }

    /** Ends the branch without reporting it rolled back; the commit has doomed the holder. */
    final XAException maybeCommitted(@Nullable XAException failure) {
        if (!isOver()) {
            settle();
        }
        return XaErrors.maybeCommitted(describe(), xid(), failure);
    }

    /**
     * Whether it was rolled back with its connection, or will be by recovery: nothing remains to be
     * done on the connection.
     */
    final boolean isRolledBack() {
        return isIn(BranchState.VOTE_LOST)
                ? participant.resource.isLost()
                : isIn(BranchState.DONE) && is(LOST);
    }

    final String describe() {
        return "pool "
                + participant.resource.resourceManagerName()
                + ", branch "
                + XaErrors.text(xid());
    }

    /** Begins with the pool's name: managers print it in their messages. */
    @Override
    public String toString() {
        return "XAResource[" + describe() + ", " + state() + "]";
    }
}
