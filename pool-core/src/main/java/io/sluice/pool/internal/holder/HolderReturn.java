package io.sluice.pool.internal.holder;

import io.sluice.pool.spi.DiscardReason;
import org.jspecify.annotations.Nullable;

/**
 * What a holder needs of its pool. Called without any lock held.
 *
 * @param <H> the holder
 */
public interface HolderReturn<H> {

    /** Checks a clean, reserved holder that was released, and publishes or discards it. */
    void requeue(H holder);

    /**
     * Makes a reserved holder available or hands it over, unchecked; discards it if it is doomed.
     */
    void publish(H holder);

    /** Removes a reserved holder from the pool. */
    void discard(H holder, DiscardReason reason, @Nullable Throwable cause);

    /**
     * Closes one handle of a lease that is in a transaction. The lease lasts until the transaction
     * is over and its last handle is closed.
     */
    boolean releaseInTransaction(H holder, long stamp);

    /** Runs a task that may block, on a creator thread. */
    void runAside(Runnable task);
}
