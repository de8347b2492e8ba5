package io.sluice.pool.spi;

import org.jspecify.annotations.Nullable;

/**
 * Makes what the caller of an asynchronous acquire gets, from the holder of a new lease.
 * Thread-safe.
 *
 * @param <R> the physical resource
 * @param <L> what the caller gets
 */
public interface LeaseWrapper<R, L> {

    /**
     * Returns whether {@link #wrap} would make no call that may block. If so, it may run on the
     * thread that acquires.
     *
     * @param resource the resource of a lease that has just begun
     */
    boolean isQuick(R resource);

    /**
     * Wraps a lease that has just begun. May block if {@link #isQuick} is false; it then runs on a
     * thread of the pool. If it throws, the pool ends the lease; it discards the resource unless
     * {@link #isQuick} was true.
     *
     * @param holder the holder; its stamp is the stamp of the lease
     * @return what the caller gets; null if the resource turned out unusable and the lease is over,
     *     so that the request waits for another
     */
    @Nullable L wrap(Holder<R> holder);

    /**
     * Ends a wrapped lease that no caller will get. Called on the thread that cancelled, or on a
     * thread of the executor or the pool; should not block. If it throws before the lease is over,
     * the pool ends the lease and discards the resource.
     *
     * @param lease a result of {@link #wrap}
     */
    void unwrap(L lease);

    /**
     * Returns the exception for the caller. Called on a thread of the pool or of the caller; must
     * not block. If it throws, the caller gets what it has thrown.
     *
     * @param failure an exception of the pool, or whatever {@link #wrap} or the executor has thrown
     */
    default Throwable failure(Throwable failure) {
        return failure;
    }
}
