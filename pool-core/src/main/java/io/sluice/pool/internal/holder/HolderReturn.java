package io.sluice.pool.internal.holder;

import io.sluice.pool.spi.DiscardReason;
import org.jspecify.annotations.Nullable;

/** What a holder needs of its pool. Called without any lock held. */
public interface HolderReturn<R> {

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

    /** Runs a task that may block, on a creator thread. */
    void runAside(Runnable task);
}
