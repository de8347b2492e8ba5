package io.sluice.sim.world;

import io.sluice.sim.world.SimBranch.State;
import java.sql.SQLException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The XA resource of a session. Calls take time, hang, are refused, or lose their answer. Notices
 * what a pool must not do with a branch.
 */
final class SimXaResource implements XAResource {

    private final SimSession session;
    private final SimBranches branches;
    private final Dice dice;

    /** What is done at the server; null once the branch is not this session's any more. */
    private @Nullable SimBranch own;

    SimXaResource(SimSession session, SimBranches branches) {
        this.session = session;
        this.branches = branches;
        this.dice = branches.dice;
    }

    /** Returns the branch that the session works in, has ended or prepared; null if none. */
    @Nullable SimBranch own() {
        SimBranch branch = own;
        return branch != null && branch.session == session && branch.state.isUnfinished()
                ? branch
                : null;
    }

    private interface Step<T> {
        T done() throws XAException;
    }

    /** One call: to the server, there, and back. */
    private <T> T call(String name, int failsOneIn, int[] refusals, Step<T> step)
            throws XAException {
        XAException[] thrown = new XAException[1];
        Object[] result = new Object[1];
        try {
            Object ignored =
                    session.inXaCall(
                            () -> {
                                try {
                                    result[0] = inSession(name, failsOneIn, refusals, step);
                                } catch (XAException e) {
                                    thrown[0] = e;
                                }
                                return null;
                            });
        } catch (SQLException e) {
            throw error(XAException.XAER_RMFAIL, e);
        }
        if (thrown[0] != null) {
            session.database()
                    .simulation
                    .note(session + " answers " + name + " with " + thrown[0].errorCode);
            throw thrown[0];
        }
        @SuppressWarnings("unchecked") // what the step has returned
        T done = (T) result[0];
        return done;
    }

    private <T> T inSession(String name, int failsOneIn, int[] refusals, Step<T> step)
            throws XAException {
        XaFaults faults = branches.faults();
        session.database().simulation.sleep(dice.someNanos(100));
        if (dice.oneIn(faults.hangs())) {
            session.hang();
        }
        if (dice.oneIn(faults.killed())) {
            session.kill();
        }
        checkAlive();
        if (dice.oneIn(failsOneIn)) {
            throw refusal(refusals[dice.from(0, refusals.length - 1)]);
        }
        if (dice.oneIn(faults.surprises())) {
            throw surprise(name);
        }
        T result = step.done();
        session.database().simulation.sleep(dice.someNanos(100));
        if (dice.oneIn(faults.answerLost())) {
            session.kill();
        }
        checkAlive();
        return result;
    }

    private void checkAlive() throws XAException {
        try {
            session.checkAlive();
        } catch (SQLException e) {
            throw error(XAException.XAER_RMFAIL, e);
        }
    }

    /** A code of rollback is the truth: the branch is rolled back by then. */
    private XAException refusal(int code) {
        boolean isRollback = code >= XAException.XA_RBBASE && code <= XAException.XA_RBEND;
        SimBranch branch = own();
        if (isRollback && branch != null) {
            branch.state = State.ROLLED_BACK;
        }
        return error(code, null);
    }

    /** Nothing was done. */
    private XAException surprise(String name) {
        if (dice.oneIn(2)) {
            throw new IllegalStateException("the driver fails in " + name);
        }
        return error(0, new SQLException(name + " is refused", "XX000"));
    }

    private static XAException error(int code, @Nullable SQLException cause) {
        XAException error = new XAException(code);
        if (cause != null) {
            error.initCause(cause);
        }
        return error;
    }

    private void fail(String what) {
        session.database().simulation.fail(session + " " + what, new Throwable("here"));
    }

    private SimBranch owned(Xid xid, State wanted) throws XAException {
        SimBranch branch = branches.find(xid);
        if (branch == null || branch != own || branch.session != session) {
            throw error(XAException.XAER_NOTA, null);
        }
        if (branch.state == State.ROLLED_BACK) {
            throw error(XAException.XA_RBROLLBACK, null);
        }
        if (branch.state != wanted) {
            throw error(XAException.XAER_PROTO, null);
        }
        return branch;
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        Object ignored =
                call(
                        "start",
                        branches.faults().startFails(),
                        new int[] {XAException.XAER_RMERR, XAException.XAER_RMFAIL},
                        () -> {
                            begin(xid, flags);
                            return true;
                        });
    }

