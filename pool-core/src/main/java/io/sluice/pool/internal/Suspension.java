package io.sluice.pool.internal;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Whether the pool is suspended, and the way back into the queue, which is another one then: what
 * comes back is held, available to nobody.
 *
 * <p>Acquire and release do not look here. Suspending changes the epoch, so that they take the slow
 * side, and nobody who looks at a holder while the pool is suspended makes it look fresh and lets
 * it go. Whoever holds a holder looks at the flag afterwards, and who resumes clears the flag
 * before looking for what is held: one of them lets it go.
 */
final class Suspension<R> {

    private final Epoch epoch;
    private final HolderSets<R> sets;
    private final AvailableQueue<R> available;

    /**
     * Volatile. Set before the epoch is bumped, read after it was touched; read after a holder was
     * held, cleared before looking for what is held. Partners: {@code Epoch.value}, {@code
     * HotFields.word}.
     */
    private final AtomicBoolean suspended = new AtomicBoolean();

    Suspension(Epoch epoch, HolderSets<R> sets, AvailableQueue<R> available) {
        this.epoch = epoch;
        this.sets = sets;
        this.available = available;
    }

    boolean isSuspended() {
        return suspended.get();
    }

    /** If it fails the pool is suspended; what is available by then is held when it is acquired. */
    void suspend() {
        suspended.set(true);
        epoch.bump(); // after the flag: a thread that misses it finds another epoch next time
        for (ResourceHolder<R> holder : sets.members()) {
            if (holder.availableToHeld()) {
                letGoIfResumed(holder);
            }
        }
    }

    /**
     * If it fails the pool is resumed, and resources may be held still. So it looks for those
     * whether or not the pool is suspended: it can be called again.
     */
    void resume() {
        suspended.set(false);
        for (ResourceHolder<R> holder : sets.members()) {
            letGo(holder);
        }
    }

    /**
     * Puts a reserved holder to use: hands it over or makes it available, or holds it while the
     * pool is suspended.
     *
     * @return false when it is doomed: it is reserved still
     */
    boolean publish(ResourceHolder<R> holder) {
        if (!suspended.get()) {
            return available.handOverOrOffer(holder);
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

    /** Only one of those who try lets a holder go; a doom may have taken it before. */
    private void letGo(ResourceHolder<R> holder) {
        if (holder.heldToReserved()) {
            available.owner().publish(holder);
        }
    }
}
