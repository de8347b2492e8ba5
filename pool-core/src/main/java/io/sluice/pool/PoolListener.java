package io.sluice.pool;

import io.sluice.pool.spi.DiscardReason;
import org.jspecify.annotations.Nullable;

/**
 * Is told what happens in a pool and why. No lock of the pool is held during a call; acquire and
 * release are never reported. Calls come from several threads; an exception that a listener throws
 * is logged and goes no further.
 */
public interface PoolListener {

    /** A resource was created and has joined the pool. */
    default void onCreate(String pool, Object resource) {}

    /** A resource could not be created; the pool tries again while there is demand. */
    default void onCreateFailure(String pool, Throwable failure) {}

    /** A resource left the pool. Told when it is destroyed, so that nobody waits for a listener. */
    default void onDiscard(
            String pool, Object resource, DiscardReason reason, @Nullable Throwable cause) {}

    /** A resource was destroyed; the failure says what its destruction threw, or null. */
    default void onDestroy(String pool, Object resource, @Nullable Throwable failure) {}

    /**
     * A lease is out for longer than the leak threshold. Told once for each lease.
     *
     * @param site where it was acquired
     */
    default void onLeak(String pool, Object resource, Throwable site) {}

    /**
     * A global transaction is over and the server has not confirmed the outcome of its branch. The
     * resource stays until the branch is settled, which {@link #onSettle} tells.
     *
     * @param xid the branch, as text
     */
    default void onInDoubt(String pool, Object resource, String xid, @Nullable Throwable failure) {}

    /** A branch that was in doubt is committed, rolled back or forgotten. */
    default void onSettle(String pool, Object resource, String xid) {}
}
