package io.sluice.sim.toy;

import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.Simulation;
import java.util.concurrent.CountDownLatch;

/** Its class initializer makes something that is not simulated. */
public final class StaticLatch implements Scenario {

    private static final CountDownLatch LATCH = new CountDownLatch(1);

    @Override
    public void run(Simulation simulation) {
        LATCH.countDown();
    }
}
