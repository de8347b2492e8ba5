package io.sluice.sim.scheduler;

/** Ends a thread of a simulation that has failed. */
final class SimulationEnded extends Error {

    private static final long serialVersionUID = 1;

    SimulationEnded() {
        super("the simulation is over", null, false, false);
    }
}
