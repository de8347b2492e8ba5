package io.sluice.pool.internal;

import io.sluice.pool.spi.Ticker;

/**
 * A clock that stands still and counts the alarms that are set. For races in which time has no
 * part.
 */
class StillTicker implements Ticker {

    /** A race may set it before it begins. */
    long now = 1_000_000_000L;

    private int alarms;

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public synchronized Alarm schedule(Runnable task, long delayNanos) {
        alarms++;
        return () -> {};
    }

    @Override
    public void park(Object blocker, long nanos) {}

    final synchronized int alarms() {
        return alarms;
    }
}
