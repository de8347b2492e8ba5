package io.sluice.sim.scenario;

import io.sluice.pool.jta.InDoubtBranches;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.NotEnlistedException;
import io.sluice.sim.scenario.LoneConnection.Fault;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import java.time.Duration;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * One branch of a lone connection, from its start to its end. Of its calls one or two fail; beside
 * them the transaction is announced, recovery ends the branch, the pool takes the connection away,
 * or calls of the application go on. Checks what becomes of the lease.
 */
final class BranchRound extends LoneBranch {

    /** All that happens beside a call comes at the moment at which it returns. */
    private static final long TIGHT_NANOS = 5;

    private static final int[] CODES = {
        0,
        XAException.XAER_RMFAIL,
        XAException.XAER_RMFAIL,
        XAException.XAER_RMERR,
        XAException.XAER_PROTO,
        XAException.XA_RBROLLBACK,
        XAException.XA_RBDEADLOCK
    };

    private final boolean poolFails;

    /** Whether it was taken away, or will be. */
    boolean isForced;

    private boolean isForcedAtTheEnd;

    /** Whether the announcement is to come during the last call, or before it. */
    boolean announcesBeside;

    /** Whether recovery comes then. */
    private boolean recoversBeside;

    /** Whether nothing happens beside the calls of the manager. */
    boolean isCalm;

    BranchRound(Simulation simulation, Dice dice, int number, LonePlace place) {
        super(simulation, dice, place, new LoneTransaction(number, dice), "branch");
        this.poolFails = dice.oneIn(10);
        place.round = this;
    }

    @Override
    public void isOver(long stamp) {
        super.isOver(stamp);
        if (poolFails) {
            throw new IllegalStateException("the pool fails");
        }
    }

    @Override
    public void isInDoubt(@Nullable Throwable why) {
        super.isInDoubt(why);
        holder.checkText(why);
        if (isCalm && connection.failures == 0 && why != null && !connection.isLost) {
            fail("is in doubt for what failed before: " + why);
        }
    }

    @Override
    long nanosBeforeAbort() {
        return dice.someNanos(100);
    }

    /** Returns whether the connection may serve on. */
    boolean run() {
        connection.stamp += LEASE;
        connection.faults.clear();
        connection.tightNanos = 0;
        long late = connection.stamp;
        boolean hasLate = dice.oneIn(4) && connection.gate().enter(late);
        connection.stamp += LEASE;
        if (enlist()) {
            if (hasLate) {
                start("late", () -> connection.gate().leave(late));
            }
            drive(new BranchManager(this, transaction.resource()));
        }
        checkLeftAlone();
        return holder.reason == null && !connection.isDead;
    }

    private boolean enlist() {
        connection.refusesTransactions = dice.oneIn(12);
        boolean isDuplicate = dice.oneIn(8);
        if (isDuplicate) {
            tell("start", new Fault(XAException.XAER_DUPID, /* isDone= */ false, false));
        } else if (dice.oneIn(12)) {
            tell("start", new Fault(CODES[dice.from(0, 4)], /* isDone= */ false, dice.oneIn(2)));
        }
        boolean fails = !connection.faults.isEmpty() && !isDuplicate;
        isCalm = true;
        int before = connection.calls;
        try {
            Object ignored = place.participant.enlist(transaction, connection.stamp);
            check(!connection.refusesTransactions && !transaction.isLate, "is enlisted");
            check(fails || holder.reason == null, "loses its connection at the start");
            return true;
        } catch (NotEnlistedException e) {
            fail("is refused by a transaction that goes on");
        } catch (SystemException e) {
            check(fails || isDuplicate || transaction.isLate, "is not enlisted");
        } catch (IllegalStateException e) {
            check(connection.refusesTransactions, "fails at the start");
        } catch (Exception e) {
            simulation.fail("a start fails", e);
        }
        check(!transaction.isLate || connection.calls == before, "starts after its transaction");
        if (!transaction.isLate) {
            transaction.announce(Status.STATUS_ROLLEDBACK);
            check(overs == 0, "was refused and is let go");
        }
        if (connection.refusesTransactions) {
            holder.reason = DiscardReason.BROKEN;
        }
        return false;
    }

    private void start(String name, Runnable work) {
        long tight = connection.tightNanos;
        startIn(tight > 0 ? tight : dice.oneIn(2) ? 0 : dice.someNanos(50), name, work);
    }

