package io.sluice.pool.internal;

import io.sluice.pool.PoolException;
import io.sluice.pool.TooManyWaitingException;
import io.sluice.pool.internal.Waiter.Refusal;
import io.sluice.pool.spi.Ticker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads that wait for a holder, in order of arrival. A thread whose holder turned out
 * unusable waits again, in the place of its first arrival.
 *
 * <p>A release publishes its holder and wakes one waiter, with at most one wake-up in flight
 * ({@code woken}). Running threads may take the holder first, which keeps throughput high on busy
 * cores. The oldest waiter becomes old when its turn is due, or when it was woken in vain after its
 * patience ran out. While a waiter is old, releases hand their holder off to it, and no thread can
 * overtake it.
 *
 * <p>No wake-up is lost: if a holder is available and a waiter will not check again by itself,
 * {@code woken} names a live waiter that has yet to clear it, or some thread is about to call
 * {@link #signal}. A waiter woken in vain repeatedly may keep the name and park briefly, but then
 * it checks in any case. Four orders ensure this:
 *
 * <ul>
 *   <li>A release publishes before it reads {@code waiting}; a waiter counts itself and joins
 *       before it scans. One sees the other.
 *   <li>A named waiter clears the name <em>before</em> it scans again. A leaving waiter clears it
 *       and checks for the others.
 *   <li>A waiter checks whether it is named or served and then parks, with nothing in between that
 *       may block.
 *   <li>A thread that names a waiter then checks that it is live; a leaving waiter ends its item
 *       before it reads {@code woken}. One of them clears the name.
 * </ul>
 *
 * <p>The state explorer in the tests shows that each of the four is necessary.
 */
final class WaiterQueue<R> {

    /**
     * How long a waiter waits before a futile wake-up makes it old. If it were shorter, and many
     * threads held resources for a millisecond each, all waiters would be old: resources would lie
     * idle during wake-ups.
     */
    static final long PATIENCE_NANOS = 10_000_000;

    /**
     * The time between turns while leases are short. A turn costs a context switch, some
     * microseconds; the longest wait is one turn for each waiting thread.
     */
    static final long TURN_NANOS = 300_000;

    /** While threads wait, the clock is read once per this many leases of a holder. */
    static final long LEASES_PER_LOOK = 16;

    /**
     * While threads wait, a turn is due once per this many leases of a holder, whatever the clock
     * says.
     */
    static final long LEASES_PER_TURN = 1 << 16;

    /**
     * After this many futile wake-ups within TURN_NANOS the waiter parks for TURN_NANOS and keeps
     * its name, so that releases wake no thread. Running threads then reuse what they release
     * within microseconds, and each wake-up would waste two context switches. A lower limit would
     * let a waiter that was overtaken by chance suppress wake-ups while holders are available.
     */
    static final int VAIN_WAKE_UPS = 4;

    private static final VarHandle WAITING;
    private static final VarHandle LOOKING;
    private static final VarHandle OLD;
    private static final VarHandle WOKEN;
    private static final VarHandle REFUSAL;
    private static final VarHandle REFUSED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            WAITING = lookup.findVarHandle(WaiterQueue.class, "waiting", int.class);
            LOOKING = lookup.findVarHandle(WaiterQueue.class, "looking", int.class);
            OLD = lookup.findVarHandle(WaiterQueue.class, "old", long.class);
            WOKEN = lookup.findVarHandle(WaiterQueue.class, "woken", Waiter.class);
            REFUSED = lookup.findVarHandle(WaiterQueue.class, "refused", int.class);
            REFUSAL = lookup.findVarHandle(WaiterQueue.class, "refusal", Refusal.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * The delay of a refused thread is this, times the number of threads being refused. With 10,000
     * virtual threads, a fifth of this value gives a sixth of the leases, and three times this
     * value gives no more (see {@code REFUSED_NANOS} in docs/results.md).
     */
    private static final long REFUSED_NANOS = 10_000;

    private static final long MOST_REFUSED_NANOS = 100_000_000;

    private final String poolName;
    private final int maxWaiting;
    private final Ticker ticker;

    /**
     * Waiters that wait for the first time, in order of arrival. Shared: concurrent queue;
     * iterators pass over what has ended. Partner: {@code Waiter}. The thread that ends the item of
     * another removes it; one that ended its own does so on leaving.
     */
    private final ConcurrentLinkedQueue<Waiter> queue = new ConcurrentLinkedQueue<>();

    /**
     * Waiters that wait again because the holder they were served was unfit. Each counts from its
     * first arrival. Nearly always empty. Shared: concurrent queue, read after {@code queue}.
     * Partner: {@code queue}. A waiter stays in one of the two, so a reader of both misses none
     * that joined before.
     */
    private final ConcurrentLinkedQueue<Waiter> returned = new ConcurrentLinkedQueue<>();

    /**
     * How many threads wait and have nothing yet. Shared: atomic adds, by a thread before it joins
     * the queue and by the one that ends its item; volatile read. Partner: {@code HotFields.word},
     * {@code CreationPermits.word}. A release publishes and a lowered permit is written before this
     * is read; a waiter counts itself before it scans and reads the permits.
     */
    volatile int waiting;

    /**
     * How many of them are scanning the available holders. Demand leaves these out, since a waiter
     * that has just taken a holder may still be counted in {@code waiting}. Shared: atomic adds by
     * the waiter; volatile read by demand, after what is available and before {@code waiting}.
     * Partner: {@code waiting}. A waiter ends its item before it stops looking. If it found
     * nothing, or leaves, demand is looked at afterwards.
     */
    volatile int looking;

    /**
     * How many of them are old. A long, because a release combines it with longs into one branch.
     * Shared: atomic adds by the thread that sets or ends {@code OLD}; volatile read. Partner:
     * {@code Waiter}. It may lag by one step, even below zero: that costs an overtaking, or one
     * step more for each release.
     */
    volatile long old;

    /**
     * When the last turn was granted, in the ticker's time. Shared: volatile, racy updates.
     * Partner: none (one turn too many does no harm).
     */
    private volatile long turnAt;

    /**
     * The one waiter that was woken and has not cleared its name yet: it still has to scan, or
     * keeps its name while it parks briefly. Shared: CAS; volatile read. Partner: {@code Waiter}. A
     * thread that names a waiter then reads its item; one that ends an item then clears the name.
     */
    private volatile @Nullable Waiter woken;

    /**
     * Why no thread may wait at present; null if threads may. Shared: CAS before the waiters are
     * refused; volatile read by a waiter after it has joined. Partner: {@code queue}. Each waiter
     * is in the queue when it is refused, or finds this.
     */
    private volatile @Nullable Refusal refusal;

    /**
     * How many threads are refused at this moment. Shared: atomic adds by these threads. Partner:
     * none (it only sets how long they are held up).
     */
    @SuppressWarnings("UnusedVariable") // used by its handle
    private volatile int refused;

    WaiterQueue(String poolName, int maxWaiting, Ticker ticker) {
        this.poolName = poolName;
        this.maxWaiting = maxWaiting;
        this.ticker = ticker;
        this.turnAt = ticker.nanos();
    }

    /**
     * Waits for a holder.
     *
     * @param available the queue to scan; its owner is asked to grow
     * @param arrivedAt when the caller first arrived, in the ticker's time
     * @param deadline when the caller gives up, in the ticker's time
     * @param again whether it was served an unusable holder before: it keeps its place and may wait
     *     despite the limit
     * @return a holder with a new lease, or null after the deadline
     * @throws PoolException the reason of a refusal
     */
    @Nullable ResourceHolder<R> await(
            AvailableQueue<R> available, long arrivedAt, long deadline, boolean again)
            throws InterruptedException {
        if (!again && isFull(waiting, available)) { // before any cost arises
            throw tooMany(waiting);
        }
        Waiter self = new Waiter(again ? returned : queue, arrivedAt);
        // Count first: another thread may end the item and count it out.
        int others = (int) WAITING.getAndAdd(this, 1);
        ResourceHolder<R> holder = null;
        boolean done = false;
        try {
            self.line.add(self);
            if (!again && isFull(others, available) && giveUp(self)) {
                throw tooMany(others);
            }
            available.owner().demand();
            holder = awaitItem(self, available, deadline);
            done = true;
        } finally {
            if (!done) {
                abandon(self, available);
            }
            leave(self, available, holder);
        }
        return holder;
    }

    private boolean isFull(int others, AvailableQueue<R> available) {
        return others - available.owner().spareCapacity() >= maxWaiting;
    }

    /**
     * Delays a refused thread, for longer the more threads are refused: together they return at
     * most 100,000 times a second. Otherwise virtual threads that retry at once would keep their
     * carriers busy and starve the threads that hold resources.
     */
    private TooManyWaitingException tooMany(int others) {
        int refused = (int) REFUSED.getAndAdd(this, 1) + 1;
        try {
            LockSupport.parkNanos(Math.min(refused * REFUSED_NANOS, MOST_REFUSED_NANOS));
        } finally {
            REFUSED.getAndAdd(this, -1);
        }
        return new TooManyWaitingException(poolName, others, maxWaiting);
    }

    /**
     * Called when the wait ends with an exception. If a holder was handed off meanwhile, passes it
     * on to another thread.
     */
    private void abandon(Waiter self, AvailableQueue<R> available) {
        if (!giveUp(self) && self.get() instanceof ResourceHolder) {
            available.giveBack(holderOf(self));
        }
    }

    private @Nullable ResourceHolder<R> awaitItem(
            Waiter self, AvailableQueue<R> available, long deadline) throws InterruptedException {
        for (; ; ) {
            self.looks();
            if (!self.isLive()) {
                return holderOf(self);
            }
            Refusal refused = refusal;
            if (refused != null) {
                if (giveUp(self)) {
                    throw refused.reason().get();
                }
                continue;
            }
            ResourceHolder<R> found;
            boolean taken;
            LOOKING.getAndAdd(this, 1);
            try {
                found = available.poll();
                taken = found != null && giveUp(self);
            } finally {
                LOOKING.getAndAdd(this, -1);
            }
            if (taken) {
                return found;
            }
            if (found != null) {
                available.giveBack(found); // another was handed off meanwhile
                continue;
            }
            long now = ticker.nanos();
            if (deadline - now <= 0) {
                if (end(self, Waiter.TIMED_OUT)) {
                    available.owner().timedOut(); // before it leaves the queue
                    return null;
                }
                continue;
            }
            if (Thread.interrupted()) {
                if (giveUp(self)) {
                    throw new InterruptedException(
                            "Pool " + poolName + ": interrupted while waiting for a resource");
                }
                Thread.currentThread().interrupt(); // keep the holder handed off, and the flag
                continue;
            }
            if (woken == self) {
                if (now - self.arrivedAt > PATIENCE_NANOS) {
                    becomeOld(self);
                }
                if (self.isWokenInVainTooOften(now)) {
                    // It keeps its name and is not signalled, so it must check again by itself.
                    ticker.park(this, Math.min(TURN_NANOS, deadline - now));
                    continue;
                }
                WOKEN.compareAndSet(
                        this, self, null); // before the next scan: later releases signal again
                continue;
            }
            // Again: a holder counted for this waiter may have gone to another.
            available.owner().demand();
            // demand() takes locks, and blocking on a lock consumes a wake-up. From this check to
            // the park, nothing blocks.
            if (self.isLive() && woken != self && !self.isTold()) {
                ticker.park(this, deadline - now);
            }
        }
    }

    /**
     * Removes the waiter, however {@link #await} ends. If the check of demand for the other waiters
     * fails, gives the holder back.
     */
    private void leave(
            Waiter self, AvailableQueue<R> available, @Nullable ResourceHolder<R> served) {
        try {
            leave(self, available);
        } catch (Throwable e) { // out of memory
            if (served != null) {
                available.giveBack(served);
            } else {
                available.owner().timedOutUnreported();
            }
            throw e;
        }
    }

    private void leave(Waiter self, AvailableQueue<R> available) {
        Object item = self.get();
        if (item == Waiter.GONE || item == Waiter.TIMED_OUT) {
            self.line.remove(self); // else the thread that ended it removes it
        }
        WOKEN.compareAndSet(this, self, null);
        if (waiting == 0) {
            return;
        }
        // A release may have relied on this waiter to scan: check for the others.
        if (woken == null && available.hasAvailable()) {
            signal();
        }
        available.owner().demand(); // another may have counted on the holder that this one took
    }

    /**
     * Whether {@link #released} may have anything to do; mostly it has not, so a release asks this
     * first.
     */
    boolean hasToKnow(long lease) {
        return woken == null || lease % LEASES_PER_LOOK == 0;
    }

    /**
     * Wakes the oldest waiter for a released holder unless a wake-up is in flight. Makes the oldest
     * old when its turn is due.
     *
     * @param lease the serial of the lease that has ended; 0 if the holder has had none
     */
    void released(long lease) {
        if (lease % LEASES_PER_LOOK == 0 && lease != 0 && old == 0) {
            grantTurn(lease);
        }
        if (woken == null) { // rare while many wait: the compiler keeps the rest out of line
            signal();
        }
    }

    /**
     * Makes the oldest waiter old if its turn is due, so that the next release is handed off to it.
     */
    private void grantTurn(long lease) {
        long now = ticker.nanos();
        boolean anyway = lease % LEASES_PER_TURN == 0;
        if (now - turnAt < TURN_NANOS && !anyway) {
            return;
        }
        Waiter oldest = oldestLive();
        if (oldest != null && (now - oldest.arrivedAt >= TURN_NANOS || anyway)) {
            turnAt = now;
            becomeOld(oldest);
        }
    }

    /** Wakes the oldest live waiter, unless a wake-up is in flight. */
    void signal() {
        for (; ; ) {
            if (woken != null) {
                return;
            }
            Waiter next = oldestLive();
            if (next == null || !WOKEN.compareAndSet(this, null, next)) {
                return;
            }
            if (next.isLive()) {
                next.wake();
                return;
            }
            // It left after it was chosen, perhaps without seeing its name.
            WOKEN.compareAndSet(this, next, null);
        }
    }

    /**
     * Wakes this many waiters, in order of arrival; called at each tick. Skips the named waiter and
     * those already told: they may lack a processor for long. Names none, so releases keep
     * signalling.
     */
    void tell(int many) {
        tell(queue, tell(returned, many));
    }

    /** Returns how many are still to be told. */
    private int tell(Queue<Waiter> line, int many) {
        Waiter named = woken;
        int left = many;
        Iterator<Waiter> waiters = line.iterator();
        while (left > 0 && waiters.hasNext()) {
            Waiter waiter = waiters.next();
            if (waiter != named && waiter.isLive() && waiter.tell()) {
                left--;
            }
        }
        return left;
    }

    /** The threads that wait and have nothing yet, in order of arrival. */
    List<Thread> threads() {
        List<Thread> threads = new ArrayList<>();
        addThreads(returned, threads);
        addThreads(queue, threads);
        return threads;
    }

    private static void addThreads(Queue<Waiter> line, List<Thread> threads) {
        for (Waiter waiter : line) {
            if (waiter.isLive() || waiter.get() == Waiter.TIMED_OUT) {
                threads.add(waiter.thread);
            }
        }
    }

    /**
     * Returns the live waiter that arrived first. {@code returned} is in no order, so all of it is
     * searched.
     */
    private @Nullable Waiter oldestLive() {
        Waiter first = firstLive();
        if (returned.isEmpty()) {
            return first;
        }
        Waiter oldest = null;
        for (Waiter waiter : returned) {
            if (waiter.isLive() && (oldest == null || waiter.arrivedAt - oldest.arrivedAt < 0)) {
                oldest = waiter;
            }
        }
        boolean isOlder =
                oldest == null || (first != null && first.arrivedAt - oldest.arrivedAt < 0);
        return isOlder ? first : oldest;
    }

    private @Nullable Waiter firstLive() {
        Waiter first = queue.peek();
        if (first == null || first.isLive()) {
            return first;
        }
        for (Waiter waiter : queue) { // an ended one may not be removed yet
            if (waiter.isLive()) {
                return waiter;
            }
        }
        return null;
    }

    /**
     * Hands a holder off to the oldest waiter if that one is old.
     *
     * @param holder reserved by the caller
     * @return whether it was handed off; if not, the caller still has it reserved
     */
    boolean handOver(ResourceHolder<R> holder) {
        for (Waiter waiter = oldestLive(); waiter != null; waiter = oldestLive()) {
            Object item = waiter.get();
            if (item == Waiter.WAITING) {
                return false;
            }
            if (item == Waiter.OLD) {
                if (!holder.reservedToAccessible()) {
                    return false; // doomed
                }
                long stamp = holder.stamp();
                if (waiter.compareAndSet(Waiter.OLD, holder)) {
                    countOut(Waiter.OLD);
                    waiter.line.remove(waiter);
                    waiter.wake();
                    return true;
                }
                if (!holder.accessibleToReserved(stamp)) {
                    // Only this thread knows the stamp, unless a forced close of the pool took the
                    // holder.
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Whether more threads wait than can be served. {@code waiting} is read last: a waiter that
     * took what the caller no longer saw available is then still looking, or no longer counted.
     *
     * @param others resources being created, plus those the caller saw available before
     */
    boolean outnumber(int others) {
        return others + looking < waiting;
    }

    private void becomeOld(Waiter waiter) {
        if (waiter.compareAndSet(Waiter.WAITING, Waiter.OLD)) {
            OLD.getAndAdd(this, 1L);
        }
    }

    /** Ends a waiter's item; false if it has ended already. */
    private boolean end(Waiter waiter, Object item) {
        for (; ; ) {
            Object current = waiter.get();
            if (current != Waiter.WAITING && current != Waiter.OLD) {
                return false;
            }
            if (waiter.compareAndSet(current, item)) {
                countOut(current);
                return true;
            }
        }
    }

    /**
     * Counts a waiter out. Done by the thread that ended its item: the waiter may lack a processor,
     * and until then each release would search in vain for a waiter to wake.
     */
    private void countOut(Object item) {
        if (item == Waiter.OLD) {
            OLD.getAndAdd(this, -1L);
        }
        WAITING.getAndAdd(this, -1);
    }

    private boolean giveUp(Waiter self) {
        return end(self, Waiter.GONE);
    }

    /** Returns the holder served to a waiter whose item has ended, or throws its refusal. */
    @SuppressWarnings(
            "unchecked") // an item is one of the constants, a refusal, or a holder of this pool
    private ResourceHolder<R> holderOf(Waiter self) {
        Object item = self.get();
        if (item instanceof Refusal refused) {
            throw refused.reason().get();
        }
        return (ResourceHolder<R>) Objects.requireNonNull(item);
    }

    /**
     * Refuses all new callers until {@link #accept}; takes no lock.
     *
     * @return the refusal to pass to {@link #refuseWaiting}
     */
    Refusal refuse(Supplier<? extends PoolException> reason) {
        return refuse(new Refusal(reason, /* forEver= */ false));
    }

    /** Refuses all current and future callers for good. */
    void close(Supplier<? extends PoolException> reason) {
        refuseWaiting(refuse(new Refusal(reason, /* forEver= */ true)));
    }

    private Refusal refuse(Refusal next) {
        for (; ; ) {
            Refusal current = refusal;
            if (current != null && current.forEver()) {
                return current;
            }
            // Before the waiters: later callers see the refusal, earlier ones are in the queue.
            if (REFUSAL.compareAndSet(this, current, next)) {
                return next;
            }
        }
    }

    /** Refuses all current waiters, as long as this refusal is in force. */
    void refuseWaiting(Refusal current) {
        refuseWaiting(returned, current);
        refuseWaiting(queue, current);
    }

    private void refuseWaiting(Queue<Waiter> line, Refusal current) {
        for (Waiter waiter : line) {
            if (!current.equals(refusal)) {
                return;
            }
            if (end(waiter, current)) {
                waiter.line.remove(waiter);
                waiter.wake();
            }
        }
    }

    /** Lets threads wait again, unless they are refused for good. */
    void accept() {
        Refusal current = refusal;
        if (current != null && !current.forEver()) {
            REFUSAL.compareAndSet(this, current, null);
        }
    }

    boolean isRefusing() {
        return refusal != null;
    }
}
