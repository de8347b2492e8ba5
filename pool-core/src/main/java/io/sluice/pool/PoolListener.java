package io.sluice.pool;

import io.sluice.pool.spi.DiscardReason;
import org.jspecify.annotations.Nullable;

/**
 * Receives the events of a pool. Called without any lock of the pool held, by several threads at
 * once, so it must be thread-safe. Acquire and release are never reported. An exception that a
 * listener throws is logged and ignored.
 *
 * <p>{@code pool} is the name of the pool, and {@code resource} what its factory has created.
 */
public interface PoolListener {

    /** A resource was created and has joined the pool. */
    default void onCreate(String pool, Object resource) {}

    /**
     * A resource could not be created; the pool retries while there is demand.
     *
     * @param failure what the factory threw, or why the resource could not join the pool
     */
    default void onCreateFailure(String pool, Throwable failure) {}

    /**
     * A resource left the pool. Called when it is destroyed, so that no thread waits for a
     * listener.
     *
     * @param reason why it left
     * @param cause what made it unusable, or null
     */
    default void onDiscard(
            String pool, Object resource, DiscardReason reason, @Nullable Throwable cause) {}

    /**
     * A resource was destroyed.
     *
     * @param failure what its destruction threw, or null
     */
    default void onDestroy(String pool, Object resource, @Nullable Throwable failure) {}

    /**
     * A lease has exceeded the leak threshold. Called once for each lease.
     *
     * @param site where it was acquired
     */
    default void onLeak(String pool, Object resource, Throwable site) {}

    /**
     * A global transaction is over, but the server has not confirmed the outcome of its branch. The
     * resource is kept until {@link #onSettle}.
     *
     * @param xid the branch, as text
     * @param failure the last failure of the branch, or null
     */
    default void onInDoubt(String pool, Object resource, String xid, @Nullable Throwable failure) {}

    /**
     * A branch that was in doubt is committed, rolled back or forgotten.
     *
     * @param xid the branch, as text
     */
    default void onSettle(String pool, Object resource, String xid) {}
}
