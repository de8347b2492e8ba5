package io.sluice.sim.scenario;

import io.sluice.pool.spi.BranchGate;
import io.sluice.pool.spi.TransactionalResource;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/** A connection and its server, for one branch at a time. Its calls fail as they are told to. */
final class LoneConnection implements TransactionalResource, XAResource {

    /** The pool's name. */
    static final String POOL = "lone";

    /** So long a call hangs that nothing cancels. */
    private static final long HANG_NANOS = Duration.ofSeconds(10).toNanos();

    /**
     * How a call fails.
     *
     * @param code of XA; 0 for what no driver should throw
     * @param isDone whether it was carried out
     * @param isLast whether the connection is lost with it
     */
    record Fault(int code, boolean isDone, boolean isLast) {

        /** Whether it says nothing of what became of the branch. */
        boolean isSilent() {
            return code == 0 || code == XAException.XAER_RMFAIL;
        }
    }

    private final Simulation simulation;
    private final Dice dice;
    private final BranchGate gate = new BranchGate();
    final boolean outlives;
    final boolean servesOn;

    /** The next call of a name fails so. */
    final Map<String, Fault> faults = new HashMap<>();

    /** The branches that the server has prepared. */
    final Set<Xid> prepared = new HashSet<>();

    private final Set<Xid> decided = new HashSet<>();

    /** Calls of branches that came here. */
    int calls;

    /** Those of one that may be committed. */
    int votes;

    /** Failures of calls since the last start that did not fail. */
    int failures;

    long stamp;

    /** Whether it knows that it is lost. */
    boolean isLost;

    /** Whether it is, which its next failure shows. */
    boolean isDead;

    /** Whether it was taken away when the last call of a branch returned. */
    boolean isClaimedAfterwards;

    /** Whether a vote was asked for, so that it must not be closed. */
    private boolean isPromised;

    private boolean isEnded;
    private int inside;
    private int cancels;
    private int cancelled;
    long cancelNanos;

    /** How long each call takes; 0 if that is drawn. */
    long tightNanos;

    boolean heedsCancels = true;
    boolean refusesTransactions;

    LoneConnection(Simulation simulation, Dice dice) {
        this.simulation = simulation;
        this.dice = dice;
        this.outlives = dice.oneIn(2);
        this.servesOn = dice.oneIn(2);
    }

    /** Whether a branch is prepared and promised, and would be lost with the connection. */
    boolean isNeeded(Xid xid) {
        return prepared.contains(xid) && isPromised && !outlives && !isDead;
    }

    static boolean isRollback(int code) {
        return code >= XAException.XA_RBBASE && code <= XAException.XA_RBEND;
    }

    static boolean isHeuristic(int code) {
        return code >= XAException.XA_HEURMIX && code <= XAException.XA_HEURHAZ;
    }

    private void fail(String what) {
        simulation.fail("a lone connection " + what, new Throwable("here"));
    }

    // the application, and the pool

    /** A call of the application. */
    void work(long lease, boolean hangs) {
        if (!gate.enter(lease)) {
            return;
        }
        if (isEnded && !isDead) {
            fail("works after its branch");
        }
        inside++;
        int before = cancelled;
        simulation.await(
                () -> isDead || (heedsCancels && cancelled > before),
                hangs ? HANG_NANOS : dice.someNanos(100));
        inside--;
        gate.leave(lease);
    }

    /** Whether something is in its branch. */
    boolean isInside() {
        return inside > 0;
    }

    /** Takes it away, as a pool does. */
    boolean take() {
        if (!claimForAbort(stamp)) {
            return false;
        }
        if (isPromised && !isDead && !outlives) {
            fail("is taken away over the vote of its branch");
        }
        return true;
    }

    // what it tells a branch

    @Override
    public String resourceManagerName() {
        return POOL;
    }

    @Override
    public XAResource xaResource() {
        return this;
    }

    @Override
    public BranchGate gate() {
        return gate;
    }

    @Override
    public boolean preparedOutlivesClose() {
        return outlives;
    }

    @Override
    public boolean servesAfter(XAException refusal) {
        return servesOn;
    }

    @Override
    public void xaFailed(XAException failure) {
        isLost |= isDead;
    }

    @Override
    public boolean isLost() {
        return isLost;
    }

    @Override
    public void enlisting(Object transaction) {
        if (refusesTransactions) {
            throw new IllegalStateException("auto-commit stays on");
        }
    }

    @Override
    public void cancel() {
        cancels++;
        cancelled++;
        simulation.sleep(cancelNanos);
        cancels--;
    }

    @Override
    public void abort() {
        isDead = true;
    }

    // what it is told for a branch

    private interface Step {
        void done();
    }

    private void call(String name, Xid xid, Step step) throws XAException {
        calls++;
        if (inside > 0 && !isDead) {
            fail("is told to " + name + " beside a call of the branch");
        }
        if (cancels > 0 && !isDead) {
            fail("is told to " + name + " while a cancel is under way");
        }
        simulation.sleep(tightNanos > 0 ? tightNanos : dice.someNanos(100));
        Fault fault = isDead ? null : faults.remove(name);
        if (!isDead && (fault == null || fault.isDone)) {
            step.done();
        }
        simulation.sleep(tightNanos > 0 ? 0 : dice.someNanos(100));
        isClaimedAfterwards = gate.isClaimed(stamp);
        if (fault == null && !isDead) {
            return;
        }
        failures++;
        int code = fault == null ? XAException.XAER_RMFAIL : fault.code;
        isDead |= fault != null && fault.isLast;
        if (isRollback(code) || (name.equals("commit") && code == XAException.XAER_RMERR)) {
            prepared.remove(xid);
            isPromised = false;
        } else if (isHeuristic(code)) {
            prepared.remove(xid);
            decided.add(xid);
        }
        if (code == 0) {
            throw new IllegalStateException("the driver fails in " + name);
        }
        throw new XAException(code);
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        call("start", xid, () -> isEnded = false);
        failures = 0;
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        isEnded = true;
        call("end", xid, () -> {});
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        votes++;
        isPromised = true;
        try {
            call("prepare", xid, () -> prepared.add(xid));
        } catch (XAException | RuntimeException e) {
            isPromised = false;
            throw e;
        }
        return XA_OK;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        votes += onePhase ? 1 : 0;
        call("commit", xid, () -> prepared.remove(xid));
        isPromised = false;
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        isEnded = true;
        call("rollback", xid, () -> prepared.remove(xid));
        isPromised = false;
    }

    @Override
    public void forget(Xid xid) throws XAException {
        if (!decided.contains(xid)) {
            fail("is told to forget what it has not decided");
        }
        call("forget", xid, () -> decided.remove(xid));
        isPromised = false;
    }

    /** Another connection has ended it. */
    boolean endElsewhere(Xid xid) {
        boolean was = prepared.remove(xid);
        if (was) {
            isPromised = false;
        }
        return was;
    }

    @Override
    public Xid[] recover(int flag) {
        return List.copyOf(prepared).toArray(Xid[]::new);
    }

    @Override
    public boolean isSameRM(@Nullable XAResource other) {
        return other == this;
    }

    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        calls++;
        return false;
    }
}
