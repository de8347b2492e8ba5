package io.sluice.testkit;

import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A clock and timer that a test moves forward. Set it as the option {@code ticker} of a pool: then
 * ages, idle times, leases and time-outs of the pool go by it.
 *
 * <p>It runs with real time, so that nothing stands still, and {@link #advance} jumps ahead. Choose
 * limits of minutes in tests: then only jumps exceed them. One clock may drive several pools.
 * Thread-safe.
 *
 * @since 0.1.0
 */
public final class VirtualClock implements Ticker {

    /** A thread that parks for less polls, and is not woken. */
    private static final long POLL_NANOS = 1_000_000;

    private static final long NANOS_OF_MILLI = 1_000_000;
    private static final long LIMIT_NANOS = Duration.ofSeconds(5).toNanos();

    /**
     * A monitor: unlike a lock of {@code java.util.concurrent} it uses up no unpark of a waiter.
     */
    private final Object monitor = new Object();

    /** The jumps that each thread has seen when it read the clock last. */
    @SuppressWarnings("ThreadLocalUsage") // each clock jumps by itself
    private final ThreadLocal<Long> seen = ThreadLocal.withInitial(() -> 0L);

    private final PriorityQueue<Scheduled> alarms = new PriorityQueue<>();
    private final Set<Thread> parked = new HashSet<>();

    /** The sum of all jumps, in nanoseconds; changed under the monitor. */
    private volatile long ahead;

    private @Nullable Thread timer;
    private boolean running;
    private int pools;
    private long sequence;

    /** Tasks of the pools' background threads, and how many of them wait for time or a fault. */
    private int tasks;

    private int hanging;

    /** Creates a clock that shows real time until it is advanced. */
    public VirtualClock() {}

    /**
     * Lets time go by, and runs every alarm of the pools that comes due, in order and each at its
     * time. Before each step the background threads of the pools do what there is to do: connect,
     * validate, close. They get up to five seconds of real time, except for calls that a fault lets
     * hang. Threads that wait for the clock look at it again.
     *
     * @param time how far to jump
     * @throws IllegalArgumentException if the time is negative
     * @throws IllegalStateException if the thread is interrupted; its flag stays set
     */
    public void advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("time is " + time + "; a clock never goes back");
        }
        try {
            synchronized (monitor) {
                long target = now() + time.toNanos();
                settle();
                while (isDueBy(target)) {
                    jumpTo(alarms.element().due);
                    settle();
                }
                jumpTo(target);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the clock advanced", e);
        }
    }

    /** Waits until nothing is left to do at this time. */
    private void settle() throws InterruptedException {
        long start = System.nanoTime();
        synchronized (monitor) {
            while (running || isDueBy(now()) || tasks > hanging) {
                long left = LIMIT_NANOS - (System.nanoTime() - start);
                if (left <= 0) {
                    return; // a driver is slow, or an alarm: time goes on
                }
                monitor.wait(left / NANOS_OF_MILLI + 1);
            }
        }
    }

    private boolean isDueBy(long target) {
        Scheduled first = alarms.peek();
        return first != null && first.due - target <= 0;
    }

    private void jumpTo(long target) {
        synchronized (monitor) {
            long by = target - now();
            if (by > 0) {
                ahead += by;
                parked.forEach(LockSupport::unpark);
                monitor.notifyAll();
            }
        }
    }

    private long now() {
        return System.nanoTime() + ahead;
    }

    @Override
    public long nanos() {
        long jumps = ahead;
        seen.set(jumps);
        return System.nanoTime() + jumps;
    }

    @Override
    public Alarm schedule(Runnable task, long delayNanos) {
        synchronized (monitor) {
            Scheduled alarm = new Scheduled(task, now() + Math.max(delayNanos, 0), sequence++);
            alarms.add(alarm);
            ensureTimer();
            monitor.notifyAll();
            return alarm;
        }
    }

    @Override
    public void park(Object blocker, long nanos) {
        if (nanos <= 0) {
            return;
        }
        if (nanos < POLL_NANOS) {
            LockSupport.parkNanos(blocker, nanos);
            return;
        }
        Thread thread = Thread.currentThread();
        synchronized (monitor) {
            if (seen.get() != ahead) {
                return; // it decided to park by an older time
            }
            parked.add(thread);
            hangs(1);
        }
        try {
            LockSupport.parkNanos(blocker, nanos);
        } finally {
            synchronized (monitor) {
                parked.remove(thread);
                hangs(-1);
            }
        }
    }

    /** Tells that the calling thread begins or ends to wait for time or the end of a fault. */
    void hangs(int change) {
        String name = Thread.currentThread().getName();
        if (name.startsWith("sluice-") && name.contains("-creator-")) {
            synchronized (monitor) {
                hanging += change;
                monitor.notifyAll();
            }
        }
    }

    @Override
    public void taskBegins() {
        synchronized (monitor) {
            tasks++;
        }
    }

    @Override
    public void taskEnds() {
        synchronized (monitor) {
            tasks--;
            monitor.notifyAll();
        }
    }

    @Override
    public void open() {
        synchronized (monitor) {
            pools++;
            ensureTimer();
        }
    }

    @Override
    public void close() {
        synchronized (monitor) {
            pools--;
            monitor.notifyAll();
        }
    }

    private void ensureTimer() {
        if (timer == null) {
            Thread thread = new Thread(this::run, "sluice-virtual-clock");
            thread.setDaemon(true);
            thread.start();
            timer = thread;
        }
    }

    /** Runs on the timer thread, which ends with the last pool and the last alarm. */
    private void run() {
        for (Scheduled due = next(); due != null; due = next()) {
            try {
                due.task.run();
            } catch (Throwable e) { // one pool's failure must not stop the timer of the others
                Thread thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            } finally {
                synchronized (monitor) {
                    running = false;
                    monitor.notifyAll();
                }
            }
        }
    }

    private @Nullable Scheduled next() {
        synchronized (monitor) {
            for (; ; ) {
                Scheduled first = alarms.peek();
                if (first == null && pools == 0) {
                    timer = null;
                    return null;
                }
                long left = first == null ? 0 : first.due - now();
                if (first != null && left <= 0) {
                    alarms.remove();
                    running = true;
                    return first;
                }
                try {
                    monitor.wait(first == null ? 0 : left / NANOS_OF_MILLI + 1);
                } catch (InterruptedException e) {
                    // An alarm may have interrupted its thread; the timer goes on.
                }
            }
        }
    }

    private final class Scheduled implements Alarm, Comparable<Scheduled> {

        private final Runnable task;
        private final long due;
        private final long order;

        Scheduled(Runnable task, long due, long order) {
            this.task = task;
            this.due = due;
            this.order = order;
        }

        @Override
        public void cancel() {
            synchronized (monitor) {
                alarms.remove(this);
                monitor.notifyAll();
            }
        }

        @Override
        public int compareTo(Scheduled other) {
            int byTime = Long.signum(due - other.due);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }
}
