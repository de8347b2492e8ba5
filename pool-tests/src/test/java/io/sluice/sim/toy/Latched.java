package io.sluice.sim.toy;

import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.Simulation;
import java.util.concurrent.CountDownLatch;

/** Waits in a way that is not simulated. */
public final class Latched implements Scenario {

    @Override
    public void run(Simulation simulation) throws InterruptedException {
        new CountDownLatch(1).await();
    }
}
