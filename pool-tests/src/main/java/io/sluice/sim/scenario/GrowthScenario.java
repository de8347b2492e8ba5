package io.sluice.sim.scenario;

import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import java.util.List;

/**
 * How a pool grows, told step by step: when it connects, how many times at once, and what its
 * callers are told, while its server is well, slow, down, or refuses, or no alarm can be set. And
 * how it looks after what it has.
 */
public final class GrowthScenario implements Scenario {

    /** One course of events, with what is promised for it. */
    interface Course {
        void run(Simulation simulation, Dice dice) throws Exception;
    }

    private static final List<Course> COURSES =
            List.of(
                    OutageCourses::transientOutage,
                    OutageCourses::doesNotJoin,
                    OutageCourses::failureThatIsToldToAll,
                    OutageCourses::deniedOnce,
                    OutageCourses::deniedThenDown,
                    OutageCourses::minimumAfterSuspension,
                    HangCourses::unknownServer,
                    HangCourses::knownServer,
                    HangCourses::lateResource,
                    HangCourses::successBesideLate,
                    HangCourses::lateFailure,
                    HangCourses::failureFromBeforeASuccess,
                    HangCourses::manyHang,
                    QueueCourses::quickServer,
                    QueueCourses::trustedMembers,
                    QueueCourses::longLeases,
                    QueueCourses::momentWithoutReturn,
                    QueueCourses::limitOfAttempts,
                    QueueCourses::afterALoss,
                    AlarmCourses::noAlarm,
                    AlarmCourses::secondLook,
                    AlarmCourses::retryWithoutAlarm,
                    AlarmCourses::firstWithoutAlarm,
                    AlarmCourses::closeWithoutAlarm,
                    AlarmCourses::openWithoutAlarm,
                    AlarmCourses::staleAlarm,
                    AlarmCourses::slowAlarm,
                    RaceCourses::minimum,
                    ValidationCourses::firstValidations,
                    ValidationCourses::suspicion,
                    ValidationCourses::noTimeToWait,
                    UpkeepCourses::smallerMaximum,
                    UpkeepCourses::flushBesideHang,
                    UpkeepCourses::keepaliveWithoutAlarm,
                    UpkeepCourses::newcomerWithoutAlarm,
                    UpkeepCourses::clockFails,
                    LateCourses::pauseAfterBoth,
                    LateCourses::lateFromBeforeASuccess,
                    LateCourses::oneBesideLate,
                    LateCourses::successWithinNoTime,
                    LateCourses::slowServer,
                    LateCourses::pausesBesideMany,
                    OutageCourses::minimumAfterOutage,
                    OutageCourses::judgeFails,
                    OutageCourses::firstIsTold,
                    OutageCourses::noneJoins,
                    CloseCourses::retryAtTheClose,
                    CloseCourses::slowClock,
                    CloseCourses::minimumAtTheClose,
                    HandleCourses::firstClosedByTwo);

    private static final List<Course> MORE =
            List.of(
                    RestCourses::idledOut,
                    RestCourses::usedBeforeTheRest,
                    PlaceCourses::unfitForTheFirst,
                    PlaceCourses::unfitForALaterOne,
                    PermitCourses::someFailAtOnce,
                    PermitCourses::allFailAtOnce,
                    TransactionCourses::handles,
                    TransactionCourses::leaseReport,
                    TransactionCourses::timeLeft,
                    TransactionCourses::refusal);

    /** Each comes to its moment only now and then. */
    private static final List<Course> RACES =
            List.of(
                    RaceCourses::needlessCreators,
                    RaceCourses::firstAtTheClose,
                    RaceCourses::suspendedAndFlushed,
                    RaceCourses::failureThatIsForgotten,
                    UpkeepCourses::flushBesideAttempts,
                    UpkeepCourses::flushBesideReleases,
                    UpkeepCourses::oneTick);

    /** How it looks after what it has. */
    private static final List<Course> UPKEEP =
            List.of(
                    FitnessCourses::allHang,
                    FitnessCourses::noRoomToWait,
                    FitnessCourses::noThread,
                    FitnessCourses::failsSoon,
                    FitnessCourses::answersTooLate,
                    FitnessCourses::noUse,
                    SuspicionCourses::again,
                    SuspicionCourses::besideRelease,
                    SuspicionCourses::outOfTime,
                    SuspicionCourses::interrupt,
                    SuspicionCourses::ofOneAlone,
                    HousekeepingCourses::keepalivesHang,
                    HousekeepingCourses::leftOut,
                    HousekeepingCourses::minimumStays,
                    HousekeepingCourses::noAlarm,
                    HousekeepingCourses::noThread,
                    HousekeepingCourses::replacedAtRest,
                    ReturnCourses::noTick,
                    ReturnCourses::smallerMaximum,
                    ReturnCourses::takenAway,
                    ReturnCourses::inWork,
                    ReturnCourses::suspended);

    @Override
    public void run(Simulation simulation) throws Exception {
        if (EndCourses.runOne(simulation)) {
            return;
        }
        Dice dice = new Dice(simulation.chance("all"));
        Dice upkeep = dice.with(simulation.chance("upkeep"));
        if (upkeep.oneIn(3)) {
            upkeep.oneOf(UPKEEP).run(simulation, upkeep);
            return;
        }
        Dice races = dice.with(simulation.chance("races"));
        if (races.oneIn(4)) {
            races.oneOf(RACES).run(simulation, races);
            return;
        }
        Dice more = dice.with(simulation.chance("more"));
        if (more.oneIn(5)) {
            more.oneOf(MORE).run(simulation, more);
            return;
        }
        int course = dice.from(0, COURSES.size() - 1);
        simulation.note("course " + course);
        COURSES.get(course).run(simulation, dice);
    }
}
