package io.sluice.pool.internal.base;

import io.sluice.pool.spi.Ticker;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Wakes threads that wait until resources are gone. Takes no lock. */
public final class DrainSignal {

    private final Ticker ticker;

    /**
     * The waits that have not ended. Shared: concurrent set; a thread adds its own before it looks
     * at its condition; read by a thread that has made a condition true. Partner: {@code
     * Generations.newest}, {@code CreationPermits.word}. One of the two sees the other.
     */
    private final Set<Wait> waits = ConcurrentHashMap.newKeySet();

    private static final class Wait implements Runnable {

        private final Thread thread = Thread.currentThread();

        /**
         * Shared: volatile, set by the alarm, which then wakes the thread. Partner: none (the
         * thread parks again unless it sees it).
         */
        private volatile boolean over;

        /** Runs on the timer thread. */
        @Override
        public void run() {
            over = true;
            LockSupport.unpark(thread);
        }
    }

    public DrainSignal(Ticker ticker) {
        this.ticker = ticker;
    }

    /**
     * Waits for a condition, for a limited time.
     *
     * @return false if the thread was interrupted; its interrupt flag is set
     */
    public boolean await(BooleanSupplier condition, long limitNanos) {
        Wait wait = new Wait();
        Ticker.Alarm alarm = ticker.schedule(wait, limitNanos);
        try {
            waits.add(wait);
            while (!condition.getAsBoolean() && !wait.over) {
                if (wait.thread.isInterrupted()) {
                    return false;
                }
                LockSupport.park(this);
            }
            return true;
        } finally {
            waits.remove(wait);
            alarm.cancel();
        }
    }

    /** Lets waiting threads look at their conditions again. */
    public void tell() {
        if (!waits.isEmpty()) { // an iterator takes memory
            waits.forEach(wait -> LockSupport.unpark(wait.thread));
        }
    }
}
