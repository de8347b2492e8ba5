package io.sluice.pool.internal;

import io.sluice.pool.spi.Ticker;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The clock of the system, and the one timer thread of all pools of the process. It sleeps until
 * the next alarm is due, and ends with the last pool.
 */
public final class SystemTicker implements Ticker {

    /** The only instance. */
    public static final SystemTicker INSTANCE = new SystemTicker();

    private static final long LONGEST_DELAY = Long.MAX_VALUE / 4;

    /**
     * Guards everything below. Held for a heap operation only, never while an alarm's task runs.
     */
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition changed = lock.newCondition();
    private final PriorityQueue<Entry> alarms = new PriorityQueue<>();
    private int pools;
    private long sequence;
    private @Nullable Thread thread;

    private SystemTicker() {}

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
        lock.lock();
        try {
            // Far from overflow: dues are compared by their difference.
            long delay = Math.max(0, Math.min(delayNanos, LONGEST_DELAY));
            Entry entry = new Entry(task, nanos() + delay, sequence++);
            alarms.add(entry);
            startThread();
            if (alarms.peek() == entry) {
                changed.signal();
            }
            return entry;
        } finally {
            lock.unlock();
        }
    }

    /** The thread is started here, where a failure to start it leaves nothing half done. */
    @Override
    public void open() {
        lock.lock();
        try {
            startThread();
            pools++;
        } finally {
            lock.unlock();
        }
    }

    private void startThread() {
        if (thread == null) {
            Thread timer = CreatorThreads.daemon("sluice-timer", this::run);
            timer.start();
            thread = timer;
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            pools--;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        for (Runnable task = next(); task != null; task = next()) {
            try {
                task.run();
            } catch (Throwable e) { // one pool's failure must not stop the time of the others
                SureLog.log(System.Logger.Level.ERROR, "An alarm failed; the timer goes on", e);
            }
        }
    }

    private @Nullable Runnable next() {
        for (; ; ) {
            try {
                return awaitDue();
            } catch (InterruptedException e) { // told here, where the lock is not held any more
                SureLog.log(System.Logger.Level.DEBUG, "The timer was interrupted, and goes on", e);
            }
        }
    }

    /** Waits for the next alarm that is due; null when the last pool is gone. */
    private @Nullable Runnable awaitDue() throws InterruptedException {
        lock.lock();
        try {
            for (; ; ) {
                Entry first = alarms.peek();
                if (first == null && pools <= 0) {
                    thread = null;
                    return null;
                }
                long delay = first == null ? Long.MAX_VALUE : first.due - nanos();
                if (first != null && delay <= 0) {
                    alarms.remove(first);
                    return first.task;
                }
                changed.awaitNanos(delay);
            }
        } finally {
            lock.unlock();
        }
    }

    private final class Entry implements Alarm, Comparable<Entry> {
        private final Runnable task;
        private final long due;
        private final long order;

        Entry(Runnable task, long due, long order) {
            this.task = task;
            this.due = due;
            this.order = order;
        }

        @Override
        public void cancel() {
            lock.lock();
            try {
                boolean first = alarms.peek() == this;
                // Two alarms due at the same nanosecond are two alarms: equality is identity.
                if (alarms.remove(this) && first) {
                    changed.signal(); // or the thread would wake for what is no longer due
                }
            } finally {
                lock.unlock();
            }
        }

        @Override
        public int compareTo(Entry other) {
            int byTime = Long.compare(due - other.due, 0);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }
}
