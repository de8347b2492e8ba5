package io.sluice.sim.scenario;

import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;

/** Short courses of lone branches, each dense in one race or in one failure. */
final class BranchCourses {

    /** So many branches, one after the other, are ended by two threads at once. */
    private static final int MANY = 10;

    private BranchCourses() {}

    static void run(Simulation simulation) {
        Dice dice = new Dice(simulation.chance("branch courses"));
        int courses = dice.from(2, 8);
        for (int i = 1; i <= courses; i++) {
            String course = "course-" + i;
            if (simulation.has(course)) {
                simulation.note(course);
                new BranchCourse(simulation, new Dice(simulation.chance(course)), i).run();
            }
        }
        Dice ofEnds = new Dice(simulation.chance("ends at once"));
        if (ofEnds.oneIn(2) && simulation.has("ends at once")) {
            for (int i = 1; i <= MANY; i++) {
                new BranchCourse(simulation, ofEnds, MANY + i).settleAsAnnounced();
            }
        }
        Dice ofForgets = new Dice(simulation.chance("forgets"));
        if (ofForgets.oneIn(8) && simulation.has("forgets")) {
            new BranchCourse(simulation, ofForgets, 2 * MANY + 1).isForgottenLater();
        }
    }
}
