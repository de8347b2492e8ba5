package io.sluice.sim.toy;

import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.Simulation;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A thread waits for a flag, for at most an hour; the second way may miss the wake-up. */
public abstract class Parking implements Scenario {

    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    volatile boolean flag;

    @Override
    public void run(Simulation simulation) {
        Thread sleeper = simulation.start("sleeper", () -> sleep(simulation));
        simulation.start("waker", () -> wake(sleeper));
    }

    private void sleep(Simulation simulation) {
        long began = System.nanoTime();
        while (!flag) {
            LockSupport.parkNanos(this, HOUR);
        }
        if (System.nanoTime() - began >= HOUR) {
            simulation.fail("missed the wake-up", null);
        }
    }

    abstract void wake(Thread sleeper);

    /** Sets the flag first. */
    public static final class InOrder extends Parking {
        @Override
        void wake(Thread sleeper) {
            flag = true;
            LockSupport.unpark(sleeper);
        }
    }

    /** Wakes first: the sleeper may look at the flag before it is set. */
    public static final class OutOfOrder extends Parking {
        @Override
        void wake(Thread sleeper) {
            LockSupport.unpark(sleeper);
            flag = true;
        }
    }
}
