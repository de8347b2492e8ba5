package io.sluice.pool.jta;

import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.TransactionContext.EnlistedLease;
import jakarta.transaction.Synchronization;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * One holder in one transaction: waits until both the transaction has announced its end and the
 * branch is settled, in whatever order, and then lets go of the holder, once. A branch in doubt
 * whose resource is given up lets go at once, and stays among {@link InDoubtBranches} until it is
 * settled.
 *
 * <p>The branch itself is the subclass, so that one object is made for a transaction and not
 * several: it is made for each.
 */
abstract class Enlistment implements Synchronization, EnlistedLease {

    private static final byte ANNOUNCED = 1;
    private static final byte SETTLED = 2;
    private static final byte BOTH = ANNOUNCED | SETTLED;
    private static final byte REFUSED = 4;

    /** It was, or is about to be, among those in doubt. */
    private static final byte IN_DOUBT = 8;

    /** That was told. */
    private static final byte TOLD = 16;

    /** The branch is in doubt, and its resource is of no use to it: it is settled elsewhere. */
    private static final byte GIVEN_UP = 32;

    private static final VarHandle COME;

    static {
        try {
            COME = MethodHandles.lookup().findVarHandle(Enlistment.class, "come", byte.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** What two stamps of one lease have in common; see {@link io.sluice.pool.spi.BranchGate}. */
    private static final int LEASE_BITS = 40;

    private static final int REST_BITS = Long.SIZE - LEASE_BITS;

    final JtaParticipant participant;

    /** The lease, its lower 32 bits here and the upper 8 there, which leaves room for the marks. */
    private final int lease;

    private final byte leaseAbove;

    /**
     * Which of the above has come. Atomic updates: the thread that brings the second of both, or
     * gives up, lets go. A byte, as all marks of a branch, so that it is 24 bytes: one is made for
     * each transaction.
     */
    private volatile byte come;

    Enlistment(JtaParticipant participant, long stamp) {
        this.participant = participant;
        long number = stamp >>> REST_BITS;
        this.lease = (int) number;
        this.leaseAbove = (byte) (number >>> Integer.SIZE);
    }

    abstract BranchState state();

    /** Whether the branch is in doubt, and closing its resource breaks no promise. */
    abstract boolean mayBeClosed();

    /** The branch; null before it is started, and when the holder is in another transaction. */
    final @Nullable Xid xid() {
        return participant.xid(stamp());
    }

    /** As it is to be named in logs. */
    private BranchXaResource branch() {
        return (BranchXaResource) this;
    }

    @Override
    public final Holder<?> holder() {
        return participant.holder;
    }

    @Override
    public final long stamp() {
        return ((long) leaseAbove << Integer.SIZE | Integer.toUnsignedLong(lease)) << REST_BITS;
    }

    /** It is not in the transaction: nobody waits for its end. */
    final void refused() {
        int ignored = come(REFUSED);
    }

    final boolean isSettled() {
        return (come & SETTLED) != 0;
    }

    final boolean isAnnounced() {
        return (come & ANNOUNCED) != 0;
    }

    final boolean isGivenUp() {
        return (come & GIVEN_UP) != 0;
    }

    @Override
    public final void beforeCompletion() {
        // The work goes on until the branch is ended.
    }

    /** The transaction is over, on whatever thread. */
    @Override
    public final void afterCompletion(int status) {
        if ((come & BOTH) == BOTH) {
            return; // its one branch was its end
        }
        BranchState now = state();
        if (now.endsWithTransaction()) {
            bring(BOTH);
            return;
        }
        try {
            if (now.isInDoubt()) {
                enterDoubt();
            }
        } finally { // out of memory, perhaps: this is not announced again
            bring(ANNOUNCED);
        }
        if (mayBeClosed()) { // a call that fails meanwhile sees the announcement, or is seen here
            giveUp();
        }
    }

    /** Puts the branch among those in doubt, once, unless it is settled. */
    private void enterDoubt() {
        // The mark first: a thread that settles it from now on takes it out again, or is seen here.
        if ((come(IN_DOUBT) & (IN_DOUBT | SETTLED)) != 0) {
            return;
        }
        participant.holder.doom(DiscardReason.BROKEN, participant.failure());
        if (InDoubtBranches.add(branch())) { // from now on recovery finds it
            JtaLog.inDoubt(branch());
            participant.completion.inDoubt(XaErrors.text(xid()), participant.failure());
            if ((come(TOLD) & SETTLED) != 0) {
                tell(/* settled= */ true, /* over= */ false);
            }
        }
        if (isSettled()) { // perhaps before it was added
            boolean ignored = InDoubtBranches.remove(branch());
        }
    }

    /** Lets go of the holder of a branch in doubt, which is settled elsewhere. */
    final void giveUp() {
        enterDoubt();
        byte seen = come;
        // A branch that is settled is let go by the announcement, unless this mark says otherwise.
        while ((seen & (GIVEN_UP | SETTLED | REFUSED)) == 0) {
            if (COME.compareAndSet(this, seen, (byte) (seen | GIVEN_UP))) {
                tell(/* settled= */ false, /* over= */ true);
                return;
            }
            seen = come;
        }
    }

    /**
     * The branch is about to be done by its commit in one phase, which is the end of the
     * transaction: what that announces on whatever thread has nothing more to bring. To be called
     * before the state tells, and followed by {@link #letGo}.
     *
     * @return false if that is not so; both have to come then
     */
    final boolean endsTransaction() {
        if (come != 0 || participant.resource.isLastResource()) {
            return false; // a last resource is committed in one phase while others are prepared
        }
        // No compare-and-set: an announcement that comes at this moment and is lost wants no more
        // than this says.
        COME.setRelease(this, BOTH);
        return true;
    }

    /** Lets go of the holder of a branch that was the end of its transaction. */
    final void letGo() {
        tell(/* settled= */ false, /* over= */ true);
    }

    /**
     * What fails here is the pool's affair: the server has done what the transaction manager wanted
     * of the branch, and must not seem to have failed at it.
     */
    private void tell(boolean settled, boolean over) {
        try {
            try {
                if (settled) {
                    participant.completion.settled(XaErrors.text(xid()));
                }
            } finally { // the holder comes home, whatever fails before
                if (over) {
                    participant.completion.over(stamp());
                }
            }
        } catch (RuntimeException | Error e) {
            JtaLog.letGoFailed(branch(), e);
        }
    }

    /**
     * The branch is done: the server keeps nothing of it.
     *
     * @return whether it was in doubt, so that a transaction manager and its recovery may both be
     *     at it
     */
    final boolean settled() {
        boolean inDoubt = (bring(SETTLED) & IN_DOUBT) != 0;
        if (inDoubt && InDoubtBranches.remove(branch())) {
            JtaLog.settled(branch());
        }
        return inDoubt;
    }

    /** Lets go of the holder if this makes both; returns what had come before. */
    private int bring(byte what) {
        int before = come;
        if ((before & SETTLED) == 0) {
            before = come(what);
        } else if ((before & what) != what) {
            // Who settles has nothing more to write, and a manager announces on one thread: the
            // common end of a transaction needs no second atomic operation.
            COME.setRelease(this, (byte) (before | what));
        }
        tell(
                (before & (TOLD | SETTLED)) == TOLD && (what & SETTLED) != 0,
                (before & BOTH) != BOTH
                        && ((before | what) & BOTH) == BOTH
                        && (before & (REFUSED | GIVEN_UP)) == 0);
        return before;
    }

    private int come(byte what) {
        return (byte) COME.getAndBitwiseOr(this, what);
    }
}
