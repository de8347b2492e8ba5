package io.sluice.pool.internal;

import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The way out of the pool, of one resource and, at a close, of all. Every permit that a resource
 * had comes back here.
 */
final class Departures<R> {

    private static final System.Logger LOG = System.getLogger("io.sluice.pool");

    private final String poolName;
    private final ResourceFactory<R> factory;
    private final HolderSets<R> sets;
    private final CreationPermits permits;
    private final Destroyer<R> destroyer;
    private final CreatorThreads threads;
    private final Ticker ticker;
    private final PoolEvents<R> events;
    private final Runnable demand;

    /**
     * Completed when the pool is closed and no resource exists. One still in creation is destroyed
     * when it arrives.
     */
    private final CompletableFuture<Void> terminated = new CompletableFuture<>();

    Departures(
            String poolName,
            ResourceFactory<R> factory,
            HolderSets<R> sets,
            CreationPermits permits,
            Destroyer<R> destroyer,
            CreatorThreads threads,
            Ticker ticker,
            PoolEvents<R> events,
            Runnable demand) {
        this.poolName = poolName;
        this.factory = factory;
        this.sets = sets;
        this.permits = permits;
        this.destroyer = destroyer;
        this.threads = threads;
        this.ticker = ticker;
        this.events = events;
        this.demand = demand;
    }

    /** A reserved holder leaves; its permit comes back when the resource is destroyed. */
    void discard(ResourceHolder<R> holder, DiscardReason reason, @Nullable Throwable cause) {
        discard(holder, reason, cause, /* abort= */ false);
    }

    private void discard(
            ResourceHolder<R> holder,
            DiscardReason reason,
            @Nullable Throwable cause,
            boolean abort) {
        if (sets.leave(holder)) {
            destroy(holder.resource, reason, cause, abort);
        }
    }

    /** Destroys a resource that has a permit but never became a member. */
    void destroyUnseated(R resource, DiscardReason reason, @Nullable Throwable cause) {
        destroy(resource, reason, cause, /* abort= */ false);
    }

    private void destroy(
            R resource, DiscardReason reason, @Nullable Throwable cause, boolean abort) {
        destroyer.destroy(
                resource,
                abort,
                this::gone,
                failure -> events.destroyed(resource, reason, cause, failure));
    }

    private void gone() {
        permits.destroyed();
        demand.run(); // freed capacity reaches who waits
        terminateIfEmpty();
    }

    /** Destroys a resource whose creation was given up; its permit has come back already. */
    void destroyLate(R resource) {
        destroyer.destroy(resource, /* abort= */ false, () -> {}, failure -> {});
    }

    // the end of the pool

    /** Sends away everybody who is idle, and marks who is not; the sets are closed already. */
    void begin() {
        for (ResourceHolder<R> holder : sets.members()) {
            holder.doom(DiscardReason.POOL_CLOSED, null);
        }
        terminateIfEmpty();
    }

    /**
     * The drain is over: leases are taken away; what the pool itself works on hangs, and is aborted
     * so that its owner fails.
     */
    void force() {
        for (ResourceHolder<R> holder : sets.members()) {
            if (sets.takeAway(holder)) {
                discard(holder, DiscardReason.POOL_CLOSED, null, /* abort= */ true);
            } else {
                threads.run(() -> abort(holder.resource), ticker);
            }
        }
    }

    private void abort(R resource) {
        try {
            factory.abort(resource);
        } catch (Throwable e) { // a driver may throw anything; its owner still has to end
            LOG.log(
                    System.Logger.Level.WARNING,
                    "Pool " + poolName + ": a resource could not be aborted",
                    e);
        }
    }

    private void terminateIfEmpty() {
        if (sets.isClosed() && CreationPermits.total(permits.get()) == 0) {
            terminated.complete(null);
        }
    }

    /** Waits until no resource exists, for at most so long. */
    void awaitEnd(long limitNanos) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        Ticker.Alarm alarm = ticker.schedule(() -> over.complete(null), limitNanos);
        try {
            CompletableFuture.anyOf(terminated, over).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // who is interrupted while closing closes by force
        } catch (ExecutionException e) {
            throw new AssertionError("nobody completes them exceptionally", e);
        } finally {
            alarm.cancel();
        }
    }
}
