package io.sluice.pool.fault;

import io.sluice.pool.internal.base.PreparedAlarm;
import io.sluice.pool.internal.base.SystemTicker;
import io.sluice.pool.spi.Ticker;

/** The system's, with a point where an alarm is set that needs memory. */
class TickerWithPoints implements Ticker {

    @Override
    public long nanos() {
        return SystemTicker.INSTANCE.nanos();
    }

    @Override
    public Alarm schedule(Runnable task, long delayNanos) {
        if (!(task instanceof PreparedAlarm)) {
            MemoryFaults.point();
        }
        return SystemTicker.INSTANCE.schedule(task, delayNanos);
    }

    @Override
    public void park(Object blocker, long nanos) {
        SystemTicker.INSTANCE.park(blocker, nanos);
    }

    @Override
    public void open() {
        SystemTicker.INSTANCE.open();
    }

    @Override
    public void close() {
        SystemTicker.INSTANCE.close();
    }
}
