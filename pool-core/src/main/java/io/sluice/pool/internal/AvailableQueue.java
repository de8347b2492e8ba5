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
 * The available holders, as a blocking queue. The pool uses {@link #poll()}, {@link #await} and
 * {@link #offer(ResourceHolder)} for reserved holders; a plain release makes its holder available
 * by itself. The other methods exist so that the class can be tested against the contract of
 * BlockingQueue.
 *
 * <p>There is no order and there are no nodes. All members are in the slots of one array, and the
 * holder's state {@code AVAILABLE} makes it part of the queue: taking and offering are one
 * compare-and-set. A thread first tries its home, the holder that it or a thread with a similar id
 * used last. So it mostly finds the same resource, warm in its core's cache, without a
 * thread-local. Of two threads that meet at a holder, the second moves on.
 *
 * <p>If the home is taken, a thread scans the first {@code spread} slots, starting at a slot
 * computed from its id. A scan that must go further raises the spread, a period without such scans
 * lowers it: resources beyond it are unused and can idle out.
 *
 * @param <R> the physical resource
 */
final class AvailableQueue<R> extends AbstractQueue<ResourceHolder<R>>
        implements BlockingQueue<ResourceHolder<R>> {

    private static final VarHandle SLOT =
            MethodHandles.arrayElementVarHandle(ResourceHolder[].class);

    /** The length of {@link #homes}; a power of two. */
    private static final int HOMES = 256;

    private final HolderReturn<R> owner;
    private final WaiterQueue<R> waiters;
    private final Ticker ticker;

    /**
     * The members, without gaps from slot 0. Shared: volatile elements, written under the lock.
     * Partner: {@code HolderSets.lock}. The write of an element publishes its holder.
     */
    private final ResourceHolder<R>[] slots;

    /**
     * How many slots are taken. Shared: volatile, written under the lock. Partner: {@code
     * HolderSets.lock}. A bound for scans: a slot below it may be empty for a moment.
     */
    private volatile int seated;

    /**
     * Where a thread looks first, by the low bits of its id; {@link #nobody} if clear. A holder
     * found elsewhere becomes the home. There are more entries than threads run at once, so that
     * two of those seldom share one. Shared: racy, by a thread with a lease of the holder and by
     * ticks; cleared under {@code HolderSets.lock} when the holder leaves. Partner: {@code
     * HotFields.word}. It decides whatever is found; before the first write it says reserved. After
     * a lease was taken away by force, its thread may write an entry late. That entry leads to a
     * closed holder until a tick or a scan replaces it.
     */
    private final ResourceHolder<R>[] homes;

    /**
     * The empty home: a holder without a resource that no thread can acquire. It saves the fast
     * path a null check.
     */
    private final ResourceHolder<R> nobody;

    /**
     * From how many slots, from the first on, homes are taken; a power of two. Shared: volatile,
     * racy updates. Partner: none (a hint: the next scan makes up for a lost update).
     */
    private volatile int spread = 1;

    /** Whether the spread was raised since the last tick. Shared: racy. Partner: none (a hint). */
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

    @SuppressWarnings("NullAway") // no resource; its word keeps all threads away
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

    /** The homes of all threads, indexed by {@link #homeOf}; no element is null. */
    ResourceHolder<R>[] homes() {
        return homes;
    }

    /**
     * The low bits of the id, which differ for threads started one after the other. The fast path
     * begins with this, so it is cheap: a constant mask, not the table's length.
     */
    static int homeOf(long threadId) {
        return (int) threadId & (HOMES - 1);
    }

    @SuppressWarnings("deprecation") // Thread.threadId() is not in Java 17
    static long threadId(Thread thread) {
        return thread.getId();
    }

    /** Scans the slots within the spread, then the rest. The holder found becomes the home. */
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
                found = holder; // from here on no calls, which could fail
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
     * Runs on the timer thread at each tick of the epoch. Others are served although a woken waiter
     * has no processor, or a wake-up was lost for lack of memory.
     */
    void tick() {
        takeUpAbandoned();
        if (waiters.waiting > 0) {
            waiters.tell(size());
        }
        narrow();
    }

    /** Requeues or discards the holders that threads abandoned for lack of memory or stack. */
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

    /** Halves the spread, unless it was raised since the last tick. */
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

    // adding and removing members: under the lock of HolderSets

    int seated() {
        return seated;
    }

    /** The member in a slot below {@link #seated}. Under the lock of {@link HolderSets}. */
    ResourceHolder<R> member(int slot) {
        return Objects.requireNonNull(at(slot), "an empty slot below seated");
    }

    /** Adds a reserved holder in the next slot. */
    void seat(ResourceHolder<R> holder) {
        int slot = seated;
        holder.slot = slot;
        SLOT.setVolatile(slots, slot, holder);
        seated = slot + 1;
    }

    /**
     * Removes a holder and moves the last one to its slot, so that no gap is left. A concurrent
     * scan may miss the moved holder, so the caller checks for waiters afterwards, as after a
     * release.
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

    /** Wakes a waiter if a holder is available. */
    void signalIfAvailable() {
        if (waiters.waiting != 0 && hasAvailable()) {
            waiters.signal();
        }
    }

    // returning holders

    /**
     * Makes a holder available that the caller has reserved, and wakes a waiter if necessary. Does
     * not hand off; see {@link #handOverOrOffer}.
     *
     * @return false if it is doomed or not reserved, and therefore not in the queue
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
     * Hands a reserved holder off to an old waiter, or makes it available; false if it is doomed.
     */
    boolean handOverOrOffer(ResourceHolder<R> holder) {
        return handOver(holder) || offer(holder);
    }

    private boolean handOver(ResourceHolder<R> holder) {
        try {
            return waiters.old > 0 && waiters.handOver(holder);
        } catch (OutOfMemoryError e) { // while searching the waiters: not handed off yet
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

    // the rest of the contract of BlockingQueue

    /** Waits like the pool's acquire, but reports no time-out. */
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

    /** Reserves every available holder for the caller, as {@link #remove(Object)} does for one. */
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

    /** How many members the pool itself works on. */
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
     * How many leases the members have had, not counting each member's first. Includes leases that
     * {@link ResourceHolder#takeBack} undid: at most one per member for each value of the epoch.
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

    /** Reserves an available holder for the caller, which must then requeue or discard it. */
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

    /** Returns how many members are not available, and could be offered. */
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
     * Returns a weakly consistent iterator; its {@code remove} works like {@link #remove(Object)}.
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
