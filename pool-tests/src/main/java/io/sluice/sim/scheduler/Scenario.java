package io.sluice.sim.scheduler;

/** What is simulated. Runs on the first thread of its simulation, and may start others. */
@FunctionalInterface
public interface Scenario {

    /** Does everything; the simulation is over when all of its threads have ended. */
    void run(Simulation simulation) throws Exception;
}
