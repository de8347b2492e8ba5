package io.sluice.pool.spi;

import io.sluice.pool.DiscardReason;
import org.jspecify.annotations.Nullable;

/**
 * One physical resource as its pool keeps it, and the door through which a lease of it ends.
 *
 * <p>Whoever acquired a holder keeps the {@linkplain #stamp stamp} of that lease. Every way of
 * ending the lease takes the stamp and compares it: of several threads that try, one wins, and a
 * late call from an earlier lease finds another stamp and does nothing. Thread-safe.
 *
 * @param <R> the physical resource
 */
public interface Holder<R> {

    /** Returns the physical resource. To be used by whoever holds the lease only. */
    R resource();

    /**
     * Returns the stamp of the present lease. Only meaningful to the thread that has just acquired
     * the holder.
     */
    long stamp();

    /**
     * Ends a lease that left nothing to clean.
     *
     * @param stamp the stamp of the lease
     * @return whether this call ended it; false means that it had ended before
     */
    boolean release(long stamp);

    /**
     * Ends a lease that left something to clean: the holder is the caller's alone until it calls
     * {@link #requeue} or {@link #discard}, one of which must follow when this returns true.
     *
     * @param stamp the stamp of the lease
     * @return whether this call ended it; false means that it had ended before, and nothing may be
     *     touched
     */
    boolean reserve(long stamp);

    /** Gives a holder that {@link #reserve} won back to the pool, clean. */
    void requeue();

    /**
     * Removes a holder that {@link #reserve} won from the pool; its resource is destroyed on
     * another thread.
     *
     * @param reason why
     * @param cause what made it unfit, or null
     */
    void discard(DiscardReason reason, @Nullable Throwable cause);

    /**
     * Marks the holder so that it never serves again: idle it is discarded now, in use when its
     * lease ends.
     *
     * @param reason why
     * @param cause what made it unfit, or null
     */
    void doom(DiscardReason reason, @Nullable Throwable cause);
}
