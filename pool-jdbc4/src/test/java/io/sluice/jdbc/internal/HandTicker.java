package io.sluice.jdbc.internal;

import io.sluice.pool.spi.Ticker;
import java.util.ArrayList;
import java.util.List;

/** A clock that stands still. Its alarms are raised by hand, whenever they are due. */
final class HandTicker implements Ticker {

    /** An alarm that was neither raised nor cancelled. */
    record Pending(Runnable task, long delayNanos) {}

    private final List<Pending> pending = new ArrayList<>();

    /** What {@link #schedule} throws in place of scheduling; null for nothing. */
    volatile Error onSchedule;

    /** What {@link #close} throws; null for nothing. */
    volatile RuntimeException onClose;

    @Override
    public long nanos() {
        return 0;
    }

    @Override
    public synchronized Alarm schedule(Runnable task, long delayNanos) {
        if (onSchedule != null) {
            throw onSchedule;
        }
        Pending alarm = new Pending(task, delayNanos);
        pending.add(alarm);
        return () -> callOff(alarm);
    }

    private synchronized void callOff(Pending alarm) {
        pending.remove(alarm);
    }

    synchronized List<Pending> pending() {
        return List.copyOf(pending);
    }

    /** Raises the alarms that there are. */
    void raise() {
        for (Pending alarm : pending()) {
            callOff(alarm);
            alarm.task().run();
        }
    }

    @Override
    public void close() {
        if (onClose != null) {
            throw onClose;
        }
    }

    @Override
    public void park(Object blocker, long nanos) {
        throw new UnsupportedOperationException("nobody parks here");
    }
}
