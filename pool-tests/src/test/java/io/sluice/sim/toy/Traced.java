package io.sluice.sim.toy;

import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import java.util.concurrent.atomic.AtomicInteger;

/** A thread looks where another one is, which may have been preempted a moment ago. */
public final class Traced implements Scenario {

    private static final int EACH = 20;

    private final AtomicInteger value = new AtomicInteger();
    private final AtomicInteger other = new AtomicInteger();

    @Override
    public void run(Simulation simulation) {
        SimThread counting = simulation.start("counting", this::count);
        for (int i = 0; i < EACH; i++) {
            StackTraceElement[] frames = counting.getStackTrace();
            simulation.note(frames.length == 0 ? "nowhere" : frames[0].toString());
            value.get();
            other.get();
        }
    }

    private void count() {
        for (int i = 0; i < EACH; i++) {
            value.incrementAndGet();
            other.incrementAndGet();
        }
    }
}
