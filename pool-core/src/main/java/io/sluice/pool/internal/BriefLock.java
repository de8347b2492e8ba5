package io.sluice.pool.internal;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock for sections that neither park nor call out. It is only ever tried, with pauses between.
 *
 * <p>A lock with a line allocates a place in it, which fails when the heap is full. Its next thread
 * may also be a virtual one without a carrier, behind which the timer would stand still. Here
 * nothing is allocated, and whichever thread runs goes on.
 */
final class BriefLock {

    /** Tries before a thread gives way: the section of another is mostly over by then. */
    private static final int SPINS = 64;

    private final ReentrantLock lock = new ReentrantLock();

    @SuppressWarnings("ThreadPriorityCheck") // the thread that has the lock may want a processor
    void lock() {
        int tries = 0;
        while (!lock.tryLock()) {
            if (++tries < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    boolean tryLock() {
        return lock.tryLock();
    }

    void unlock() {
        lock.unlock();
    }
}
