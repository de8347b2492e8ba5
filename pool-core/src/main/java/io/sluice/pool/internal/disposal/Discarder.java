package io.sluice.pool.internal.disposal;

import io.sluice.pool.internal.base.DrainSignal;
import io.sluice.pool.internal.holder.Generations;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.StateWord;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.HolderSets;
import io.sluice.pool.internal.report.PoolEvents;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.TransactionalResource;
import org.jspecify.annotations.Nullable;

/**
 * Removes resources from the pool: single ones, and at a close all of them. Every permit of a
 * resource is given back here.
 */
public final class Discarder<R> {

    private final HolderSets<R> sets;
    private final CreationPermits permits;
    private final Destroyer<R> destroyer;
    private final Generations generations;
    private final DrainSignal drains;
    private final PoolEvents<R> events;
    private final Runnable demand;

    public Discarder(
            HolderSets<R> sets,
            CreationPermits permits,
            Destroyer<R> destroyer,
            Generations generations,
            DrainSignal drains,
            PoolEvents<R> events,
            Runnable demand) {
        this.sets = sets;
        this.permits = permits;
        this.destroyer = destroyer;
        this.generations = generations;
        this.drains = drains;
        this.events = events;
        this.demand = demand;
    }

    /** Removes a reserved holder; its permit is given back when its resource is destroyed. */
    public void discard(ResourceHolder<R> holder, DiscardReason reason, @Nullable Throwable cause) {
        discard(holder, reason, cause, /* abort= */ false);
    }

    /**
     * Removes a reserved holder if there are still more members than the maximum. Returns false if
     * there are not, or if memory is lacking; the holder is then still reserved.
     */
    public boolean discardIfSurplus(ResourceHolder<R> holder) {
        Destroyer<R>.Ending ending;
        try {
            ending =
                    destroyer.ending(
                            holder.resource,
                            /* abort= */ false,
                            new EndOfHolder(holder, DiscardReason.SURPLUS, null));
            if (!sets.leaveIfSurplus(holder)) {
                return false;
            }
        } catch (Throwable e) { // out of memory: its next use finds it again
            return false;
        }
        ending.begin();
        return true;
    }

    /**
     * Allocates everything before the holder leaves. Without memory the holder stays, and the next
     * tick discards it.
     */
    private void discard(
            ResourceHolder<R> holder,
            DiscardReason reason,
            @Nullable Throwable cause,
            boolean abort) {
        try {
            Destroyer<R>.Ending ending =
                    destroyer.ending(
                            holder.resource, abort, new EndOfHolder(holder, reason, cause));
            if (sets.leave(holder, reason)) {
                ending.begin();
            }
        } catch (Throwable e) { // out of memory, and the holder is still reserved
            holder.isOrphanedByForce = abort;
            holder.orphaned = reason;
        }
    }

    /** Discards what could not be discarded before. */
    void discardOrphaned(ResourceHolder<R> holder) {
        DiscardReason reason = holder.orphaned;
        if (reason != null) {
            holder.orphaned = null; // first: if it cannot be discarded it is orphaned again
            discard(holder, reason, null, holder.isOrphanedByForce);
        }
    }

    /**
     * Takes a lease away and ends its resource by force. Returns false if there is no lease, or if
     * the holder is pinned: closing a resource with a prepared branch may break its promise.
     */
    public boolean takeAway(ResourceHolder<R> holder, DiscardReason reason) {
        if (!claimForAbort(holder) || !holder.anyLeaseToReserved()) {
            return false;
        }
        discard(holder, reason, null, /* abort= */ true);
        return true;
    }

    /** Aborts a resource that the pool itself works on, so that the working thread fails. */
    public void abort(ResourceHolder<R> holder) {
        destroyer.abort(holder.resource);
    }

    /** Destroys a resource that has a permit but never joined. Called on a creator thread. */
    public void destroyUnseated(
            R resource, DiscardReason reason, @Nullable Throwable cause, int bornIn) {
        Destroyer<R>.Ending ending;
        try {
            ending =
                    destroyer.ending(
                            resource,
                            /* abort= */ false,
                            new EndOfUnseated(resource, reason, cause, bornIn));
        } catch (Throwable e) { // out of memory
            Throwable failure = destroyer.destroyHere(resource);
            try {
                gone(bornIn);
            } finally { // even if that fails
                events.destroyedUnseated(resource, reason, cause, failure);
            }
            return;
        }
        ending.begin();
    }

