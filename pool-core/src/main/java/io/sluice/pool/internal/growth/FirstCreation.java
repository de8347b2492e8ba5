package io.sluice.pool.internal.growth;

import io.sluice.pool.PoolException;
import io.sluice.pool.ResourceCreationException;
import io.sluice.pool.internal.base.FailureText;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.spi.Ticker;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Lets callers wait for the outcome of attempts to create, without acquiring a lease. */
public final class FirstCreation {

    private final String poolName;
    private final String noun;
    private final CreationPermits permits;
    private final Ticker ticker;
    private final BooleanSupplier suspended;
    private final Runnable demand;

    /**
     * How many callers want the first resource even if no thread waits; those that were told and
     * have not run yet count as well. Shared: atomic adds, before demand is looked at; volatile
     * read. Partner: {@code CreationPermits.word}.
     */
    private final AtomicInteger wanted = new AtomicInteger();

    /**
     * Completed when the next creation ends, with its failure or null: a value, which takes no
     * memory. Null while no thread wants to know. Stays {@code atTheEnd} once the pool is closed.
     * Shared: CAS from null by a thread that waits, before it reads the permits; CAS to null by the
     * thread that tells, after the permit counts as existing or was given back; volatile read by
     * demand. Partner: {@code CreationPermits.word}. A thread that waits sees a resource or is
     * told.
     */
    private final AtomicReference<@Nullable CompletableFuture<@Nullable Throwable>> nextOutcome =
            new AtomicReference<>();

    /**
     * The outcome of all that ends after the close. Shared: completed by the close, before it is
     * the next. Partner: {@code nextOutcome}.
     */
    private final CompletableFuture<@Nullable Throwable> atTheEnd = new CompletableFuture<>();

    public FirstCreation(
            String poolName,
            String noun,
            CreationPermits permits,
            Ticker ticker,
            BooleanSupplier suspended,
            Runnable demand) {
        this.poolName = poolName;
        this.noun = noun;
        this.permits = permits;
        this.ticker = ticker;
        this.suspended = suspended;
        this.demand = demand;
    }

    boolean isWanted(long counts) {
        return wanted.get() > 0
                && nextOutcome.get() != null // else its callers were told
                && CreationPermits.total(counts) == 0;
    }

    /**
     * Waits until a creation has succeeded, unless a resource was published already.
     *
     * @throws ResourceCreationException if the next attempt to finish failed, or the thread was
     *     interrupted; its interrupt flag is then set
     */
    public void await() {
        CompletableFuture<@Nullable Throwable> outcome = nextOutcome();
        if (permits.usable() > 0) {
            return;
        }
        wanted.incrementAndGet();
        try {
            if (suspended.getAsBoolean()) { // after the outcome: a suspension completes it
                throw isSuspended();
            }
            demand.run();
            Throwable failure = outcome.get();
            if (failure != null) {
                throw couldNotCreate(failure);
            }
        } catch (ExecutionException e) {
            throw new AssertionError("a failure is the value", e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        } finally {
            wanted.decrementAndGet();
        }
    }

    private ResourceCreationException couldNotCreate(Throwable failure) {
        boolean permanent = failure instanceof ResourceCreationException ours && ours.isPermanent();
        Throwable cause =
                permanent ? Objects.requireNonNullElse(failure.getCause(), failure) : failure;
        return new ResourceCreationException(
                "Pool "
                        + poolName
                        + ": the first "
                        + noun
                        + " could not be created: "
                        + FailureText.of(cause),
                cause,
                permanent);
    }

    private ResourceCreationException interrupted(InterruptedException why) {
        Thread.currentThread().interrupt();
        return new ResourceCreationException(
                "Pool " + poolName + ": interrupted while waiting for the first " + noun, why);
    }

    /**
     * Waits until as many resources are published as the minimum, whose creation is repeated after
     * failures.
     *
     * @return false if they do not after this time, or the pool was closed or suspended meanwhile
     */
    public boolean awaitMinimum(long limitNanos) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        Ticker.Alarm alarm = ticker.schedule(() -> over.complete(null), limitNanos);
        try {
            for (; ; ) {
                CompletableFuture<@Nullable Throwable> outcome = nextOutcome();
                if (permits.usable() >= permits.minSize()) {
                    return true;
                }
                if (over.isDone() || outcome == atTheEnd || suspended.getAsBoolean()) {
                    return false;
                }
                CompletableFuture.anyOf(outcome, over).get();
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        } catch (ExecutionException e) {
            throw new AssertionError("a failure is the value", e);
        } finally {
            alarm.cancel();
        }
    }

    /**
     * A creation has ended; a success is already counted in the permits.
     *
     * @param failure why it failed, or null; a permanent failure is wrapped in a {@link
     *     ResourceCreationException}
     * @return whether a caller is told
     */
    public boolean ended(@Nullable Throwable failure) {
        CompletableFuture<@Nullable Throwable> outcome = nextOutcome.get();
        // A concurrent end may have taken it out and completes it; a closed outcome stays.
        if (outcome == null || outcome == atTheEnd || !nextOutcome.compareAndSet(outcome, null)) {
            return false;
        }
        boolean isWanted = wanted.get() > 0;
        outcome.complete(failure);
        return isWanted;
    }

    private CompletableFuture<@Nullable Throwable> nextOutcome() {
        CompletableFuture<@Nullable Throwable> made = new CompletableFuture<>();
        CompletableFuture<@Nullable Throwable> there = nextOutcome.compareAndExchange(null, made);
        return there == null ? made : there;
    }

    /**
     * Nothing is created any more: waiting threads fail. This outcome stays, for threads that saw
     * the pool open and arrive late.
     */
    public void close(PoolException why) {
        atTheEnd.complete(why);
        CompletableFuture<@Nullable Throwable> outcome = nextOutcome.getAndSet(atTheEnd);
        if (outcome != null) {
            outcome.complete(why);
        }
    }

    /** Nothing is created while suspended: waiting threads fail. */
    void suspend() {
        ended(isSuspended());
    }

    private PoolException isSuspended() {
        return new PoolException(
                "Pool " + poolName + " is suspended and creates nothing; call resume()", null);
    }
}
