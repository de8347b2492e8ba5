package io.sluice.pool.internal;

import io.sluice.pool.spi.DiscardReason;
import org.jspecify.annotations.Nullable;

/**
 * What a holder and the queue of available holders need of the pool they live in. Called without
 * any lock held.
 */
interface HolderReturn<R> {

    /**
     * A holder that the caller has reserved comes back, clean: is looked at, then handed over, made
     * available, or discarded.
     */
    void requeue(ResourceHolder<R> holder);

    /** A holder that the caller has reserved is put to use as it is, or discarded if doomed. */
    void publish(ResourceHolder<R> holder);

    /** A holder that the caller has reserved leaves the pool. */
    void discard(ResourceHolder<R> holder, DiscardReason reason, @Nullable Throwable cause);

    /**
     * A lease inside a transaction ends: {@link ResourceHolder#accessibleToAvailable} does not know
     * this word.
     */
    boolean releaseInTransaction(ResourceHolder<R> holder, long stamp);

    /**
     * The calling thread has waited in vain. It stands in line still, and leaves it next; the pool
     * then reports the time-out.
     */
    void timedOut();

    /** Runs what may block on a creator thread. */
    void runAside(Runnable task);

    /** What {@link #timedOut} announced does not come: nothing is reported to this caller. */
    void timedOutUnreported();

    /** Somebody waits: create more if that is allowed. */
    void demand();

    /** How many more resources may exist: as many waiters wait for growth, and not in vain. */
    int spareCapacity();
}
