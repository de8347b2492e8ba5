package io.sluice.sim.scenario;

import io.sluice.pool.jta.InDoubtBranches;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.NotEnlistedException;
import io.sluice.pool.spi.TransactionContext.Participant;
import io.sluice.sim.scenario.LoneConnection.Fault;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * One branch of a lone connection, from its start to its end. Of its calls one or two fail; beside
 * them the transaction is announced, recovery ends the branch, the pool takes the connection away,
 * or calls of the application go on. Checks what the manager is told, and what becomes of the
 * lease.
 */
final class BranchRound implements LonePlace.Round {

    private static final long LEASE = 1L << 24;

    /** The patience, and what calls of a driver take. */
    private static final long LONGEST_END_NANOS =
            LonePlace.PATIENCE.plus(Duration.ofMillis(25)).toNanos();

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

    private interface Call {
        void run() throws XAException;
    }

    private final Simulation simulation;
    private final Dice dice;
    private final LoneConnection connection;
    private final LoneHolder holder;
    private final LoneTransaction transaction;
    private final Participant participant;
    private final List<SimThread> others = new ArrayList<>();

    private int overs;
    private int doubts;
    private int settlements;
    private final boolean poolFails;

    /** Whether it was taken away, or will be. */
    private boolean isForced;

    private boolean isForcedAtTheEnd;

    private boolean isRecovered;
    private boolean isAnnounced;

    /** Whether that is to happen during the last call, or before it. */
    private boolean announcesBeside;

    /** Whether recovery comes then. */
    private boolean recoversBeside;

    /** Whether nothing happens beside the calls of the manager. */
    private boolean isCalm;

    /** What the present call was told to do, if it failed. */
    private @Nullable Fault fault;

    private boolean mayBeCommitted;

    /** Whether the last call left the manager, and the pool, without an outcome. */
    private boolean isUnknown;

    BranchRound(Simulation simulation, Dice dice, int number, LonePlace place) {
        this.simulation = simulation;
        this.dice = dice;
        this.connection = place.connection;
        this.holder = place.holder;
        this.participant = place.participant;
        this.transaction = new LoneTransaction(number, dice);
        this.poolFails = dice.oneIn(10);
        place.round = this;
    }

    // what the pool is told

    @Override
    public LoneTransaction transaction() {
        return transaction;
    }

    @Override
    public void isOver(long stamp) {
        overs++;
        check(
                !connection.isNeeded(transaction.xid),
                "lets its connection go over what is prepared");
        if (overs > 1 || stamp >>> 24 != connection.stamp >>> 24) {
            fail("lets its connection go " + overs + " times");
        }
        if (poolFails) {
            throw new IllegalStateException("the pool fails");
        }
    }

    @Override
    public void isSettled() {
        settlements++;
    }

    @Override
    public void isInDoubt(@Nullable Throwable why) {
        doubts++;
        checkText(simulation, why);
        if (isCalm && connection.failures == 0 && why != null && !connection.isLost) {
            fail("is in doubt for what failed before: " + why);
        }
    }

    /** What a log shows of an error of XA names it. */
    static void checkText(Simulation simulation, @Nullable Throwable why) {
        if (why instanceof XAException error) {
            String text = error.getMessage();
            if (text == null || !text.contains("XA")) {
                simulation.fail("an error has no name: " + text, why);
            }
        }
    }

    private void fail(String what) {
        simulation.fail("branch " + transaction.xid + " " + what, new Throwable("here"));
    }

    private void check(boolean isRight, String what) {
        if (!isRight) {
            fail(what);
        }
    }

    // the round

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
            drive();
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
            Object ignored = participant.enlist(transaction, connection.stamp);
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

    private void tell(String call, Fault how) {
        connection.faults.put(call, how);
        simulation.note(call + " will answer " + how);
    }

    private void start(String name, Runnable work) {
        long tight = connection.tightNanos;
        long delay = tight > 0 ? tight : dice.oneIn(2) ? 0 : dice.someNanos(50);
        others.add(
                simulation.start(
                        "branch-" + name,
                        () -> {
                            simulation.sleep(delay);
                            work.run();
                        }));
    }

