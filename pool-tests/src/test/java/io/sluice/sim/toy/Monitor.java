package io.sluice.sim.toy;

import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.Simulation;

/** Enters a monitor, which is not simulated. */
public final class Monitor implements Scenario {

    @Override
    public synchronized void run(Simulation simulation) {
        simulation.note("has the monitor");
    }
}
