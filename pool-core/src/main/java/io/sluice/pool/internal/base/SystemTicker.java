package io.sluice.pool.internal.base;

import io.sluice.pool.spi.Ticker;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The system clock and the timer thread of all pools in the process. The thread sleeps until the
 * next alarm is due, and ends with the last pool and the last task of a closed one.
 *
 * <p>Setting and cancelling an alarm takes no lock: a new alarm is pushed on a stack, which the
 * thread moves to its own heap. So the thread never waits for application threads, and allocates
 * nothing itself. The tasks of the alarms are up to their pools.
 */
public final class SystemTicker implements Ticker {

    /** The only instance outside tests. */
    public static final SystemTicker INSTANCE =
            new SystemTicker(task -> CreatorThreads.daemon("sluice-timer", task));

    private static final long LONGEST_DELAY = Long.MAX_VALUE / 4;

    /** The thread processes this many arrivals even if none is due: most are cancelled by then. */
    private static final int MOST_ARRIVALS = 1024;

    /*
     * Updaters, not VarHandles: the first use of a VarHandle at each call site allocates, and the
     * first alarm may come when the heap is full.
     */
    private static final AtomicReferenceFieldUpdater<SystemTicker, AlarmEntry> ARRIVED =
            AtomicReferenceFieldUpdater.newUpdater(SystemTicker.class, AlarmEntry.class, "arrived");
    private static final AtomicReferenceFieldUpdater<AlarmEntry, Runnable> TASK =
            AtomicReferenceFieldUpdater.newUpdater(AlarmEntry.class, Runnable.class, "task");
    private static final AtomicIntegerFieldUpdater<SystemTicker> USERS =
            AtomicIntegerFieldUpdater.newUpdater(SystemTicker.class, "users");

    static {
        SafeLog.prepare();
    }

    private final ThreadFactory threads;

    /**
     * Held to start the thread, and to end it, for which the thread only tries to lock. No other
     * lock is taken under it.
     */
    private final BriefLock lock = new BriefLock();

    /**
     * The running thread, or one that has died. Shared: volatile, written under the lock; read by
     * each use of the ticker, after it has written to a partner. Partner: {@code arrived}, {@code
     * users}. A thread that ends writes null here, then reads both once more.
     */
    private volatile @Nullable Thread thread;

    /**
     * The alarms that are not in the heap yet, last one first. Shared: CAS by a thread that sets an
     * alarm; atomic exchange for null by the timer thread. Partner: {@code restsUntil}, {@code
     * thread}. An alarm is pushed first, then both are read.
     */
    private volatile @Nullable AlarmEntry arrived;

    /**
     * Until when the thread rests. Shared: volatile, by the timer thread, before it reads {@code
     * arrived} for the last time; read after an alarm was pushed or cancelled. Partner: {@code
     * arrived}, {@code AlarmEntry.task}. The timer thread sees the change, or is woken.
     */
    private volatile long restsUntil;

    /**
     * Open pools and background tasks. Shared: atomic adds; volatile read by the timer thread.
     * Partner: {@code thread}.
     */
    private volatile int users;

    /**
     * The heap of alarms. Shared: plain, by the timer thread only; one that has died leaves it to
     * the next. Partner: {@code thread}.
     */
    private @Nullable AlarmEntry first;

    /** Shared: plain, as {@code first}. Partner: {@code thread}. */
    private long sequence;

