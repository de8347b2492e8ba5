package io.sluice.pool.internal;

import io.sluice.pool.PoolException;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.NotEnlistedException;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.TransactionContext;
import io.sluice.pool.spi.TransactionContext.Completion;
import io.sluice.pool.spi.TransactionContext.EnlistedLease;
import io.sluice.pool.spi.TransactionContext.Participant;
import org.jspecify.annotations.Nullable;

/**
 * The leases of a pool inside global transactions: one holder for each transaction, shared by all
 * its handles, kept until the transaction is over.
 */
final class TransactionLeases<R> {

    /** How a lease outside any transaction is acquired. */
    interface Plain<R> {
        ResourceHolder<R> acquire(long timeoutNanos) throws InterruptedException;
    }

    private final String poolName;
    private final TransactionContext context;
    private final ResourceFactory<R> factory;
    private final HolderOwner<R> owner;
    private final PoolEvents<R> events;
    private final Plain<R> plain;

    TransactionLeases(
            String poolName,
            TransactionContext context,
            ResourceFactory<R> factory,
            HolderOwner<R> owner,
            PoolEvents<R> events,
            Plain<R> plain) {
        this.poolName = poolName;
        this.context = context;
        this.factory = factory;
        this.owner = owner;
        this.events = events;
        this.plain = plain;
    }

    /** The holder of the calling thread's transaction, or a plain one when it is in none. */
    ResourceHolder<R> acquire(long timeoutNanos) throws InterruptedException {
        Object transaction = context.current();
        if (transaction == null) {
            return plain.acquire(timeoutNanos);
        }
        if (context.get(this) instanceof EnlistedLease owned) {
            return acquireAgain(owned);
        }
        for (long left = timeoutNanos; ; ) {
            ResourceHolder<R> holder = plain.acquire(left);
            long stamp = holder.stamp();
            if (enlist(transaction, holder, stamp)) {
                return holder;
            }
            if (left > 0) { // zero means not to wait, which takes no time
                left = Math.max(1, left - holder.waitedNanos(stamp));
            }
        }
    }

    private ResourceHolder<R> acquireAgain(EnlistedLease owned) {
        @SuppressWarnings("unchecked") // only this class puts a value under this key
        ResourceHolder<R> holder = (ResourceHolder<R>) owned.holder();
        do {
            if (holder.share(owned.stamp()) || holder.inaccessibleToAccessible(owned.stamp())) {
                return holder;
            }
            // Between the two another thread of the transaction may have opened or closed a handle.
        } while (holder.isOpenTo(owned.stamp()));
        throw new PoolException(
                "Pool "
                        + poolName
                        + ": the transaction of this thread is over, or has opened too many handles;"
                        + " begin a new one to acquire in it",
                null);
    }

    /** False when the holder was doomed before it could be enlisted. */
    private boolean enlist(Object transaction, ResourceHolder<R> holder, long stamp) {
        if (!holder.plainToInTransaction(stamp)) {
            holder.release(stamp);
            return false;
        }
        Object begun = events.enlistBegins();
        EnlistedLease lease;
        try {
            holder.noteTransactionBegun(events.transactionBegins());
            lease = participant(holder).enlist(transaction, stamp);
            events.enlistEnded(begun, holder.resource);
        } catch (NotEnlistedException e) {
            holder.inTransactionToPlain();
            holder.release(stamp);
            throw refused(e);
        } catch (Throwable e) {
            // What the manager may have done with it before it refused is unknown: it must not
            // serve again.
            holder.inTransactionToPlain();
            if (holder.accessibleToReserved(stamp)) {
                owner.discard(holder, DiscardReason.BROKEN, e);
            }
            throw refused(e);
        }
        try {
            context.put(this, lease);
        } catch (Throwable e) { // it is enlisted all the same: completion gives it back
            release(holder, stamp);
            throw refused(e);
        }
        return true;
    }

    /** Made once for a holder; the caller has the lease of it. */
    private Participant participant(ResourceHolder<R> holder) {
        Participant participant = holder.participant;
        if (participant == null) {
            participant = context.participant(holder, new Ending(holder));
            holder.participant = participant;
        }
        return participant;
    }

    /** What the transactions of one holder tell of it. */
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
        public void over(long stamp, @Nullable String settled) {
            if (settled != null) {
                events.settled(holder.resource, settled);
            }
            events.completed(holder.transactionBegun, holder.resource);
            complete(holder, stamp);
        }
    }

    private PoolException refused(Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return new PoolException(
                "Pool "
                        + poolName
                        + ": the transaction refused the resource: "
                        + failure.getMessage(),
                failure);
    }

    /** Ends one handle. The holder stays with the transaction until that is over. */
    boolean release(ResourceHolder<R> holder, long stamp) {
        while (Word.sameLease(holder.word, stamp) && Word.is(holder.word, Word.ACCESSIBLE)) {
            if (holder.closeOneOfSeveral(stamp) || holder.accessibleToInaccessible(stamp)) {
                return true;
            }
            if (holder.endedToReserved(stamp)) {
                comeHome(holder);
                return true;
            }
        }
        return false;
    }

    /** The transaction has ended and its branch is settled; on any thread. */
    private void complete(ResourceHolder<R> holder, long stamp) {
        while (Word.sameLease(holder.word, stamp) && Word.has(holder.word, Word.IN_TX)) {
            if (holder.inaccessibleToReserved(stamp)) {
                comeHome(holder);
                return;
            }
            if (holder.accessibleToEnded(stamp)) {
                return;
            }
        }
    }

    /** The caller has reserved a holder whose transaction is over. */
    private void comeHome(ResourceHolder<R> holder) {
        if (!holder.isDoomed()) { // else it goes as it is
            try {
                factory.transactionEnded(holder.resource);
            } catch (Throwable e) { // a driver may throw anything
                owner.discard(holder, DiscardReason.BROKEN, e);
                return;
            }
        }
        owner.requeue(holder);
    }
}
