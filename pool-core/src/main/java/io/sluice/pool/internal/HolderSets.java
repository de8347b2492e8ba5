package io.sluice.pool.internal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The sets of a pool, and the only mover of holders across them.
 *
 * <p>{@code members} (the slots of the available queue) and {@code inaccessible} are real sets and
 * change only under the write lock, in the same section as the holder's word. {@code accessible} is
 * the view of the members in that state. Under the read lock nobody joins, leaves or crosses {@code
 * inaccessible}; a holder may be acquired or released meanwhile, and counts once, in the state it
 * has when it is visited. Nothing that can block happens under the lock. Never upgraded: collect,
 * unlock, move.
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
    private final Lock readLock;
    private final Lock writeLock;

    /** Guarded by the lock. */
    private final Set<ResourceHolder<R>> inaccessible =
            Collections.newSetFromMap(new IdentityHashMap<>());

    /**
     * Written under the write lock; volatile for those who read it without. Partner: {@code
     * Epoch.value}.
     */
    private volatile boolean closed;

    HolderSets(AvailableQueue<R> available, CreationPermits permits) {
        this.available = available;
        this.permits = permits;
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        this.readLock = lock.readLock();
        this.writeLock = lock.writeLock();
    }

    /**
     * A new holder becomes a member, reserved. False when the pool is closed. Either way its permit
     * counts as existing from now on, in the same section: no count of members is ever above the
     * total.
     */
    boolean join(ResourceHolder<R> holder) {
        writeLock.lock();
        try {
            boolean open = !closed;
            if (open) {
                available.seat(holder);
            }
            // Until here demand counts it as in creation, from here to its publication as reserved.
            permits.created();
            return open;
        } finally {
            writeLock.unlock();
        }
    }

    /**
     * A reserved holder leaves the pool for ever. False when it was not reserved: it has left
     * already.
     */
    boolean leave(ResourceHolder<R> holder) {
        writeLock.lock();
        try {
            if (!holder.reservedToClosed()) {
                return false;
            }
            available.unseat(holder);
        } finally {
            writeLock.unlock();
        }
        available.signalIfAvailable(); // the holder that moved into the free slot may have been
        // missed by a scan
        return true;
    }

    /** The application has closed its last handle inside an unfinished transaction. */
    boolean defer(ResourceHolder<R> holder, long stamp) {
        writeLock.lock();
        try {
            return holder.accessibleToInaccessible(stamp) && inaccessible.add(holder);
        } finally {
            writeLock.unlock();
        }
    }

    /** The transaction that owns the holder acquires it again. */
    boolean recycle(ResourceHolder<R> holder, long stamp) {
        writeLock.lock();
        try {
            return holder.inaccessibleToAccessible(stamp) && inaccessible.remove(holder);
        } finally {
            writeLock.unlock();
        }
    }

    /**
     * The transaction has ended; true when no handle is open and the caller now owns the holder.
     */
    boolean complete(ResourceHolder<R> holder, long stamp) {
        writeLock.lock();
        try {
            return holder.inaccessibleToReserved(stamp) && inaccessible.remove(holder);
        } finally {
            writeLock.unlock();
        }
    }

    /** Takes a holder away from whoever has it, at the end of a drain. */
    boolean takeAway(ResourceHolder<R> holder) {
        writeLock.lock();
        try {
            if (!holder.anyLeaseToReserved()) {
                return false;
            }
            inaccessible.remove(holder);
            return true;
        } finally {
            writeLock.unlock();
        }
    }

    /** Closes the sets to newcomers. True for the first caller. */
    boolean close() {
        writeLock.lock();
        try {
            boolean first = !closed;
            closed = true;
            return first;
        } finally {
            writeLock.unlock();
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** The members at this moment. */
    List<ResourceHolder<R>> members() {
        readLock.lock();
        try {
            int count = available.seated();
            List<ResourceHolder<R>> members = new ArrayList<>(count);
            for (int slot = 0; slot < count; slot++) {
                members.add(available.member(slot));
            }
            return members;
        } finally {
            readLock.unlock();
        }
    }

    /** The members that are leased at this moment: those accessible, and those inaccessible. */
    List<ResourceHolder<R>> leased() {
        readLock.lock();
        try {
            List<ResourceHolder<R>> leased = new ArrayList<>(inaccessible);
            int seated = available.seated();
            for (int slot = 0; slot < seated; slot++) {
                ResourceHolder<R> holder = available.member(slot);
                if (holder.state() == ResourceState.ACCESSIBLE) {
                    leased.add(holder);
                }
            }
            return leased;
        } finally {
            readLock.unlock();
        }
    }

    /** How many members are in each state, and what the permits are meanwhile. */
    Counts count() {
        Map<ResourceState, Integer> states = new EnumMap<>(ResourceState.class);
        readLock.lock();
        try {
            int seated = available.seated();
            for (int slot = 0; slot < seated; slot++) {
                states.merge(available.member(slot).state(), 1, Integer::sum);
            }
            return new Counts(states, permits.get());
        } finally {
            readLock.unlock();
        }
    }
}
