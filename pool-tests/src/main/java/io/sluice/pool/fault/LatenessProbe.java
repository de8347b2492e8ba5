package io.sluice.pool.fault;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that merely park for a given time, again and again, and note by how much they are late:
 * the yardstick for callers with a time-out in the same run. By how much a thread is late has
 * nothing to do with how long it has parked: short parks say more in the same time. Thread-safe.
 */
public final class LatenessProbe implements AutoCloseable {

    /** As many parks as give a 99.9th percentile a meaning: ten of them were later. */
    public static final int ENOUGH = 10_000;

    private final long limitNanos;
    private final List<Thread> threads = new ArrayList<>();

    /** Its figures are those since the last time it was asked for them. */
    private final OperatingSystemMXBean machine =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** Guarded by itself. */
    private final List<Long> latenesses = new ArrayList<>();

    /** Volatile; set once, by the thread that closes. */
    private volatile boolean over;

    private LatenessProbe(Duration limit) {
        limitNanos = limit.toNanos();
    }

    /**
     * Starts threads that park.
     *
     * @param limit for how long at a time
     */
    public static LatenessProbe start(int threads, Duration limit) {
        LatenessProbe probe = new LatenessProbe(limit);
        probe.takenByOthers(); // from now on
        for (int i = 0; i < threads; i++) {
            // Not all at the same moments.
            long first = probe.limitNanos * (i + 1) / threads;
            Thread thread = new Thread(() -> probe.run(first), "lateness-probe-" + i);
            thread.setDaemon(true);
            probe.threads.add(thread);
            thread.start();
        }
        return probe;
    }

    private void run(long first) {
        for (long limit = first; !over; limit = limitNanos) {
            long deadline = System.nanoTime() + limit;
            long left = limit;
            while (left > 0 && !over) {
                LockSupport.parkNanos(this, left);
                left = deadline - System.nanoTime();
            }
            if (left <= 0) {
                synchronized (latenesses) {
                    latenesses.add(-left);
                    if (latenesses.size() == ENOUGH) {
                        latenesses.notifyAll();
                    }
                }
            }
        }
    }

    /** Waits until the threads have parked {@link #ENOUGH} times. */
    public void awaitEnough() throws InterruptedException {
        synchronized (latenesses) {
            while (latenesses.size() < ENOUGH) {
                latenesses.wait();
            }
        }
    }

    /** What the threads have noted so far, and what others took since this was last asked. */
    public Lateness lateness() {
        double others = takenByOthers();
        synchronized (latenesses) {
            return Lateness.of(latenesses.stream().mapToLong(Long::longValue).toArray(), others);
        }
    }

    /** Both are negative where the platform does not tell. */
    private double takenByOthers() {
        return Math.max(0, machine.getCpuLoad() - Math.max(0, machine.getProcessCpuLoad()));
    }

    /** Ends the threads; what they noted can still be asked for. */
    @Override
    public void close() {
        over = true;
        threads.forEach(LockSupport::unpark);
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
