package io.sluice.pool.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.sluice.pool.spi.BranchGate;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Calls of an application reach the server while the branch they belong to is ended. */
public final class BranchGateRaces {

    private static final long LEASE = 1L << 24;
    private static final int REFUSED = -1;
    private static final int BRANCH_ENDED = 100;

    private BranchGateRaces() {}

    /** What the server does, in plain fields: the gate has to order it. */
    private static class Server {
        final BranchGate gate = new BranchGate();
        private int work;

        Server() {
            gate.open(LEASE);
        }

        /** Returns what the server had done before, or that the call was refused. */
        int call() {
            if (!gate.enter(LEASE)) {
                return REFUSED;
            }
            try {
                return work++;
            } finally {
                gate.leave(LEASE);
            }
        }

        /** Returns how many calls the branch has had. */
        int end() {
            if (!gate.end(LEASE) && !gate.awaitEmpty(LEASE, TimeUnit.MINUTES.toNanos(1))) {
                return REFUSED;
            }
            int calls = work;
            work = BRANCH_ENDED;
            return calls;
        }
    }

    /** One call: it is in the branch, or refused. */
    @JCStressTest
    @Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "Refused.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "In the branch, which waited for it.")
    @Outcome(expect = FORBIDDEN, desc = "It works after its branch, or beside its end.")
    @State
    public static class CallAgainstEnd {
        private final Server server = new Server();

        @Actor
        public void call(II_Result result) {
            result.r1 = server.call();
        }

        @Actor
        public void end(II_Result result) {
            result.r2 = server.end();
        }
    }

    /**
     * A call of an earlier lease comes and goes while the branch of the present one is ended with a
     * call inside: it is neither let in nor counts another call out.
     */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Refused, and the call inside is seen.")
    @Outcome(expect = FORBIDDEN, desc = "The earlier lease gets in, or counts another call out.")
    @State
    public static class EarlierLeaseAgainstEnd {
        private static final long PRESENT = 2 * LEASE;
        private final BranchGate gate = new BranchGate();

        public EarlierLeaseAgainstEnd() {
            gate.open(PRESENT);
            gate.enter(PRESENT);
        }

        @Actor
        public void earlier(II_Result result) {
            result.r1 = gate.enter(LEASE) ? 1 : 0;
            gate.leave(LEASE);
        }

        @Actor
        public void end(II_Result result) {
            result.r2 = gate.end(PRESENT) ? 1 : 0;
        }
    }

    /** A resource is taken away by force while its branch is about to be prepared. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "It is prepared, and stays.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It is taken away, and never prepared.")
    @Outcome(expect = FORBIDDEN, desc = "What is prepared is closed, or nobody gets anywhere.")
    @State
    public static class PrepareAgainstForce {
        private final BranchGate gate = new BranchGate();

        public PrepareAgainstForce() {
            gate.open(LEASE);
        }

        @Actor
        public void prepare(II_Result result) {
            result.r1 = gate.pin(LEASE) ? 1 : 0;
        }

        @Actor
        public void force(II_Result result) {
            result.r2 = gate.claimForAbort(LEASE) ? 1 : 0;
        }
    }

    /**
     * The same while the lease enters its transaction: opening the branch does not forget that the
     * lease was taken away before.
     */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "It is prepared, and stays.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It is taken away, and never prepared.")
    @Outcome(expect = FORBIDDEN, desc = "What is prepared is closed, or nobody gets anywhere.")
    @State
    public static class BeginAgainstForce {
        private final BranchGate gate = new BranchGate();

        @Actor
        public void branch(II_Result result) {
            gate.open(LEASE);
            result.r1 = gate.pin(LEASE) ? 1 : 0;
        }

        @Actor
        public void force(II_Result result) {
            result.r2 = gate.claimForAbort(LEASE) ? 1 : 0;
        }
    }

    /**
     * A call inside the branch of an earlier lease leaves while the next branch is opened, which is
     * a store and no compare-and-set: the call counts no other out of the new one, nor hides it.
     */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The call inside the new branch is seen.")
    @Outcome(expect = FORBIDDEN, desc = "The gate is the earlier lease's, or nobody is inside.")
    @State
    public static class EarlierLeaseAgainstOpening {
        private static final long PRESENT = 2 * LEASE;
        private final BranchGate gate = new BranchGate();

        public EarlierLeaseAgainstOpening() {
            gate.open(LEASE);
            gate.enter(LEASE);
            gate.end(LEASE);
        }

        @Actor
        public void earlier(II_Result result) {
            gate.leave(LEASE);
            result.r1 = gate.enter(LEASE) ? 1 : 0;
        }

        @Actor
        public void present(II_Result result) {
            gate.open(PRESENT);
            gate.enter(PRESENT);
            result.r2 = gate.end(PRESENT) ? 1 : 0;
        }
    }

    /** The same as with {@link BeginAgainstForce}, on a gate that was another lease's before. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "It is prepared, and stays.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It is taken away, and never prepared.")
    @Outcome(expect = FORBIDDEN, desc = "What is prepared is closed, or nobody gets anywhere.")
    @State
    public static class BeginAfterAnotherAgainstForce {
        private static final long PRESENT = 2 * LEASE;
        private final BranchGate gate = new BranchGate();

        public BeginAfterAnotherAgainstForce() {
            gate.open(LEASE);
            gate.end(LEASE);
        }

        @Actor
        public void branch(II_Result result) {
            gate.open(PRESENT);
            result.r1 = gate.pin(PRESENT) ? 1 : 0;
        }

        @Actor
        public void force(II_Result result) {
            result.r2 = gate.claimForAbort(PRESENT) ? 1 : 0;
        }
    }
}
