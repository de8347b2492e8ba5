package io.sluice.sim.scenario;

import io.sluice.sim.scenario.LoneConnection.Fault;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * One branch of a lone connection that goes the way to one moment at which much may go wrong: its
 * last call, its announcement and recovery meet; it is taken away as it is prepared or committed; a
 * commit has no answer, and a rollback follows.
 */
final class BranchCourse extends LoneBranch {

    /** The first of its transactions; others have lower numbers. */
    private static final int FIRST = 1_000;

    /** How long each call takes. */
    private static final int TIGHT_NANOS = 3;

    /** Whether all that is to meet does so at the moment at which the last call returns. */
    private final boolean isTogether;

    /** How long its pool takes to hear that it is in doubt. */
    private long doubtNanos;

    /** Whether the last call has left no doubt. */
    private boolean isDone;

    /** Whether a call after the vote has failed without an answer. */
    private boolean isUnknown;

    BranchCourse(Simulation simulation, Dice dice, int number) {
        super(
                simulation,
                dice,
                new LonePlace(simulation, dice),
                new LoneTransaction(FIRST + number),
                "course");
        this.isTogether = dice.oneIn(2);
        place.round = this;
    }

    @Override
    public void isInDoubt(@Nullable Throwable why) {
        super.isInDoubt(why);
        simulation.sleep(doubtNanos);
    }

    @Override
    long nanosBeforeAbort() {
        return dice.from(0, 2 * TIGHT_NANOS);
    }

    void run() {
        connection.stamp = LEASE;
        XAResource branch = enlist();
        connection.tightNanos = TIGHT_NANOS;
        switch (dice.from(1, 8)) {
            case 1, 2, 3, 4 -> meet(branch);
            case 5 -> isTakenAwayInOnePhase(branch);
            case 6 -> isTakenAwayBesideItsVote(branch);
            case 7 -> rollsBackAfterACommit(branch);
            default -> isRolledBackAtItsEnd(branch);
        }
        finish();
    }

    /** It is settled, by recovery or by its manager, at a moment of its announcement. */
    void settleAsAnnounced() {
        connection.stamp = LEASE;
        XAResource branch = enlist();
        connection.tightNanos = TIGHT_NANOS;
        end(branch);
        int moment = dice.from(1, 3);
        if (moment == 1) {
            tell("prepare", XAException.XAER_RMFAIL, /* isDone= */ true);
        }
        int vote = told("prepare", () -> branch.prepare(transaction.xid));
        check(vote == 0 || moment == 1, "is not prepared");
        startIn(TIGHT_NANOS, "announcer", this::announce);
        switch (moment) {
            case 1 -> {
                doubtNanos = TIGHT_NANOS;
                startIn(2 * TIGHT_NANOS, "recovery", this::recover);
            }
            case 2 -> {
                holder.doomNanos = TIGHT_NANOS;
                startIn(2 * TIGHT_NANOS, "recovery", this::recover);
            }
            default -> commit(branch);
        }
        finish();
    }

    /** The server has decided itself, and does not forget that at once. */
    void isForgottenLater() {
        connection.stamp = LEASE;
        XAResource branch = enlist();
        end(branch);
        check(told("prepare", () -> branch.prepare(transaction.xid)) == 0, "is not prepared");
        tell("commit", XAException.XA_HEURMIX, /* isDone= */ false);
        int decided = told("commit", () -> branch.commit(transaction.xid, false));
        check(decided == XAException.XA_HEURMIX, "hides what the server has decided");
        tell("forget", dice.oneOf(0, XAException.XAER_RMFAIL), /* isDone= */ false);
        int failed = told("forget", () -> branch.forget(transaction.xid));
        check(failed == XAException.XAER_RMFAIL, "hides that the server does not forget");
        check(told("forget", () -> branch.forget(transaction.xid)) == 0, "is not forgotten");
        isDone = true;
        finish();
    }

    private XAResource enlist() {
        try {
            Object ignored = place.participant.enlist(transaction, connection.stamp);
        } catch (Exception e) {
            simulation.fail("a branch is not enlisted", e);
        }
        return transaction.resource();
    }

    private void end(XAResource branch) {
        int told = told("end", () -> branch.end(transaction.xid, XAResource.TMSUCCESS));
        check(told == 0, "cannot be ended");
    }

    private void tell(String call, int code, boolean isDone) {
        tell(call, new Fault(code, isDone, /* isLast= */ false));
    }

    /** Says nothing of what became of the branch. */
    private void fallSilent(String call) {
        tell(call, dice.oneOf(0, XAException.XAER_RMFAIL), dice.oneIn(2));
    }

