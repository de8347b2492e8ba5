package io.sluice.sim.scenario;

import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;

/** Threads and requests in line for few resources, on a good day: all that is promised to them. */
public final class LineScenario implements Scenario {

    @Override
    public void run(Simulation simulation) throws Exception {
        Dice dice = new Dice(simulation.chance("all"));
        Dice more = dice.with(simulation.chance("more"));
        if (more.oneIn(3)) {
            new LineMeetings(simulation, more).run();
            return;
        }
        if (more.oneIn(3)) {
            new LineRules(simulation, more).run();
            return;
        }
        switch (dice.from(1, 3)) {
            case 1 -> new LineOrder(simulation, dice).run();
            case 2 -> new LineRaces(simulation, dice).run();
            default -> new LineLimits(simulation, dice).run();
        }
    }
}
