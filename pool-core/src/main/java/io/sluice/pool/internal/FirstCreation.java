package io.sluice.pool.internal;

import io.sluice.pool.PoolException;
import io.sluice.pool.ResourceCreationException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Those who want to know whether resources can be created at all, and wait for the outcome of the
 * next attempt although they want no lease.
 */
final class FirstCreation {

    private final String poolName;
    private final CreationPermits permits;
    private final BooleanSupplier suspended;
    private final Runnable demand;

    /** How many callers want the first resource whether or not somebody waits. */
    private final AtomicInteger wanted = new AtomicInteger();

    /**
     * Tells how the next creation that ends has ended; null while nobody wants to know. Made by
     * compare-and-set by who wants to know, before it reads the permits; taken out by
     * compare-and-set by who tells, after the permit counts as existing or was given back. Stays
     * {@code atTheEnd} once the pool is closed. Partner: {@code CreationPermits}.
     */
    private final AtomicReference<@Nullable CompletableFuture<Void>> nextOutcome =
            new AtomicReference<>();

    /** The outcome of all that ends after the close; completed before it is the next. */
    private final CompletableFuture<Void> atTheEnd = new CompletableFuture<>();

    FirstCreation(
            String poolName, CreationPermits permits, BooleanSupplier suspended, Runnable demand) {
        this.poolName = poolName;
        this.permits = permits;
        this.suspended = suspended;
        this.demand = demand;
    }

    boolean isWanted(long counts) {
        return wanted.get() > 0 && CreationPermits.total(counts) == 0;
    }

    /**
     * Waits until a creation has succeeded, unless there is a resource already.
     *
     * @throws ResourceCreationException if the next one that ended has failed, or the thread was
     *     interrupted, which stays visible on it
     */
    void await() {
        CompletableFuture<Void> outcome = nextOutcome();
        if (CreationPermits.total(permits.get()) > 0) {
            return;
        }
        wanted.incrementAndGet();
        try {
            if (suspended.getAsBoolean()) { // after the outcome was read: what comes later tells it
                throw isSuspended();
            }
            demand.run();
            outcome.get();
        } catch (ExecutionException e) {
            Throwable failure = Objects.requireNonNullElse(e.getCause(), e);
            boolean permanent =
                    failure instanceof ResourceCreationException ours && ours.isPermanent();
            Throwable cause =
                    permanent ? Objects.requireNonNullElse(failure.getCause(), failure) : failure;
            throw new ResourceCreationException(
                    "Pool "
                            + poolName
                            + ": the first resource could not be created: "
                            + FailureText.of(cause),
                    cause,
                    permanent);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ResourceCreationException(
                    "Pool " + poolName + ": interrupted while the first resource was being created",
                    e);
        } finally {
            wanted.decrementAndGet();
        }
    }

    /**
     * A creation has ended; a success is counted in the permits by now.
     *
     * @param failure why it failed, or null; a {@link ResourceCreationException} around what time
     *     cannot mend
     * @return whether a caller has been told
     */
    boolean ended(@Nullable Throwable failure) {
        CompletableFuture<Void> outcome = nextOutcome.get();
        // Another that ends now may have taken it out and tells it; or nothing takes it out.
        if (outcome == null || outcome == atTheEnd || !nextOutcome.compareAndSet(outcome, null)) {
            return false;
        }
        boolean isWanted = wanted.get() > 0;
        if (failure == null) {
            outcome.complete(null);
        } else {
            outcome.completeExceptionally(failure);
        }
        return isWanted;
    }

    private CompletableFuture<Void> nextOutcome() {
        CompletableFuture<Void> made = new CompletableFuture<>();
        CompletableFuture<Void> there = nextOutcome.compareAndExchange(null, made);
        return there == null ? made : there;
    }

    /**
     * Nothing is created any more: who waits waits in vain, and so does who has seen the pool open
     * and comes here only now. This outcome therefore stays.
     */
    void close(PoolException why) {
        atTheEnd.completeExceptionally(why);
        CompletableFuture<Void> outcome = nextOutcome.getAndSet(atTheEnd);
        if (outcome != null) {
            outcome.completeExceptionally(why);
        }
    }

    /** Nothing is created: who waits, waits in vain. */
    void suspend() {
        ended(isSuspended());
    }

    private PoolException isSuspended() {
        return new PoolException(
                "Pool "
                        + poolName
                        + " is suspended and creates nothing; expected it to be resumed first: call"
                        + " resume()",
                null);
    }
}