    /** Makes a ticker with its own thread, for tests. */
    public SystemTicker(ThreadFactory threads) {
        this.threads = threads;
        restsUntil = nanos();
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public void park(Object blocker, long nanos) {
        LockSupport.parkNanos(blocker, nanos);
    }

    @Override
    public Alarm schedule(Runnable task, long delayNanos) {
        // Far from overflow: due times are compared by their difference.
        long now = nanos();
        long due = now + Math.max(0, Math.min(delayNanos, LONGEST_DELAY));
        if (task instanceof PreparedAlarm prepared) {
            set(prepared, now, due);
            return prepared;
        }
        OneTime alarm = new OneTime(task);
        int arrivals = push(alarm, due);
        try {
            ensureRunning();
        } catch (Throwable e) { // the caller must not rely on it
            alarm.cancel();
            throw e;
        }
        wake(now, due, arrivals);
        return alarm;
    }

    private void set(PreparedAlarm alarm, long now, long due) {
        if (TASK.compareAndSet(alarm, null, alarm)) { // else it sees what the caller has written
            try {
                int ignored = push(alarm, due);
            } catch (Throwable e) { // the end of the stack
                alarm.task = null;
                throw e;
            }
        }
        ensureRunning(); // if that fails, the next use of the ticker starts the thread
        wake(now, due, 1);
    }

    /** Returns how many have arrived since the thread has looked. */
    private int push(AlarmEntry entry, long due) {
        entry.due = due;
        AlarmEntry before;
        int arrivals;
        do {
            before = arrived;
            arrivals = before == null ? 1 : before.arrivals + 1;
            entry.next = before;
            entry.arrivals = arrivals;
        } while (!ARRIVED.compareAndSet(this, before, entry));
        return arrivals;
    }

    /** Also a thread whose rest should be over: one that stalled before its park rests longer. */
    private void wake(long now, long due, int arrivals) {
        long until = restsUntil;
        if (due - until < 0 || now - until >= 0 || arrivals % MOST_ARRIVALS == 0) {
            LockSupport.unpark(thread);
        }
    }

    /** Starts the thread here, where a failure leaves nothing half done. */
    @Override
    public void open() {
        USERS.getAndAdd(this, 1);
        try {
            ensureRunning();
        } catch (Throwable e) {
            USERS.getAndAdd(this, -1);
            throw e;
        }
    }

    @Override
    public void close() {
        leave();
    }

    /** A task may need the thread after the close of its pool, where none can be started. */
    @Override
    public void taskBegins() {
        USERS.getAndAdd(this, 1);
    }

    @Override
    public void taskEnds() {
        leave();
    }

    private void leave() {
        if (USERS.decrementAndGet(this) == 0) {
            LockSupport.unpark(thread);
        }
    }

    /** Starts the thread if there is none or it has died. */
    private void ensureRunning() {
        if (isRunning()) {
            return;
        }
        lock.lock();
        try {
            if (!isRunning()) {
                Thread timer = threads.newThread(this::run);
                timer.start();
                thread = timer;
            }
        } finally {
            lock.unlock();
        }
        LockSupport.unpark(thread); // it may have found the lock taken when it wanted to end
    }

    private boolean isRunning() {
        Thread timer = thread;
        return timer != null && timer.isAlive();
    }

    private void run() {
        boolean over = false;
        while (!over) {
            try {
                takeIn();
                dropCancelled();
                over = isOver();
                if (!over && !runNext()) {
                    rest();
                }
            } catch (Throwable e) { // one pool's failure must not stop the timer of the others
                tell(e);
            }
        }
    }

    private static void tell(Throwable failure) {
        try {
            SafeLog.write(
                    System.Logger.Level.ERROR, "A timer task failed; the timer continues", failure);
        } catch (Throwable e) {
            // No memory even to link the message: the timer goes on.
        }
    }

    /**
     * Whether the last pool is closed, and no task and no alarm is left. If so, the thread is no
     * longer relied on.
     */
    private boolean isOver() {
        if (first != null || hasWork() || !lock.tryLock()) {
            return false;
        }
        try {
            thread = null;
            if (!hasWork()) {
                return true;
            }
            thread = Thread.currentThread(); // a pool came while the thread was still relied on
            return false;
        } finally {
            lock.unlock();
        }
    }

    private boolean hasWork() {
        return arrived != null || users > 0;
    }

    /** Moves the arrived alarms, except cancelled ones, to the heap in order of arrival. */
    private void takeIn() {
        if (arrived == null) {
            return;
        }
        AlarmEntry last = ARRIVED.getAndSet(this, null);
        AlarmEntry inOrder = null;
        while (last != null) {
            AlarmEntry before = last.next;
            last.next = inOrder;
            inOrder = last;
            last = before;
        }
        while (inOrder != null) {
            AlarmEntry entry = inOrder;
            inOrder = entry.next;
            entry.next = null;
            if (!entry.isCancelled()) {
                entry.order = sequence++;
                first = AlarmEntry.meld(first, entry);
            }
        }
    }

    private void dropCancelled() {
        while (first != null && first.isCancelled()) {
            first = first.withoutThis();
        }
    }

    /**
     * Runs the next alarm if it is due. A separate method: a local variable of {@link #run} would
     * keep the task and its pool reachable while the thread rests.
     */
    private boolean runNext() {
        AlarmEntry next = first;
        if (next == null || next.due - nanos() > 0) {
            return false;
        }
        first = next.withoutThis();
        Runnable task = TASK.getAndSet(next, null);
        if (task != null) {
            task.run();
        }
        return true;
    }

    private void rest() {
        AlarmEntry next = first;
        long now = nanos();
        restsUntil = next == null ? now + LONGEST_DELAY : next.due;
        if (arrived == null && (next == null || !next.isCancelled())) {
            LockSupport.parkNanos(this, restsUntil - now);
        }
        if (Thread.interrupted()) {
            SafeLog.write(
                    System.Logger.Level.DEBUG, "The timer was interrupted; it continues", null);
        }
    }

    private final class OneTime extends AlarmEntry {

        OneTime(Runnable task) {
            this.task = task;
        }

        /** The alarm leaves the heap once it is first; the thread does not rest for it. */
        @Override
        public void cancel() {
            task = null;
            if (due - restsUntil <= 0) {
                LockSupport.unpark(thread);
            }
        }
    }
}