    private void drive(BranchManager manager) {
        int beside = dice.from(1, 8);
        isForced = beside == 4 || (beside == 8 && dice.oneIn(2));
        boolean hangs = beside == 5 || (beside == 8 && dice.oneIn(2));
        announcesBeside = beside == 6 || beside == 7 || (beside == 8 && dice.oneIn(2));
        recoversBeside = beside == 7 || (beside == 8 && dice.oneIn(2));
        isCalm = !isForced && !hangs && !announcesBeside && !recoversBeside;
        connection.cancelNanos = Duration.ofMillis(dice.oneOf(0, 0, 30, 10_000)).toNanos();
        connection.heedsCancels = !dice.oneIn(4);
        int callers = dice.from(0, 2);
        for (int i = 0; i < callers || (hangs && i == 0); i++) {
            boolean isHanging = hangs && i == 0;
            start("caller-" + i, () -> connection.work(connection.stamp, isHanging));
        }
        isForcedAtTheEnd = isForced && dice.oneIn(2);
        if (isForced && !isForcedAtTheEnd) {
            start("force", this::takeAway);
        }
        simulation.sleep(dice.someNanos(20));
        boolean rollsBack = dice.oneIn(4);
        drawFaults();
        boolean isGood = manager.end(rollsBack);
        if (transaction.isJoined) {
            finish(manager, isGood);
            return;
        }
        if (announcesBeside) {
            connection.faults.remove("rollback"); // it is the last call
        }
        boolean isLost = dice.oneIn(8);
        if (isLost) {
            simulation.note("is known to be lost");
            connection.isDead = true;
            connection.isLost = true;
        }
        boolean isDone;
        if (!isGood || rollsBack) {
            isDone = manager.rollBack(/* isPrepared= */ false);
        } else if (dice.oneIn(3)) {
            isDone = manager.commitInOnePhase();
        } else {
            isDone = manager.commitInTwo();
        }
        finish(manager, isDone);
    }

    private void drawFaults() {
        String[] calls = {"end", "prepare", "commit", "rollback"};
        for (String call : calls) {
            if (dice.oneIn(call.equals("end") ? 8 : 2)) {
                int code = CODES[dice.from(0, CODES.length - 1)];
                if (call.equals("commit") && dice.oneIn(4)) {
                    code = dice.oneIn(2) ? XAException.XA_RETRY : XAException.XA_HEURCOM;
                } else if (call.equals("rollback") && dice.oneIn(6)) {
                    code = XAException.XA_HEURRB;
                }
                boolean mayBeDone = code == 0 || code == XAException.XAER_RMFAIL;
                boolean mayBeLast =
                        mayBeDone
                                || code == XAException.XAER_RMERR
                                || LoneConnection.isRollback(code);
                tell(call, new Fault(code, mayBeDone && dice.oneIn(3), mayBeLast && dice.oneIn(2)));
            }
        }
    }

    /** The last call comes now. */
    void startBeside() {
        if ((announcesBeside || recoversBeside || isForcedAtTheEnd) && dice.oneIn(2)) {
            connection.tightNanos = TIGHT_NANOS;
        }
        if (isForcedAtTheEnd) {
            isForcedAtTheEnd = false;
            start("force", this::takeAway);
        }
        if (announcesBeside) {
            announcesBeside = false;
            start("announcer", this::announce);
        }
        if (recoversBeside) {
            recoversBeside = false;
            start("recovery", this::recover);
        }
    }

    /** The transaction is over; then recovery ends what is left. */
    private void finish(BranchManager manager, boolean isDone) {
        if (dice.oneIn(2)) {
            announce();
        }
        joinOthers();
        boolean isLeft = isListed();
        if (isDone || isRecovered) {
            check(overs == 1 && !isLeft, "is settled and keeps its connection");
        }
        if (isLeft && ((manager.isUnknown() && connection.outlives) || connection.isLost)) {
            check(overs == 1, "keeps a connection that it does not need");
        }
        if (!isLeft) {
            check(overs == 1, "keeps its connection after its transaction");
        }
        if (isLeft && dice.oneIn(2)) {
            endOnItsConnection();
        }
        settle(isListed());
        simulation.note("is over: " + transaction.resource);
    }

    private void endOnItsConnection() {
        boolean isGone = overs == 1;
        int before = connection.calls;
        connection.faults.clear();
        try {
            boolean isEnded = InDoubtBranches.rollback(transaction.xid);
            check(isEnded != isGone, "is ended by recovery on its connection: " + isEnded);
        } catch (XAException e) {
            simulation.note("recovery is told " + e.errorCode);
        }
        check(!isGone || connection.calls == before, "is ended on a connection that is given up");
    }

    /** What is over changes nothing on a connection that may serve another. */
    private void checkLeftAlone() {
        XAResource branch = transaction.resource;
        if (branch == null || overs == 0) {
            return;
        }
        int before = connection.calls;
        int told = told("time limit", () -> branch.setTransactionTimeout(1));
        check(told != 0 && connection.calls == before, "is over and sets a time limit");
    }
}
