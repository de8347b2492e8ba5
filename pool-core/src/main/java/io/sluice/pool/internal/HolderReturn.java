package io.sluice.pool.internal;

import io.sluice.pool.spi.DiscardReason;
import org.jspecify.annotations.Nullable;

/**
 * What a holder and the queue of available holders need of their pool. Called without any lock
 * held.
 */
interface HolderReturn<R> {

    /**
     * Checks a clean, reserved holder that was released, and hands it off, makes it available, or
     * discards it.
     */
    void requeue(ResourceHolder<R> holder);

    /**
     * Hands a reserved holder off or makes it available, unchecked; discards it if it is doomed.
     */
    void publish(ResourceHolder<R> holder);

    /** Removes a reserved holder from the pool. */
    void discard(ResourceHolder<R> holder, DiscardReason reason, @Nullable Throwable cause);

    /**
     * Ends a handle of a lease in a transaction, for which {@link
     * ResourceHolder#accessibleToAvailable} fails.
     */
    boolean releaseInTransaction(ResourceHolder<R> holder, long stamp);

    /**
     * The calling thread has timed out. It is still in the queue and leaves next; the pool then
     * reports the time-out.
     */
    void timedOut();

    /** Runs a task that may block, on a creator thread. */
    void runAside(Runnable task);

    /** Undoes {@link #timedOut}: no time-out is reported to this caller. */
    void timedOutUnreported();

    /** A thread waits: creates more if that is allowed. */
    void demand();

    /** How many more resources may exist; as many waiters can be served by growth. */
    int spareCapacity();
}
