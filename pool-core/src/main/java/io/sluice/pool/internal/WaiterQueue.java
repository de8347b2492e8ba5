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
 * Threads that wait for a holder, in order of arrival. One that was served with what was not fit
 * waits again in the place of its first arrival.
 *
 * <p>A release publishes its holder and wakes one waiter, with at most one wake-up in flight
 * ({@code woken}); running threads may take the holder first, which keeps throughput on busy cores.
 * The oldest waiter becomes old when its turn is due, which releases look at now and then, or when
 * it was woken in vain and is past its patience. While anybody is old, releases hand their holder
 * over to the oldest waiter, and nobody overtakes it any more.
 *
 * <p>No wake-up is lost: if a holder is available and a waiter will not look again by itself,
 * {@code woken} names a live waiter that has still to clear it, or some thread is on its way into
 * {@link #signal}. A waiter that is woken in vain again and again may keep the name for a while
 * before it looks, for it looks then, whatever happens. Four orders carry that. A release publishes
 * before it reads {@code waiting}, a waiter counts itself and joins before it scans: one sees the
 * other. A waiter that was named clears the name <em>before</em> it looks again, and on leaving
 * clears it and looks for the others. It looks whether it is named or served, and parks, with
 * nothing between that may block. Who names a waiter looks afterwards whether it is still live, who
 * leaves ends its item before it reads {@code woken}: one of them clears. The state explorer in the
 * tests proves each of the four necessary.
 */
final class WaiterQueue<R> {

    /**
     * How long a waiter waits before it insists, once it was woken in vain. Shorter, and where each
     * of many threads holds its resource for a millisecond all waiters would insist at all times,
     * each resource idle while the next thread is woken.
     */
    static final long PATIENCE_NANOS = 10_000_000;

    /**
     * From turn to turn, while leases are short. Each costs a change of threads, some microseconds;
     * the longest wait is that of as many turns as threads wait.
     */
    static final long TURN_NANOS = 300_000;

    /** At every so many leases of one holder that end while somebody waits, the clock is read. */
    static final long LEASES_PER_LOOK = 16;

    /**
     * At every so many leases of one holder that end while somebody waits, a turn is due whatever
     * the clock says.
     */
    static final long LEASES_PER_TURN = 1 << 16;

    /**
     * At so many looks in vain with its name within the time of a turn, mostly as many wake-ups,
     * the waiter keeps its name for as long as that, so that releases wake nobody. Then running
     * threads take what they have released within microseconds, and each wake-up would cost two
     * changes of threads for nothing. Fewer, and a waiter that was overtaken by chance would keep
     * others asleep beside what is available.
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
     * How long a refused thread is held up for each that is. With 10,000 virtual threads a fifth of
     * it gives a sixth of the leases, and three times as much gives no more: overload.txt of perf.
     */
    private static final long REFUSED_NANOS = 10_000;

    private static final long MOST_REFUSED_NANOS = 100_000_000;

    private final String poolName;
    private final int maxWaiting;
    private final Ticker ticker;

    /** Those that wait for the first time, in order of arrival. */
    private final ConcurrentLinkedQueue<Waiter> queue = new ConcurrentLinkedQueue<>();

    /**
     * Those that wait again, since what they were served was not fit. Each has the place of its
     * first arrival. Nearly always empty.
     */
    private final ConcurrentLinkedQueue<Waiter> returned = new ConcurrentLinkedQueue<>();

    /**
     * How many threads wait and have nothing yet. Volatile, atomic adds by who begins to wait and
     * by who ends a waiter's item; partners: a holder's word (release), {@code CreationPermits}
     * (demand).
     */
    volatile int waiting;

    /**
     * How many of them are looking through what is available: one that has taken something is
     * counted in {@code waiting} until it has left, and nothing need be created for it. Volatile,
     * atomic adds by the waiter; partner: {@code waiting}. Who found nothing asks for growth
     * afterwards, if it keeps its name when it has looked once more; and so does who leaves, for
     * others that may have counted on it.
     */
    volatile int looking;

    /**
     * How many of them are old. Volatile, atomic adds by who sets or ends {@code OLD}. May be read
     * below zero for a moment. A long, since a release takes it together with longs.
     */
    volatile long old;

    /**
     * When the last turn was granted, in the ticker's time. Volatile and racy: one turn too many
     * does no harm.
     */
    private volatile long turnAt;

    /**
     * The one waiter that was told to look and has not done so yet, or will again. Volatile,
     * compare-and-set; partner: {@code Waiter} items.
     */
    private volatile @Nullable Waiter woken;

    /**
     * Set while nobody is to wait. Volatile, compare-and-set; written before the waiters are
     * refused, read by a waiter after it has joined the queue.
     */
    private volatile @Nullable Refusal refusal;

    /**
     * How many threads are refused at this moment. Volatile, atomic adds by these threads. Partner:
     * none.
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
     * @param available where to look, and where growth is asked for
     * @param arrivedAt when the caller came first, in the ticker's time
     * @param deadline when it gives up, in the ticker's time
     * @param again whether it was served before, with what was not fit: it has its first place, and
     *     waits whatever the limit is
     * @return a holder with a new lease, or null when the time is over
     * @throws PoolException the reason of a refusal
     */
    @Nullable ResourceHolder<R> await(
            AvailableQueue<R> available, long arrivedAt, long deadline, boolean again)
            throws InterruptedException {
        if (!again && isFull(waiting, available)) { // before it costs anything
            throw tooMany(waiting);
        }
        Waiter self = new Waiter(again ? returned : queue, arrivedAt);
        // Counted before anybody can end its item and count it out.
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
     * Holds a refused thread up, for longer the more there are: together they come back 100,000
     * times a second at most. Without that, virtual threads that try again at once never leave
     * their carriers to the threads that hold a resource.
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

    /** On the way out with an exception: what was handed over meanwhile goes to somebody else. */
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
                available.giveBack(found); // one was handed over meanwhile
                continue;
            }
            long now = ticker.nanos();
            if (deadline - now <= 0) {
                if (end(self, Waiter.TIMED_OUT)) {
                    available.owner().timedOut(); // before it leaves the line
                    return null;
                }
                continue;
            }
            if (Thread.interrupted()) {
                if (giveUp(self)) {
                    throw new InterruptedException(
                            "Pool " + poolName + ": interrupted while waiting for a resource");
                }
                Thread.currentThread()
                        .interrupt(); // what was handed over is kept, and so is the flag
                continue;
            }
            if (woken == self) {
                if (now - self.arrivedAt > PATIENCE_NANOS) {
                    becomeOld(self);
                }
                if (self.isWokenInVainTooOften(now)) {
                    // It keeps the name, so it must look again though nobody wakes it.
                    ticker.park(this, Math.min(TURN_NANOS, deadline - now));
                    continue;
                }
                WOKEN.compareAndSet(
                        this, self,
                        null); // before looking again: releases from here on signal anew
                continue;
            }
            // Again: what seemed to be there for this waiter may have gone to another.
            available.owner().demand();
            // That takes locks, and to wait for a lock uses up a wake-up that came meanwhile.
            // Between this look and the park nothing blocks.
            if (self.isLive() && woken != self && !self.isTold()) {
                ticker.park(this, deadline - now);
            }
        }
    }

    /**
     * The waiter's end: on every way out of {@link #await}. If growth for the others fails its
     * caller does not learn what it was served.
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
            self.line.remove(self); // else whoever ended it does
        }
        WOKEN.compareAndSet(this, self, null);
        if (waiting == 0) {
            return;
        }
        // A release may have trusted this waiter to look: look for the others in its place.
        if (woken == null && available.hasAvailable()) {
            signal();
        }
        available.owner().demand(); // another may have counted on what this one was looking at
    }

    /** Whether {@link #released} would do anything, asked first since it mostly would not. */
    boolean hasToKnow(long lease) {
        return woken == null || lease % LEASES_PER_LOOK == 0;
    }

    /**
     * Wakes the oldest waiter for a holder that was released, and sees to it that it gets its turn.
     *
     * @param lease the serial of the lease that has ended; 0 if the holder has had none
     */
    void released(long lease) {
        if (lease % LEASES_PER_LOOK == 0 && lease != 0 && old == 0) {
            grantTurn(lease);
        }
        if (woken == null) { // seldom while many wait: the compiler leaves the rest out of line
            signal();
        }
    }

    /** Makes the oldest waiter old if its turn is due, so that the next release goes to it. */
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
            // It left between being chosen and being named, perhaps without seeing its name.
            WOKEN.compareAndSet(this, next, null);
        }
    }

    /**
     * Tells so many waiters to look, in order of arrival; called at each tick. The one that is
     * named, and those told before that have not looked yet, may get no processor for long: they
     * are passed over. Nobody is named, so releases go on to signal.
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

    /** Of those that wait again there are few, in any order; the others are in that of arrival. */
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
        for (Waiter waiter : queue) { // whoever ended that one has yet to remove it
            if (waiter.isLive()) {
                return waiter;
            }
        }
        return null;
    }

    /**
     * Hands a holder over to the oldest waiter, if that one is old.
     *
     * @param holder reserved by the caller
     * @return whether it went; if not, the holder is reserved by the caller still
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
                    // Nobody but this thread knows the stamp, unless the pool is being closed by
                    // force and took the holder.
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Whether more threads wait than these can serve. Who waits is counted last: a waiter that has
     * taken what the caller no longer saw available is seen looking still, or is no longer counted.
     *
     * @param others what is being created, and what the caller saw available before it came here
     */
    boolean outnumber(int others) {
        return others + looking < waiting;
    }

    private void becomeOld(Waiter waiter) {
        if (waiter.compareAndSet(Waiter.WAITING, Waiter.OLD)) {
            OLD.getAndAdd(this, 1L);
        }
    }

    /** Ends a waiter's item; false when it has ended otherwise. */
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
     * Counts a waiter out. Done by who ended its item and not by its own thread, which may have to
     * wait for a processor: until then each release would look for somebody to wake in vain.
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

    /** What a waiter whose item has ended was given. */
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
     * Refuses everybody who comes until {@link #accept}, and takes no lock.
     *
     * @return for {@link #refuseWaiting}
     */
    Refusal refuse(Supplier<? extends PoolException> reason) {
        return refuse(new Refusal(reason, /* forEver= */ false));
    }

    /** Refuses everybody who waits and everybody who comes, for ever. */
    void close(Supplier<? extends PoolException> reason) {
        refuseWaiting(refuse(new Refusal(reason, /* forEver= */ true)));
    }

    private Refusal refuse(Refusal next) {
        for (; ; ) {
            Refusal current = refusal;
            if (current != null && current.forEver()) {
                return current;
            }
            // Before the waiters: who enters after this finds it, who entered before is found.
            if (REFUSAL.compareAndSet(this, current, next)) {
                return next;
            }
        }
    }

    /** Refuses everybody who waits, for as long as that is what who comes is refused for. */
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

    /** Lets threads wait again, unless they are refused for ever. */
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
