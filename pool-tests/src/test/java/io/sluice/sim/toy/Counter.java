package io.sluice.sim.toy;

import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import java.util.concurrent.atomic.AtomicInteger;

/** Two threads count; the second way of counting loses updates. */
public abstract class Counter implements Scenario {

    private static final int EACH = 3;

    abstract void increment();

    abstract int value();

    @Override
    public void run(Simulation simulation) {
        SimThread one = simulation.start("one", this::count);
        SimThread other = simulation.start("other", this::count);
        simulation.join(one);
        simulation.join(other);
        if (value() != 2 * EACH) {
            simulation.fail("lost an update: " + value(), null);
        }
    }

    private void count() {
        for (int i = 0; i < EACH; i++) {
            increment();
        }
    }

    /** Loses nothing. */
    public static final class Atomic extends Counter {
        private final AtomicInteger value = new AtomicInteger();

        @Override
        void increment() {
            value.incrementAndGet();
        }

        @Override
        int value() {
            return value.get();
        }
    }

    /** Reads, then writes. */
    public static final class Volatile extends Counter {
        private volatile int value;

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // on purpose
        void increment() {
            value++;
        }

        @Override
        int value() {
            return value;
        }
    }
}
