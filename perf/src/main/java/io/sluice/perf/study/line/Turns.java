package io.sluice.perf.study.line;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Threads that act one at a time, in a random order that is the same each time. A thread that is
 * done passes the turn on and sleeps.
 */
final class Turns {

    private static final int NOBODY = -1;

    /** The action of a thread when it is its turn. */
    interface Turn {

        /**
         * Takes the turn.
         *
         * @param number the number of the thread
         * @param turn how many turns there were before
         */
        void take(int number, int turn) throws Exception;
    }

    private final List<Thread> threads = new ArrayList<>();
    private final Random lots;
    private final Turn action;
    private final int turns;

    /** Volatile: passes on what the thread before has written. */
    private volatile int next = NOBODY;

    /** Written and read by the thread that has the turn, and read at the end. */
    private int taken;

    private @Nullable Throwable failure;

    private Turns(int count, int turns, long seed, Turn action) {
        this.turns = turns;
        this.action = action;
        lots = new Random(seed);
        for (int i = 0; i < count; i++) {
            int number = i;
            Thread thread = new Thread(() -> live(number), "client-" + number);
            thread.setDaemon(true);
            threads.add(thread);
        }
    }

    /**
     * Runs some turns and returns when they are over.
     *
     * @param count how many threads
     * @param turns how many turns, all together
     * @param seed the seed of the order
     * @param action the action of a turn
     */
    static void run(int count, int turns, long seed, Turn action) throws InterruptedException {
        Turns all = new Turns(count, turns, seed, action);
        all.next = all.lots.nextInt(count);
        all.threads.forEach(Thread::start);
        for (Thread thread : all.threads) {
            thread.join();
        }
        if (all.failure != null) {
            throw new IllegalStateException("turn " + all.taken + " failed", all.failure);
        }
    }

    private void live(int number) {
        while (taken < turns && failure == null) {
            if (next != number) {
                LockSupport.park(this);
                continue;
            }
            try {
                action.take(number, taken);
            } catch (Throwable e) { // a missing thread would block all the others
                failure = e;
            }
            taken++;
            pass();
        }
    }

    private void pass() {
        int drawn = lots.nextInt(threads.size());
        next = drawn;
        if (taken == turns || failure != null) {
            threads.forEach(LockSupport::unpark);
        } else {
            LockSupport.unpark(threads.get(drawn));
        }
    }
}
