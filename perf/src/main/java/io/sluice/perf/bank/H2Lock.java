package io.sluice.perf.bank;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one thread of the worker at a time into H2's engine.
 *
 * <p>The bank counts what a kill takes from transactions, and H2 loses commits that it has
 * confirmed when several of its sessions commit at once and are killed, without any pool and
 * without any manager (docs/performance.md, bank). Which branches are open, prepared or committed
 * when the kill comes is left to chance all the same, for threads keep their turn for a statement
 * and not for a transaction.
 */
final class H2Lock {

    private static final ReentrantLock LOCK = new ReentrantLock(true);

    /** Plain: set before the pools and their threads are made, and read by these. */
    private static boolean sideBySide;

    private H2Lock() {}

    /** Lets threads in side by side from now on, to see what comes of it. */
    static void sideBySide() {
        sideBySide = true;
    }

    /** Waits for the turn of this thread; reentrant. */
    static void lock() {
        if (!sideBySide) {
            LOCK.lock();
        }
    }

    /** Ends what was begun by the last {@link #lock}. */
    static void unlock() {
        if (LOCK.isHeldByCurrentThread()) {
            LOCK.unlock();
        }
    }

    /**
     * Ends the turn, also where H2 told of the begin of a statement that failed, and not of its
     * end.
     */
    static void leave() {
        while (LOCK.isHeldByCurrentThread()) {
            LOCK.unlock();
        }
    }
}
