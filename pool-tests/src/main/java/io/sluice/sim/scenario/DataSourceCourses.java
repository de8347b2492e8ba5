package io.sluice.sim.scenario;

import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;

/** Short courses of a data source of its own, each dense in one thing. Each seed follows one. */
final class DataSourceCourses {

    /** What drivers do beside JDBC, and what a pool shows of itself: a fifth of the seeds. */
    private static final Courses DRIVERS =
            new Courses(
                    "drivers",
                    DriverCourses::tellsPasswords,
                    DriverCourses::hidesBehindProxy,
                    DriverCourses::cancels,
                    LogCourses::describedBean,
                    StartCourses::refusesSizes,
                    TenantCourses::places,
                    StatementCourses::closedBehindOpen);

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
        Dice ofDrivers = new Dice(simulation.chance("course of drivers"));
        if (!DRIVERS.runOnceIn(5, simulation, ofDrivers)) {
            COURSES.run(simulation, new Dice(simulation.chance("course")));
        }
    }
}
