package io.sluice.pool.internal.disposal;

import io.sluice.pool.internal.base.SafeLog;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.StateWord;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;

/**
 * Ends the leases that threads abandoned for lack of memory or stack. Used by ticks and a close.
 */
public final class AbandonedLeases<R> {

    private static final long MARKS = Holder.DIRTY | ResourceHolder.ENLISTING | ResourceHolder.OVER;

    private final String poolName;
    private final HolderSlots<R> slots;
    private final Discarder<R> discarder;
    private final Epoch epoch;

    public AbandonedLeases(
            String poolName, HolderSlots<R> slots, Discarder<R> discarder, Epoch epoch) {
        this.poolName = poolName;
        this.slots = slots;
        this.discarder = discarder;
        this.epoch = epoch;
    }

    /**
     * Ends those that may end now, and discards what could not be discarded before. A failure at
     * one is logged, and keeps neither the others nor the caller.
     */
    public void end() {
        // From the last: when a holder leaves, the last takes its slot.
        for (int slot = slots.seated() - 1; slot >= 0; slot--) {
            ResourceHolder<R> holder = slots.at(slot);
            if (holder == null) {
                continue;
            }
            try {
                end(holder);
            } catch (Throwable e) { // a resource may throw anything
                tell(e);
            }
        }
    }

    private void end(ResourceHolder<R> holder) {
        long abandoned = holder.stampedMark();
        if (abandoned != 0 && tryEnd(holder, abandoned)) {
            holder.settleAbandoned(abandoned);
        }
        endClosing(holder);
        discarder.discardOrphaned(holder);
    }

    /**
     * From the mark to the release the driver is not called, so a thread that is still there has
     * found no stack. Its transaction may be open, and a close might commit it: so an abort.
     */
    private void endClosing(ResourceHolder<R> holder) {
        long closing = holder.closing;
        if (!holder.isPlainLease(closing)) {
            if (holder.closingBefore != 0) {
                holder.closingBefore = 0;
            }
            return;
        }
        if (holder.closingBefore != closing) {
            holder.closingBefore = closing;
            epoch.touch(); // one more tick, even in a pool at rest
            return;
        }
        DiscardReason reason =
                holder.isDoomed() ? holder.whyDoomed().reason() : DiscardReason.BROKEN;
        if (holder.evict(closing)) {
            discarder.takeAway(holder, reason);
        }
    }

    private void tell(Throwable failure) {
        try {
            SafeLog.write(
                    System.Logger.Level.ERROR,
                    "Pool "
                            + poolName
                            + ": cannot end a lease whose thread ran out of memory or stack; the"
                            + " next tick retries",
                    failure);
        } catch (Throwable e) {
            // No memory even for the message: the next holder is tried.
        }
    }

    /** Ends the lease, or returns false if it must be tried again at the next tick. */
    private boolean tryEnd(ResourceHolder<R> holder, long abandoned) {
        long stamp = abandoned & ~MARKS;
        if (holder.accessibleToReserved(stamp)) {
            if ((abandoned & MARKS) == 0 || holder.isDoomed()) {
                holder.publish();
            } else {
                holder.discard(DiscardReason.BROKEN, null);
            }
            return true;
        }
        if (StateWord.has(abandoned, ResourceHolder.OVER)) {
            if (holder.inaccessibleToReserved(stamp)) {
                holder.discard(DiscardReason.BROKEN, null);
                return true;
            }
            return !holder.accessibleToEnded(stamp); // an open handle: see below
        }
        if (!holder.isOpenInTransaction(stamp)) {
            return true; // the lease is over, or its transaction will end it
        }
        boolean isEnded = holder.isEnded(stamp);
        if (isEnded && holder.endedToReserved(stamp)) {
            holder.discard(DiscardReason.BROKEN, null);
            return true;
        }
        // Several handles are open, or no end may come. A prepared branch comes to its end first.
        return (isEnded || StateWord.has(abandoned, ResourceHolder.ENLISTING))
                && holder.evict(stamp)
                && discarder.takeAway(holder, DiscardReason.BROKEN);
    }
}
