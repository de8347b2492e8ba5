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
 * The lease of one holder in one transaction. It releases the holder, once, when the transaction
 * has announced its end and the branch is settled, in either order. A branch in doubt whose
 * resource is given up releases the holder at once, and stays among {@link InDoubtBranches} until
 * it is settled.
 *
 * <p>The branch is the subclass, because one object is made for every transaction and not two.
 */
abstract class BranchLease implements Synchronization, EnlistedLease {

    private static final byte ANNOUNCED = 1;
    private static final byte SETTLED = 2;
    private static final byte BOTH = ANNOUNCED | SETTLED;
    private static final byte REFUSED = 4;

    /** It is, or is about to be, among the branches in doubt. */
    private static final byte IN_DOUBT = 8;

    /** The doubt was reported to the pool. */
    private static final byte REPORTED = 16;

    /** The branch is in doubt and settled elsewhere, without its resource. */
    private static final byte GIVEN_UP = 32;

    private static final VarHandle PROGRESS;

    static {
        try {
            PROGRESS =
                    MethodHandles.lookup().findVarHandle(BranchLease.class, "progress", byte.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The bits that identify a lease in a stamp; see {@link io.sluice.pool.spi.BranchGate}. */
    private static final int LEASE_BITS = 40;

    private static final int REST_BITS = Long.SIZE - LEASE_BITS;

    final JtaParticipant participant;

    /**
     * The lease number: its lower 32 bits here, the upper 8 in the next field, which leaves room
     * for marks.
     */
    private final int lease;

    private final byte leaseAbove;

    /**
     * Which of the above has happened. A byte, as all marks of a branch, so that it is 24 bytes:
     * one is made for each transaction. Shared: atomic updates; release where no other thread has
     * more to write. Partner: {@code TrackedBranch.state}, {@code InDoubtBranches.ALL}. The thread
     * that notes the second of both ends, or gives up, releases the holder once.
     */
    private volatile byte progress;

    BranchLease(JtaParticipant participant, long stamp) {
        this.participant = participant;
        long number = stamp >>> REST_BITS;
        this.lease = (int) number;
        this.leaseAbove = (byte) (number >>> Integer.SIZE);
    }

    abstract BranchState state();

    /** Whether the branch is in doubt and closing its resource breaks no promise. */
    abstract boolean mayBeClosed();

    /** The branch; null before it is started, and when the holder is in another transaction. */
    final @Nullable Xid xid() {
        return participant.xid(stamp());
    }

    /** The branch as named in logs. */
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

    /** The transaction refused it, so its end is not waited for. */
    final void refused() {
        int ignored = note(REFUSED);
    }

    final boolean isSettled() {
        return (progress & SETTLED) != 0;
    }

    final boolean isAnnounced() {
        return (progress & ANNOUNCED) != 0;
    }

    final boolean isGivenUp() {
        return (progress & GIVEN_UP) != 0;
    }

    @Override
    public final void beforeCompletion() {
        // The work goes on until the branch is ended.
    }

    /** The transaction is over; called on any thread. */
    @Override
    public final void afterCompletion(int status) {
        if ((progress & BOTH) == BOTH) {
            return; // its only branch was its end
        }
        BranchState now = state();
        if (now.endsWithTransaction()) {
            noteEnd(BOTH);
            return;
        }
        try {
            if (now.isInDoubt()) {
                enterDoubt();
            }
        } finally { // even out of memory: this is not announced again
            noteEnd(ANNOUNCED);
        }
        if (mayBeClosed()) { // a call that fails meanwhile sees the announcement, or is seen here
            giveUp();
        }
    }

    /** Adds the branch to those in doubt, once, unless it is settled. */
    private void enterDoubt() {
        // The mark first: a thread that settles the branch later removes it, or is seen here.
        if ((note(IN_DOUBT) & (IN_DOUBT | SETTLED)) != 0) {
            return;
        }
        participant.holder.doom(DiscardReason.BROKEN, participant.failure());
        if (InDoubtBranches.add(branch())) { // from now on recovery finds it
            JtaLog.inDoubt(this);
            participant.completion.inDoubt(XaErrors.text(xid()), participant.failure());
            if ((note(REPORTED) & SETTLED) != 0) {
                report(/* settled= */ true, /* over= */ false);
            }
        }
        if (isSettled()) { // perhaps before it was added
            boolean ignored = InDoubtBranches.remove(branch());
        }
    }

    /** Releases the holder of a branch in doubt, which is settled elsewhere. */
    final void giveUp() {
        enterDoubt();
        byte seen = progress;
        // Without this mark, the announcement releases a settled branch.
        while ((seen & (GIVEN_UP | SETTLED | REFUSED)) == 0) {
            if (PROGRESS.compareAndSet(this, seen, (byte) (seen | GIVEN_UP))) {
                report(/* settled= */ false, /* over= */ true);
                return;
            }
            seen = progress;
        }
    }

    /**
     * Combines both ends for a commit in one phase, which ends the whole transaction: a later
     * announcement has nothing to add. Called before the state changes, and followed by {@link
     * #release}.
     *
     * @return false if this does not apply; then both ends must be noted
     */
    final boolean endsTransaction() {
        if (progress != 0 || participant.resource.isLastResource()) {
            return false; // a last resource commits in one phase while others are prepared
        }
        // No compare-and-set: an announcement lost at this moment would set nothing more.
        PROGRESS.setRelease(this, BOTH);
        return true;
    }

    /** Releases the holder of a branch that was the end of its transaction. */
    final void release() {
        report(/* settled= */ false, /* over= */ true);
    }

    /**
     * Reports to the pool. A failure here is the pool's problem: the server did what the
     * transaction manager wanted, and the manager must not see an error.
     */
    private void report(boolean settled, boolean over) {
        try {
            try {
                if (settled) {
                    participant.completion.settled(XaErrors.text(xid()));
                }
            } finally { // the holder must be released in any case
                if (over) {
                    participant.completion.over(stamp());
                }
            }
        } catch (RuntimeException | Error e) {
            JtaLog.releaseFailed(this, e);
        }
    }

    /**
     * The branch is done: the server keeps nothing of it.
     *
     * @return whether it was in doubt, so that a transaction manager and its recovery may both work
     *     on it
     */
    final boolean settled() {
        boolean inDoubt = (noteEnd(SETTLED) & IN_DOUBT) != 0;
        if (inDoubt && InDoubtBranches.remove(branch())) {
            JtaLog.settled(branch());
        }
        return inDoubt;
    }

    /** Notes one end, and releases the holder after the second; returns what was noted before. */
    private int noteEnd(byte what) {
        int before = progress;
        if ((before & SETTLED) == 0) {
            before = note(what);
        } else if ((before & what) != what) {
            // The settling thread writes nothing more, and a manager announces on one thread: the
            // common case needs no second atomic operation.
            PROGRESS.setRelease(this, (byte) (before | what));
        }
        report(
                (before & (REPORTED | SETTLED)) == REPORTED && (what & SETTLED) != 0,
                (before & BOTH) != BOTH
                        && ((before | what) & BOTH) == BOTH
                        && (before & (REFUSED | GIVEN_UP)) == 0);
        return before;
    }

    private int note(byte what) {
        return (byte) PROGRESS.getAndBitwiseOr(this, what);
    }
}