    private void begin(Xid xid, int flags) throws XAException {
        if (flags != TMNOFLAGS || branches.find(xid) != null) {
            throw error(flags == TMNOFLAGS ? XAException.XAER_DUPID : XAException.XAER_INVAL, null);
        }
        SimBranch open = own();
        if (open != null) {
            fail("starts a branch of " + SimXid.transactionOf(xid) + " over a " + open);
        }
        if (session.isAutoCommit()) {
            fail("starts a branch with auto-commit");
        }
        own = branches.begin(xid, session);
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        Object ignored =
                call(
                        "end",
                        branches.faults().endFails(),
                        new int[] {XAException.XA_RBROLLBACK, XAException.XAER_RMERR},
                        () -> owned(xid, State.ACTIVE).state = State.ENDED);
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        if (session.isKnownToBeLost()) {
            fail("is told to prepare though it has told that it is lost");
        }
        int vote =
                call(
                        "prepare",
                        branches.faults().prepareFails(),
                        new int[] {
                            XAException.XA_RBINTEGRITY,
                            XAException.XA_RBDEADLOCK,
                            XAException.XAER_RMERR,
                            XAException.XAER_RMFAIL
                        },
                        () -> prepared(owned(xid, State.ENDED)));
        SimBranch branch = own();
        if (vote == XA_OK && branch != null) {
            branch.isPromised = true;
        }
        return vote;
    }

    private int prepared(SimBranch branch) {
        if (!branch.hasWork && dice.oneIn(2)) {
            branch.state = State.COMMITTED;
            return XA_RDONLY;
        }
        branch.state = State.PREPARED;
        return XA_OK;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        Object ignored =
                call(
                        "commit",
                        branches.faults().commitFails(),
                        onePhase
                                ? new int[] {XAException.XA_RBROLLBACK, XAException.XAER_RMFAIL}
                                : new int[] {XAException.XA_RETRY, XAException.XAER_RMFAIL},
                        () -> {
                            if (onePhase) {
                                owned(xid, State.ENDED).state = State.COMMITTED;
                            } else {
                                decide(xid, State.COMMITTED);
                            }
                            return true;
                        });
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        Object ignored =
                call(
                        "rollback",
                        branches.faults().rollbackFails(),
                        new int[] {XAException.XAER_RMERR, XAException.XAER_RMFAIL},
                        () -> {
                            SimBranch branch = own();
                            if (branch != null
                                    && branch == branches.find(xid)
                                    && branch.state != State.PREPARED) {
                                branch.state = State.ROLLED_BACK;
                            } else {
                                decide(xid, State.ROLLED_BACK);
                            }
                            return true;
                        });
    }

    /** Ends a prepared branch. */
    private void decide(Xid xid, State wanted) throws XAException {
        SimBranch branch = branches.visible(xid, session);
        if (branch == null || !branch.state.isListed()) {
            throw error(XAException.XAER_NOTA, null);
        }
        if (branch.state == State.PREPARED && dice.oneIn(branches.faults().heuristic())) {
            branch.state = State.HEURISTIC;
            branch.isHeuristic = true;
            branch.isCommittedByItself = dice.oneIn(2);
        }
        if (branch.state == State.HEURISTIC) {
            throw error(
                    branch.isCommittedByItself ? XAException.XA_HEURCOM : XAException.XA_HEURRB,
                    null);
        }
        branch.state = wanted;
    }

    @Override
    public void forget(Xid xid) throws XAException {
        Object ignored =
                call(
                        "forget",
                        branches.faults().rollbackFails(),
                        new int[] {XAException.XAER_RMERR, XAException.XAER_RMFAIL},
                        () -> {
                            SimBranch branch = branches.find(xid);
                            if (branch != null && branch.state == State.PREPARED) {
                                fail("is told to forget a prepared " + branch);
                            }
                            if (branch == null || branch.state != State.HEURISTIC) {
                                throw error(XAException.XAER_NOTA, null);
                            }
                            branch.state =
                                    branch.isCommittedByItself
                                            ? State.COMMITTED
                                            : State.ROLLED_BACK;
                            return true;
                        });
    }

    @Override
    public Xid[] recover(int flag) throws XAException {
        if ((flag & TMSTARTRSCAN) == 0) {
            return new Xid[0];
        }
        return call(
                "recover",
                branches.faults().scanFails(),
                new int[] {XAException.XAER_RMERR, XAException.XAER_RMFAIL},
                () -> branches.listed().toArray(Xid[]::new));
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other == this;
    }

    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }

    @Override
    public String toString() {
        return "the XA resource of " + session;
    }
}
