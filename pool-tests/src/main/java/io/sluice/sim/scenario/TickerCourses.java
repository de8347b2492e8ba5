package io.sluice.sim.scenario;

import io.sluice.pool.internal.base.CreatorThreads;
import io.sluice.pool.internal.base.SystemTicker;
import io.sluice.pool.spi.Ticker;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;

/** The timer of all pools, alone. */
final class TickerCourses {

    private static final long MILLI = Duration.ofMillis(1).toNanos();
    private static final long HOUR = Duration.ofHours(1).toNanos();
    private static final String NAME = "sluice-timer";

    /** So many alarms that were called off, the timer does not keep. */
    private static final int MANY = 1_100;

    private static final int MOST_COLLECTIONS = 5;

    /** So often the timer goes to rest: it has to stall at one instruction. */
    private static final int TRIES = 50;

    private TickerCourses() {}

    /** An alarm whose setting failed does not run, and the next one does. */
    static void noThread(Simulation simulation, Dice dice) {
        SystemTicker ticker = new SystemTicker(task -> CreatorThreads.daemon(NAME, task));
        boolean[] hasRun = new boolean[2];
        simulation.refuseThreads(() -> true);
        try {
            ticker.schedule(() -> hasRun[0] = true, dice.from(0, 10) * MILLI);
            simulation.fail("an alarm is set for which there is no thread", null);
        } catch (OutOfMemoryError e) {
            simulation.note("no alarm");
        } finally {
            simulation.refuseThreads(() -> false);
        }
        ticker.schedule(() -> hasRun[1] = true, dice.from(0, 10) * MILLI);
        simulation.sleep(20 * MILLI);
        if (hasRun[0] || !hasRun[1]) {
            simulation.fail("an alarm that was refused runs, or the next one does not", null);
        }
    }

    /** A timer that has died, for want of stack for one, is replaced at the next use. */
    static void deadThread(Simulation simulation, Dice dice) {
        boolean[] isFirst = {true};
        SystemTicker ticker =
                new SystemTicker(
                        task -> {
                            boolean dies = isFirst[0];
                            isFirst[0] = false;
                            return CreatorThreads.daemon(NAME, dies ? () -> {} : task);
                        });
        boolean[] hasRun = new boolean[2];
        ticker.schedule(() -> hasRun[0] = true, 5 * MILLI);
        simulation.sleep(dice.from(10, 30) * MILLI);
        ticker.schedule(() -> hasRun[1] = true, 5 * MILLI);
        simulation.sleep(10 * MILLI);
        if (!hasRun[0] || !hasRun[1]) {
            simulation.fail("a timer that has died keeps alarms", null);
        }
    }

    /** A timer that stalled as it went to rest, and so rests for longer, is woken for an alarm. */
    static void stalledThread(Simulation simulation, Dice dice) {
        SystemTicker ticker = new SystemTicker(task -> CreatorThreads.daemon(NAME, task));
        for (int i = 0; i < TRIES; i++) {
            simulation.stall(0.5, 30 * MILLI);
            ticker.schedule(() -> {}, dice.from(5, 20) * MILLI);
            simulation.sleep(20 * MILLI); // by then the rest should be over
            simulation.stall(0, 0);
            simulation.sleep(Math.max(0, simulation.stalledUntil() - simulation.nanos()) + 1);
            boolean[] hasRun = {false};
            ticker.schedule(() -> hasRun[0] = true, MILLI);
            simulation.sleep(2 * MILLI);
            if (!hasRun[0]) {
                simulation.fail("an alarm waits until a timer that stalled has rested", null);
            }
        }
    }

    /** Of what is over the timer keeps nothing. The JVM looks for it, so this is rare. */
    static void nothingKept(Simulation simulation, Dice dice) {
        if (!dice.oneIn(8)) {
            return;
        }
        SystemTicker ticker = new SystemTicker(task -> CreatorThreads.daemon(NAME, task));
        ticker.open();
        ticker.schedule(() -> {}, Duration.ofMinutes(1).toNanos()); // for which the timer rests
        Ticker.Alarm[] alarm = new Ticker.Alarm[1];
        WeakReference<?> pool = setAlarm(ticker, alarm);
        simulation.sleep(10 * MILLI);
        WeakReference<?> calledOff = callOffMany(ticker);
        simulation.sleep(10 * MILLI);
        try {
            for (int i = 0; i < MOST_COLLECTIONS && isAny(pool, calledOff); i++) {
                System.gc();
            }
            if (isAny(pool, calledOff)) {
                simulation.fail(
                        "the timer keeps what is over: " + pool.get() + ", " + calledOff.get(),
                        null);
            }
        } finally {
            Reference.reachabilityFence(alarm);
        }
        ticker.close();
    }

    private static boolean isAny(WeakReference<?> one, WeakReference<?> other) {
        return one.get() != null || other.get() != null;
    }

    /** What a pool has done. */
    private static final class OfPool implements Runnable {
        @Override
        public void run() {}
    }

    private static WeakReference<?> setAlarm(SystemTicker ticker, Ticker.Alarm[] alarm) {
        Runnable pool = new OfPool();
        alarm[0] = ticker.schedule(pool, MILLI);
        return new WeakReference<>(pool);
    }

    private static WeakReference<?> callOffMany(SystemTicker ticker) {
        Ticker.Alarm first = ticker.schedule(() -> {}, HOUR);
        first.cancel();
        for (int i = 0; i < MANY; i++) {
            ticker.schedule(() -> {}, HOUR).cancel();
        }
        return new WeakReference<>(first);
    }
}
