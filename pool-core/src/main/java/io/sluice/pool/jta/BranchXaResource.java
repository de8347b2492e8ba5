package io.sluice.pool.jta;

import io.sluice.pool.spi.PooledXaResource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The XA resource that a transaction manager sees for one holder in one transaction. It checks each
 * call, passes it to the driver's resource, and answers. It ends the {@link
 * io.sluice.pool.spi.BranchGate} before the driver ends the branch.
 *
 * <p>Suspend and resume are not passed to the driver, since no other branch uses the holder
 * meanwhile.
 *
 * <p>A transaction manager may call from any thread, but not from two at once. Only its recovery
 * may run concurrently, through {@link InDoubtBranches}, to commit or roll back a branch in doubt.
 * One of the two ends the branch; the other finds it gone. Either settles it.
 */
final class BranchXaResource extends TrackedBranch implements PooledXaResource {

    /** Makes the resource of a branch that is not started yet. */
    BranchXaResource(JtaParticipant participant, long stamp) {
        super(participant, stamp);
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
            throw e.errorCode == XAException.XAER_DUPID
                    ? failed(e)
                    : quarantine(again ? BranchState.BROKEN : state(), e);
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

    @Override
    public void commit(Xid id, boolean onePhase) throws XAException {
        checkUse("commit", id);
        if (!isOwn(id)) {
            try {
                participant.driver.commit(id, onePhase);
            } catch (RuntimeException | Error e) { // a driver may throw anything
                throw surprise("commit", id, e);
            }
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
            release();
        } else {
            settle();
        }
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
            try {
                participant.driver.rollback(id);
            } catch (RuntimeException | Error e) { // a driver may throw anything
                throw surprise("rollback", id, e);
            }
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
        } catch (RuntimeException | Error e) { // a driver may throw anything
            XAException surprise = surprise("forget", id, e);
            throw isOwn(id) ? failed(surprise) : surprise;
        }
        if (isOwn(id)) {
            settle();
        }
    }

    /** The server's heuristic decision is the requested one, so it may forget the branch. */
    private void forgetQuietly(Xid id) {
        try {
            participant.driver.forget(id);
        } catch (XAException | RuntimeException | Error e) {
            // What it does not forget it reports again at recovery.
            JtaLog.forgetFailed(this, e);
        }
    }

    @Override
    public Xid[] recover(int flag) throws XAException {
        checkUse("recover", null);
        try {
            return participant.driver.recover(flag);
        } catch (RuntimeException | Error e) { // a driver may throw anything
            throw surprise("recover", null, e);
        }
    }

    @Override
    public boolean isSameRM(XAResource other) throws XAException {
        if (isOver() || isGivenUp() || participant.settings.separate()) {
            return other == this; // nothing may be joined with a finished branch either
        }
        XAResource asked =
                other instanceof PooledXaResource pooled ? pooled.driverResource() : other;
        try {
            return participant.driver.isSameRM(asked);
        } catch (RuntimeException | Error e) { // a driver may throw anything
            throw surprise("isSameRM", null, e);
        }
    }

    @Override
    public int getTransactionTimeout() throws XAException {
        checkUse("getTransactionTimeout", null);
        try {
            return participant.driver.getTransactionTimeout();
        } catch (RuntimeException | Error e) { // a driver may throw anything
            throw surprise("getTransactionTimeout", null, e);
        }
    }

    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
        checkUse("setTransactionTimeout", null);
        try {
            return participant.driver.setTransactionTimeout(seconds);
        } catch (RuntimeException | Error e) { // a driver may throw anything
            throw surprise("setTransactionTimeout", null, e);
        }
    }

    // Refusals

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
    private XAException surprise(String call, @Nullable Xid id, Throwable failure) {
        try {
            return XaErrors.surprise(describe(), call, id, failure);
        } catch (OutOfMemoryError e) {
            return XaErrors.WITHOUT_MEMORY;
        }
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
}
