package io.sluice.pool.internal;

import io.sluice.pool.PoolException;
import io.sluice.pool.internal.base.FailureText;
import io.sluice.pool.internal.base.StackRoom;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.HolderReturn;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.StateWord;
import io.sluice.pool.internal.report.PoolEvents;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.NotEnlistedException;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.TransactionContext;
import io.sluice.pool.spi.TransactionContext.Completion;
import io.sluice.pool.spi.TransactionContext.EnlistedLease;
import io.sluice.pool.spi.TransactionContext.Participant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The leases of a pool in global transactions: one holder for each transaction, shared by all its
 * handles and kept until the transaction is over.
 */
final class TransactionLeases<R> {

    /** Begins leases outside any transaction. */
    interface Source<R> {
        ResourceHolder<R> acquirePlain(long timeoutNanos) throws InterruptedException;
    }

    private final String poolName;
    private final TransactionContext context;
    private final ResourceFactory<R> factory;
    private final String noun;
    private final HolderReturn<ResourceHolder<R>> owner;
    private final PoolEvents<R> events;
    private final Epoch epoch;
    private final Source<R> source;

    TransactionLeases(
            String poolName,
            TransactionContext context,
            ResourceFactory<R> factory,
            HolderReturn<ResourceHolder<R>> owner,
            PoolEvents<R> events,
            Epoch epoch,
            Source<R> source) {
        this.poolName = poolName;
        this.context = context;
        this.factory = factory;
        this.noun = Objects.requireNonNull(factory.noun(), "ResourceFactory.noun returned null");
        this.owner = owner;
        this.events = events;
        this.epoch = epoch;
        this.source = source;
    }

    /**
     * Returns the holder of the calling thread's transaction, or a plain one outside transactions.
     */
    ResourceHolder<R> acquire(long timeoutNanos) throws InterruptedException {
        Object transaction = context.current();
        if (transaction == null) {
            return source.acquirePlain(timeoutNanos);
        }
        if (context.get(this) instanceof EnlistedLease enlisted) {
            return acquireAgain(enlisted);
        }
        return acquireEnlisted(transaction, timeoutNanos);
    }

    /** Acquires a lease and enlists it; another one if its holder is doomed. */
    private ResourceHolder<R> acquireEnlisted(Object transaction, long timeoutNanos)
            throws InterruptedException {
        for (long left = timeoutNanos; ; ) {
            ResourceHolder<R> holder = source.acquirePlain(left);
            long stamp = holder.stamp;
            EnlistedLease lease = null;
            try {
                if (holder.plainToInTransaction(stamp)) {
                    lease = enlisted(transaction, holder, stamp);
                    keep(lease, holder, stamp);
                    return holder;
                }
                holder.release(stamp);
            } catch (StackOverflowError e) {
                // A store, because no method can be called. If the manager has it, it will end it.
                // If the lease is over already, the mark of a later one must stay.
                if (((holder.word ^ stamp) & StateWord.SERIAL) == 0) {
                    holder.abandoned = lease != null ? stamp : stamp | ResourceHolder.ENLISTING;
                }
                throw e;
            }
            if (left > 0) { // zero means not to wait, and stays zero
                left = Math.max(1, left - holder.waitedNanos(stamp));
            }
        }
    }

    private ResourceHolder<R> acquireAgain(EnlistedLease enlisted) {
        @SuppressWarnings("unchecked") // only this class puts a value under this key
        ResourceHolder<R> holder = (ResourceHolder<R>) enlisted.holder();
        do {
            if (holder.share(enlisted.stamp())
                    || holder.inaccessibleToAccessible(enlisted.stamp())) {
                return holder;
            }
            // In between, another thread of the transaction may have opened or closed a handle.
        } while (holder.isOpenTo(enlisted.stamp()));
        throw new PoolException(
                "Pool "
                        + poolName
                        + ": the transaction of this thread has ended, or has too many"
                        + " open handles; close some, or begin a new transaction",
                null);
    }

    /** Enlists a holder whose lease has the mark of the transaction. */
    private EnlistedLease enlisted(Object transaction, ResourceHolder<R> holder, long stamp) {
        try {
            Object begun = events.enlistBegins();
            holder.noteTransactionBegun(events.transactionBegins());
            EnlistedLease lease = participant(holder).enlist(transaction, stamp);
            events.enlistEnded(begun, holder.resource);
            return lease;
        } catch (NotEnlistedException e) {
            StackRoom.require(); // for all the calls from here on: else the caller abandons it
            holder.inTransactionToPlain();
            holder.release(stamp);
            throw refused(e);
        } catch (Throwable e) {
            // It is unknown what the manager did with it before it refused, so it must not be used
            // again.
            StackRoom.require();
            holder.inTransactionToPlain();
            if (holder.accessibleToReserved(stamp)) {
                owner.discard(holder, DiscardReason.BROKEN, e);
            }
            throw refused(e);
        }
    }

    /** Keeps a lease in its transaction, for further acquires there. */
    private void keep(EnlistedLease lease, ResourceHolder<R> holder, long stamp) {
        try {
            context.put(this, lease);
        } catch (Throwable e) { // it is enlisted, so the completion gives it back
            release(holder, stamp);
            throw refused(e);
        }
    }

