package io.sluice.sim.world;

import io.sluice.pool.internal.base.PreparedAlarm;
import io.sluice.pool.spi.Ticker;
import org.jspecify.annotations.Nullable;

/** The ticker of a pool, which at times sets no alarm, takes long to set one, or is late. */
public final class FaultyTicker implements Ticker {

    private final Ticker real;

    /** How often a pool has opened it, and not closed it. */
    public int users;

    /** Whether there is no memory for alarms, but for those made in advance. */
    public boolean refuses;

    /** Whether it is another error that it fails with. */
    public boolean refusesOddly;

    /** Runs after each close. */
    public Runnable afterClose = () -> {};

    /** How many alarms have neither begun nor been called off. */
    public int pending;

    /** Runs before each read of the clock. */
    public Runnable beforeRead = () -> {};

    /** Runs before each alarm is set. */
    public Runnable beforeAlarm = () -> {};

    /** Runs after each alarm was called off. */
    public Runnable afterCancel = () -> {};

    /** Runs on the timer's thread before each task. */
    public Runnable beforeRun = () -> {};

    public FaultyTicker(Ticker real) {
        this.real = real;
    }

    @Override
    public long nanos() {
        beforeRead.run();
        return real.nanos();
    }

    @Override
    public Alarm schedule(Runnable task, long delayNanos) {
        boolean isRefused = refuses && !(task instanceof PreparedAlarm);
        if (isRefused && refusesOddly) {
            throw new IllegalStateException("no alarm, on purpose");
        }
        if (isRefused) {
            throw new OutOfMemoryError("no alarm, on purpose");
        }
        beforeAlarm.run();
        Pending alarm = new Pending(task);
        alarm.real = real.schedule(alarm, delayNanos);
        return alarm;
    }

    private final class Pending implements Runnable, Alarm {
        private final Runnable task;
        private boolean isOver;
        @Nullable Alarm real;

        Pending(Runnable task) {
            this.task = task;
            pending++;
        }

        private void isOver() {
            pending -= isOver ? 0 : 1;
            isOver = true;
        }

        @Override
        public void run() {
            isOver();
            beforeRun.run();
            task.run();
        }

        @Override
        public void cancel() {
            isOver();
            if (real != null) {
                real.cancel();
            }
            afterCancel.run();
        }
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
        afterClose.run();
    }

    @Override
    public void taskBegins() {
        real.taskBegins();
    }

    @Override
    public void taskEnds() {
        real.taskEnds();
    }
}
