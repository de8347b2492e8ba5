package io.sluice.sim.scenario;

import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;

/** Short courses of a data source of its own, each dense in one thing. Each seed follows one. */
final class DataSourceCourses {

    private static final Courses COURSES =
            new Courses(
                    "a data source",
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
                    StartCourses::failsToClose,
                    LogCourses::dirtyReturns,
                    LogCourses::classifier,
                    LogCourses::missingBean,
                    LogCourses::failedOpening,
                    SuspectCourses::killed,
                    SuspectCourses::aborted,
                    ServerCourses::standby,
                    ServerCourses::validationQuery,
                    ServerCourses::dataSourceClass,
                    TenantCourses::slowEnds,
                    TenantCourses::interrupted,
                    TenantCourses::switched,
                    TenantCourses::unclosed);

    private DataSourceCourses() {}

    static void run(Simulation simulation) throws Exception {
        if (!simulation.has("course")) {
            return;
        }
        simulation.readLog(text -> {});
        COURSES.run(simulation, new Dice(simulation.chance("course")));
    }
}
