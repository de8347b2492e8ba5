package io.sluice.pool.internal;

import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Ticker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.AbstractQueue;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The holders that anyone may acquire, as a blocking queue. The pool itself uses no more of that
 * than {@link #poll()}, and {@link #offer(ResourceHolder)} for what it had reserved; it waits with
 * {@link #await}, and a plain release makes its holder available by itself. The rest is there so
 * that the queue can be held against the contract of one.
 *
 * <p>There is no order and there are no nodes. All members sit in the slots of one array, and being
 * in the queue <em>is</em> the state {@code AVAILABLE} of the holder's word: taking and offering is
 * one compare-and-set. A thread looks at its home first, the holder that it or a thread with a
 * similar id found last, so it finds its own connection again, warm in its core's cache, without a
 * thread-local, and of two that met at one holder the one that came second moves on.
 *
 * <p>A thread without a home scans, from a slot computed from its id, over the first {@code spread}
 * slots. A scan that has to go past them raises the spread, a period without lowers it: what lies
 * beyond is not touched and can idle out.
 *
 * @param <R> the physical resource
 */
final class AvailableQueue<R> extends AbstractQueue<ResourceHolder<R>>
        implements BlockingQueue<ResourceHolder<R>> {

    private static final VarHandle SLOT =
            MethodHandles.arrayElementVarHandle(ResourceHolder[].class);

    /** How many entries {@link #homes} has; a power of two. */
    private static final int HOMES = 256;

    private final HolderReturn<R> owner;
    private final WaiterQueue<R> waiters;
    private final Ticker ticker;

    /**
     * The members, without gaps from slot 0. Elements are read volatile, and written so under the
     * lock of {@link HolderSets}.
     */
    private final ResourceHolder<R>[] slots;

    /** How many slots are taken. Volatile; written under the lock of {@link HolderSets}. */
    private volatile int seated;

    /**
     * Where a thread looks first, by the low bits of its id; more entries than threads run at once,
     * so that two of those seldom share one. A holder found elsewhere becomes the home. Plain and
     * racy: whatever is found there, its word decides. Who writes an entry has a lease of that
     * holder, so it does before the holder can leave, and {@link #unseat} clears behind it. Only
     * where leases are taken away, by a flush at once or at its deadline and by the end of a close,
     * can the write come after that: the entry then leads to a closed holder, which nobody can
     * acquire, until a tick clears it or a scan writes another. An entry is clear when it is {@link
     * #nobody}.
     */
    private final ResourceHolder<R>[] homes;

    /**
     * The home of who has none: a holder without a resource that nobody can ever acquire, so that
     * the short way has no branch for it.
     */
    private final ResourceHolder<R> nobody;

    /**
     * From how many slots, from the first on, homes are taken; a power of two. Volatile, racy
     * updates: a lost one is made up for by the next scan.
     */
    private volatile int spread = 1;

    /** Whether the spread was raised since the last tick. Plain and racy: a hint. */
    private boolean raised;

    @SuppressWarnings({"unchecked", "rawtypes"}) // a generic array
    AvailableQueue(int maxSize, HolderReturn<R> owner, WaiterQueue<R> waiters, Ticker ticker) {
        this.slots = new ResourceHolder[maxSize];
        this.homes = new ResourceHolder[HOMES];
        this.nobody = nobody(owner, waiters);
        Arrays.fill(homes, nobody);
        this.owner = owner;
        this.waiters = waiters;
        this.ticker = ticker;
    }

    @SuppressWarnings("NullAway") // it has no resource, and its word keeps everybody from it
    private static <R> ResourceHolder<R> nobody(HolderReturn<R> owner, WaiterQueue<R> waiters) {
        return new ResourceHolder<>(null, null, waiters, owner, 0, Long.MAX_VALUE, 0);
    }

    HolderReturn<R> owner() {
        return owner;
    }

    // the scan

    /** Takes an available holder for a lease of the calling thread, or returns null. */
    @Override
    public @Nullable ResourceHolder<R> poll() {
        Thread thread = Thread.currentThread();
        int index = homeOf(threadId(thread));
        ResourceHolder<R> holder = homes[index];
        if (!holder.availableToAccessible()) {
            holder = scan(index);
            if (holder == null) {
                return null;
            }
        }
        try {
            holder.acquiredBy(thread);
        } catch (StackOverflowError e) {
            holder.abandoned = holder.stamp;
            throw e;
        }
        return holder;
    }

    /** Where threads look first: each at the entry {@link #homeOf}, none of which is null. */
    ResourceHolder<R>[] homes() {
        return homes;
    }

    /**
     * The low bits of the id, which differ for threads that were started one after the other.
     * Nothing dearer, for the next acquire of a holder cannot begin before the home is known: a
     * constant mask and not the length of the table.
     */
    static int homeOf(long threadId) {
        return (int) threadId & (HOMES - 1);
    }

    @SuppressWarnings("deprecation") // Thread.threadId() is not in Java 17
    static long threadId(Thread thread) {
        return thread.getId();
    }

    /** Looks at the slots that are homes, then beyond them; what it finds is the new home. */
    private @Nullable ResourceHolder<R> scan(int index) {
        int taken = seated;
        int spread = this.spread;
        for (int i = 0; i < spread; i++) {
            ResourceHolder<R> holder = at((index + i) & (spread - 1));
            if (holder != null && holder.availableToAccessible()) {
                homes[index] = holder;
                return holder;
            }
        }
        ResourceHolder<R> found = null;
        for (int slot = spread; slot < taken; slot++) {
            ResourceHolder<R> holder = at(slot);
            if (holder != null && holder.availableToAccessible()) {
                found = holder; // nothing is called from here on, which could fail
                homes[index] = holder;
                break;
            }
        }
        if (spread <= taken / 2) {
            this.spread = 2 * spread;
            raised = true;
        }
        return found;
    }

    /**
     * Runs on the timer thread, at each tick of the epoch. One waiter that was woken and gets no
     * processor must not keep the others from what is available, nor may a wake-up that was lost
     * for want of memory.
     */
    void tick() {
        takeUpAbandoned();
        if (waiters.waiting > 0) {
            waiters.tell(size());
        }
        narrow();
    }

    /** Puts to use, or discards, what threads have left without memory or stack to go on. */
    void takeUpAbandoned() {
        int taken = seated;
        for (int slot = 0; slot < taken; slot++) {
            ResourceHolder<R> holder = at(slot);
            if (holder != null && holder.abandoned != 0) {
                long stamp = holder.takeAbandoned();
                if (stamp != 0 && holder.accessibleToReserved(stamp)) {
                    owner.publish(holder);
                }
            }
            if (holder != null && holder.orphaned) {
                holder.orphaned = false; // first: if it cannot be discarded it is orphaned again
                owner.discard(holder, DiscardReason.BROKEN, null);
            }
        }
    }

    /** Half as many homes, unless there had to be more since the last tick. */
    private void narrow() {
        if (!raised) {
            int half = Math.max(1, spread / 2);
            spread = half;
            for (int i = 0; i < homes.length; i++) {
                ResourceHolder<R> home = homes[i];
                if (home.slot >= half || home.slot < 0) {
                    homes[i] = nobody;
                }
            }
        }
        raised = false;
    }

    private @Nullable ResourceHolder<R> at(int slot) {
        @SuppressWarnings("unchecked") // the array holds nothing else
        ResourceHolder<R> holder = (ResourceHolder<R>) SLOT.getVolatile(slots, slot);
        return holder;
    }

    boolean hasAvailable() {
        int taken = seated;
        for (int slot = 0; slot < taken; slot++) {
            ResourceHolder<R> holder = at(slot);
            if (holder != null && StateWord.isAvailable(holder.word)) {
                return true;
            }
        }
        return false;
    }

    // members come and go: under the lock of HolderSets

    int seated() {
        return seated;
    }

    /** The member in a slot below {@link #seated}. Under the lock of {@link HolderSets}. */
    ResourceHolder<R> member(int slot) {
        return Objects.requireNonNull(at(slot), "an empty slot below seated");
    }

    /** Gives a holder its slot, reserved as it is. */
    void seat(ResourceHolder<R> holder) {
        int slot = seated;
        holder.slot = slot;
        SLOT.setVolatile(slots, slot, holder);
        seated = slot + 1;
    }

    /**
     * Takes a holder out of its slot; the last one moves there, so that no gap is left. A scan may
     * pass both slots at the wrong moment and miss the one that moves: the caller looks for waiters
     * afterwards, as after a release.
     */
    void unseat(ResourceHolder<R> holder) {
        int last = seated - 1;
        ResourceHolder<R> moving = member(last);
        moving.slot = holder.slot;
        SLOT.setVolatile(slots, holder.slot, moving);
        holder.slot = -1;
        seated = last;
        SLOT.setVolatile(slots, last, null);
        while (spread > last && spread > 1) {
            spread = spread / 2;
        }
        for (int i = 0; i < homes.length; i++) {
            if (homes[i] == holder) {
                homes[i] = nobody;
            }
        }
    }

    /** Wakes a waiter if there is something for it. */
    void signalIfAvailable() {
        if (waiters.waiting != 0 && hasAvailable()) {
            waiters.signal();
        }
    }

    // the way back

    /**
     * Makes a holder available that the caller has reserved, and wakes a waiter for it if need be.
     * Hands over to nobody; see {@link #handOverOrOffer}.
     *
     * @return false when it is doomed or not reserved: it is not in the queue then
     */
    @Override
    public boolean offer(ResourceHolder<R> holder) {
        long lease = StateWord.serial(holder.word);
        if (!holder.reservedToAvailable()) {
            return false;
        }
        if (waiters.waiting != 0) { // after publishing: see ResourceHolder.release
            try {
                waiters.released(lease);
            } catch (OutOfMemoryError e) { // the next tick wakes; the caller may have more to do
                return true;
            }
        }
        return true;
    }

    /**
     * Hands a reserved holder over to an old waiter, or makes it available; false when it is
     * doomed.
     */
    boolean handOverOrOffer(ResourceHolder<R> holder) {
        return handOver(holder) || offer(holder);
    }

    private boolean handOver(ResourceHolder<R> holder) {
        try {
            return waiters.old > 0 && waiters.handOver(holder);
        } catch (OutOfMemoryError e) { // for a look at the line: nobody has it yet
            return false;
        }
    }

    /** Ends a lease that was never used. */
    void giveBack(ResourceHolder<R> holder) {
        if (holder.accessibleToReserved(holder.stamp()) && !handOverOrOffer(holder)) {
            ResourceHolder.Doom doom = holder.whyDoomed();
            owner.discard(holder, doom.reason(), doom.cause());
        }
    }

    // the rest of the contract of a blocking queue

    /** Waits for a holder as the pool's acquire does, and reports no time-out. */
    @Override
    public @Nullable ResourceHolder<R> poll(long timeout, TimeUnit unit)
            throws InterruptedException {
        ResourceHolder<R> holder = poll();
        if (holder != null) {
            return holder;
        }
        long now = ticker.nanos();
        holder = await(now, now + Math.max(0, unit.toNanos(timeout)), /* again= */ false);
        if (holder == null) {
            owner.timedOutUnreported();
        }
        return holder;
    }

    /** Waits as {@link WaiterQueue#await} does. */
    @Nullable ResourceHolder<R> await(long arrivedAt, long deadline, boolean again)
            throws InterruptedException {
        ResourceHolder<R> holder = waiters.await(this, arrivedAt, deadline, again);
        if (holder != null) {
            holder.acquiredBy(Thread.currentThread());
        }
        return holder;
    }

    @Override
    public ResourceHolder<R> take() throws InterruptedException {
        for (; ; ) {
            ResourceHolder<R> holder = poll(Long.MAX_VALUE / 4, TimeUnit.NANOSECONDS);
            if (holder != null) {
                return holder;
            }
        }
    }

    /**
     * Makes a reserved holder available; never blocks.
     *
     * @throws IllegalArgumentException if it is doomed or not reserved
     */
    @Override
    public void put(ResourceHolder<R> holder) {
        if (!offer(holder)) {
            throw new IllegalArgumentException(
                    holder + " cannot become available; expected a reserved holder without marks");
        }
    }

    /** Takes every available holder for the caller, as {@link #remove(Object)} takes one. */
    @Override
    public void clear() {
        int taken = seated;
        for (int slot = 0; slot < taken; slot++) {
            ResourceHolder<R> holder = at(slot);
            if (holder != null) {
                holder.availableToReserved();
            }
        }
    }

    /** How many members the pool itself is working on. */
    int reserved() {
        int reserved = 0;
        int taken = seated;
        for (int slot = 0; slot < taken; slot++) {
            ResourceHolder<R> holder = at(slot);
            if (holder != null && StateWord.is(holder.word, StateWord.RESERVED)) {
                reserved++;
            }
        }
        return reserved;
    }

    /**
     * How many leases the members have had, the first of each not counted. Also counts those that
     * {@link ResourceHolder#takeBack} took back: at most one of each member for each value of the
     * epoch.
     */
    long returned() {
        long returned = 0;
        int taken = seated;
        for (int slot = 0; slot < taken; slot++) {
            ResourceHolder<R> holder = at(slot);
            if (holder != null) {
                returned += Math.max(0, StateWord.serial(holder.word) - 1);
            }
        }
        return returned;
    }

    /** Makes a reserved holder available; never blocks. */
    @Override
    public boolean offer(ResourceHolder<R> holder, long timeout, TimeUnit unit) {
        return offer(holder);
    }

    @Override
    public @Nullable ResourceHolder<R> peek() {
        int taken = seated;
        for (int slot = 0; slot < taken; slot++) {
            ResourceHolder<R> holder = at(slot);
            if (holder != null && StateWord.isAvailable(holder.word)) {
                return holder;
            }
        }
        return null;
    }

    /** Takes an available holder for the caller, who must then requeue or discard it. */
    @Override
    public boolean remove(@Nullable Object holder) {
        return contains(holder)
                && ((ResourceHolder<?>) Objects.requireNonNull(holder)).availableToReserved();
    }

    @Override
    public boolean contains(@Nullable Object holder) {
        int taken = seated;
        for (int slot = 0; slot < taken; slot++) {
            ResourceHolder<R> member = at(slot);
            if (member != null && member == holder) {
                return StateWord.isAvailable(member.word);
            }
        }
        return false;
    }

    @Override
    public int size() {
        int size = 0;
        int taken = seated;
        for (int slot = 0; slot < taken; slot++) {
            ResourceHolder<R> holder = at(slot);
            if (holder != null && StateWord.isAvailable(holder.word)) {
                size++;
            }
        }
        return size;
    }

    /** Returns how many members are not in the queue, and could be offered. */
    @Override
    public int remainingCapacity() {
        return seated - size();
    }

    @Override
    public int drainTo(Collection<? super ResourceHolder<R>> target) {
        return drainTo(target, Integer.MAX_VALUE);
    }

    @Override
    public int drainTo(Collection<? super ResourceHolder<R>> target, int maxElements) {
        if (Objects.requireNonNull(target, "target") == this) {
            throw new IllegalArgumentException("a queue cannot be drained to itself");
        }
        int drained = 0;
        while (drained < maxElements) {
            ResourceHolder<R> holder = poll();
            if (holder == null) {
                break;
            }
            target.add(holder);
            drained++;
        }
        return drained;
    }

    /**
     * Returns a weakly consistent iterator; its {@code remove} works as {@link #remove(Object)}.
     */
    @Override
    public Iterator<ResourceHolder<R>> iterator() {
        return new Iterator<>() {
            private int slot;
            private @Nullable ResourceHolder<R> next = advance();
            private @Nullable ResourceHolder<R> last;

            private @Nullable ResourceHolder<R> advance() {
                while (slot < seated) {
                    ResourceHolder<R> holder = at(slot++);
                    if (holder != null && StateWord.isAvailable(holder.word)) {
                        return holder;
                    }
                }
                return null;
            }

            @Override
            public boolean hasNext() {
                return next != null;
            }

            @Override
            public ResourceHolder<R> next() {
                ResourceHolder<R> holder = next;
                if (holder == null) {
                    throw new NoSuchElementException();
                }
                last = holder;
                next = advance();
                return holder;
            }

            @Override
            public void remove() {
                ResourceHolder<R> holder = last;
                if (holder == null) {
                    throw new IllegalStateException(
                            "next() was not called, or remove() was called twice");
                }
                last = null;
                holder.availableToReserved();
            }
        };
    }
}
