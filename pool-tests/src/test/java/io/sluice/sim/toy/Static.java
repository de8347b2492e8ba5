package io.sluice.sim.toy;

import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.Simulation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A set made by the class initializer, whose order would differ from run to run. */
public final class Static implements Scenario {

    private static final Set<String> NAMES = new HashSet<>();

    @Override
    public void run(Simulation simulation) {
        List<String> names = List.of("one", "two", "three", "four", "five");
        NAMES.addAll(names);
        if (!List.copyOf(NAMES).equals(names)) {
            simulation.fail("the order is " + NAMES, null);
        }
    }
}
