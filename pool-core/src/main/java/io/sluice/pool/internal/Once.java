package io.sluice.pool.internal;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A task that runs once, or never. An executor may fail although it has passed a task on to a
 * thread: when that thread has run the task and ended, the executor starts another in its place,
 * for which there may be no memory. So whoever wins {@link #begin} decides what becomes of it.
 */
class Once implements Runnable {

    private final Runnable work;

    /** Compare-and-set by the thread that runs it, or by the one that could not start it. */
    private final AtomicBoolean begun = new AtomicBoolean();

    Once(Runnable work) {
        this.work = work;
    }

    /** Whether nobody has begun it before. */
    final boolean begin() {
        return begun.compareAndSet(false, true);
    }

    @Override
    public final void run() {
        if (begin()) {
            work.run();
        }
    }
}
