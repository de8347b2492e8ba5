package io.sluice.sim.scenario;

import io.sluice.pool.spi.DiscardReason;
import io.sluice.sim.scenario.LoneConnection.Fault;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import java.time.Duration;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * The manager of a branch, which ends it, in one phase or in two. Checks what it is told, and
 * whether the connection is discarded for the right reason.
 */
final class BranchManager {

    /** The patience, and what calls of a driver take. */
    private static final long LONGEST_END_NANOS =
            LonePlace.PATIENCE.plus(Duration.ofMillis(25)).toNanos();

    private final BranchRound round;
    private final Simulation simulation;
    private final Dice dice;
    private final LoneConnection connection;
    private final LoneHolder holder;
    private final LoneTransaction transaction;
    private final XAResource branch;

    /** What the present call was told to do, if it failed. */
    private @Nullable Fault fault;

    private boolean mayBeCommitted;

    /** Whether the last call left the manager, and the pool, without an outcome. */
    private boolean isUnknown;

    BranchManager(BranchRound round, XAResource branch) {
        this.round = round;
        this.simulation = round.simulation;
        this.dice = round.dice;
        this.connection = round.connection;
        this.holder = round.holder;
        this.transaction = round.transaction;
        this.branch = branch;
    }

    boolean isUnknown() {
        return isUnknown;
    }

    private void check(boolean isRight, String what) {
        round.check(isRight, what);
    }

    /** Returns what the manager is told: 0 if nothing failed. */
    private int told(String name, LoneBranch.Call call) {
        fault = connection.faults.get(name);
        boolean wasLost = connection.isLost;
        int told = round.told(name, call);
        if (wasLost || connection.faults.containsKey(name)) {
            fault = null; // the call did not get there
        }
        isUnknown = false;
        return told;
    }

    private boolean isFault(int code) {
        return fault != null && fault.code() == code;
    }

    boolean end(boolean rollsBack) {
        long before = simulation.nanos();
        boolean fails = rollsBack && dice.oneIn(2);
        int flag = fails ? XAResource.TMFAIL : XAResource.TMSUCCESS;
        boolean wasForced = round.isForced;
        int told = told("end", () -> branch.end(transaction.xid, flag));
        checkTime(before);
        if (fault != null && round.isCalm) {
            boolean isRollback = LoneConnection.isRollback(fault.code());
            check(told == (fails && isRollback ? 0 : code()), "is told " + told + " at its end");
            if (fails && isRollback) {
                check(holder.reason == null, "that is to be rolled back costs its connection");
            }
        }
        check(told == 0 || fault != null || connection.isLost || !round.isCalm, "cannot be ended");
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
    boolean rollBack(boolean isPrepared) {
        round.startBeside();
        long before = simulation.nanos();
        boolean wasSilent = mayBeCommitted;
        int told = told("rollback", () -> branch.rollback(transaction.xid));
        if (!isPrepared) {
            checkTime(before);
        }
        if (!round.isCalm) {
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

    boolean commitInOnePhase() {
        boolean wasLost = connection.isLost || connection.gate().isClaimed(connection.stamp);
        int votes = connection.votes;
        Fault drawn = connection.faults.get("commit");
        if (drawn != null && drawn.code() == XAException.XA_RETRY) {
            connection.faults.remove("commit"); // there is nothing to try again
        }
        boolean rollsBack = round.announcesBeside || dice.oneIn(2);
        round.startBeside();
        int told = told("commit", () -> branch.commit(transaction.xid, /* onePhase= */ true));
        checkNotLost(wasLost, votes, told);
        boolean isDecided =
                fault != null
                        && (LoneConnection.isRollback(fault.code())
                                || LoneConnection.isHeuristic(fault.code()));
        if (connection.votes > votes && connection.isClaimedAfterwards && !round.isRecovered) {
            int wanted =
                    isFault(XAException.XA_HEURCOM)
                            ? 0
                            : isDecided ? code() : XAException.XAER_RMFAIL;
            check(told == wanted, "is told " + told + " though it was taken away");
        }
        if (!round.isCalm || connection.votes == votes) {
            return told == 0 || (rollsBack && rollBack(/* isPrepared= */ false));
        }
        boolean isLast = fault != null && fault.isLast();
        boolean isSilent = fault != null && (fault.isSilent() || (isLast && !isDecided));
        int wanted =
                isFault(XAException.XA_HEURCOM) ? 0 : isSilent ? XAException.XAER_RMFAIL : code();
        check(told == wanted, "is told " + told + " at its commit and not " + wanted);
        checkDiscarded(told);
        mayBeCommitted = isSilent;
        if (told != 0 && told != XAException.XAER_RMERR && !isDecided && rollsBack) {
            boolean ignored = rollBack(/* isPrepared= */ false);
        }
        return told == 0;
    }

    /** A branch that is known to be lost is rolled back, and its server not asked. */
    private void checkNotLost(boolean wasLost, int votes, int told) {
        if (wasLost) {
            check(connection.votes == votes, "is to be committed on a lost connection");
            check(
                    LoneConnection.isRollback(told) || !round.isCalm,
                    "that was lost is told " + told);
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

    boolean commitInTwo() {
        boolean wasLost = connection.isLost || connection.gate().isClaimed(connection.stamp);
        int votes = connection.votes;
        int told = told("prepare", () -> branch.prepare(transaction.xid));
        checkNotLost(wasLost, votes, told);
        if (round.isCalm && connection.votes > votes) {
            boolean isLast = fault != null && fault.isLast();
            check(
                    isLast ? LoneConnection.isRollback(told) : told == code(),
                    "is told " + told + " when it is prepared");
            boolean wasRolledBack = LoneConnection.isRollback(code());
            if (isLast && !wasRolledBack) {
                check(round.overs == 1, "that lost its vote keeps its connection");
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
            boolean isDone = rollBack(/* isPrepared= */ true);
            return isDone && !connection.isLost;
        }
        simulation.sleep(dice.someNanos(50));
        if (dice.oneIn(8)) {
            int forgotten = told("forget", () -> branch.forget(transaction.xid));
            check(forgotten == XAException.XAER_PROTO || !round.isCalm, "is forgotten");
        }
        boolean saysNoMore = dice.oneIn(4);
        if (saysNoMore) {
            round.startBeside();
            return false;
        }
        if (dice.oneIn(5)) {
            return rollBack(/* isPrepared= */ true);
        }
        round.startBeside();
        boolean isDone = false;
        for (int i = dice.from(1, 2); i > 0 && !isDone; i--) {
            int code = told("commit", () -> branch.commit(transaction.xid, /* onePhase= */ false));
            check(
                    !round.isCalm
                            || connection.isLost
                            || code == (isFault(XAException.XA_HEURCOM) ? 0 : code()),
                    "is committed with " + code);
            boolean isOver = code == XAException.XAER_RMERR || LoneConnection.isRollback(code);
            isDone = code == 0 || isOver;
            isUnknown = !isDone && code != XAException.XA_RETRY;
        }
        return isDone;
    }
}
