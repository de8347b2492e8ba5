package io.sluice.pool.internal;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A clock that stands still, on which threads really park: until they are woken, or until it is
 * certain that they will not be. Time is over then.
 */
final class PatientTicker extends StillTicker {

    /**
     * Much longer than any wake-up takes. Once it has passed in vain the result is known, and no
     * other thread needs to wait.
     */
    private static volatile long limit = TimeUnit.SECONDS.toNanos(10);

    private volatile boolean inVain;

    @Override
    public void park(Object blocker, long nanos) {
        long start = System.nanoTime();
        LockSupport.parkNanos(blocker, limit);
        if (System.nanoTime() - start >= limit) {
            inVain = true;
            limit = TimeUnit.MILLISECONDS.toNanos(1);
        }
    }

    @Override
    public long nanos() {
        return inVain ? Long.MAX_VALUE / 2 : super.nanos();
    }

    /** Whether a thread parked and was not woken. */
    boolean wasInVain() {
        return inVain;
    }
}
