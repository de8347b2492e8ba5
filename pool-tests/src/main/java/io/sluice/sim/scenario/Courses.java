package io.sluice.sim.scenario;

import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import java.util.List;

/** Short courses of events about one matter, of which a seed follows one. */
final class Courses {

    /** One course of events, with what is promised for it. */
    interface Course {
        void run(Simulation simulation, Dice dice) throws Exception;
    }

    private final String matter;
    private final List<Course> all;

    Courses(String matter, Course... all) {
        this.matter = matter;
        this.all = List.of(all);
    }

    /** Follows one of them. */
    void run(Simulation simulation, Dice dice) throws Exception {
        int course = dice.from(0, all.size() - 1);
        simulation.note("course " + course + " of " + matter);
        all.get(course).run(simulation, dice);
    }

    /** Follows one of them once in so many seeds. Returns whether it did. */
    boolean runOnceIn(int many, Simulation simulation, Dice dice) throws Exception {
        boolean isDrawn = dice.oneIn(many);
        if (isDrawn) {
            run(simulation, dice);
        }
        return isDrawn;
    }
}
