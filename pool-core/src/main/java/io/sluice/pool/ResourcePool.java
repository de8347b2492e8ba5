package io.sluice.pool;

import io.sluice.pool.internal.DefaultResourcePool;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.ResourceFactory;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A pool of physical resources that many threads lease one at a time. Thread-safe.
 *
 * <pre>{@code
 * Holder<Channel> holder = pool.acquire();
 * long stamp = holder.stamp();
 * try {
 *     use(holder.resource());
 * } finally {
 *     holder.release(stamp);
 * }
 * }</pre>
 *
 * @param <R> the physical resource
 */
public interface ResourcePool<R> extends AutoCloseable {

    /**
     * Opens a pool. It creates its minimum in the background; nothing is created before somebody
     * asks when the minimum is zero.
     *
     * @param config the immutable configuration
     * @param factory creates, validates and destroys the resources
     * @param <R> the physical resource
     * @return the open pool
     */
    static <R> ResourcePool<R> open(PoolConfig config, ResourceFactory<R> factory) {
        return DefaultResourcePool.open(config, factory);
    }

    /**
     * Acquires a resource, waiting for at most the configured acquire time-out.
     *
     * @return its holder; the caller's alone until the lease ends
     * @throws AcquireTimeoutException if none became available in time
     * @throws PoolClosedException if the pool is closed, or was while the caller waited
     * @throws ResourceCreationException if none exists and none can be created, for a reason that
     *     time does not mend
     * @throws TooManyWaitingException if as many threads wait already as the configuration allows
     * @throws InterruptedException if the thread was interrupted while it waited
     */
    Holder<R> acquire() throws InterruptedException;

    /**
     * Acquires the resource that the calling thread, or one with a similar id, found last, if
     * nothing is in the way of that: the short way of {@link #acquire()}, to be tried before it by
     * those to whom nanoseconds matter. Neither waits nor fails. A pool with transactions, and one
     * that looks at every resource when it is acquired, has no short way; nor has a pool of another
     * kind that does not say so.
     *
     * @return its holder; the caller's alone until the lease ends. Or null: then call acquire,
     *     which also looks at what this has left alone and would leave alone again. What it has
     *     left may have woken a thread that waits, and serve that one
     */
    default @Nullable Holder<R> tryAcquire() {
        return null;
    }

    /**
     * Acquires a resource, waiting for at most the given time.
     *
     * @param timeout with zero or less it only takes one that is available, and has all the time of
     *     a validation to look at it
     * @return its holder; the caller's alone until the lease ends
     * @throws AcquireTimeoutException if none became available in time
     * @throws PoolClosedException if the pool is closed, or was while the caller waited
     * @throws ResourceCreationException if none exists and none can be created, for a reason that
     *     time does not mend
     * @throws TooManyWaitingException if as many threads wait already as the configuration allows
     * @throws InterruptedException if the thread was interrupted while it waited
     */
    Holder<R> acquire(Duration timeout) throws InterruptedException;

    /**
     * Waits until a resource has been created, unless there is one already: a way to find out at
     * the start whether resources can be created. It is kept.
     *
     * @throws ResourceCreationException if the next attempt that ended has failed, the pool was
     *     suspended or closed meanwhile, or the thread was interrupted, which stays visible on it
     * @throws PoolException if the pool is suspended
     * @throws PoolClosedException if the pool is closed
     */
    void createFirst();

    /**
     * Starts a new generation: every resource that exists now is validated before it serves again.
     * Called after a failure that may have hit all of them, and by the pool itself when a
     * validation has failed for such a reason; at most one generation is started in a second:
     * further calls within it start one, together, when it is over.
     */
    void suspectAll();

    /**
     * Sends resources away, and does not wait for it. Those who wait or come get new ones, created
     * beside what is going: the maximum holds, so a resource that is out keeps its place until it
     * is gone. What is in creation meanwhile is discarded when it arrives, unless only what is idle
     * was to go.
     *
     * @return what became of the resources so far
     */
    FlushReport flush(FlushMode mode);

    /**
     * Sends all resources away gracefully, and by a deadline: what is idle now, of the rest each
     * when its lease ends, and what is out when the time is over is taken away and aborted. Returns
     * when all that existed at the call are destroyed, or given up after twice the close time-out;
     * and until the deadline it also waits for what was in creation then, be it given up or not,
     * which is destroyed when it arrives. A thread that is interrupted waits no longer and takes
     * nothing away; its flag is kept.
     *
     * @param drain how long leases and creations may still take; zero means none
     * @return what became of the resources, and what has not come to its end
     */
    FlushReport flush(Duration drain);

    /**
     * Suspends the pool: until {@link #resume} nobody gets a resource, and none is created. Who
     * acquires waits for at most their own time-out. Leases that are out go on, and what comes back
     * is kept. Does nothing if the pool is suspended already.
     */
    void suspend();

    /** Ends what {@link #suspend} began; does nothing if the pool is not suspended. */
    void resume();

    /** Returns whether the pool is suspended. */
    boolean isSuspended();

    /**
     * Returns the counts of the pool. Takes a lock briefly; acquire and release go on meanwhile.
     */
    PoolSnapshot snapshot();

    /** Returns whether {@link #close} was called. */
    boolean isClosed();

    /**
     * Closes the pool: refuses who waits and who comes, destroys what is available, lets leases
     * that are out come back for as long as given, then aborts the rest. It does not wait for what
     * is in creation: that is destroyed when it arrives. Further calls wait for the same end.
     *
     * @param drain how long leases may still take; zero means none
     * @return the counts when the drain was over: {@code accessible} and {@code inaccessible} are
     *     what was still out, {@code reserved} is what the pool itself was cleaning or validating
     */
    PoolSnapshot close(Duration drain);

    /** Closes the pool with the configured close time-out as its drain. */
    @Override
    void close();
}