    private void start(String name, Runnable work) {
        startIn(isTogether ? TIGHT_NANOS : dice.from(0, 2 * TIGHT_NANOS), name, work);
    }

    /** The last call, the announcement and recovery come at one moment. */
    private void meet(XAResource branch) {
        end(branch);
        boolean isVoteLost = dice.oneIn(4);
        if (isVoteLost) {
            fallSilent("prepare");
        }
        int vote = told("prepare", () -> branch.prepare(transaction.xid));
        check(isVoteLost || vote == 0, "is not prepared");
        if (!isVoteLost && dice.oneIn(3)) {
            fallSilent("commit");
            commit(branch);
        }
        if (dice.oneIn(3)) {
            announce();
        }
        boolean endsItself = dice.oneIn(2) && overs == 0;
        if (endsItself && dice.oneIn(2)) {
            fallSilent(isVoteLost ? "rollback" : "commit");
        }
        if (!isAnnounced && !dice.oneIn(4)) {
            start("announcer", this::announce);
        }
        if (!dice.oneIn(3)) {
            start("recovery", this::recover);
        }
        if (endsItself && isVoteLost) {
            isDone = told("rollback", () -> branch.rollback(transaction.xid)) == 0;
        } else if (endsItself) {
            commit(branch);
        }
    }

    private void commit(XAResource branch) {
        int told = told("commit", () -> branch.commit(transaction.xid, /* onePhase= */ false));
        isDone = told == 0;
        isUnknown = !isDone;
    }

    private void isTakenAwayInOnePhase(XAResource branch) {
        end(branch);
        int code = dice.oneOf(XAResource.XA_OK, XAException.XAER_RMERR, XAException.XAER_RMFAIL);
        if (code != XAResource.XA_OK) {
            tell("commit", code, code == XAException.XAER_RMFAIL && dice.oneIn(2));
        }
        start("force", this::takeAway);
        int votes = connection.votes;
        int told = told("commit", () -> branch.commit(transaction.xid, /* onePhase= */ true));
        if (connection.votes > votes && connection.isClaimedAfterwards) {
            check(
                    told == XAException.XAER_RMFAIL,
                    "is told " + told + " though its connection was taken away as it committed");
        }
    }

    /** It is either not prepared, or not taken away; what notices that is the connection. */
    private void isTakenAwayBesideItsVote(XAResource branch) {
        end(branch);
        start("force", this::takeAway);
        int vote = told("prepare", () -> branch.prepare(transaction.xid));
        check(vote == 0 || LoneConnection.isRollback(vote), "is told " + vote + " for its vote");
        if (vote == 0) {
            commit(branch);
        }
    }

    /** Of what may be committed no rollback is confirmed; of what was refused it is. */
    private void rollsBackAfterACommit(XAResource branch) {
        end(branch);
        boolean isRefused = dice.oneIn(2);
        if (isRefused) {
            tell(
                    "commit",
                    dice.oneOf(XAException.XAER_PROTO, XAException.XAER_INVAL),
                    /* isDone= */ false);
        } else {
            fallSilent("commit");
        }
        int told = told("commit", () -> branch.commit(transaction.xid, /* onePhase= */ true));
        check(told != 0, "is committed without an answer");
        fallSilent("rollback");
        int last = told("rollback", () -> branch.rollback(transaction.xid));
        check(
                last == (isRefused ? 0 : XAException.XA_HEURHAZ),
                isRefused
                        ? "was refused its commit, and is rolled back with " + last
                        : "may be committed, and is rolled back with " + last);
    }

    /** The server rolls it back as it ends, which was asked for. */
    private void isRolledBackAtItsEnd(XAResource branch) {
        tell(
                "end",
                dice.oneOf(XAException.XA_RBROLLBACK, XAException.XA_RBDEADLOCK),
                /* isDone= */ false);
        int told = told("end", () -> branch.end(transaction.xid, XAResource.TMFAIL));
        check(told == 0, "is told " + told + " at its end, though it is to be rolled back");
        int last = told("rollback", () -> branch.rollback(transaction.xid));
        check(last == 0, "is rolled back with " + last);
        announce();
        check(holder.reason == null, "loses its connection to a rollback: " + holder.reason);
    }

    private void finish() {
        joinOthers();
        boolean isLeft = isListed();
        check(!(isDone || isRecovered) || !isLeft, "has ended, and is in doubt");
        check(isLeft || overs == 1, "keeps its connection after its transaction");
        check(
                !isLeft || overs == 1 || !isUnknown || !connection.outlives,
                "keeps a connection that it does not need");
        settle(isLeft);
    }
}
