package io.sluice.sim.scenario;

import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import java.util.List;

/** Short courses of a data source of its own, each dense in one thing. Each seed follows one. */
final class DataSourceCourses {

    private interface Course {
        void run(Simulation simulation, Dice dice) throws Exception;
    }

    private static final List<Course> COURSES =
            List.of(
                    AttributeCourses::putBack,
                    AttributeCourses::clientInfo,
                    AttributeCourses::firstChangeByTwo,
                    AttributeCourses::workBesideChange,
                    StatementCourses::byTwo,
                    StatementCourses::evicted,
                    StatementCourses::reset,
                    LeaseEndCourses::opensBeside,
                    LeaseEndCourses::abortsBeside,
                    StartCourses::order,
                    StartCourses::waitsForStart,
                    StartCourses::failsToBegin,
                    LogCourses::dirtyReturns,
                    LogCourses::classifier,
                    LogCourses::missingBean,
                    LogCourses::failedOpening,
                    SuspectCourses::killed,
                    SuspectCourses::aborted,
                    ServerCourses::standby,
                    ServerCourses::validationQuery,
                    ServerCourses::dataSourceClass,
                    TenantCourses::slowEnds);

    private DataSourceCourses() {}

    static void run(Simulation simulation) throws Exception {
        if (!simulation.has("course")) {
            return;
        }
        Dice dice = new Dice(simulation.chance("course"));
        int course = dice.from(0, COURSES.size() - 1);
        simulation.note("course " + course);
        simulation.readLog(text -> {});
        COURSES.get(course).run(simulation, dice);
    }
}
