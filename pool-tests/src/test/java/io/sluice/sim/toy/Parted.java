package io.sluice.sim.toy;

import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.Simulation;
import java.util.concurrent.atomic.AtomicInteger;

/** Two of many threads lose an update, under some schedules; what the others do is no matter. */
public final class Parted implements Scenario {

    private static final int THREADS = 8;
    private static final int EACH = 20;

    private final AtomicInteger others = new AtomicInteger();
    private int count;

    @Override
    public void run(Simulation simulation) {
        int counting = 0;
        for (int i = 1; i <= THREADS; i++) {
            String name = "thread-" + i;
            if (simulation.has(name)) {
                boolean counts = i == 2 || i == 7;
                counting += counts ? EACH : 0;
                simulation.start(name, counts ? this::count : this::doSomethingElse);
            }
        }
        simulation.sleep(1); // time passes when the threads have ended
        if (count != counting) {
            simulation.fail("lost an update: " + count + " of " + counting, null);
        }
    }

    private void count() {
        for (int i = 0; i < EACH; i++) {
            count++;
        }
    }

    private void doSomethingElse() {
        others.incrementAndGet();
    }
}
