package io.sluice.sim.world;

import io.sluice.pool.spi.Ticker;

/** The ticker of a pool, which at times sets no alarm, takes long to set one, or is late. */
public final class FaultyTicker implements Ticker {

    private final Ticker real;

    /** How often a pool has opened it, and not closed it. */
    public int users;

    /** How many alarms were set. */
    public int set;

    /** Whether there is no memory for alarms. */
    public boolean refuses;

    /** Runs before each alarm is set. */
    public Runnable beforeAlarm = () -> {};

    /** Runs on the timer's thread before each task. */
    public Runnable beforeRun = () -> {};

    public FaultyTicker(Ticker real) {
        this.real = real;
    }

    @Override
    public long nanos() {
        return real.nanos();
    }

    @Override
    public Alarm schedule(Runnable task, long delayNanos) {
        if (refuses) {
            throw new OutOfMemoryError("no alarm, on purpose");
        }
        beforeAlarm.run();
        set++;
        return real.schedule(
                () -> {
                    beforeRun.run();
                    task.run();
                },
                delayNanos);
    }

    @Override
    public void park(Object blocker, long nanos) {
        real.park(blocker, nanos);
    }

    @Override
    public void open() {
        real.open();
        users++;
    }

    @Override
    public void close() {
        users--;
        real.close();
    }
}
