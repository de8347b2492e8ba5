package io.sluice.pool.internal.queue;

import io.sluice.pool.internal.base.BriefLock;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.ResourceState;
import io.sluice.pool.internal.holder.StateWord;
import io.sluice.pool.spi.DiscardReason;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The members of a pool and their states.
 *
 * <p>{@code members}, in {@link HolderSlots}, is a real set. It changes only under the lock,
 * together with the state word of a holder that joins or leaves. {@code accessible} and {@code
 * inaccessible} are views: one compare-and-set of a holder's word moves it from one to the other.
 *
 * <p>Under the lock no holder joins or leaves. Others may be acquired or released meanwhile, and
 * count once, in the state found. Nothing under the lock may block: collect, unlock, then act.
 */
public final class HolderSets<R> {

    /**
     * What is counted in one section.
     *
     * @param states the members in each state
     * @param leases how many leases have begun
     * @param joined how many holders have joined
     * @param left how many have left, for each reason
     */
    public record Counts(
            Map<ResourceState, Integer> states,
            long permits,
            long leases,
            long joined,
            Map<DiscardReason, Long> left) {

        public int in(ResourceState state) {
            return states.getOrDefault(state, 0);
        }
    }

    private final HolderSlots<R> slots;
    private final WaiterQueue<R> waiters;
    private final CreationPermits permits;

    /**
     * Held for at most one pass over the members. The timer takes it too, so nothing parks under
     * it.
     */
    private final BriefLock lock = new BriefLock();

    /**
     * How many leases those had that have left. Shared: plain, under the lock. Partner: {@code
     * lock}.
     */
    private long leasesOfLeft;

    /**
     * The highest number of leases that was told: a lease that its caller does not get is counted
     * until the pool has taken it back. Shared: plain, under the lock. Partner: {@code lock}.
     */
    private long mostLeases;

    /** How many holders have joined. Shared: plain, under the lock. Partner: {@code lock}. */
    private long joined;

    /**
     * How many holders have left, by the ordinal of the reason: counting needs no memory. Shared:
     * plain, under the lock. Partner: {@code lock}.
     */
    private final long[] left = new long[DiscardReason.values().length];

    /**
     * Shared: volatile, written under the lock, before the epoch is bumped. Partner: {@code
     * Epoch.value}. A thread that has missed it takes the slow path next time.
     */
    private volatile boolean closed;

    public HolderSets(HolderSlots<R> slots, WaiterQueue<R> waiters, CreationPermits permits) {
        this.slots = slots;
        this.waiters = waiters;
        this.permits = permits;
    }

    /**
     * Adds a new, reserved holder; false if the pool is closed. Either way its permit counts as
     * existing from the same section on, so the members never outnumber the total.
     */
    public boolean join(ResourceHolder<R> holder) {
        lock.lock();
        try {
            boolean open = !closed;
            if (open) {
                slots.seat(holder);
                joined++;
                permits.joins();
            }
            // Demand counts it as in creation until here, then as reserved until it is published.
            permits.created();
            return open;
        } finally {
            lock.unlock();
        }
    }

    /** A holder that has joined was published, or never will be. */
    public void published() {
        permits.published();
    }

    /** Changes the sizes wanted. If memory is lacking, nothing has changed. */
    public void resize(int minSize, int maxSize) {
        lock.lock();
        try {
            slots.makeRoom(maxSize);
            permits.resize(minSize, maxSize);
        } finally {
            lock.unlock();
        }
    }

    /** Whether there are more members than the maximum, since that was lowered. */
    public boolean isSurplus() {
        return slots.seated() > permits.maxSize();
    }

    /**
     * Removes a reserved holder, which is then to be destroyed. False if it was not reserved: it
     * has already left.
     */
    public boolean leave(ResourceHolder<R> holder, DiscardReason reason) {
        return leave(holder, reason, /* onlyIfSurplus= */ false);
    }

