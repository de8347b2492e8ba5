package io.sluice.pool.internal;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The sets of a pool: who is a member, and the members in each state.
 *
 * <p>{@code members} (the slots of the available queue) is a real set and changes only under the
 * lock, in the same section as the word of a holder that joins or leaves. {@code accessible} and
 * {@code inaccessible} are the views of the members in those states, so one compare-and-set of a
 * holder's word moves it from the one to the other, and no section of a lock keeps a set in step.
 * Under the lock nobody joins or leaves; a holder may be acquired, released, deferred or recycled
 * meanwhile, and counts once, in the state it has when it is visited. Nothing that can block
 * happens under the lock: collect, unlock, move.
 */
final class HolderSets<R> {

    /** How many members there are of each state, and the permits, from one section. */
    record Counts(Map<ResourceState, Integer> states, long permits) {

        int in(ResourceState state) {
            return states.getOrDefault(state, 0);
        }
    }

    private final AvailableQueue<R> available;
    private final CreationPermits permits;

    /**
     * Held for a walk over the members at the most. Taken by the timer too, so nothing parks there.
     */
    private final BriefLock lock = new BriefLock();

    /** Who has left and is not destroyed yet. Under the lock, like the members. */
    private final Set<ResourceHolder<R>> leaving = new HashSet<>();

    /** How many leases those had that have left. Under the lock. */
    private long leasesOfLeft;

    /**
     * Written under the lock; volatile for those who read it without. Partner: {@code Epoch.value}.
     */
    private volatile boolean closed;

    HolderSets(AvailableQueue<R> available, CreationPermits permits) {
        this.available = available;
        this.permits = permits;
    }

    /**
     * A new holder becomes a member, reserved. False when the pool is closed. Either way its permit
     * counts as existing from now on, in the same section: no count of members is ever above the
     * total.
     */
    boolean join(ResourceHolder<R> holder) {
        lock.lock();
        try {
            boolean open = !closed;
            if (open) {
                available.seat(holder);
            }
            // Until here demand counts it as in creation, from here to its publication as reserved.
            permits.created();
            return open;
        } finally {
            lock.unlock();
        }
    }

    /**
     * A reserved holder leaves the pool for ever, and is to be destroyed. False when it was not
     * reserved: it has left already.
     */
    boolean leave(ResourceHolder<R> holder) {
        lock.lock();
        try {
            boolean added = leaving.add(holder); // first: there may be no memory for it
            if (!holder.reservedToClosed()) {
                if (added) {
                    leaving.remove(holder);
                }
                return false;
            }
            available.unseat(holder);
            leasesOfLeft += StateWord.serial(holder.word);
        } finally {
            lock.unlock();
        }
        try {
            // The holder that moved into the free slot may have been missed by a scan.
            available.signalIfAvailable();
        } catch (Throwable e) { // out of memory: the next tick wakes; this one must be destroyed
            return true;
        }
        return true;
    }

    /** Who has left is destroyed or was given up. */
    void destroyed(ResourceHolder<R> holder) {
        lock.lock();
        try {
            leaving.remove(holder);
        } finally {
            lock.unlock();
        }
    }

    /** Those that have left and are not destroyed yet. */
    List<ResourceHolder<R>> leaving() {
        lock.lock();
        try {
            return List.copyOf(leaving);
        } finally {
            lock.unlock();
        }
    }

    /** Closes the sets to newcomers. True for the first caller. */
    boolean close() {
        lock.lock();
        try {
            boolean first = !closed;
            closed = true;
            return first;
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** The members at this moment. */
    List<ResourceHolder<R>> members() {
        lock.lock();
        try {
            int count = available.seated();
            List<ResourceHolder<R>> members = new ArrayList<>(count);
            for (int slot = 0; slot < count; slot++) {
                members.add(available.member(slot));
            }
            return members;
        } finally {
            lock.unlock();
        }
    }

    /** The members that are leased at this moment: those accessible, and those inaccessible. */
    List<ResourceHolder<R>> leased() {
        lock.lock();
        try {
            List<ResourceHolder<R>> leased = new ArrayList<>();
            int seated = available.seated();
            for (int slot = 0; slot < seated; slot++) {
                ResourceHolder<R> holder = available.member(slot);
                ResourceState state = holder.state(); // once: it may go from one to the other
                if (state == ResourceState.ACCESSIBLE || state == ResourceState.INACCESSIBLE) {
                    leased.add(holder);
                }
            }
            return leased;
        } finally {
            lock.unlock();
        }
    }

    /** How many leases there were so far. */
    long leases() {
        lock.lock();
        try {
            long leases = leasesOfLeft;
            int seated = available.seated();
            for (int slot = 0; slot < seated; slot++) {
                leases += StateWord.serial(available.member(slot).word);
            }
            return leases;
        } finally {
            lock.unlock();
        }
    }

    /** How many members are in each state, and what the permits are meanwhile. */
    Counts count() {
        Map<ResourceState, Integer> states = new EnumMap<>(ResourceState.class);
        lock.lock();
        try {
            int seated = available.seated();
            for (int slot = 0; slot < seated; slot++) {
                ResourceState state = available.member(slot).state();
                states.put(state, states.getOrDefault(state, 0) + 1);
            }
            return new Counts(states, permits.get());
        } finally {
            lock.unlock();
        }
    }
}
