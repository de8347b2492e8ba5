package io.sluice.sim.toy;

import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.Simulation;
import java.util.concurrent.locks.ReentrantLock;

/** Two threads take two locks, in one order or in both. */
public abstract class Locks implements Scenario {

    final ReentrantLock left = new ReentrantLock();
    final ReentrantLock right = new ReentrantLock();

    static void both(ReentrantLock first, ReentrantLock second) {
        first.lock();
        try {
            second.lock();
            second.unlock();
        } finally {
            first.unlock();
        }
    }

    /** Cannot get stuck. */
    public static final class InOneOrder extends Locks {
        @Override
        public void run(Simulation simulation) {
            simulation.start("one", () -> both(left, right));
            simulation.start("other", () -> both(left, right));
        }
    }

    /** Each may have what the other needs. */
    public static final class InBothOrders extends Locks {
        @Override
        public void run(Simulation simulation) {
            simulation.start("one", () -> both(left, right));
            simulation.start("other", () -> both(right, left));
        }
    }
}
