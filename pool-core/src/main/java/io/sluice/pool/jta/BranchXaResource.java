package io.sluice.pool.jta;

import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.PooledXaResource;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The XA resource that a transaction manager sees for one holder in one transaction. It wraps the
 * driver's resource, tracks the state of the branch, and ends the {@link
 * io.sluice.pool.spi.BranchGate} before the driver ends the branch.
 *
 * <p>Suspend and resume are not passed to the driver, since no other branch uses the holder
 * meanwhile. A failure dooms the holder, with two exceptions. After a duplicate xid, which is no
 * fault of the resource, the manager may start it under another xid; if it refuses the resource, as
 * most do, the holder is discarded for that. After a rollback by the server, the resource may
 * {@linkplain #quarantine stay in use}.
 *
 * <p>A transaction manager may call from any thread, but not from two at once. Only its recovery
 * may run concurrently, through {@link InDoubtBranches}, to commit or roll back a branch in doubt.
 * One of the two ends the branch; the other finds it gone. Either settles it.
 */
final class BranchXaResource extends Enlistment implements PooledXaResource {

    /** The branch was joined; it is completed through the resource that started it. */
    private static final byte JOINED = 1;

    /** The connection was ended by force, and with it an unprepared branch. */
    private static final byte ABORTED = 2;

    /** The end of the branch failed, so that it can no longer be prepared or committed. */
    private static final byte ENDLESS = 4;

    /** The server decided heuristically, and remembers the branch until it is told to forget it. */
    private static final byte HEURISTIC = 8;

    /** A call was refused because the branch ended with its connection. */
    private static final byte LOST = 16;

    /** A commit in one phase failed without an answer, so the branch may be committed. */
    private static final byte MAYBE_COMMITTED = 32;

    private static final VarHandle STATE;

    static {
        try {
            STATE =
                    MethodHandles.lookup()
                            .findVarHandle(BranchXaResource.class, "state", byte.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * A {@link BranchState} by its code, of which 0 is the first. Shared: release, by the thread on
     * which the manager drives the branch, and by one pass of its recovery; volatile read. Partner:
     * {@code Enlistment.come}, {@code JtaParticipant.xid}. The state is written before {@code
     * come}, so the thread that brings the second end sees it.
     */
    private volatile byte state;

    /**
     * Some of the above. Shared: volatile, by the threads that write {@code state}, rarely.
     * Partner: {@code state}.
     */
    private volatile byte marks;

    /** Makes the resource of a branch that is not started yet. */
    BranchXaResource(JtaParticipant participant, long stamp) {
        super(participant, stamp);
    }

    @Override
    BranchState state() {
        return BranchState.of(state);
    }

    private boolean isIn(BranchState wanted) {
        return state == wanted.code;
    }

    private void become(BranchState next) {
        STATE.setRelease(this, next.code);
    }

    private boolean is(byte mark) {
        return (marks & mark) != 0;
    }

    private void mark(byte mark) {
        marks = (byte) (marks | mark);
    }

    @Override
    public String resourceManagerName() {
        return participant.resource.resourceManagerName();
    }

    @Override
    public XAResource driverResource() {
        return participant.driver;
    }

    // Association

    @Override
    public void start(Xid id, int flags) throws XAException {
        checkUse("start", id);
        if (flags == TMRESUME) {
            check(isIn(BranchState.ACTIVE) && isOwn(id), "start", id, flags);
            participant.gate.resume(stamp());
            return;
        }
        boolean again = flags == TMJOIN && isIn(BranchState.ENDED) && isOwn(id) && !is(ABORTED);
        check(again || isIn(BranchState.NEW), "start", id, flags);
        try {
            participant.driver.start(id, flags);
        } catch (XAException e) {
            if (e.errorCode != XAException.XAER_DUPID) {
                quarantine(again ? BranchState.BROKEN : state(), e);
            }
            throw failed(e);
        } catch (RuntimeException | Error e) { // a driver may throw anything
            throw quarantine(BranchState.BROKEN, surprise("start", id, e));
        }
        if (again) {
            participant.gate.reopen(stamp());
        } else {
            if (flags == TMJOIN) {
                mark(JOINED);
            }
            participant.started(stamp(), id);
            participant.gate.open(stamp());
        }
        become(BranchState.ACTIVE);
    }

    @Override
    public void end(Xid id, int flags) throws XAException {
        checkUse("end", id);
        if (isOwn(id) && isIn(BranchState.BROKEN) && isLost()) {
            throw gone("end", id); // managers retry an end that failed
        }
        check(isIn(BranchState.ACTIVE) && isOwn(id), "end", id, flags);
        if (flags == TMSUSPEND) {
            participant.gate.suspend(stamp());
            return;
        }
        if (!shut(/* cancel= */ flags == TMFAIL)) {
            throw gone("end", id);
        }
        // Rollback codes end the association nonetheless; the branch can only be rolled back. If it
        // was joined, that is done through the other resource, and this one is not called again.
        if (participant.resource.isLost()) {
            mark(ENDLESS);
            throw quarantine(is(JOINED) ? BranchState.DONE : BranchState.BROKEN, lost("end", id));
        }
        try {
            participant.driver.end(id, flags);
            become(BranchState.ENDED);
        } catch (XAException e) {
            boolean isRollback = XaErrors.isRollback(e.errorCode);
            if (flags == TMFAIL && isRollback) {
                become(BranchState.ENDED); // as requested; Derby answers TMFAIL like this
            } else if (isRollback) {
                throw quarantine(is(JOINED) ? BranchState.DONE : BranchState.ENDED, e);
            } else {
                mark(ENDLESS);
                throw quarantine(BranchState.BROKEN, e);
            }
        } catch (RuntimeException | Error e) { // a driver may throw anything
            mark(ENDLESS);
            throw quarantine(BranchState.BROKEN, surprise("end", id, e));
        }
        if (is(JOINED)) {
            settle(); // the branch lives on where it was joined
        }
    }

    // Completion

    @Override
    public int prepare(Xid id) throws XAException {
        checkUse("prepare", id);
        check(isOwn(id) && (isIn(BranchState.ENDED) || isLost()), "prepare", id, TMNOFLAGS);
        // The gate first: from now on the resource must not be closed over the promise.
        if (isLost() || !participant.gate.pin(stamp())) {
            throw gone("prepare", id);
        }
        try {
            int vote = participant.driver.prepare(id);
            if (vote == XA_RDONLY) {
                settle();
            } else {
                enter(BranchState.PREPARED);
            }
            return vote;
        } catch (XAException e) {
            throw prepareFailed(id, BranchState.afterFailedPrepare(e.errorCode), e);
        } catch (RuntimeException | Error e) { // a driver may throw anything
            throw prepareFailed(id, BranchState.VOTE_LOST, surprise("prepare", id, e));
        }
    }

    /**
     * A vote lost with its connection is no vote for a commit, so it is reported as a rollback. On
     * another error, managers retry and report a heuristic outcome.
     */
    private XAException prepareFailed(Xid id, BranchState next, XAException error) {
        XAException failure = quarantine(next, error);
        return next == BranchState.VOTE_LOST && participant.resource.isLost()
                ? XaErrors.voteLost(describe(), id, failure)
                : failure;
    }

    @Override
    public void commit(Xid id, boolean onePhase) throws XAException {
        checkUse("commit", id);
        if (!isOwn(id)) {
            participant.driver.commit(id, onePhase);
            return;
        }
        if (onePhase && isIn(BranchState.ACTIVE) && participant.resource.isLastResource()) {
            end(id, TMSUCCESS); // some managers do not end a last resource before the commit
        }
        boolean lost = isLost();
        check(
                lost || isIn(BranchState.ENDED) || state().isInDoubt(),
                "commit",
                id,
                onePhase ? TMONEPHASE : TMNOFLAGS);
        if (lost) {
            throw gone("commit", id);
        }
        try {
            commitAtDriver(id, onePhase);
        } catch (XAException e) {
            if (e.errorCode == XAException.XA_HEURCOM) { // as requested
                quarantine(state(), e);
                forgetQuietly(id);
            } else {
                throw commitFailed(id, onePhase, e);
            }
        } catch (RuntimeException | Error e) { // a driver may throw anything
            throw commitFailed(id, onePhase, surprise("commit", id, e));
        }
        if (onePhase && isIn(BranchState.ENDED) && endsTransaction()) {
            become(BranchState.DONE);
            letGo();
        } else {
            settle();
        }
    }

    /**
     * If the connection is lost during a commit in one phase, the branch may be committed; if the
     * server refuses the call, it is not.
     */
    private XAException commitFailed(Xid id, boolean onePhase, XAException error) {
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
     * While a connection is ended by force, a commit in one phase may wrongly succeed, because the
     * branch was rolled back and nothing is left; or it fails after the commit was done. So the
     * outcome is unknown. A prepared branch is not closed.
     */
    private void commitAtDriver(Xid id, boolean onePhase) throws XAException {
        XAException failure = null;
        try {
            participant.driver.commit(id, onePhase);
        } catch (XAException e) {
            failure = e;
        }
        boolean unknown = failure == null || !XaErrors.isDecided(failure.errorCode);
        if (unknown && onePhase && participant.gate.isClaimed(stamp())) {
            throw XaErrors.takenAway(describe(), id, failure);
        }
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void rollback(Xid id) throws XAException {
        if (isOwn(id) && isRolledBack()) {
            return;
        }
        if (isOwn(id)
                && is(MAYBE_COMMITTED)
                && (isOver() || isGivenUp() || participant.resource.isLost())) {
            throw maybeCommitted(null); // no connection is left to ask
        }
        checkUse("rollback", id);
        if (!isOwn(id)) {
            participant.driver.rollback(id);
            return;
        }
        BranchState before = state();
        boolean prepared = before.isInDoubt();
        if (!shut(/* cancel= */ true) && !prepared) {
            if (is(MAYBE_COMMITTED)) {
                throw maybeCommitted(null);
            }
            settle(); // the server rolls it back with its connection
            return;
        }
        try {
            participant.driver.rollback(id);
        } catch (XAException e) {
            if (e.errorCode == XAException.XA_HEURRB) { // as requested
                quarantine(state(), e);
                forgetQuietly(id);
            } else {
                rollbackFailed(prepared, BranchState.afterFailedRollback(e.errorCode, before), e);
                return;
            }
        } catch (RuntimeException | Error e) { // a driver may throw anything
            XAException surprise = surprise("rollback", id, e);
            rollbackFailed(
                    prepared,
                    BranchState.afterFailedRollback(surprise.errorCode, before),
                    surprise);
            return;
        }
        settle();
    }

    /**
     * If the connection is lost or was ended by force, the server rolls back an unprepared branch
     * itself. That is the requested outcome; on an error, managers log a warning or report a
     * heuristic outcome.
     */
    private void rollbackFailed(boolean prepared, BranchState next, XAException error)
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
    private XAException maybeCommitted(@Nullable XAException failure) {
        if (!isOver()) {
            settle();
        }
        return XaErrors.maybeCommitted(describe(), xid(), failure);
    }

    /**
     * Whether it was rolled back with its connection, or will be by recovery: nothing remains to be
     * done on the connection.
     */
    private boolean isRolledBack() {
        return isIn(BranchState.VOTE_LOST)
                ? participant.resource.isLost()
                : isIn(BranchState.DONE) && is(LOST);
    }

    @Override
    public void forget(Xid id) throws XAException {
        if (isOver() && isOwn(id)) {
            return;
        }
        checkUse("forget", id);
        // A branch that the server has not decided may still be prepared.
        check(!isOwn(id) || isHeuristic(), "forget", id, TMNOFLAGS);
        try {
            participant.driver.forget(id);
        } catch (XAException e) {
            if (e.errorCode != XAException.XAER_NOTA) { // else there was nothing to forget
                throw isOwn(id) ? failed(e) : e;
            }
        }
        if (isOwn(id)) {
            settle();
        }
    }

    /** The server's heuristic decision is the requested one, so it may forget the branch. */
    private void forgetQuietly(Xid id) {
        try {
            participant.driver.forget(id);
        } catch (XAException | RuntimeException e) {
            // What it does not forget it reports again at recovery.
            JtaLog.forgetFailed(this, e);
        }
    }

    @Override
    public Xid[] recover(int flag) throws XAException {
        checkUse("recover", null);
        return participant.driver.recover(flag);
    }

    @Override
    public boolean isSameRM(XAResource other) throws XAException {
        if (isOver() || isGivenUp() || participant.settings.separate()) {
            return other == this; // nothing may be joined with a finished branch either
        }
        return participant.driver.isSameRM(
                other instanceof PooledXaResource pooled ? pooled.driverResource() : other);
    }

    @Override
    public int getTransactionTimeout() throws XAException {
        checkUse("getTransactionTimeout", null);
        return participant.driver.getTransactionTimeout();
    }

    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
        checkUse("setTransactionTimeout", null);
        return participant.driver.setTransactionTimeout(seconds);
    }

    /** Recovery has settled the branch on another connection. */
    void settledElsewhere() {
        if (state().isInDoubt()) {
            settle();
        }
    }

    /** Whether the server decided heuristically, so that the branch must be forgotten. */
    boolean isHeuristic() {
        return is(HEURISTIC);
    }

    // Parts

    /**
     * Whether it ends with its connection without having been prepared, so that it is not in doubt.
     */
    private boolean isLost() {
        return is((byte) (ABORTED | ENDLESS))
                || ((isIn(BranchState.ACTIVE) || isIn(BranchState.ENDED))
                        && (participant.resource.isLost() || participant.gate.isClaimed(stamp())));
    }

    private boolean isOwn(@Nullable Xid id) {
        return id != null && XaErrors.isSame(xid(), id);
    }

    private void settle() {
        enter(BranchState.DONE);
        if (settled()) {
            // A concurrent failed call may have entered doubt since. Either it sees the settled
            // mark, or this undoes what it entered.
            enter(BranchState.DONE);
        }
    }

    private void enter(BranchState next) {
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
    boolean mayBeClosed() {
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
    private boolean shut(boolean cancel) {
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

    /** Makes the refusal for a branch whose connection was ended. */
    private XAException gone(String call, Xid id) {
        XAException error = lost(call, id);
        mark(LOST);
        if (call.equals("prepare") || call.equals("commit")) {
            settle();
        }
        return failed(error);
    }

    private XAException lost(String call, Xid id) {
        int code =
                participant.resource.isLost()
                        ? XAException.XA_RBCOMMFAIL
                        : XAException.XA_RBROLLBACK;
        return XaErrors.lost(code, describe(), call, id);
    }

    /** Never fails: the branch must end even without memory to describe its failure. */
    private XAException surprise(String call, Xid id, Throwable failure) {
        try {
            return XaErrors.surprise(describe(), call, id, failure);
        } catch (OutOfMemoryError e) {
            return XaErrors.WITHOUT_MEMORY;
        }
    }

    private XAException failed(XAException error) {
        participant.failed(error);
        return error;
    }

    /**
     * Records a failure: moves the branch to the given state and dooms the holder, unless its
     * resource stays usable after a rollback.
     */
    private XAException quarantine(BranchState next, XAException error) {
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
     * Whether the branch is finished here, so that the resource may be used for others. A branch
     * that was never started, or ended with its connection, is finished with its transaction.
     */
    private boolean isOver() {
        return isIn(BranchState.DONE) || isSettled();
    }

    private void checkUse(String call, @Nullable Xid id) throws XAException {
        if (isOver()) {
            throw XaErrors.over(describe(), isOwn(id), call, id);
        }
        if (isGivenUp()) {
            throw XaErrors.givenUp(describe(), call, id);
        }
    }

    private void check(boolean allowed, String call, Xid id, int flags) throws XAException {
        if (!allowed) {
            throw XaErrors.notAllowed(describe(), call, id, flags, state());
        }
    }

    private String describe() {
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
