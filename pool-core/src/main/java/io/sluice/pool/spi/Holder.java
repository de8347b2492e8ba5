package io.sluice.pool.spi;

import org.jspecify.annotations.Nullable;

/**
 * One physical resource as its pool keeps it, and the door through which a lease of it ends.
 *
 * <p>Whoever acquired a holder keeps the {@linkplain #stamp stamp} of that lease. Every way of
 * ending the lease takes the stamp and compares it: of several threads that try, one wins, and a
 * late call from an earlier lease finds another stamp and does nothing. Thread-safe.
 *
 * <p>A class and not an interface, since calls through a class with a single subclass need no check
 * of the receiver's type.
 *
 * @param <R> the physical resource
 */
public abstract class Holder<R> {

    /**
     * Added to the stamp of a lease in a global transaction: the stamp of the first handle that was
     * made for it, which {@link #releaseInTransaction} ends once, however often it is called.
     */
    public static final long FIRST = 1L << 7;

    /** For the pool. */
    protected Holder() {}

    /** Returns the physical resource. To be used by whoever holds the lease only. */
    public abstract R resource();

    /**
     * Returns the stamp of the present lease. Only meaningful to the thread that has just acquired
     * the holder.
     */
    public abstract long stamp();

    /**
     * Returns how long the acquire of a lease took, in nanoseconds: what is gone of the caller's
     * time if the resource turns out to be of no use and another is acquired in its place. Zero if
     * it neither waited nor looked at the clock. To be asked by the thread that has acquired it.
     *
     * @param stamp the stamp of the lease
     */
    public abstract long waitedNanos(long stamp);

    /**
     * Ends a lease that left nothing to clean.
     *
     * @param stamp the stamp of the lease
     * @return whether this call ended it; false means that it had ended before
     */
    public abstract boolean release(long stamp);

    /**
     * Leaves a lease to the pool that its caller cannot end, for want of memory or stack. A pool
     * takes back a lease outside global transactions within a tick of its clock, as if it had been
     * {@linkplain #release released}. Takes neither memory nor more than one frame, and throws
     * nothing.
     *
     * @param stamp the stamp of the lease
     */
    public abstract void abandon(long stamp);

    /**
     * Does what {@link #release} does for the last open handle of a lease that is known to be in a
     * global transaction, and for any other of its handles. To be called once for each, with the
     * exception of the {@linkplain #FIRST first}.
     *
     * @param stamp the stamp of the lease, or of its first handle
     * @return whether this call ended a handle; false means that the lease had ended before
     */
    public boolean releaseInTransaction(long stamp) {
        return release(stamp);
    }

    /**
     * Ends a lease that left something to clean: the holder is the caller's alone until it calls
     * {@link #requeue} or {@link #discard}, one of which must follow when this returns true.
     *
     * @param stamp the stamp of the lease
     * @return whether this call ended it; false means that it had ended before, and nothing may be
     *     touched
     */
    public abstract boolean reserve(long stamp);

    /** Gives a holder that {@link #reserve} won back to the pool, clean. */
    public abstract void requeue();

    /**
     * Removes a holder that {@link #reserve} won from the pool; its resource is destroyed on
     * another thread.
     *
     * @param reason why
     * @param cause what made it unfit, or null
     */
    public abstract void discard(DiscardReason reason, @Nullable Throwable cause);

    /**
     * Marks the holder so that it never serves again: idle it is discarded now, in use when its
     * lease ends.
     *
     * @param reason why
     * @param cause what made it unfit, or null
     */
    public abstract void doom(DiscardReason reason, @Nullable Throwable cause);

    /**
     * Marks the holder so that it never serves again after this lease: for who is about to break
     * the resource, and must not break it under whoever acquires it next. It is discarded when the
     * lease ends, as {@link DiscardReason#EVICTED}.
     *
     * @param stamp the stamp of the lease
     * @return whether the lease is in use still; if not, nothing has happened
     */
    public abstract boolean evict(long stamp);

    /**
     * Runs a call of a driver that must not hold the caller up, on a thread of the pool's; returns
     * at once.
     *
     * @param task may block, and throws nothing
     */
    public abstract void runAside(Runnable task);
}
