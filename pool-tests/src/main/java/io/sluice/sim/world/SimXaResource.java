package io.sluice.sim.world;

import io.sluice.sim.world.SimBranch.State;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
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

    /** Whether its user sees no branch; null before it was asked. */
    private @Nullable Boolean isBlind;

    private @Nullable XAResource shown;

    /** Whether the driver keeps what its server has refused until it is rolled back. */
    private boolean isToRollBack;

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
            throw told(error(XAException.XAER_RMFAIL, e), name);
        }
        if (thrown[0] != null) {
            if (name.equals("end")
                    || (name.equals("rollback") && thrown[0].errorCode != XAException.XAER_NOTA)) {
                branches.refusesRollback();
            }
            session.database()
                    .simulation
                    .note(session + " answers " + name + " with " + thrown[0].errorCode);
            throw told(thrown[0], name);
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
            session.hangs.hang();
        }
        if (dice.oneIn(faults.killed())) {
            session.end.kill();
        }
        checkAlive();
        int scripted = branches.script.refusal(name);
        if (scripted != XA_OK) {
            throw refusal(scripted, name);
        }
        if (dice.oneIn(failsOneIn)) {
            throw refusal(refusals[dice.from(0, refusals.length - 1)], name);
        }
        if (dice.oneIn(faults.surprises())) {
            throw surprise(name);
        }
        T result = step.done();
        branches.script.checkAnswer(name);
        if ((name.equals("commit") || name.equals("rollback"))
                && branches.more.oneIn(faults.surprises())) {
            throw unknown();
        }
        session.database().simulation.sleep(dice.someNanos(100));
        if (dice.oneIn(faults.answerLost()) || branches.script.isLast(name)) {
            session.end.kill();
        }
        checkAlive();
        return result;
    }

    private void checkAlive() throws XAException {
        try {
            session.end.checkAlive();
        } catch (SQLException e) {
            throw error(XAException.XAER_RMFAIL, e);
        }
    }

    /** A code of rollback is the truth: the branch is rolled back by then. */
    private XAException refusal(int code, String name) {
        boolean isRollback = code >= XAException.XA_RBBASE && code <= XAException.XA_RBEND;
        isToRollBack |= isRollback && branches.rollsBackAfter(name);
        SimBranch branch = own();
        if (isRollback && branch != null) {
            branch.state = State.ROLLED_BACK;
        }
        return error(code, null);
    }

    /** It was done, but the driver does not know. */
    private XAException unknown() {
        XAException error = new XAException("the driver has lost the answer");
        error.initCause(new SQLException("what became of it is unknown", "40003"));
        return error;
    }

    /** Returns the error as the driver of the vendor tells it. */
    private XAException told(XAException error, String call) {
        boolean isRollback =
                error.errorCode >= XAException.XA_RBBASE && error.errorCode <= XAException.XA_RBEND;
        return switch (branches.vendor) {
            case H2 ->
                    switch (error.errorCode) {
                        case XAException.XAER_NOTA -> without(error, "no such branch", "90129");
                        case XAException.XAER_RMFAIL -> lost(0, error, "90067");
                        case XAException.XAER_RMERR ->
                                without(error, call + " is refused", "50000");
                        default -> isRollback ? without(error, "a deadlock", "40001") : error;
                    };
            case OLD_MYSQL, MYSQL, MARIADB ->
                    error.errorCode == XAException.XAER_RMFAIL ? lost(0, error, "08S01") : error;
            case POSTGRES -> {
                if (error.errorCode == XAException.XAER_RMFAIL) {
                    yield lost(XAException.XAER_RMERR, error, "57P01");
                }
                boolean completes = call.equals("prepare") || call.equals("commit");
                yield isRollback && completes
                        ? error(XAException.XAER_RMFAIL, new SQLException("a duplicate", "23505"))
                        : error;
            }
            case NONE, DERBY -> error;
        };
    }

    /** What its driver says of a lost session has another form, and is true. */
    private XAException lost(int code, XAException error, String state) {
        if (!(error.getCause() instanceof SQLException)) {
            session.end.tellLost();
        }
        return error(code, new SQLException("the session is lost", state));
    }

    private static XAException without(XAException error, String text, String state) {
        SQLException cause =
                error.getCause() instanceof SQLException known
                        ? known
                        : new SQLException(text, state);
        return error(0, cause);
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
        if (flags == TMJOIN) {
            fail("is told to join the branch of another session");
        }
        if (flags != TMNOFLAGS || branches.knows(xid)) {
            throw error(flags == TMNOFLAGS ? XAException.XAER_DUPID : XAException.XAER_INVAL, null);
        }
        if (isToRollBack) {
            fail("starts a branch, and the one before was refused and not rolled back");
        }
        SimBranch open = own();
        if (open != null) {
            fail("starts a branch of " + SimXid.transactionOf(xid) + " over a " + open);
        }
        if (session.attributes.isAutoCommit()) {
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
        if (session.end.isKnownToBeLost()) {
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
                                : new int[] {
                                    branches.vendor == SimVendor.NONE
                                                    || branches.vendor == SimVendor.DERBY
                                            ? XAException.XA_RETRY
                                            : XAException.XAER_RMERR, // nothing was done
                                    XAException.XAER_RMFAIL
                                },
                        () -> {
                            if (onePhase) {
                                owned(xid, State.ENDED).state = State.COMMITTED;
                            } else {
                                decide(xid, State.COMMITTED);
                            }
                            completed(xid);
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
                            isToRollBack = false;
                            SimBranch branch = own();
                            if (branch != null
                                    && branch == branches.find(xid)
                                    && branch.state != State.PREPARED) {
                                branch.state = State.ROLLED_BACK;
                            } else {
                                decide(xid, State.ROLLED_BACK);
                            }
                            completed(xid);
                            return true;
                        });
    }

    private void completed(Xid xid) {
        if (branches.vendor == SimVendor.H2 && own != null && own == branches.find(xid)) {
            session.attributes.endsBranchInAutoCommit();
        }
    }

    /** Ends a prepared branch. */
    private void decide(Xid xid, State wanted) throws XAException {
        if (isBlind() && own != branches.find(xid)) {
            throw error(XAException.XAER_RMERR, new SQLException("not the owner", "42501"));
        }
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
                () -> isBlind() ? new Xid[0] : branches.listed().toArray(Xid[]::new));
    }

    /** Whether it is a session of recovery, whose user is not shown what is prepared. */
    boolean isBlind() {
        Boolean known = isBlind;
        if (known == null) {
            known = session.isOfRecovery() && branches.hides();
            isBlind = known;
        }
        return known;
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other.equals(asResource())
                || (branches.vendor.claimsToJoin() && asResource().getClass() == other.getClass());
    }

    /** Returns this as the driver shows it. */
    XAResource asResource() {
        XAResource known = shown;
        if (known == null) {
            known =
                    branches.vendor == SimVendor.NONE
                            ? this
                            : VendorClasses.proxy(branches.vendor, XAResource.class, this::invoke);
            shown = known;
        }
        return known;
    }

    private @Nullable Object invoke(
            Object proxy, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        if (method.getName().equals("equals")) {
            return arguments != null && proxy == arguments[0];
        }
        try {
            return method.invoke(this, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
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
