package io.sluice.pool.internal;

import static org.awaitility.Awaitility.await;

import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A clock that stands still until a test advances it. Alarms run on the thread that advances, at
 * the very time they are due. So do parks, also short ones, which on any other clock end by
 * themselves. Only for tests that say when each thread looks again.
 */
class HandDrivenTicker implements Ticker {

    private final List<Entry> alarms = new ArrayList<>();
    private final Set<Thread> parked = ConcurrentHashMap.newKeySet();
    private final ThreadLocal<Long> lastRead = new ThreadLocal<>();
    private volatile long now;
    private volatile boolean free;

    /** Run by every read of the clock. */
    volatile Runnable onRead = () -> {};

    /** Run by every {@link #schedule}, before it does anything. */
    volatile Runnable onScheduling = () -> {};

    /** What {@link #schedule} throws in place of scheduling; null for nothing. */
    volatile Error onSchedule;

    /** The same, at the next call only. */
    volatile Error onNextSchedule;

    /** Run by each thread when its park has ended; it may be made to get no processor. */
    volatile Runnable onUnparked = () -> {};

    private final AtomicInteger parks = new AtomicInteger();
    private int opened;
    private int closed;

    HandDrivenTicker() {
        this(-Duration.ofSeconds(5).toNanos());
    }

    HandDrivenTicker(long origin) {
        now = origin;
    }

    @Override
    public long nanos() {
        onRead.run();
        long read = now;
        lastRead.set(read);
        return read;
    }

    @Override
    public Alarm schedule(Runnable task, long delayNanos) {
        onScheduling.run();
        if (onSchedule != null) {
            throw onSchedule;
        }
        Error once = onNextSchedule;
        if (once != null) {
            onNextSchedule = null;
            throw once;
        }
        Entry entry = new Entry(task, now + delayNanos);
        synchronized (this) {
            if (!free) {
                alarms.add(entry);
            }
        }
        if (free) {
            Background.start(task);
        }
        return entry;
    }

    @Override
    public void park(Object blocker, long nanos) {
        parks.incrementAndGet();
        parked.add(Thread.currentThread());
        try {
            // Time that went on before the registration is seen here; what comes after it unparks.
            if (lastRead.get() == now) {
                LockSupport.park(blocker);
            }
        } finally {
            parked.remove(Thread.currentThread());
        }
        onUnparked.run();
    }

    @Override
    public synchronized void open() {
        opened++;
    }

    @Override
    public synchronized void close() {
        closed++;
    }

    synchronized int openings() {
        return opened;
    }

    synchronized int closings() {
        return closed;
    }

    /** Lets time pass, with every alarm that becomes due on the way. */
    void advance(Duration by) {
        advanceQuietly(by);
        parked.forEach(LockSupport::unpark);
    }

    /** Lets time pass at once, as for a machine that sleeps: alarms are late, and run once each. */
    void leap(Duration by) {
        now += by.toNanos();
        advance(Duration.ZERO);
    }

    /** Lets time pass as {@link #advance} does, but wakes no parked thread. */
    void advanceQuietly(Duration by) {
        long target = now + by.toNanos();
        for (Entry due = takeDue(target); due != null; due = takeDue(target)) {
            due.task.run();
        }
        now = target;
    }

    private synchronized Entry takeDue(long target) {
        Entry first = first();
        if (first == null || first.due - target > 0) {
            return null;
        }
        alarms.remove(first);
        if (first.due - now > 0) {
            now = first.due;
        }
        return first;
    }

    private Entry first() {
        return alarms.stream().min(Comparator.comparingLong(entry -> entry.due - now)).orElse(null);
    }

    /** How long it is to the next alarm; null when there is none. */
    synchronized Duration untilNext() {
        Entry first = first();
        return first == null ? null : Duration.ofNanos(first.due - now);
    }

    /** Advances to the next alarm, and returns how long that was. */
    Duration advanceToNext() {
        Duration next = untilNext();
        advance(next);
        return next;
    }

    /** Waits until so many alarms are pending. */
    void awaitPending(int count) {
        await(count + " pending alarms").until(this::pending, number -> number == count);
    }

    synchronized int pending() {
        return alarms.size();
    }

    /** Waits until an alarm is pending that is due in exactly this time. */
    void awaitAlarmIn(Duration delay) {
        await("an alarm due in " + delay).until(() -> hasAlarmIn(delay));
    }

    synchronized boolean hasAlarmIn(Duration delay) {
        return alarms.stream().anyMatch(entry -> entry.due - now == delay.toNanos());
    }

    /** Waits until this many threads are parked. */
    void awaitParked(int threads) {
        await(threads + " parked threads").until(parked::size, number -> number >= threads);
    }

    /** Waits until a thread has parked so often. */
    void awaitParks(int times) {
        await(times + " parks").until(this::parks, number -> number >= times);
    }

    /** How often a thread has parked. */
    int parks() {
        return parks.get();
    }

    /** For the end of a test: forgets all alarms, and from now on every new one is due at once. */
    synchronized void runFree() {
        free = true;
        alarms.clear();
    }

    private final class Entry implements Alarm {
        private final Runnable task;
        private final long due;

        Entry(Runnable task, long due) {
            this.task = task;
            this.due = due;
        }

        @Override
        public void cancel() {
            synchronized (HandDrivenTicker.this) {
                alarms.remove(this);
            }
        }
    }
}