    /**
     * The same, but only while there are more members than the maximum: of several threads that saw
     * one too many, one succeeds.
     */
    public boolean leaveIfSurplus(ResourceHolder<R> holder) {
        return leave(holder, DiscardReason.SURPLUS, /* onlyIfSurplus= */ true);
    }

    @SuppressWarnings("EnumOrdinal") // see left
    private boolean leave(ResourceHolder<R> holder, DiscardReason reason, boolean onlyIfSurplus) {
        lock.lock();
        try {
            if (onlyIfSurplus && !isSurplus()) {
                return false;
            }
            if (!holder.reservedToClosed()) {
                return false;
            }
            slots.unseat(holder);
            leasesOfLeft += holder.leases();
            left[reason.ordinal()]++;
        } finally {
            lock.unlock();
        }
        try {
            // A scan may have missed the holder that moved into the free slot.
            waiters.signalIfAvailable();
        } catch (Throwable e) { // out of memory: the next tick wakes; this one must be destroyed
            return true;
        }
        return true;
    }

    /** Closes the sets to new holders; true for the first caller. */
    public boolean close() {
        lock.lock();
        try {
            boolean first = !closed;
            closed = true;
            return first;
        } finally {
            lock.unlock();
        }
    }

    public boolean isClosed() {
        return closed;
    }

    /** The current members. */
    public List<ResourceHolder<R>> members() {
        lock.lock();
        try {
            int count = slots.seated();
            List<ResourceHolder<R>> members = new ArrayList<>(count);
            for (int slot = 0; slot < count; slot++) {
                members.add(slots.member(slot));
            }
            return members;
        } finally {
            lock.unlock();
        }
    }

    /** The members that are currently leased, accessible or inaccessible. */
    public List<ResourceHolder<R>> leased() {
        lock.lock();
        try {
            List<ResourceHolder<R>> leased = new ArrayList<>();
            int seated = slots.seated();
            for (int slot = 0; slot < seated; slot++) {
                ResourceHolder<R> holder = slots.member(slot);
                ResourceState state = holder.state(); // read once, because it may change
                if (state == ResourceState.ACCESSIBLE || state == ResourceState.INACCESSIBLE) {
                    leased.add(holder);
                }
            }
            return leased;
        } finally {
            lock.unlock();
        }
    }

    /** How many members are leased now. */
    public int countLeased() {
        lock.lock();
        try {
            int leased = 0;
            int seated = slots.seated();
            for (int slot = 0; slot < seated; slot++) {
                long word = slots.member(slot).word;
                if (StateWord.is(word, StateWord.ACCESSIBLE)
                        || StateWord.is(word, StateWord.INACCESSIBLE)) {
                    leased++;
                }
            }
            return leased;
        } finally {
            lock.unlock();
        }
    }

    /** The number of leases so far. */
    public long leases() {
        lock.lock();
        try {
            long leases = leasesOfLeft;
            int seated = slots.seated();
            for (int slot = 0; slot < seated; slot++) {
                leases += slots.member(slot).leases();
            }
            return risen(leases);
        } finally {
            lock.unlock();
        }
    }

    private long risen(long leases) {
        mostLeases = Math.max(mostLeases, leases);
        return mostLeases;
    }

    /** All that is counted, at one moment. */
    @SuppressWarnings("EnumOrdinal") // see left
    public Counts count() {
        Map<DiscardReason, Long> reasons = new EnumMap<>(DiscardReason.class);
        Map<ResourceState, Integer> states = new EnumMap<>(ResourceState.class);
        lock.lock();
        try {
            long leases = leasesOfLeft;
            int seated = slots.seated();
            for (int slot = 0; slot < seated; slot++) {
                ResourceHolder<R> holder = slots.member(slot);
                ResourceState state = holder.state();
                states.put(state, states.getOrDefault(state, 0) + 1);
                leases += holder.leases();
            }
            for (DiscardReason reason : DiscardReason.values()) {
                reasons.put(reason, left[reason.ordinal()]);
            }
            return new Counts(states, permits.get(), risen(leases), joined, reasons);
        } finally {
            lock.unlock();
        }
    }
}
