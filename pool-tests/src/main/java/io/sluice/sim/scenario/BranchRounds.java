package io.sluice.sim.scenario;

import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;

/** Branches of connections that no pool has, one after the other: many ends in little time. */
final class BranchRounds {

    private BranchRounds() {}

    static void run(Simulation simulation) {
        Dice dice = new Dice(simulation.chance("lone branches"));
        int rounds = dice.from(4, 12);
        LonePlace place = new LonePlace(simulation, dice);
        for (int i = 1; i <= rounds; i++) {
            String round = "lone-" + i;
            if (simulation.has(round)) {
                Dice ofRound = new Dice(simulation.chance(round));
                simulation.note(round);
                if (ofRound.oneIn(3)) {
                    new GateRound(simulation, ofRound).run();
                } else if (!new BranchRound(simulation, ofRound, i, place).run()) {
                    place = new LonePlace(simulation, ofRound);
                }
            }
        }
        BranchCourses.run(simulation);
    }
}