    /** Returns the holder's participant, created once; the caller has the lease. */
    private Participant participant(ResourceHolder<R> holder) {
        Participant participant = holder.participant;
        if (participant == null) {
            participant = context.participant(holder, new Ending(holder));
            holder.participant = participant;
        }
        return participant;
    }

    /** Receives the completion of one holder's transactions. */
    private final class Ending implements Completion {

        private final ResourceHolder<R> holder;

        Ending(ResourceHolder<R> holder) {
            this.holder = holder;
        }

        @Override
        public void inDoubt(String xid, @Nullable Throwable failure) {
            events.inDoubt(holder.resource, xid, failure);
        }

        @Override
        public void settled(String xid) {
            events.settled(holder.resource, xid);
        }

        @Override
        public void over(long stamp) {
            try {
                ended(stamp);
            } catch (StackOverflowError e) { // a store, because no method can be called
                if (((holder.word ^ stamp) & StateWord.SERIAL) == 0) {
                    holder.abandoned = (stamp & ~StateWord.FIRST) | ResourceHolder.OVER;
                }
                throw e;
            }
        }

        private void ended(long stamp) {
            try {
                events.completed(holder.transactionBegun, holder.resource);
            } finally { // even without memory to report it, the holder must be released
                complete(holder, stamp);
            }
        }
    }

    private PoolException refused(Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return new PoolException(
                "Pool "
                        + poolName
                        + ": the transaction refused the "
                        + noun
                        + ": "
                        + FailureText.of(failure),
                failure);
    }

    /**
     * Ends one handle. The holder stays with the transaction until it is over.
     *
     * @param stamp the stamp of the lease, or of its first handle
     */
    boolean release(ResourceHolder<R> holder, long stamp) {
        return StateWord.has(stamp, StateWord.FIRST)
                ? releaseFirst(holder, stamp)
                : releaseAny(holder, stamp);
    }

    private boolean releaseFirst(ResourceHolder<R> holder, long stamp) {
        // While the mark is set the handle is open, and only the state of others can change.
        while (StateWord.sameLease(holder.word, stamp)
                && StateWord.has(holder.word, StateWord.FIRST)) {
            if (holder.closeFirst(stamp)) {
                return true;
            }
            StackRoom.require(); // without stack space the handle stays open
            if (holder.endedToReserved(stamp)) {
                endLease(holder, stamp);
                return true;
            }
        }
        return false;
    }

    private boolean releaseAny(ResourceHolder<R> holder, long stamp) {
        while (StateWord.sameLease(holder.word, stamp)
                && StateWord.is(holder.word, StateWord.ACCESSIBLE)) {
            if (holder.closeOneOfSeveral(stamp) || holder.accessibleToInaccessible(stamp)) {
                return true;
            }
            StackRoom.require(); // without stack space the handle stays open
            if (holder.endedToReserved(stamp)) {
                endLease(holder, stamp);
                return true;
            }
        }
        return false;
    }

    private void endLease(ResourceHolder<R> holder, long stamp) {
        try {
            resetAndRelease(holder, stamp);
        } catch (StackOverflowError e) {
            holder.orphaned = DiscardReason.BROKEN;
            throw e;
        }
    }

    /** The transaction no longer needs the holder; on any thread. */
    private void complete(ResourceHolder<R> holder, long stamp) {
        boolean isReserved = false;
        try {
            do { // without a check before: mostly no handle is open then
                isReserved = holder.inaccessibleToReserved(stamp);
                if (isReserved) {
                    resetAndRelease(holder, stamp);
                    return;
                }
                if (holder.accessibleToEnded(stamp)) {
                    if (holder.abandoned != 0) {
                        epoch.touch(); // a tick ends the lease, even in a pool at rest
                    }
                    return;
                }
            } while (StateWord.sameLease(holder.word, stamp)
                    && StateWord.has(holder.word, StateWord.IN_TX));
        } catch (StackOverflowError e) {
            if (isReserved) {
                holder.orphaned = DiscardReason.BROKEN;
            }
            throw e;
        }
    }

    /**
     * Resets and releases a holder whose transaction is over. Reserve first: until the reset,
     * another thread of the transaction may still acquire it.
     *
     * @throws StackOverflowError only if nothing has been done
     */
    private void resetAndRelease(ResourceHolder<R> holder, long stamp) {
        // What is doomed is discarded without a reset.
        Throwable failure = holder.isDoomed() ? null : failureOfReset(holder);
        if (failure == null && holder.releaseAtRest()) {
            try {
                holder.published(stamp);
            } catch (StackOverflowError e) {
                return; // the next tick tells the waiters
            }
            return;
        }
        StackRoom.require();
        if (failure == null) {
            owner.requeue(holder);
        } else {
            owner.discard(holder, DiscardReason.BROKEN, failure);
        }
    }

    private @Nullable Throwable failureOfReset(ResourceHolder<R> holder) {
        try {
            factory.transactionEnded(holder.resource);
            return null;
        } catch (Throwable e) { // a driver may throw anything
            return e;
        }
    }
}
