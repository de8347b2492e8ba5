package io.sluice.pool;

import io.sluice.pool.internal.DefaultResourcePool;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.LeaseWrapper;
import io.sluice.pool.spi.ResourceFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
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

    /** What {@link CompletableFuture} itself completes asynchronous stages with. */
    Executor DEFAULT_EXECUTOR = new CompletableFuture<>().defaultExecutor();

    /**
     * Opens a pool. The minimum is created in the background. If the minimum is zero, nothing is
     * created before the first acquire.
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
     * @return its holder, which the caller has to itself until the lease ends
     * @throws AcquireTimeoutException if no resource became available in time
     * @throws PoolClosedException if the pool is closed, or was closed while the caller waited
     * @throws ResourceCreationException if the pool is empty and cannot create a resource; the
     *     failure is permanent
     * @throws TooManyWaitingException if as many threads and requests as configured wait already
     * @throws PoolException if the transaction of the thread refuses the resource
     * @throws IllegalStateException if the transaction of the thread is not active
     * @throws InterruptedException if the thread was interrupted while it waited
     */
    Holder<R> acquire() throws InterruptedException;

    /**
     * Tries the fast path of {@link #acquire()}: acquires the resource that this thread, or one
     * with a similar id, used last. Neither waits nor fails. A pool has no fast path if it takes
     * part in transactions or validates on every acquire; this default implementation has none
     * either.
     *
     * @return the holder, which the caller has to itself until the lease ends; or null, then call
     *     {@code acquire}. A call that returns null may have passed the resource on to a waiting
     *     thread
     */
    default @Nullable Holder<R> tryAcquire() {
        return null;
    }

    /**
     * Acquires a resource, waiting for at most the given time.
     *
     * @param timeout zero or less takes only an available resource; a validation may then still use
     *     the full validation time-out
     * @return its holder, which the caller has to itself until the lease ends
     * @throws AcquireTimeoutException if no resource became available in time
     * @throws PoolClosedException if the pool is closed, or was closed while the caller waited
     * @throws ResourceCreationException if the pool is empty and cannot create a resource; the
     *     failure is permanent
     * @throws TooManyWaitingException if as many threads and requests as configured wait already
     * @throws PoolException if the transaction of the thread refuses the resource
     * @throws IllegalStateException if the transaction of the thread is not active
     * @throws InterruptedException if the thread was interrupted while it waited
     */
    Holder<R> acquire(Duration timeout) throws InterruptedException;

    /**
     * Acquires a resource without waiting for it: {@link #acquireAsync(Duration, Executor)} with
     * {@link #DEFAULT_EXECUTOR}.
     *
     * @param timeout zero or less takes only an available resource
     * @return a stage of the holder of a new lease
     */
    CompletableFuture<Holder<R>> acquireAsync(Duration timeout);

    /**
     * Acquires a resource without waiting for it. The request stands in the line of all callers
     * that wait, in order of arrival, and counts as one that waits; but no thread is parked for it.
     *
     * <p>The stage completes with the holder of a new lease, which the caller releases; or with the
     * exceptions that {@link #acquire(Duration)} throws. A request leaves the line at its time-out,
     * as exactly as the pool's timer runs; making its exception takes some milliseconds more.
     *
     * <p>A resource that is available and needs no check completes the stage before this returns.
     * Otherwise the executor completes it, and so runs its dependents. If the executor refuses
     * that, the resource goes back to the pool, and the stage completes on a thread of the pool
     * with what the executor has thrown. An executor that drops tasks keeps the resource leased;
     * cancel the stage to end that.
     *
     * <p>To cancel the stage takes the request out of the line, or returns its resource to the
     * pool. So does to complete it otherwise, as {@code orTimeout} does. To cancel a dependent
     * stage does neither.
     *
     * <p>The lease takes part in no transaction, whatever thread uses it. On a thread with a
     * transaction the stage therefore completes with an {@link IllegalStateException}.
     *
     * @param timeout zero or less takes only an available resource
     * @param executor completes the stage; called on threads of the pool
     * @return a stage of the holder of a new lease
     */
    CompletableFuture<Holder<R>> acquireAsync(Duration timeout, Executor executor);

    /**
     * The same for callers that wrap the lease.
     *
     * @param timeout zero or less takes only an available resource
     * @param executor completes the stage; called on threads of the pool
     * @param wrapper makes what the caller gets from each lease
     * @param <L> what the caller gets
     * @return a stage of the wrapped lease
     */
    <L> CompletableFuture<L> acquireAsync(
            Duration timeout, Executor executor, LeaseWrapper<R, L> wrapper);

    /**
     * The same for a stage that others may have already. The executor completes it in any case,
     * since it may have dependents. Does nothing if it is complete.
     *
     * @param timeout zero or less takes only an available resource
     * @param executor completes the stage; called on threads of the pool
     * @param wrapper makes what the caller gets from each lease
     * @param stage gets the wrapped lease
     * @param <L> what the caller gets
     * @throws IllegalStateException on a thread with a transaction
     */
    <L> void acquireAsync(
            Duration timeout,
            Executor executor,
            LeaseWrapper<R, L> wrapper,
            CompletableFuture<L> stage);

    /**
     * Waits until a resource has been created, unless one exists: a check at start-up that
     * resources can be created. The pool keeps the resource.
     *
     * @throws ResourceCreationException if the next attempt to finish has failed, the pool was
     *     suspended or closed meanwhile, or the thread was interrupted, in which case its interrupt
     *     flag is set
     * @throws PoolException if the pool is suspended
     * @throws PoolClosedException if the pool is closed
     */
    void createFirst();

    /**
     * Waits until as many resources exist as the minimum, at least one: a warm-up before traffic.
     * They are created in parallel, and failures after the first resource are retried.
     *
     * @param timeout how long to wait for those after the first
     * @return whether they exist; otherwise their creation goes on in the background
     * @throws ResourceCreationException as {@link #createFirst}, for the first
     * @throws PoolException if the pool is suspended
     * @throws PoolClosedException if the pool is closed
     */
    boolean createMinimum(Duration timeout);

    /**
     * Starts a new generation: every existing resource is validated before its next use. Call it
     * after a failure that may have affected all of them; the pool does so itself after such a
     * validation failure. At most one generation starts per second: further calls within that
     * second start one more at its end.
     */
    void suspectAll();

    /**
     * Discards resources without waiting. Threads that wait or come later get new ones, created
     * while the old ones drain. The maximum holds: a leased resource counts until it is gone. A
     * resource in creation is discarded when it arrives, except in mode {@link FlushMode#IDLE}.
     *
     * @return what has become of the resources so far
     */
    FlushReport flush(FlushMode mode);

    /**
     * Discards all resources by a deadline: idle ones now, leased ones when their lease ends. What
     * is still leased at the deadline is taken away and aborted.
     *
     * <p>Returns when everything that existed at the call is destroyed, or was given up after twice
     * the close time-out. Until the deadline it also waits for resources in creation, which are
     * destroyed when they arrive. An interrupted thread stops waiting and takes nothing away; its
     * interrupt flag stays set.
     *
     * @param drain how long leases and creations may still take; zero means none
     * @return what has become of the resources, and what has not finished
     */
    FlushReport flush(Duration drain);

    /**
     * Changes the minimum and the maximum while the pool runs. If there are more resources than the
     * new maximum, idle ones are discarded now and leased ones when they come back, until there are
     * no more than that. No lease is cut short. A new minimum is created in the background.
     *
     * @param minSize how many resources to keep when idle: 0 to {@code maxSize}
     * @param maxSize the most that may exist or be in creation: 1 to 1,000,000
     * @throws IllegalArgumentException if a size is out of range; nothing has changed
     * @throws PoolClosedException if the pool is closed
     */
    void resize(int minSize, int maxSize);

    /**
     * Suspends the pool: until {@link #resume} no thread gets a resource and none is created.
     * Callers of acquire wait for at most their time-out. Current leases continue, and released
     * resources are kept. Does nothing if the pool is suspended already.
     */
    void suspend();

    /** Resumes a suspended pool; does nothing if the pool is not suspended. */
    void resume();

    /** Returns whether the pool is suspended. */
    boolean isSuspended();

    /**
     * Adds an observer, which is told how long things take. Does nothing if it was added before.
     */
    void observe(PoolObserver observer);

    /** Removes an observer; does nothing if it was not added. */
    void unobserve(PoolObserver observer);

    /**
     * Returns the counts of the pool. Takes a lock briefly, which does not block acquire and
     * release.
     */
    PoolSnapshot snapshot();

    /** Returns how large a pool the load has needed so far. */
    SizingReport sizing();

    /**
     * Returns the leases of this moment, longest first, with what their threads execute. No thread
     * stops for longer than its stack trace takes; so ask when a person looks, not many times a
     * second.
     */
    List<LeaseReport> leases();

    /** Returns the last resources that have left the pool, newest first, at most twenty. */
    List<DiscardReport> recentDiscards();

    /** Returns whether {@link #close} was called. */
    boolean isClosed();

    /**
     * Closes the pool. Current and later callers of acquire are refused, available resources are
     * destroyed, and leases have the drain time to end before the rest is aborted. Resources in
     * creation are not waited for; they are destroyed when they arrive. Further calls wait for the
     * same end, and finish a close that has failed for lack of memory. An interrupted thread waits
     * for nothing and aborts the rest at once; its interrupt flag stays set.
     *
     * @param drain how long leases may still take; zero means none
     * @return the counts at the end of the drain: {@code accessible} and {@code inaccessible} were
     *     still leased, {@code reserved} were being cleaned or validated by the pool
     */
    PoolSnapshot close(Duration drain);

    /** Closes the pool with the configured close time-out as its drain. */
    @Override
    void close();
}
