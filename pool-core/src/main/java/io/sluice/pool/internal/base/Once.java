package io.sluice.pool.internal.base;

import java.util.concurrent.atomic.AtomicBoolean;

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

    @Override
    public void run() {
        if (begin()) {
            work.run();
        }
    }
}