    /**
     * Destroys a resource whose creation was given up, and whose permit was given back then. Called
     * on a creator thread.
     */
    public void destroyLate(R resource, int bornIn) {
        Destroyer<R>.Ending ending;
        try {
            ending = destroyer.ending(resource, /* abort= */ false, new EndOfLate(bornIn));
        } catch (Throwable e) { // out of memory
            destroyer.destroyHere(resource); // the attempt's failure was reported
            generations.gone(bornIn);
            return;
        }
        ending.begin();
    }

    private void gone(int bornIn) {
        permits.destroyed();
        try {
            demand.run(); // waiters can use the freed capacity
        } finally { // a close or a flush may wait for it
            generations.gone(bornIn);
        }
    }

    private final class EndOfHolder implements Destroyer.End {

        private final ResourceHolder<R> holder;
        private final DiscardReason reason;
        private final @Nullable Throwable cause;

        EndOfHolder(ResourceHolder<R> holder, DiscardReason reason, @Nullable Throwable cause) {
            this.holder = holder;
            this.reason = reason;
            this.cause = cause;
        }

        @Override
        public void gone() {
            Discarder.this.gone(holder.bornIn);
        }

        @Override
        public void report(@Nullable Throwable failure) {
            events.destroyed(holder.resource, reason, cause, failure);
        }
    }

    private final class EndOfUnseated implements Destroyer.End {

        private final R resource;
        private final DiscardReason reason;
        private final @Nullable Throwable cause;
        private final int bornIn;

        EndOfUnseated(R resource, DiscardReason reason, @Nullable Throwable cause, int bornIn) {
            this.resource = resource;
            this.reason = reason;
            this.cause = cause;
            this.bornIn = bornIn;
        }

        @Override
        public void gone() {
            Discarder.this.gone(bornIn);
        }

        @Override
        public void report(@Nullable Throwable failure) {
            events.destroyedUnseated(resource, reason, cause, failure);
        }
    }

    private final class EndOfLate implements Destroyer.End {

        private final int bornIn;

        EndOfLate(int bornIn) {
            this.bornIn = bornIn;
        }

        @Override
        public void gone() {
            generations.gone(bornIn);
        }

        @Override
        public void report(@Nullable Throwable failure) {} // the attempt's failure was reported
    }

    // closing the pool

    /** Discards idle members and dooms the rest; the sets are closed already. */
    public void begin() {
        for (ResourceHolder<R> holder : sets.members()) {
            holder.doom(DiscardReason.POOL_CLOSED, null);
        }
    }

    /**
     * Ends the drain: takes leases away, and aborts what the pool itself works on, so that hanging
     * work fails.
     */
    public void force() {
        for (ResourceHolder<R> holder : sets.members()) {
            holder.doom(DiscardReason.POOL_CLOSED, null); // begin() may have failed
            if (!takeAway(holder, DiscardReason.POOL_CLOSED) && !isPinned(holder)) {
                abort(holder);
            }
        }
    }

    /** For doomed holders only: from now on no branch of the lease can be prepared. */
    private boolean claimForAbort(ResourceHolder<R> holder) {
        return !(holder.resource instanceof TransactionalResource transactional)
                || transactional.claimForAbort(StateWord.firstOfLease(holder.word));
    }

    private boolean isPinned(ResourceHolder<R> holder) {
        return holder.resource instanceof TransactionalResource transactional
                && transactional.isPinned();
    }

    /**
     * Counts members pinned for a prepared branch, which may take any time: not worth waiting for.
     */
    private int pinned() {
        int pinned = 0;
        for (ResourceHolder<R> holder : sets.members()) {
            pinned += isPinned(holder) ? 1 : 0;
        }
        return pinned;
    }

    /**
     * Waits until no resource exists, for a limited time. An interrupted thread closes by force.
     */
    public void awaitDrain(long limitNanos) {
        drains.await(() -> total() == 0, limitNanos);
    }

    /** Waits until no resource exists that has to end, for a limited time. */
    public void awaitEnd(long limitNanos) {
        drains.await(() -> total() == pinned(), limitNanos);
    }

    /** Returns whether the discard of a member has failed, for lack of memory. */
    public boolean isAnyOrphaned() {
        for (ResourceHolder<R> holder : sets.members()) {
            if (holder.orphaned != null) {
                return true;
            }
        }
        return false;
    }

    private int total() {
        return CreationPermits.total(permits.get());
    }
}
