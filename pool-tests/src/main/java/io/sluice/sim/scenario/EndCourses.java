package io.sluice.sim.scenario;

import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import java.util.List;

/** How leases, resources, alarms and reports end where something fails, told step by step. */
final class EndCourses {

    private static final List<GrowthScenario.Course> COURSES =
            List.of(
                    TickerCourses::noThread,
                    TickerCourses::deadThread,
                    TickerCourses::nothingKept,
                    DestroyCourses::abortWithoutAlarm,
                    DestroyCourses::giveUpWithoutAlarm,
                    DestroyCourses::flushUntilGivenUp,
                    DestroyCourses::flushBesideAttempt,
                    DestroyCourses::closeBesideBranch,
                    DestroyCourses::noThreads,
                    DestroyCourses::closedWithoutThread,
                    DestroyCourses::neverJoined,
                    AbandonedCourses::inTransaction,
                    AbandonedCourses::closing,
                    AbandonedCourses::oneFails,
                    ReportCourses::reportInTrouble,
                    ReportCourses::deadlock,
                    ReportCourses::leasesThatEnd,
                    ReportCourses::timesAtOnce,
                    ReportCourses::callersContext);

    private EndCourses() {}

    /** Runs one of them in a third of the seeds, or returns false. */
    static boolean runOne(Simulation simulation) throws Exception {
        Dice dice = new Dice(simulation.chance("ends"));
        if (!dice.oneIn(3)) {
            return false;
        }
        int course = dice.from(0, COURSES.size() - 1);
        simulation.note("course of ends " + course);
        COURSES.get(course).run(simulation, dice);
        return true;
    }
}
