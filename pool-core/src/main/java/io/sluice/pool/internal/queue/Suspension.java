package io.sluice.pool.internal.queue;

import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.ResourceHolder;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tracks whether the pool is suspended, and publishes returning holders: as available, or as held
 * while the pool is suspended.
 *
 * <p>Acquire and release do not check this flag. Suspending changes the epoch, so that they take
 * the slow path, which does not let a holder go while the pool is suspended. A thread that holds a
 * holder reads the flag afterwards; a resuming thread clears the flag before it looks for held
 * ones. One of them lets the holder go.
 */
public final class Suspension<R> {

    private final Epoch epoch;
    private final HolderSets<R> sets;
    private final WaiterQueue<R> waiters;

    /**
     * Shared: volatile; set before the epoch is bumped, cleared before the members are looked at;
     * read after the epoch was touched, and after a holder was held. Partner: {@code Epoch.value},
     * {@code HotFields.word}.
     */
    private final AtomicBoolean suspended = new AtomicBoolean();

    public Suspension(Epoch epoch, HolderSets<R> sets, WaiterQueue<R> waiters) {
        this.epoch = epoch;
        this.sets = sets;
        this.waiters = waiters;
    }

    public boolean isSuspended() {
        return suspended.get();
    }

    /**
     * If it fails, the pool is suspended nonetheless; available holders are then held on acquire.
     */
    public void suspend() {
        suspended.set(true);
        epoch.bump(); // after the flag: a thread that misses it sees another epoch next time
        for (ResourceHolder<R> holder : sets.members()) {
            if (holder.availableToHeld()) {
                letGoIfResumed(holder);
            }
        }
    }

    /**
     * If it fails, the pool is resumed but some holders may still be held. It can be called again,
     * because it looks for them whether or not the pool is suspended.
     */
    public void resume() {
        suspended.set(false);
        for (ResourceHolder<R> holder : sets.members()) {
            letGo(holder);
        }
    }

    /**
     * Hands a reserved holder over or makes it available, or holds it while the pool is suspended.
     *
     * @return false if it is doomed, and still reserved
     */
    public boolean publish(ResourceHolder<R> holder) {
        if (!suspended.get()) {
            return waiters.handOverOrOffer(holder);
        }
        if (!holder.reservedToHeld()) {
            return false;
        }
        letGoIfResumed(holder);
        return true;
    }

    private void letGoIfResumed(ResourceHolder<R> holder) {
        if (!suspended.get()) {
            letGo(holder);
        }
    }

    /** Of several threads, one lets the holder go; a doom may have come first. */
    private void letGo(ResourceHolder<R> holder) {
        if (holder.heldToReserved()) {
            holder.publish();
        }
    }
}
