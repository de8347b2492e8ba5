package io.sluice.pool.internal.base;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A task that runs at most once. An executor may throw after it passed a task on: when the thread
 * has run the task and ended, starting its replacement may fail. So the winner of {@link #begin}
 * decides: it runs the task or handles the failure.
 */
public class Once implements Runnable {

    private final Runnable work;

    /**
     * Shared: CAS by the thread that runs it, or by the one that could not start it. Partner: none
     * (the winner decides).
     */
    private final AtomicBoolean begun = new AtomicBoolean();

    /**
     * How many of its passes to an executor are counted with the ticker. Shared: atomic add before
     * a pass; CAS by the thread that ran it and by the one whose pass failed, perhaps after it ran.
     * Partner: none (a count).
     */
    private final AtomicInteger counted = new AtomicInteger();

    public Once(Runnable work) {
        this.work = work;
    }

    /** Whether no other thread has begun it. */
    public final boolean begin() {
        return begun.compareAndSet(false, true);
    }

    /** Lets it run once more. For the thread that has begun it. */
    public final void again() {
        begun.set(false);
    }

    final void countIn() {
        counted.incrementAndGet();
    }

    /** False if the other thread has counted it out. */
    final boolean countOut() {
        for (; ; ) {
            int count = counted.get();
            if (count == 0) {
                return false;
            }
            if (counted.compareAndSet(count, count - 1)) {
                return true;
            }
        }
    }

    @Override
    public void run() {
        if (begin()) {
            work.run();
        }
    }
}
