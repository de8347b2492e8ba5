package io.sluice.pool.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A transaction announces its end on one thread while its branch is settled on another. */
public final class EndRaces {

    private static final long NEXT = 2L << 24;

    private EndRaces() {}

    /** A branch not in doubt: the holder is let go once, by the second of the two. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Let go once.")
    @Outcome(expect = FORBIDDEN, desc = "Let go never, or twice, or in doubt for ever.")
    @State
    public static class SettledWhileAnnounced {
        private final EndedBranch branch = new EndedBranch();

        @Actor
        public void announce() {
            branch.announce();
        }

        @Actor
        public void settle() {
            branch.rollback();
        }

        @Arbiter
        public void look(II_Result result) {
            branch.tell(result);
        }
    }

    /**
     * A branch whose commit in one phase is the end of its transaction: the commit lets go, and the
     * announcement, that comes meanwhile, does not do it again.
     */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Let go once.")
    @Outcome(expect = FORBIDDEN, desc = "Let go never, or twice, or in doubt for ever.")
    @State
    public static class CommittedInOnePhaseWhileAnnounced {
        private final EndedBranch branch = new EndedBranch();

        @Actor
        public void announce() {
            branch.announce();
        }

        @Actor
        public void settle() {
            branch.commit(/* onePhase= */ true);
        }

        @Arbiter
        public void look(II_Result result) {
            branch.tell(result);
        }
    }

    /** A prepared branch: the second of the two also takes it out of those in doubt. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Let go once, and in doubt no more.")
    @Outcome(expect = FORBIDDEN, desc = "Let go never, or twice, or in doubt for ever.")
    @State
    public static class SettledWhileInDoubt {
        private final EndedBranch branch = new EndedBranch();

        public SettledWhileInDoubt() {
            branch.prepare();
        }

        @Actor
        public void announce() {
            branch.announce();
        }

        @Actor
        public void settle() {
            branch.commit(/* onePhase= */ false);
        }

        @Arbiter
        public void look(II_Result result) {
            branch.tell(result);
        }
    }

    /**
     * A branch in doubt whose transaction manager comes again and fails, while its recovery settles
     * it: what the failure leaves is not kept, since nothing would let go of it.
     */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Let go once, and not kept.")
    @Outcome(expect = FORBIDDEN, desc = "Let go never, or twice, or kept for ever.")
    @State
    public static class FailsWhileRecoverySettles {
        private final EndedBranch branch = new EndedBranch();

        public FailsWhileRecoverySettles() {
            branch.prepare();
            branch.announce();
        }

        @Actor
        public void fail() {
            branch.failAtCommit();
        }

        @Actor
        public void settle() {
            branch.settleByRecovery();
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = branch.completions.get();
            result.r2 = branch.gate.isPinned() ? 1 : 0;
        }
    }

    /**
     * The commit of a prepared branch fails, on a server that keeps it without its connection,
     * while its transaction announces its end: one of the two lets go of the connection, and
     * recovery settles the branch later.
     */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Let go once, and settled.")
    @Outcome(expect = FORBIDDEN, desc = "Let go never, or twice, or in doubt for ever.")
    @State
    public static class FailsWhileAnnounced {
        private final EndedBranch branch = EndedBranch.outlivingItsConnection();

        public FailsWhileAnnounced() {
            branch.prepare();
        }

        @Actor
        public void fail() {
            branch.failAtCommit();
        }

        @Actor
        public void announce() {
            branch.announce();
        }

        @Arbiter
        public void look(II_Result result) {
            int before = branch.completions.get();
            branch.settleByRecovery();
            branch.tell(result);
            result.r1 = before == result.r1 ? before : -1;
        }
    }

    /** The same while recovery settles it, after the announcement. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Let go once, and settled.")
    @Outcome(expect = FORBIDDEN, desc = "Let go never, or twice, or in doubt for ever.")
    @State
    public static class GivenUpWhileRecoverySettles {
        private final EndedBranch branch = EndedBranch.outlivingItsConnection();

        public GivenUpWhileRecoverySettles() {
            branch.prepare();
            branch.announce();
        }

        @Actor
        public void fail() {
            branch.failAtCommit();
        }

        @Actor
        public void settle() {
            branch.settleByRecovery();
        }

        @Arbiter
        public void look(II_Result result) {
            branch.tell(result);
        }
    }

    /**
     * A branch whose resource serves another transaction at once, which is about to be prepared.
     */
    private static class BranchBeforeAnother extends EndedBranch {

        @Override
        void over() {
            super.over();
            gate.open(NEXT);
            boolean ignored = gate.pin(NEXT);
        }
    }

    /**
     * A prepared branch whose transaction announces its end first, and finds the branch done: the
     * settling thread's last steps have no effect on the branch of the next transaction.
     */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Let go once, and the next one stays kept.")
    @Outcome(expect = FORBIDDEN, desc = "Let go never, or twice, or the next may be closed over.")
    @State
    public static class SettledBeforeTheNextIsPrepared {
        private final EndedBranch branch = new BranchBeforeAnother();

        public SettledBeforeTheNextIsPrepared() {
            branch.prepare();
        }

        @Actor
        public void announce() {
            branch.announce();
        }

        @Actor
        public void settle() {
            branch.rollback();
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = branch.completions.get();
            result.r2 = branch.gate.isPinned() ? 1 : 0;
        }
    }
}
