package io.sluice.perf.bank;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one thread of the worker at a time into H2's engine.
 *
 * <p>The bank counts what a kill takes from transactions. H2 alone, without any pool or manager,
 * may lose confirmed commits when several of its sessions commit at once and are killed
 * (docs/transactions-and-recovery.md). Which branches are open, prepared or committed at the kill
 * is still random, since threads keep their turn for a statement and not for a transaction.
 */
final class H2Lock {

    private static final ReentrantLock LOCK = new ReentrantLock(true);

    /** Whether the statement of this thread has a turn of its own. */
    private static final ThreadLocal<Boolean> IN_STATEMENT = ThreadLocal.withInitial(() -> false);

    /** Plain: set before the pools and their threads are made, and read by these. */
    private static boolean sideBySide;

    private H2Lock() {}

    /** Lets threads in side by side from now on, to see the effect. */
    static void sideBySide() {
        sideBySide = true;
    }

    /** Waits for the turn of this thread, for several statements; reentrant. */
    static void lock() {
        if (!sideBySide) {
            LOCK.lock();
        }
    }

    /** Ends the turn begun by the last {@link #lock}. */
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

    /** Ends the turn of a statement whose begin was announced. */
    static void statementEnds() {
        if (IN_STATEMENT.get()) {
            IN_STATEMENT.set(false);
            unlock();
        }
    }
}
