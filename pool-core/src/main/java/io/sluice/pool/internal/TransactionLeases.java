package io.sluice.pool.internal;

import io.sluice.pool.PoolException;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.TransactionContext;
import io.sluice.pool.spi.TransactionContext.Transaction;
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
    private final HolderSets<R> sets;
    private final HolderOwner<R> owner;
    private final Plain<R> plain;

    TransactionLeases(
            String poolName,
            TransactionContext context,
            HolderSets<R> sets,
            HolderOwner<R> owner,
            Plain<R> plain) {
        this.poolName = poolName;
        this.context = context;
        this.sets = sets;
        this.owner = owner;
        this.plain = plain;
    }

    /** The holder of the calling thread's transaction, or a plain one when it is in none. */
    ResourceHolder<R> acquire(long timeoutNanos) throws InterruptedException {
        Transaction transaction = context.current();
        if (transaction == null) {
            return plain.acquire(timeoutNanos);
        }
        Owned<R> owned = ownedBy(transaction);
        if (owned != null) {
            ResourceHolder<R> holder = owned.holder();
            if (holder.share(owned.stamp()) || sets.recycle(holder, owned.stamp())) {
                return holder;
            }
            throw new PoolException(
                    "Pool "
                            + poolName
                            + ": the transaction of this thread is over, or has opened too many handles;"
                            + " begin a new one to acquire in it",
                    null);
        }
        for (; ; ) {
            ResourceHolder<R> holder = plain.acquire(timeoutNanos);
            if (enlist(transaction, holder, holder.stamp())) {
                return holder;
            }
        }
    }

    /**
     * What a transaction owns: the lease, not just the holder, which may serve another by the time
     * it is looked at.
     */
    private record Owned<R>(ResourceHolder<R> holder, long stamp) {}

    @SuppressWarnings("unchecked") // only this class puts a value under this key
    private @Nullable Owned<R> ownedBy(Transaction transaction) {
        return (Owned<R>) transaction.get(this);
    }

    /** False when the holder was doomed before it could be enlisted. */
    private boolean enlist(Transaction transaction, ResourceHolder<R> holder, long stamp) {
        if (!holder.plainToInTransaction(stamp)) {
            holder.release(stamp);
            return false;
        }
        try {
            transaction.enlist(holder, () -> complete(holder, stamp));
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
            transaction.put(this, new Owned<>(holder, stamp));
        } catch (Throwable e) { // it is enlisted all the same: completion gives it back
            release(holder, stamp);
            throw refused(e);
        }
        return true;
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
            if (holder.closeOneOfSeveral(stamp) || sets.defer(holder, stamp)) {
                return true;
            }
            if (holder.endedToReserved(stamp)) {
                owner.requeue(holder);
                return true;
            }
        }
        return false;
    }

    /** The transaction has ended and its branch is settled; on any thread. */
    private void complete(ResourceHolder<R> holder, long stamp) {
        while (Word.sameLease(holder.word, stamp) && Word.has(holder.word, Word.IN_TX)) {
            if (sets.complete(holder, stamp)) {
                owner.requeue(holder);
                return;
            }
            if (holder.accessibleToEnded(stamp)) {
                return;
            }
        }
    }
}
