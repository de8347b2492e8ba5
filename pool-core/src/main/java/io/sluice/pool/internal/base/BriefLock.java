package io.sluice.pool.internal.base;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock for short sections that neither park nor call out. It spins and yields instead of
 * queueing.
 *
 * <p>A queueing lock allocates a node, which fails when the heap is full. Its next owner may also
 * be a virtual thread without a carrier, which would stall the timer. This lock allocates nothing,
 * and any running thread can take it.
 */
public final class BriefLock {

    /** Tries before yielding: by then the other section is mostly over. */
    private static final int SPINS = 64;

    private final ReentrantLock lock = new ReentrantLock();

    @SuppressWarnings("ThreadPriorityCheck") // the thread that has the lock may want a processor
    public void lock() {
        int tries = 0;
        while (!lock.tryLock()) {
            if (++tries < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    public boolean tryLock() {
        return lock.tryLock();
    }

    public void unlock() {
        lock.unlock();
    }
}
