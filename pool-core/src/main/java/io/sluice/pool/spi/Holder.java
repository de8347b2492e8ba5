package io.sluice.pool.spi;

import org.jspecify.annotations.Nullable;

/**
 * One physical resource in its pool, through which its leases end. Thread-safe.
 *
 * <p>The caller of acquire keeps the {@linkplain #stamp stamp} of its lease. Every method that ends
 * a lease compares the stamp: of several threads that try, one succeeds, and a late call of an
 * earlier lease does nothing.
 *
 * <p>A class, not an interface: calls through a class with a single subclass need no receiver type
 * check.
 *
 * @param <R> the physical resource
 */
public abstract class Holder<R> {

    /**
     * Added to the stamp of a lease in a global transaction, this marks the stamp of the lease's
     * first handle. {@link #releaseInTransaction} ends that handle once, however often it is
     * called.
     */
    public static final long FIRST = 1L << 7;

    /** In {@link #abandoned}: the resource may have something to clean, and is discarded. */
    public static final long DIRTY = 1L << 6;

    /**
     * In {@link #abandoned}, in place of a stamp: the present lease, for a caller that has it and
     * could not even ask for its stamp. No stamp is greater, so the mark of an earlier lease does
     * not replace it.
     */
    public static final long PRESENT = 1L << 62;

    /**
     * The stamp of a lease that the caller, for lack of memory or stack, leaves to the pool to end;
     * 0 if none. A field, because at the end of the stack no method can be called. The pool
     * reclaims the lease within a tick of its clock, as if it had been {@linkplain #release
     * released}. In a global transaction it does so once that is over, and discards the resource.
     * The mark of a later lease must not be replaced. Shared: volatile, the last write of the
     * owner; CAS by the tick or a close, to a stamp or to 0. Partner: {@code HotFields.word}. A
     * stamp that is not of the present lease makes the CAS there fail.
     */
    public volatile long abandoned;

    /**
     * The stamp of a lease that the caller is about to release, outside of transactions, so that it
     * needs no handler of a full stack: that would cost a tenth of a cycle. If two ticks of the
     * pool's clock find it and the lease goes on, the pool ends the lease and aborts the resource.
     * Shared: plain, by the owner, before the CAS that ends the lease; racy read by ticks. Partner:
     * {@code HotFields.word}. A stamp that is not of the present lease means nothing.
     */
    public long closing;

    /** For the pool. */
    protected Holder() {}

    /** Returns the physical resource. Only for the thread that has the lease. */
    public abstract R resource();

    /**
     * Returns the stamp of the current lease. Only meaningful to the thread that has just acquired
     * the holder.
     */
    public abstract long stamp();

    /**
     * Returns how long the acquire took, in nanoseconds: the caller's time already spent if the
     * resource turns out to be unusable and another is acquired instead. Zero if the acquire
     * neither waited nor read the clock. Only for the thread that acquired the holder.
     *
     * @param stamp the stamp of the lease
     */
    public abstract long waitedNanos(long stamp);

    /**
     * Ends a lease that left nothing to clean.
     *
     * @param stamp the stamp of the lease
     * @return whether this call ended it; false if it had ended before
     */
    public abstract boolean release(long stamp);

    /**
     * Ends one handle of a lease in a global transaction; the last one releases the lease like
     * {@link #release}. To be called once for each handle; only the {@linkplain #FIRST first} may
     * repeat the call.
     *
     * @param stamp the stamp of the lease, or of its first handle
     * @return whether this call ended a handle; false if the lease had ended before
     */
    public boolean releaseInTransaction(long stamp) {
        return release(stamp);
    }

    /**
     * Ends a lease that left something to clean. If it returns true, the caller has the holder to
     * itself and must call {@link #requeue} or {@link #discard}.
     *
     * @param stamp the stamp of the lease
     * @return whether this call ended it; false if it had ended before and nothing may be touched
     */
    public abstract boolean reserve(long stamp);

    /** Returns a clean holder to the pool, after {@link #reserve} returned true. */
    public abstract void requeue();

    /**
     * Removes a holder from the pool, after {@link #reserve} returned true. Its resource is
     * destroyed on another thread.
     *
     * @param reason why it is discarded
     * @param cause what made it unusable, or null
     */
    public abstract void discard(DiscardReason reason, @Nullable Throwable cause);

    /**
     * Marks the holder to be discarded: now if it is idle, else when its lease ends.
     *
     * @param reason why it is discarded
     * @param cause what made it unusable, or null
     */
    public abstract void doom(DiscardReason reason, @Nullable Throwable cause);

    /**
     * Marks the holder to be discarded, as {@link DiscardReason#EVICTED}, when the given lease
     * ends. For callers about to break the resource, which must not break it under a later lease.
     *
     * @param stamp the stamp of the lease
     * @return whether the lease is still in use; if not, nothing has happened
     */
    public abstract boolean evict(long stamp);

    /**
     * Runs a driver call that must not delay the caller, on a thread of the pool. Returns at once.
     *
     * @param task may block, and throws nothing
     */
    public abstract void runAside(Runnable task);
}
