package io.sluice.pool;

/**
 * Is told how long things take in a pool, for histograms of metrics. Called by several threads, on
 * those that acquire, release and create, so it has to return at once. An exception that it throws
 * is logged and ignored.
 *
 * <p>It costs the fast path of acquire and release nothing. So of leases only some are timed: at
 * most one of each resource between two ticks of the pool's coarse clock, which comes every half
 * {@code validateAfterIdle}, every 250 ms at most. Which ones does not depend on how long they
 * take. Counts of everything are in {@link PoolSnapshot#counters}.
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
     * An acquire has waited, and has a resource. Told of each; acquires that found a resource are
     * not reported, and those that ended otherwise are only counted.
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
