package io.sluice.pool.spi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The passage of the calls of an application to a resource inside a global transaction: who wants
 * the server to work enters, and leaves when the call has returned. Once the gate is ended nobody
 * enters any more, and who ended it can wait until those inside have left. So no call that began in
 * a transaction reaches the server after its branch.
 *
 * <p>One for each resource, used for one transaction after the other; each is known by the stamp of
 * its lease. Whoever comes says of which lease: a late call of the application is refused, and what
 * a transaction manager's thread does late for an earlier transaction is without effect. The gate
 * stays a transaction's when that is over, until the next is opened: a lease that came after it is
 * in none, so it passes and is not counted, and nothing has to be undone before the resource serves
 * again.
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

    /** The part of a stamp that no two leases of a resource share. */
    private static final long LEASE = -1L << 24;

    private static final long ENDED = 1L << 23;
    private static final long SUSPENDED = 1L << 22;
    private static final long KEPT = 1L << 21;
    private static final long TAKEN = 1L << 20;

    /** A lease is, or was, in a transaction; without this mark everybody passes. */
    private static final long OPEN = 1L << 19;

    private static final long INSIDE = (1L << 19) - 1;

    /**
     * The last lease that was in a transaction, whether its passage is ended or suspended, and how
     * many calls are inside. Volatile; changed by compare-and-set, and in release mode by who
     * opens: nobody else has the lease then, and what others do with the word of an earlier one is
     * of no account any more. Partner: {@link #ahead}.
     */
    private volatile long word;

    /**
     * As {@link #word} is when it opens, of the last lease that somebody took away while no
     * transaction of it was seen. Volatile; compare-and-set, from an earlier lease to a later one.
     * Who takes writes this and reads the word then; who keeps has written the word, orders that
     * before what follows, and reads this then: one sees the other.
     */
    private volatile long ahead;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition left = lock.newCondition();

    /** Makes the gate of a resource that is in no transaction. */
    public BranchGate() {}

    /**
     * A transaction begins.
     *
     * @param stamp the stamp of the lease that is in it
     */
    public void open(long stamp) {
        // No compare-and-set: only who takes the resource away can come at this moment, and writes
        // elsewhere until it has seen this.
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
     * Lets a call in.
     *
     * @param stamp the stamp of the lease that it belongs to
     * @return false if its transaction is ended or suspended, or a later lease had one; else {@link
     *     #leave} must follow
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
     * Says whether a call would be let in now, and lets none in.
     *
     * @param stamp the stamp of the lease that it belongs to
     */
    public boolean admits(long stamp) {
        long seen = word;
        return isSame(seen, stamp) ? (seen & (ENDED | SUSPENDED)) == 0 : isBefore(seen, stamp);
    }

    /**
     * A call that was let in has returned.
     *
     * @param stamp the stamp with which it entered
     */
    public void leave(long stamp) {
        for (; ; ) {
            long seen = word;
            if (!isSame(seen, stamp) || (seen & INSIDE) == 0) {
                return; // it entered outside any transaction, where nobody is counted
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
     * Lets nobody in any more.
     *
     * @param stamp the stamp of the lease whose branch is ended
     * @return whether nobody of it is inside
     */
    public boolean end(long stamp) {
        long before = set(stamp, ENDED);
        return !isSame(before, stamp) || (before & INSIDE) == 0;
    }

    /**
     * The branch is joined again: lets calls in again.
     *
     * @param stamp the stamp of the lease
     */
    public void reopen(long stamp) {
        clear(stamp, ENDED | SUSPENDED);
    }

    /**
     * The transaction is suspended: lets nobody in until {@link #resume}.
     *
     * @param stamp the stamp of the lease
     */
    public void suspend(long stamp) {
        long ignored = set(stamp, SUSPENDED);
    }

    /**
     * The transaction is resumed.
     *
     * @param stamp the stamp of the lease
     */
    public void resume(long stamp) {
        clear(stamp, SUSPENDED);
    }

    /**
     * The branch is about to be prepared: from now on its resource must not be closed, not even by
     * force, until the branch is settled.
     *
     * @param stamp the stamp of the lease
     * @return false if somebody takes the resource away, or the lease is in no transaction
     */
    public boolean keep(long stamp) {
        // What this thread knows to be opened is to be seen before it looks who came ahead of that;
        // and what it has written before, which BranchXaResource.enter relies on, before what it
        // reads next.
        VarHandle.fullFence();
        for (; ; ) {
            long seen = word;
            if (!isSame(seen, stamp)) {
                return false;
            }
            if ((seen & KEPT) != 0) {
                return true;
            }
            if ((seen & TAKEN) != 0 || isSame(ahead, stamp)) {
                return false;
            }
            if (WORD.compareAndSet(this, seen, seen | KEPT)) {
                return true;
            }
        }
    }

    /**
     * The branch is settled, or was not prepared: its resource may be closed.
     *
     * @param stamp the stamp of the lease
     */
    public void letGo(long stamp) {
        clear(stamp, KEPT);
    }

    /**
     * Somebody is about to end the resource by force, under a lease that comes to nothing by that:
     * from now on its branch cannot be prepared.
     *
     * @param stamp the stamp of the lease
     * @return false if the branch may be prepared already, or the lease is over: the resource must
     *     not be closed
     */
    public boolean take(long stamp) {
        for (; ; ) {
            long seen = word;
            if (!isSame(seen, stamp)) {
                if (!isBefore(seen, stamp) || !takeAhead(stamp)) {
                    return false;
                }
                if (word == seen) {
                    return true; // its transaction, should it begin, will see that
                }
            } else if ((seen & KEPT) != 0) {
                return false;
            } else if (WORD.compareAndSet(this, seen, seen | TAKEN)) {
                return true;
            }
        }
    }

    /** False if a later lease was taken away. */
    private boolean takeAhead(long stamp) {
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

    /** Returns whether the resource must not be closed, whichever lease it has. */
    public boolean isKept() {
        return (word & KEPT) != 0;
    }

    /**
     * Returns whether somebody is about to end the resource by force.
     *
     * @param stamp the stamp of a lease that is in a transaction
     */
    public boolean isTaken(long stamp) {
        long seen = word;
        return isSame(seen, stamp) && isTakenIn(seen);
    }

    private boolean isTakenIn(long seen) {
        return (seen & TAKEN) != 0 || ((seen & KEPT) == 0 && isSame(ahead, seen));
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

    /** Does nothing to the gate of another lease, as {@link #clear}; returns the word before. */
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
     * Waits until nobody is inside an ended gate; an interrupt is kept for later.
     *
     * @param stamp the stamp of the lease whose branch is ended
     * @param nanos for at most so long
     * @return whether nobody of it is inside
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

    /** Under the lock: who waits has either seen the last one leave or waits by now. */
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

    /** The word with which the gate is opened for a lease. */
    private static long opened(long stamp) {
        return (stamp & LEASE) | OPEN;
    }

    /** Whether the gate was opened for this lease. */
    private static boolean isSame(long seen, long stamp) {
        return ((seen ^ opened(stamp)) & (LEASE | OPEN)) == 0;
    }

    /**
     * Whether no lease as late as this one was in a transaction. Serials may overflow, so they are
     * told apart by their difference, which is right unless a call comes 2<sup>39</sup> leases of
     * its resource late, or six days after its own if there are a million in a second.
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
                        + ((seen & KEPT) != 0 ? ", kept" : "")
                        + (isTakenIn(seen) ? ", taken" : "")
                        + "]";
    }
}
