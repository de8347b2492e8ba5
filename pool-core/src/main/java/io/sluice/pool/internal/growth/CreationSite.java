package io.sluice.pool.internal.growth;

import io.sluice.pool.spi.DiscardReason;
import org.jspecify.annotations.Nullable;

/** What growth needs of its pool. Called without any lock held. */
public interface CreationSite<R> {

    /** Why a created resource is rejected. */
    record Refusal(Throwable cause, DiscardReason reason) {

        private static final Refusal WITHOUT_MEMORY =
                new Refusal(new NoMemory(), DiscardReason.BROKEN);

        /** No stack trace: it would keep the classes of the first caller reachable. */
        private static final class NoMemory extends Exception {

            private static final long serialVersionUID = 1L;

            NoMemory() {
                super("out of memory: the failure could not be described", null, false, false);
            }
        }

        /** Never fails: the attempt's permit must be given back. */
        public static Refusal broken(Throwable cause) {
            try {
                return new Refusal(cause, DiscardReason.BROKEN);
            } catch (OutOfMemoryError e) {
                return WITHOUT_MEMORY;
            }
        }
    }

    /**
     * A resource was created. The site ends its creation in {@code Generations} once nothing
     * foreign looks at it any more. Then it adds it to the pool, counts its permit as existing and
     * publishes it; or destroys it.
     *
     * @param generation in which its creation began
     * @return null; or why it was rejected, by the factory or by its first validation: its permit
     *     still counts as in creation, and {@link #refused} follows
     */
    @Nullable Refusal created(R resource, int generation);

    /**
     * Destroys a rejected resource, whose permit counts as existing until then. No other attempt
     * begins before the retry.
     */
    void refused(R resource, Refusal why, int generation);

    /**
     * Reports a created resource to the listener. May take long: demand has been checked.
     *
     * @param nanos how long the creation took
     */
    void announce(R resource, long nanos);

    /** Destroys a resource of a late attempt, which has no permit. */
    void createdTooLate(R resource, int generation);

    /**
     * Counts a failed creation, before the next attempt begins. Must not throw.
     *
     * @return whether it is the first since a resource was created
     */
    boolean creationFails();

    /**
     * Reports a failed creation. May run on the timer thread; must not throw.
     *
     * @param isTold whether the caller of {@link Demand#createFirst} gets the failure, so that it
     *     need not be logged
     */
    void creationFailed(Throwable failure, boolean isFirst, boolean isTold);

    /** How many members are available; a thread woken for one may not have taken it yet. */
    int available();

    /**
     * How many members are reserved: the pool itself works on them, and most become available soon.
     */
    int reserved();

    /** How many leases the members have had, not counting each member's first. */
    long returned();

    boolean isClosed();

    boolean isSuspended();
}