    private void drive() {
        XAResource branch = transaction.resource;
        if (branch == null) {
            throw new IllegalStateException("not enlisted");
        }
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
        boolean isGood = end(branch, rollsBack);
        if (transaction.isJoined) {
            finish(branch, isGood);
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
            isDone = rollBack(branch, /* isPrepared= */ false);
        } else if (dice.oneIn(3)) {
            isDone = commitInOnePhase(branch);
        } else {
            isDone = commitInTwo(branch);
        }
        finish(branch, isDone);
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

    /** Returns what the manager is told: 0 if nothing failed. */
    private int told(String name, Call call) {
        fault = connection.faults.get(name);
        boolean wasLost = connection.isLost;
        int told = 0;
        try {
            call.run();
        } catch (XAException e) {
            told = e.errorCode;
        }
        if (wasLost || connection.faults.containsKey(name)) {
            fault = null; // the call did not get there
        }
        simulation.note(name + " is told " + told);
        isUnknown = false;
        return told;
    }

    private boolean isFault(int code) {
        return fault != null && fault.code() == code;
    }

    private boolean end(XAResource branch, boolean rollsBack) {
        long before = simulation.nanos();
        boolean fails = rollsBack && dice.oneIn(2);
        int flag = fails ? XAResource.TMFAIL : XAResource.TMSUCCESS;
        boolean wasForced = isForced;
        int told = told("end", () -> branch.end(transaction.xid, flag));
        checkTime(before);
        if (fault != null && isCalm) {
            boolean isRollback = LoneConnection.isRollback(fault.code());
            check(told == (fails && isRollback ? 0 : code()), "is told " + told + " at its end");
            if (fails && isRollback) {
                check(holder.reason == null, "that is to be rolled back costs its connection");
            }
        }
        check(told == 0 || fault != null || connection.isLost || !isCalm, "cannot be ended");
        if (told != 0
                && !wasForced
                && !transaction.isJoined
                && !LoneConnection.isRollback(told)
                && dice.oneIn(2)) {
            int again = told("end", () -> branch.end(transaction.xid, XAResource.TMFAIL));
            check(LoneConnection.isRollback(again), "is told " + again + " when it ends again");
        }
        return told == 0;
    }

    private int code() {
        return fault == null ? 0 : fault.code() == 0 ? XAException.XAER_RMFAIL : fault.code();
    }

    private void checkTime(long before) {
        long took = simulation.nanos() - before;
        check(took <= LONGEST_END_NANOS, "is ended in " + took / 1_000_000 + " ms");
    }

    /** Returns whether nothing is left. */
    private boolean rollBack(XAResource branch, boolean isPrepared) {
        startBeside();
        long before = simulation.nanos();
        boolean wasSilent = mayBeCommitted;
        int told = told("rollback", () -> branch.rollback(transaction.xid));
        if (!isPrepared) {
            checkTime(before);
        }
        if (!isCalm) {
            return told == 0;
        }
        boolean isSilent = fault != null && fault.isSilent();
        if (wasSilent) {
            check(
                    told == XAException.XA_HEURHAZ
                            || (fault == null && !connection.isLost)
                            || LoneConnection.isRollback(told)
                            || (told == 0 && !isSilent),
                    "that may be committed is told " + told);
        } else if (fault == null || isFault(XAException.XA_HEURRB) || (isSilent && !isPrepared)) {
            check(told == 0 || (isPrepared && connection.isLost), "is rolled back with " + told);
        }
        return told == 0;
    }

    private boolean commitInOnePhase(XAResource branch) {
        boolean wasLost = connection.isLost || connection.gate().isClaimed(connection.stamp);
        int votes = connection.votes;
        Fault drawn = connection.faults.get("commit");
        if (drawn != null && drawn.code() == XAException.XA_RETRY) {
            connection.faults.remove("commit"); // there is nothing to try again
        }
        boolean rollsBack = announcesBeside || dice.oneIn(2);
        startBeside();
        int told = told("commit", () -> branch.commit(transaction.xid, /* onePhase= */ true));
        checkNotLost(wasLost, votes, told);
        boolean isDecided =
                fault != null
                        && (LoneConnection.isRollback(fault.code())
                                || LoneConnection.isHeuristic(fault.code()));
        if (connection.votes > votes && connection.isClaimedAfterwards && !isRecovered) {
            int wanted =
                    isFault(XAException.XA_HEURCOM)
                            ? 0
                            : isDecided ? code() : XAException.XAER_RMFAIL;
            check(told == wanted, "is told " + told + " though it was taken away");
        }
        if (!isCalm || connection.votes == votes) {
            return told == 0 || (rollsBack && rollBack(branch, /* isPrepared= */ false));
        }
        boolean isLast = fault != null && fault.isLast();
        boolean isSilent = fault != null && (fault.isSilent() || (isLast && !isDecided));
        int wanted =
                isFault(XAException.XA_HEURCOM) ? 0 : isSilent ? XAException.XAER_RMFAIL : code();
        check(told == wanted, "is told " + told + " at its commit and not " + wanted);
        checkDiscarded(told);
        mayBeCommitted = isSilent;
        if (told != 0 && told != XAException.XAER_RMERR && !isDecided && rollsBack) {
            boolean ignored = rollBack(branch, /* isPrepared= */ false);
        }
        return told == 0;
    }

    /** A branch that is known to be lost is rolled back, and its server not asked. */
    private void checkNotLost(boolean wasLost, int votes, int told) {
        if (wasLost) {
            check(connection.votes == votes, "is to be committed on a lost connection");
            check(LoneConnection.isRollback(told) || !isCalm, "that was lost is told " + told);
        }
    }

    /** After a rollback by its server, a connection in order may serve on. */
    private void checkDiscarded(int told) {
        if (fault == null && !connection.isLost) {
            check(holder.reason == null, "costs its connection for nothing");
        } else if (LoneConnection.isRollback(told) && !connection.isLost) {
            check(
                    holder.reason == (connection.servesOn ? null : DiscardReason.ROLLED_BACK),
                    "that its server has rolled back is discarded as " + holder.reason);
        } else if (connection.isLost) {
            check(holder.reason == DiscardReason.BROKEN, "is lost and serves on");
        }
    }

    private boolean commitInTwo(XAResource branch) {
        boolean wasLost = connection.isLost || connection.gate().isClaimed(connection.stamp);
        int votes = connection.votes;
        int told = told("prepare", () -> branch.prepare(transaction.xid));
        checkNotLost(wasLost, votes, told);
        if (isCalm && connection.votes > votes) {
            boolean isLast = fault != null && fault.isLast();
            check(
                    isLast ? LoneConnection.isRollback(told) : told == code(),
                    "is told " + told + " when it is prepared");
            boolean wasRolledBack = LoneConnection.isRollback(code());
            if (isLast && !wasRolledBack) {
                check(overs == 1, "that lost its vote keeps its connection");
            } else if (fault == null || wasRolledBack) {
                checkDiscarded(told);
            }
        }
        if (told != 0) {
            boolean isOver = LoneConnection.isRollback(code());
            isUnknown = !isOver && !LoneConnection.isRollback(told);
            if (isOver || dice.oneIn(4)) {
                return false;
            }
            boolean isDone = rollBack(branch, /* isPrepared= */ true);
            return isDone && !connection.isLost;
        }
        simulation.sleep(dice.someNanos(50));
        if (dice.oneIn(8)) {
            int forgotten = told("forget", () -> branch.forget(transaction.xid));
            check(forgotten == XAException.XAER_PROTO || !isCalm, "is forgotten");
        }
        boolean saysNoMore = dice.oneIn(4);
        if (saysNoMore) {
            startBeside();
            return false;
        }
        if (dice.oneIn(5)) {
            return rollBack(branch, /* isPrepared= */ true);
        }
        startBeside();
        boolean isDone = false;
        for (int i = dice.from(1, 2); i > 0 && !isDone; i--) {
            int code = told("commit", () -> branch.commit(transaction.xid, /* onePhase= */ false));
            check(
                    !isCalm
                            || connection.isLost
                            || code == (isFault(XAException.XA_HEURCOM) ? 0 : code()),
                    "is committed with " + code);
            boolean isOver = code == XAException.XAER_RMERR || LoneConnection.isRollback(code);
            isDone = code == 0 || isOver;
            isUnknown = !isDone && code != XAException.XA_RETRY;
        }
        return isDone;
    }

    /** The last call comes now. */
    private void startBeside() {
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

    private void announce() {
        if (!isAnnounced) {
            isAnnounced = true;
            transaction.announce(Status.STATUS_COMMITTED);
        }
    }

    /** Recovery finds the branch and ends it. */
    private void recover() {
        if (connection.endElsewhere(transaction.xid)) {
            isRecovered = true;
            simulation.note("recovery ends it");
            InDoubtBranches.settled(LoneConnection.POOL, transaction.xid);
        }
    }

    private void takeAway() {
        if (connection.take() && overs == 0) {
            simulation.note("takes it away");
            holder.doom(DiscardReason.EVICTED, null);
            simulation.sleep(dice.someNanos(100));
            if (overs == 0) {
                connection.abort();
            }
        }
    }

    private boolean isListed() {
        return !InDoubtBranches.of(LoneConnection.POOL).isEmpty();
    }

    /** The transaction is over; then recovery ends what is left. */
    private void finish(XAResource branch, boolean isDone) {
        if (dice.oneIn(2)) {
            announce();
        }
        others.forEach(simulation::join);
        announce();
        List.copyOf(holder.aside).forEach(simulation::join);
        boolean isLeft = isListed();
        if (isDone || isRecovered) {
            check(overs == 1 && !isLeft, "is settled and keeps its connection");
        }
        if (isLeft && ((isUnknown && connection.outlives) || connection.isLost)) {
            check(overs == 1, "keeps a connection that it does not need");
        }
        if (!isLeft) {
            check(overs == 1, "keeps its connection after its transaction");
        }
        if (isLeft && dice.oneIn(2)) {
            endOnItsConnection();
        }
        if (isListed()) {
            boolean ignored = connection.endElsewhere(transaction.xid);
            InDoubtBranches.settled(LoneConnection.POOL, transaction.xid);
        }
        check(!isListed(), "is in doubt for ever");
        check(overs == 1, "is let go " + overs + " times");
        check(!connection.isPinned(), "is settled and keeps its connection open");
        check(doubts == settlements, "is in doubt " + doubts + " times, settled " + settlements);
        simulation.note("is over: " + branch);
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
