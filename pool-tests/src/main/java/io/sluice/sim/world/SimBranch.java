package io.sluice.sim.world;

import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/** A branch as the server knows it. */
final class SimBranch {

    /** What the server knows of it. */
    enum State {
        ACTIVE,
        ENDED,
        PREPARED,
        COMMITTED,
        ROLLED_BACK,
        /** Decided by the server, which remembers it until it is told to forget it. */
        HEURISTIC;

        boolean isUnfinished() {
            return this == ACTIVE || this == ENDED || this == PREPARED;
        }

        boolean isListed() {
            return this == PREPARED || this == HEURISTIC;
        }
    }

    final Xid xid;
    final String transaction;
    State state = State.ACTIVE;

    /** The session that works in it, or has prepared it; null once that is gone. */
    @Nullable SimSession session;

    /** Whether the answer to a prepare has reached the driver: it was promised. */
    boolean isPromised;

    boolean hasWork;

    /** Whether the server decided by itself, so that its outcome is nobody's fault. */
    boolean isHeuristic;

    /** What the server decided. */
    boolean isCommittedByItself;

    SimBranch(Xid xid, SimSession session) {
        this.xid = xid;
        this.transaction = SimXid.transactionOf(xid);
        this.session = session;
    }

    @Override
    public String toString() {
        return "branch of " + transaction + ", " + state;
    }
}
