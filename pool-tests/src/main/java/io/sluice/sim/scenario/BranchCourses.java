package io.sluice.sim.scenario;

import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;

/** Short courses of lone branches, each dense in one race or in one failure. */
final class BranchCourses {

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
    }
}
