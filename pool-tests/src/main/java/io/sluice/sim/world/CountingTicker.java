package io.sluice.sim.world;

import io.sluice.pool.internal.base.CreatorThreads;
import io.sluice.pool.internal.base.SystemTicker;
import io.sluice.pool.spi.Ticker;
import io.sluice.sim.scheduler.Simulation;

/** The ticker of one pool, which knows whether that has given everything back. */
public final class CountingTicker implements Ticker {

    private final SystemTicker ticker =
            new SystemTicker(task -> CreatorThreads.daemon("sluice-timer", task));

    private int pools;

    /** Alarms far away that have neither begun nor been cancelled: those of requests. */
    private int alarms;

    private final long farNanos;

    /**
     * Makes a ticker.
     *
     * @param farNanos from this delay on, an alarm is that of a request
     */
    public CountingTicker(long farNanos) {
        this.farNanos = farNanos;
    }

    /** At the end of a pool, nothing is left of it. */
    public void checkClosed(Simulation simulation) {
        if (pools != 0) {
            simulation.fail("the ticker of a closed pool has " + pools + " pools", null);
        }
        if (alarms != 0) {
            simulation.fail(alarms + " alarms are left of requests that are over", null);
        }
    }

    @Override
    public long nanos() {
        return ticker.nanos();
    }

    @Override
    public Alarm schedule(Runnable task, long delayNanos) {
        boolean[] isOver = {delayNanos < farNanos};
        alarms += isOver[0] ? 0 : 1;
        Alarm alarm =
                ticker.schedule(
                        () -> {
                            end(isOver);
                            task.run();
                        },
                        delayNanos);
        return () -> {
            end(isOver);
            alarm.cancel();
        };
    }

    private void end(boolean[] isOver) {
        alarms -= isOver[0] ? 0 : 1;
        isOver[0] = true;
    }

    @Override
    public void park(Object blocker, long nanos) {
        ticker.park(blocker, nanos);
    }

    @Override
    public void open() {
        pools++;
        ticker.open();
    }

    @Override
    public void close() {
        pools--;
        ticker.close();
    }

    @Override
    public void taskBegins() {
        ticker.taskBegins();
    }

    @Override
    public void taskEnds() {
        ticker.taskEnds();
    }
}
