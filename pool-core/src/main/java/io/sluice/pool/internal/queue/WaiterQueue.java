package io.sluice.pool.internal.queue;

import io.sluice.pool.PoolException;
import io.sluice.pool.internal.base.StackRoom;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.StateWord;
import io.sluice.pool.internal.holder.WaitSignals;
import io.sluice.pool.internal.queue.Waiter.Refusal;
import io.sluice.pool.spi.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The protocol of waiting: threads that wait for a holder, and releases that serve them.
 *
 * <p>A release publishes its holder and notifies one waiter, with at most one notification in
 * flight ({@code notified}). Running threads may take the holder first. A waiter becomes entitled
 * as {@link Fairness} says. While a waiter is entitled, releases hand their holder over to the
 * oldest, and no thread can overtake it. A thread whose holder turned out unusable waits again, in
 * the place of its first arrival.
 *
 * <p>A {@linkplain DetachedWaiter request} without a thread is never named. A thread that would
 * notify it takes an available holder and hands it over instead.
 *
 * <p>No wake-up is lost: if a holder is available and a waiter will not check again by itself,
 * {@code notified} names a live waiter that has yet to clear it, or some thread is about to call
 * {@link #signal}. A waiter with repeated futile wake-ups may keep the name and park briefly, but
 * then it checks in any case. Four orders ensure this:
 *
 * <ul>
 *   <li>A release publishes before it reads {@code waiting}; a waiter counts itself and joins
 *       before it scans. One sees the other.
 *   <li>A named waiter clears the name <em>before</em> it scans again. A leaving waiter clears it
 *       and checks for the others.
 *   <li>A waiter checks whether it is named or served and then parks. Nothing in between blocks,
 *       because that could consume the wake-up.
 *   <li>A thread that names a waiter then checks that it is live; a leaving waiter ends its item
 *       before it reads {@code notified}. One of them clears the name.
 * </ul>
 *
 * <p>The state explorer in the tests shows that each of the four is necessary.
 */
public final class WaiterQueue<R> extends WaitSignals {

    @SuppressWarnings("rawtypes") // the class of the field's owner
    private static final AtomicIntegerFieldUpdater<WaiterQueue> LOOKING =
            AtomicIntegerFieldUpdater.newUpdater(WaiterQueue.class, "looking");

    @SuppressWarnings("rawtypes") // as above
    private static final AtomicReferenceFieldUpdater<WaiterQueue, Waiter> NOTIFIED =
            AtomicReferenceFieldUpdater.newUpdater(WaiterQueue.class, Waiter.class, "notified");

    private final String poolName;
    final Ticker ticker;
    private final HolderSlots<R> slots;
    final Admission admission;
    final Runnable demand;
    final Arrivals arrivals = new Arrivals();
    final Fairness fairness;

    /**
     * Threads whose time is over and whose exception is being made. Shared: concurrent set; a
     * thread adds itself before it leaves the line; iterated after the line was read. Partner:
     * {@code Arrivals.first}, {@code Arrivals.again}. A reader of the line, then of this, misses no
     * thread that waits.
     */
    private final Set<Thread> timedOut = ConcurrentHashMap.newKeySet();

    /**
     * How many waiters are scanning the available holders. Demand leaves these out, since a waiter
     * that has just taken a holder may still be counted in {@code waiting}. Shared: atomic adds by
     * the waiter; volatile read by demand, after what is available and before {@code waiting}.
     * Partner: {@code waiting}. A waiter that takes a holder ends its item before it lowers this.
     * Every other waiter checks demand afterwards.
     */
    public volatile int looking;

    /**
     * The one waiter that was notified and has not cleared its name yet: it still has to scan, or
     * keeps its name while it parks briefly. Shared: CAS; volatile read. Partner: {@code Waiter}. A
     * thread that names a waiter then reads its item; one that ends an item then clears the name.
     */
    private volatile @Nullable Waiter notified;

    /**
     * @param slots the holders to scan
     * @param admission decides whether a thread may wait
     * @param demand checks whether more is to be created; called without any lock held
     */
    public WaiterQueue(
            String poolName,
            Ticker ticker,
            HolderSlots<R> slots,
            Admission admission,
            Runnable demand) {
        this.poolName = poolName;
        this.ticker = ticker;
        this.slots = slots;
        this.admission = admission;
        this.demand = demand;
        this.fairness = new Fairness(ticker.nanos());
    }

    /**
     * Waits for a holder. A thread that gets none is among {@link #timedOut()} until {@link
     * #reported}.
     *
     * @param arrivedAt when the caller first arrived, in the ticker's time
     * @param deadline when the caller gives up, in the ticker's time
     * @param again whether it was served an unusable holder before: it keeps its place and may wait
     *     despite the limit
     * @return a holder with a new lease, or null after the deadline
     * @throws PoolException the reason of a refusal
     */
    public @Nullable ResourceHolder<R> await(long arrivedAt, long deadline, boolean again)
            throws InterruptedException {
        admission.callerComes();
        if (!again && admission.isFull(waiting)) { // before a waiter is allocated
            demand.run(); // the ticks go on, which end abandoned leases
            throw admission.tooMany(waiting);
        }
        Waiter self = new Waiter(arrivals.line(again), arrivedAt);
        // Count first: another thread may end the item and count it out.
        int others = countIn();
        ResourceHolder<R> holder = null;
        boolean done = false;
        try {
            arrivals.add(self);
            if (!again && admission.isFull(others) && giveUp(self)) {
                demand.run(); // as above
                throw admission.tooMany(others);
            }
            if (fairness.isOrdered()) {
                entitle(self);
            }
            demand.run();
            holder = awaitItem(self, deadline);
            done = true;
        } finally {
            if (!done) {
                abandon(self);
            }
            leave(self, holder);
        }
        return holder;
    }

    /**
     * Called when the wait ends with an exception. If a holder was handed over meanwhile, passes it
     * on to another thread.
     */
    private void abandon(Waiter self) {
        if (!giveUp(self) && self.get() instanceof ResourceHolder) {
            giveBack(holderOf(self));
        }
    }

    private @Nullable ResourceHolder<R> awaitItem(Waiter self, long deadline)
            throws InterruptedException {
        for (; ; ) {
            self.looks();
            if (!self.isLive()) {
                return holderOf(self);
            }
            Refusal refused = admission.refusal();
            if (refused != null) {
                if (giveUp(self)) {
                    throw refused.reason.get();
                }
                continue;
            }
            ResourceHolder<R> found;
            boolean taken;
            LOOKING.getAndIncrement(this);
            try {
                found = slots.poll();
                taken = found != null && giveUp(self);
            } finally {
                LOOKING.getAndDecrement(this);
            }
            if (taken) {
                return found;
            }
            if (found != null) {
                giveBack(found); // another was handed over meanwhile
                continue;
            }
            long now = ticker.nanos();
            if (deadline - now <= 0) {
                if (end(self, Waiter.TIMED_OUT)) {
                    timedOut.add(Thread.currentThread()); // before it leaves the queue
                    return null;
                }
                continue;
            }
            if (Thread.interrupted()) {
                if (giveUp(self)) {
                    throw new InterruptedException(
                            "Pool " + poolName + ": interrupted while waiting in acquire");
                }
                Thread.currentThread()
                        .interrupt(); // return the holder handed over; keep the interrupt flag
                continue;
            }
            if (notified == self) {
                if (fairness.isOrdered()) {
                    entitle(self);
                }
                if (self.countFutileWakeUp(now)) {
                    // It keeps its name and is not signalled, so it must check again by itself.
                    ticker.park(this, Math.min(Fairness.FUTILE_NANOS, deadline - now));
                    continue;
                }
                // Before the next scan: later releases signal again.
                NOTIFIED.compareAndSet(this, self, null);
                continue;
            }
            // Again: a holder counted for this waiter may have gone to another.
            demand.run();
            // Checking demand takes locks, and blocking on a lock consumes a wake-up. From here
            // to the park, nothing blocks.
            if (self.isLive() && notified != self && !self.isTold()) {
                ticker.park(this, deadline - now);
            }
        }
    }

    /**
     * Removes the waiter, however {@link #await} ends. If the check of demand for the other waiters
     * fails, gives the holder back.
     */
    private void leave(Waiter self, @Nullable ResourceHolder<R> served) {
        try {
            leave(self);
        } catch (Throwable e) { // out of memory
            if (served != null) {
                giveBack(served);
            } else {
                reported();
            }
            throw e;
        }
    }

    private void leave(Waiter self) {
        Object item = self.get();
        if (item == Waiter.GONE || item == Waiter.TIMED_OUT) {
            arrivals.remove(self); // else the thread that ended it removes it
        }
        NOTIFIED.compareAndSet(this, self, null);
        lookForOthers();
    }

    /** What a waiter does when it has left the line. */
    public void lookForOthers() {
        if (waiting == 0) {
            return;
        }
        // A release may have relied on this waiter to scan: check for the others.
        if (notified == null && slots.hasAvailable()) {
            signal();
        }
        demand.run(); // another may have counted on the holder that this one took
    }

    /** A lease that was timed has ended after this time. */
    public void used(long nanos) {
        fairness.used(nanos);
    }

    @Override
    public boolean hasToKnow(long lease) {
        return notified == null || Fairness.isLookDue(lease);
    }

    /**
     * Notifies the oldest waiter of a released holder unless a notification is in flight. Entitles
     * the oldest when its turn is due.
     */
    @Override
    protected void serve(long lease) {
        if (Fairness.isLookDue(lease) && lease != 0) {
            grantTurn();
        }
        if (notified == null) { // rare while many wait: the compiler keeps the rest out of line
            signal();
        }
    }

    private void grantTurn() {
        long now = ticker.nanos();
        if (!fairness.isTurnDue(now)) {
            return;
        }
        Waiter oldest = arrivals.oldestLive();
        // Those behind it may be entitled, on arrival: that serves none before it is, too.
        if (oldest != null && fairness.grantTurn(now, oldest.arrivedAt)) {
            entitle(oldest);
        }
    }

    /**
     * Notifies the oldest live waiter, unless a notification is in flight. Hands what is available
     * to requests without a thread that are older.
     */
    public void signal() {
        for (; ; ) {
            if (notified != null) {
                return;
            }
            Waiter next = arrivals.oldestLive();
            if (next != null && next.isDetached()) {
                if (!handOverAvailable()) {
                    demand.run(); // what was counted for it may have gone to another
                    return;
                }
                continue;
            }
            if (next == null || !NOTIFIED.compareAndSet(this, null, next)) {
                return;
            }
            if (next.isLive()) {
                next.wake();
                return;
            }
            // It left after it was chosen, perhaps without seeing its name.
            NOTIFIED.compareAndSet(this, next, null);
        }
    }

    /** Hands an available holder to the oldest waiter; false if none is available. */
    private boolean handOverAvailable() {
        StackRoom.require(); // a reserved holder must not be lost
        ResourceHolder<R> holder = takeAvailable();
        if (holder == null) {
            return false;
        }
        // If it was not handed over, the caller looks again which waiter is to be notified of it.
        if (!tryHandOver(holder) && !holder.reservedToAvailable()) {
            holder.discardDoomed();
        }
        return true;
    }

    @Nullable ResourceHolder<R> takeAvailable() {
        ResourceHolder<R> holder = slots.firstAvailable();
        while (holder != null && !holder.availableToReserved()) {
            holder = slots.firstAvailable();
        }
        return holder;
    }

    /** Notifies a waiter if a holder is available. */
    void signalIfAvailable() {
        if (waiting != 0 && slots.hasAvailable()) {
            signal();
        }
    }

    /**
     * Wakes this many waiters, in order of arrival; called at each tick. Skips the named waiter and
     * those already told: they may lack a processor for long. Names none, so releases keep
     * signalling.
     */
    public void tell(int many) {
        arrivals.tell(many, notified);
    }

    /**
     * The waiting threads, and those that timed out and have not left; those that wait again first.
     */
    public List<Thread> threads() {
        List<Thread> threads = new ArrayList<>();
        for (Waiter waiter : arrivals.unserved()) {
            if (waiter.thread != null) {
                threads.add(waiter.thread);
            }
        }
        return threads;
    }

    /** The threads that timed out and are not {@link #reported} yet. */
    public Set<Thread> timedOut() {
        return timedOut;
    }

    /** The calling thread, which has timed out, no longer waits in the pool. */
    public void reported() {
        timedOut.remove(Thread.currentThread());
    }

    /**
     * Makes a holder, which the caller has reserved, available; then notifies a waiter if
     * necessary.
     *
     * @return false if it is doomed or not reserved, and therefore not available
     */
    public boolean offer(ResourceHolder<R> holder) {
        long lease = StateWord.serial(holder.word);
        if (!holder.reservedToAvailable()) {
            return false;
        }
        if (waiting != 0) { // after publishing: see ResourceHolder.release
            try {
                serve(lease);
            } catch (OutOfMemoryError e) { // the next tick wakes a waiter instead
                return true;
            }
        }
        return true;
    }

    /**
     * Hands a reserved holder over to an entitled waiter, or makes it available; false if it is
     * doomed.
     */
    public boolean handOverOrOffer(ResourceHolder<R> holder) {
        return (entitled > 0 && tryHandOver(holder)) || offer(holder);
    }

    private boolean tryHandOver(ResourceHolder<R> holder) {
        try {
            return handOver(holder);
        } catch (OutOfMemoryError e) { // while searching the waiters: not handed over yet
            return false;
        }
    }

    /** Ends a lease that was never used. */
    public void giveBack(ResourceHolder<R> holder) {
        if (holder.accessibleToReserved(holder.stamp())) {
            holder.noteUnused();
            holder.publish();
        }
    }

    /**
     * Hands a holder over to the oldest waiter if that one is entitled or has no thread.
     *
     * @param holder reserved by the caller
     * @return whether it was handed over; if not, the caller still has it reserved
     */
    boolean handOver(ResourceHolder<R> holder) {
        for (Waiter waiter = arrivals.oldestLive();
                waiter != null;
                waiter = arrivals.oldestLive()) {
            Object item = waiter.get();
            if (item == Waiter.WAITING && !waiter.isDetached()) {
                return false;
            }
            if (Waiter.isLive(item)) {
                if (handTo(waiter, item, holder)) {
                    return true;
                }
                if (holder.isDoomed()) {
                    return false;
                }
            }
        }
        return false;
    }

    /**
     * Hands a reserved holder over to a waiter with this item; false if the caller still has it
     * reserved, because the item has changed or the holder is doomed.
     */
    boolean handTo(Waiter waiter, @Nullable Object item, ResourceHolder<R> holder) {
        if (!holder.reservedToAccessible()) {
            return false; // doomed
        }
        long stamp = holder.stamp();
        if (waiter.compareAndSet(item, holder)) {
            countOut(item);
            arrivals.remove(waiter);
            waiter.wake();
            return true;
        }
        // Only force ends an unused lease: a close or a flush took the holder.
        if (!holder.accessibleToReserved(stamp)) {
            return true;
        }
        holder.noteUnused();
        return false;
    }

    /**
     * Whether more threads wait than can be served. {@code waiting} is read last: a waiter whose
     * holder left {@code others} then still counts in {@code looking}, or no longer waits.
     *
     * @param others resources being created, plus those the caller saw available before
     */
    public boolean outnumber(int others) {
        return others + looking < waiting;
    }

    void entitle(Waiter waiter) {
        if (waiter.compareAndSet(Waiter.WAITING, Waiter.ENTITLED)) {
            addEntitled(1);
        }
    }

    /** Ends a waiter's item; false if it has ended already. */
    boolean end(Waiter waiter, Object item) {
        for (; ; ) {
            Object current = waiter.get();
            if (!Waiter.isLive(current)) {
                return false;
            }
            if (waiter.compareAndSet(current, item)) {
                countOut(current);
                return true;
            }
        }
    }

    /** Counts a waiter before it joins; returns how many waited before. */
    int countIn() {
        return addWaiting(1);
    }

    /**
     * Counts a waiter out. Done by the thread that ended its item: the waiter may lack a processor,
     * and until then each release would search in vain for a waiter to wake.
     */
    private void countOut(@Nullable Object item) {
        if (item == Waiter.ENTITLED) {
            addEntitled(-1);
        }
        addWaiting(-1);
    }

    boolean giveUp(Waiter self) {
        return end(self, Waiter.GONE);
    }

    /** Returns the holder served to a waiter whose item has ended, or throws its refusal. */
    @SuppressWarnings(
            "unchecked") // an item is one of the constants, a refusal, or a holder of this pool
    ResourceHolder<R> holderOf(Waiter self) {
        Object item = self.get();
        if (item instanceof Refusal refused) {
            throw refused.reason.get();
        }
        return (ResourceHolder<R>) Objects.requireNonNull(item);
    }

    /**
     * Refuses all new callers until {@link #accept}; takes no lock.
     *
     * @return the refusal to pass to {@link #refuseWaiting}
     */
    public Refusal refuse(Supplier<? extends PoolException> reason) {
        return admission.refuse(reason, /* forEver= */ false);
    }

    /** Refuses all current and future callers for good. */
    public void close(Supplier<? extends PoolException> reason) {
        refuseWaiting(admission.refuse(reason, /* forEver= */ true));
    }

    /** Refuses all current waiters, as long as this refusal is in force. */
    public void refuseWaiting(Refusal current) {
        refuseWaiting(arrivals.again, current);
        refuseWaiting(arrivals.first, current);
    }

    private void refuseWaiting(Queue<Waiter> line, Refusal current) {
        for (Waiter waiter : line) {
            if (current != admission.refusal()) {
                return;
            }
            refuse(waiter, current);
        }
    }

    void refuse(Waiter waiter, Refusal refused) {
        if (end(waiter, refused)) {
            arrivals.remove(waiter);
            waiter.wake();
        }
    }

    /** How many threads were refused because too many were waiting. */
    public long refusals() {
        return admission.refusals();
    }

    /** Lets threads wait again, unless they are refused for good. */
    public void accept() {
        admission.accept();
    }

    public boolean isRefusing() {
        return admission.refusal() != null;
    }

    /** Whether a caller has come since all are refused for the present reason. */
    public boolean hasNewCaller() {
        Refusal current = admission.refusal();
        return current != null && current.hasNewCaller;
    }
}
