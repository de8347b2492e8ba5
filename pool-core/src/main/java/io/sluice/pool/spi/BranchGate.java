package io.sluice.pool.spi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Admits the application's calls to a resource in a global transaction, and counts them. A call
 * enters the gate, and leaves it when it returns. An ended gate admits no more calls, and the
 * ending thread can wait until those inside have left. So no call of a transaction reaches the
 * server after the end of its branch.
 *
 * <p>Each resource has one gate for all its transactions; a transaction is identified by the stamp
 * of its lease. A late call of the application is refused, and a late call of a manager for an
 * earlier transaction has no effect. The gate keeps the stamp of a finished transaction until the
 * next is opened. A later lease outside a transaction passes uncounted, so nothing must be undone
 * in between.
 *
 * <p>Thread-safe. Entering and leaving are one compare-and-set each, opening is a plain store.
 */
public final class BranchGate {

    private static final VarHandle WORD;
    private static final VarHandle AHEAD;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            WORD = lookup.findVarHandle(BranchGate.class, "word", long.class);
            AHEAD = lookup.findVarHandle(BranchGate.class, "ahead", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The bits of a stamp that no two leases of a resource share. */
    private static final long LEASE = -1L << 24;

    private static final long ENDED = 1L << 23;
    private static final long SUSPENDED = 1L << 22;
    private static final long PINNED = 1L << 21;
    private static final long CLAIMED = 1L << 20;

    /** A lease is, or was, in a transaction; without this bit every call passes. */
    private static final long OPEN = 1L << 19;

    private static final long INSIDE = (1L << 19) - 1;

    /**
     * The last lease that was in a transaction, whether its passage is ended or suspended, and how
     * many calls are inside. Shared: CAS from a word of the same lease; release by the thread that
     * opens, which alone has the lease; volatile read. Partner: {@code ahead}. Of ending and
     * entering, the second sees the first.
     */
    private volatile long word;

    /**
     * As {@link #word} is when it opens, of the last lease claimed for an abort while no
     * transaction of it was seen. Shared: CAS to a later lease, by the claiming thread, which then
     * reads {@code word} again; volatile read by a thread that pins, after a full fence behind the
     * opening. Partner: {@code word}. One sees the other.
     */
    private volatile long ahead;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition left = lock.newCondition();

    /** Makes the gate of a resource that is in no transaction. */
    public BranchGate() {}

    /**
     * Opens the gate for a new transaction.
     *
     * @param stamp the stamp of the lease in the transaction
     */
    public void open(long stamp) {
        // No compare-and-set: at this moment only claimForAbort() runs concurrently, and it writes
        // "ahead" until it has seen this word.
        WORD.setRelease(this, opened(stamp));
    }

    /**
     * Returns whether the lease is in a transaction, ended or not.
     *
     * @param stamp the stamp of the lease
     */
    public boolean isFor(long stamp) {
        return isSame(word, stamp);
    }

    /**
     * Admits a call.
     *
     * @param stamp the stamp of the lease that the call belongs to
     * @return false if its transaction is ended or suspended, or a later lease was in one; if true,
     *     {@link #leave} must follow
     */
    public boolean enter(long stamp) {
        for (; ; ) {
            long seen = word;
            if (!isSame(seen, stamp)) {
                return isBefore(seen, stamp);
            }
            if ((seen & (ENDED | SUSPENDED)) != 0) {
                return false;
            }
            if (WORD.compareAndSet(this, seen, seen + 1)) {
                return true;
            }
        }
    }

    /**
     * Returns whether a call would be admitted now, without admitting it.
     *
     * @param stamp the stamp of the lease that the call belongs to
     */
    public boolean admits(long stamp) {
        long seen = word;
        return isSame(seen, stamp) ? (seen & (ENDED | SUSPENDED)) == 0 : isBefore(seen, stamp);
    }

    /**
     * Ends an admitted call.
     *
     * @param stamp the stamp with which it entered
     */
    public void leave(long stamp) {
        for (; ; ) {
            long seen = word;
            if (!isSame(seen, stamp) || (seen & INSIDE) == 0) {
                return; // entered outside any transaction, so it was not counted
            }
            long next = seen - 1;
            if (WORD.compareAndSet(this, seen, next)) {
                if ((next & INSIDE) == 0 && (next & ENDED) != 0) {
                    signal();
                }
                return;
            }
        }
    }

    /**
     * Ends the gate: no more calls are admitted.
     *
     * @param stamp the stamp of the lease whose branch is ended
     * @return whether no call of the lease is inside
     */
    public boolean end(long stamp) {
        long before = set(stamp, ENDED);
        return !isSame(before, stamp) || (before & INSIDE) == 0;
    }

    /**
     * Admits calls again because the branch is joined again.
     *
     * @param stamp the stamp of the lease
     */
    public void reopen(long stamp) {
        clear(stamp, ENDED | SUSPENDED);
    }

    /**
     * Suspends the gate with its transaction: no calls are admitted until {@link #resume}.
     *
     * @param stamp the stamp of the lease
     */
    public void suspend(long stamp) {
        long ignored = set(stamp, SUSPENDED);
    }

    /**
     * Resumes the gate with its transaction.
     *
     * @param stamp the stamp of the lease
     */
    public void resume(long stamp) {
        clear(stamp, SUSPENDED);
    }

    /**
     * Pins the resource because its branch is about to be prepared: until the branch is settled,
     * the resource must not be closed, not even by force.
     *
     * @param stamp the stamp of the lease
     * @return false if the resource is claimed for an abort, or the lease is in no transaction
     */
    public boolean pin(long stamp) {
        // Orders the opening of the gate before the read of "ahead", see there; and earlier writes
        // of this thread before its next reads, which BranchXaResource.enter relies on.
        VarHandle.fullFence();
        for (; ; ) {
            long seen = word;
            if (!isSame(seen, stamp)) {
                return false;
            }
            if ((seen & PINNED) != 0) {
                return true;
            }
            if ((seen & CLAIMED) != 0 || isSame(ahead, stamp)) {
                return false;
            }
            if (WORD.compareAndSet(this, seen, seen | PINNED)) {
                return true;
            }
        }
    }

    /**
     * Unpins the resource: the branch is settled, or was not prepared, and its resource may be
     * closed.
     *
     * @param stamp the stamp of the lease
     */
    public void unpin(long stamp) {
        clear(stamp, PINNED);
    }

    /**
     * Claims the resource for an abort, which fails its lease: from now on the branch cannot be
     * prepared.
     *
     * @param stamp the stamp of the lease
     * @return false if the branch may be prepared already, or the lease is over: the resource must
     *     not be closed
     */
    public boolean claimForAbort(long stamp) {
        for (; ; ) {
            long seen = word;
            if (!isSame(seen, stamp)) {
                if (!isBefore(seen, stamp) || !claimAhead(stamp)) {
                    return false;
                }
                if (word == seen) {
                    return true; // a transaction of this lease that begins later will see it
                }
            } else if ((seen & PINNED) != 0) {
                return false;
            } else if (WORD.compareAndSet(this, seen, seen | CLAIMED)) {
                return true;
            }
        }
    }

    /** Returns false if a later lease was claimed. */
    private boolean claimAhead(long stamp) {
        for (; ; ) {
            long last = ahead;
            if (isSame(last, stamp)) {
                return true;
            }
            if (!isBefore(last, stamp)) {
                return false;
            }
            if (AHEAD.compareAndSet(this, last, opened(stamp))) {
                return true;
            }
        }
    }

    /** Returns whether the resource is pinned, whichever lease it has. */
    public boolean isPinned() {
        return (word & PINNED) != 0;
    }

    /**
     * Returns whether the resource is claimed for an abort.
     *
     * @param stamp the stamp of a lease that is in a transaction
     */
    public boolean isClaimed(long stamp) {
        long seen = word;
        return isSame(seen, stamp) && isClaimedIn(seen);
    }

    private boolean isClaimedIn(long seen) {
        return (seen & CLAIMED) != 0 || ((seen & PINNED) == 0 && isSame(ahead, seen));
    }

    /**
     * Returns whether the transaction is suspended and not yet ended.
     *
     * @param stamp the stamp of the lease
     */
    public boolean isSuspended(long stamp) {
        long seen = word;
        return isSame(seen, stamp) && (seen & (SUSPENDED | ENDED)) == SUSPENDED;
    }

    private boolean isInside(long stamp) {
        long seen = word;
        return isSame(seen, stamp) && (seen & INSIDE) != 0;
    }

    /** Sets a bit unless the gate belongs to another lease; returns the word before. */
    private long set(long stamp, long mark) {
        for (; ; ) {
            long seen = word;
            if (!isSame(seen, stamp) || WORD.compareAndSet(this, seen, seen | mark)) {
                return seen;
            }
        }
    }

    private void clear(long stamp, long marks) {
        for (; ; ) {
            long seen = word;
            if (!isSame(seen, stamp)
                    || (seen & marks) == 0
                    || WORD.compareAndSet(this, seen, seen & ~marks)) {
                return;
            }
        }
    }

    /**
     * Waits until no call is inside an ended gate. An interrupt does not end the wait; the flag is
     * restored.
     *
     * @param stamp the stamp of the lease whose branch is ended
     * @param nanos at most this long, in nanoseconds
     * @return whether no call of the lease is inside
     */
    public boolean awaitEmpty(long stamp, long nanos) {
        boolean interrupted = false;
        long deadline = System.nanoTime() + nanos;
        lock.lock();
        try {
            while (isInside(stamp)) {
                long rest = deadline - System.nanoTime();
                if (rest <= 0) {
                    return false;
                }
                try {
                    boolean ignored = left.await(rest, TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            return true;
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Under the lock: a waiting thread either saw the last call leave or is waiting by now. */
    private void signal() {
        lock.lock();
        try {
            left.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static boolean isOpen(long seen) {
        return (seen & OPEN) != 0;
    }

    /** Returns the word of a gate opened for a lease. */
    private static long opened(long stamp) {
        return (stamp & LEASE) | OPEN;
    }

    /** Returns whether the gate was opened for this lease. */
    private static boolean isSame(long seen, long stamp) {
        return ((seen ^ opened(stamp)) & (LEASE | OPEN)) == 0;
    }

    /**
     * Returns whether no lease as late as this one was in a transaction. Serials may overflow, so
     * their difference is compared. That is wrong only for a call that comes 2<sup>39</sup> leases
     * late: six days at a million leases a second.
     */
    private static boolean isBefore(long seen, long stamp) {
        return !isOpen(seen) || (stamp & LEASE) - (seen & LEASE) > 0;
    }

    @Override
    public String toString() {
        long seen = word;
        return !isOpen(seen)
                ? "BranchGate[no transaction]"
                : "BranchGate["
                        + (seen & INSIDE)
                        + " inside"
                        + ((seen & ENDED) != 0 ? ", ended" : "")
                        + ((seen & SUSPENDED) != 0 ? ", suspended" : "")
                        + ((seen & PINNED) != 0 ? ", pinned" : "")
                        + (isClaimedIn(seen) ? ", claimed" : "")
                        + "]";
    }
}
