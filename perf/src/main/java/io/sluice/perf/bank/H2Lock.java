package io.sluice.perf.bank;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one thread of the worker at a time into H2's engine.
 *
 * <p>The bank counts what a kill takes from transactions, and H2 may lose what it has confirmed
 * when several of its sessions commit at once and are killed, without any pool and without any
 * manager (docs/transactions-and-recovery.md). Which branches are open, prepared or committed when
 * the kill comes is left to chance all the same, for threads keep their turn for a statement and
 * not for a transaction.
 */
final class H2Lock {

    private static final ReentrantLock LOCK = new ReentrantLock(true);

    /** Whether the statement of this thread has a turn of its own. */
    private static final ThreadLocal<Boolean> IN_STATEMENT = ThreadLocal.withInitial(() -> false);

    /** Plain: set before the pools and their threads are made, and read by these. */
    private static boolean sideBySide;

    private H2Lock() {}

    /** Lets threads in side by side from now on, to see what comes of it. */
    static void sideBySide() {
        sideBySide = true;
    }

    /** Waits for the turn of this thread, for several statements; reentrant. */
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

    /** Waits for the turn of a statement, unless it has it: H2 announces each of its attempts. */
    static void statementBegins() {
        if (!IN_STATEMENT.get()) {
            lock();
            IN_STATEMENT.set(true);
        }
    }

    /** Ends the turn of a statement that had come to its begin. */
    static void statementEnds() {
        if (IN_STATEMENT.get()) {
            IN_STATEMENT.set(false);
            unlock();
        }
    }
}
