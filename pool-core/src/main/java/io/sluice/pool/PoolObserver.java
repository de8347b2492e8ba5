package io.sluice.pool;

/**
 * An observer of how long things take in a pool, for histograms of metrics. It is called on the
 * threads that acquire, release and create, so it has to be thread-safe and to return at once. An
 * exception that it throws is logged and ignored.
 *
 * <p>The fast path of acquire and release does not know of it. So of leases only some are timed:
 * the first of each resource after a tick of the pool's coarse clock. The clock ticks every half
 * {@code validateAfterIdle}, at least every 250 ms, while the pool is used. Counts of everything
 * are in {@link PoolSnapshot#counters}, with a summary of the same times.
 */
public interface PoolObserver {

    /** What an acquire has waited for. */
    enum Wait {
        /** A resource that another thread has released. */
        RETURN,
        /** A resource that was created. */
        CREATION,
        /** The validation of the resource, by the acquiring thread. */
        VALIDATION
    }

    /**
     * A wait of an acquire has ended, with a resource. Told of each such wait; acquires that found
     * a resource are not reported, and those that ended without one are only counted.
     *
     * @param nanos how long, in nanoseconds
     */
    default void waited(Wait reason, long nanos) {}

    /**
     * A lease has ended, in a global transaction with the transaction. Told of some, see above.
     *
     * @param nanos how long it was, in nanoseconds
     */
    default void used(long nanos) {}

    /**
     * A resource was created and has joined the pool. Told of each.
     *
     * @param nanos how long the creation took, in nanoseconds
     */
    default void created(long nanos) {}
}
