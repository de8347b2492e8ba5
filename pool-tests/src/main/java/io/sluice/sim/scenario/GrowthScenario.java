package io.sluice.sim.scenario;

import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;

/**
 * How a pool grows, told step by step, while its server is well, slow, down, or refuses, or no
 * alarm can be set. And how it looks after what it has, and how that ends. Each seed follows one
 * course of these.
 */
public final class GrowthScenario implements Scenario {

    /** What is true beside trouble that the others do not come to: an eighth of all seeds. */
    private static final Courses TROUBLE =
            new Courses(
                    "trouble",
                    ReturnCourses::beyondMaximum,
                    HomeCourses::noShortWay,
                    FitnessCourses::hasRunNonetheless,
                    RecorderCourses::creations,
                    RecorderCourses::waits,
                    DestroyCourses::closeWithoutLog,
                    ClosedCourses::lastTaskEnds,
                    ClosedCourses::requestComes,
                    MeetingCourses::missesSmallerMaximum,
                    MeetingCourses::releasedForAnother);

    /**
     * How leases, resources, alarms and reports end where something fails: a third of the other
     * seeds.
     */
    private static final Courses ENDS =
            new Courses(
                    "ends",
                    TickerCourses::noThread,
                    TickerCourses::deadThread,
                    TickerCourses::stalledThread,
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

    /** How it looks after what it has: a third of the other seeds. */
    private static final Courses UPKEEP =
            new Courses(
                    "upkeep",
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

    /** How what exists is used, also after a rest and in transactions: a fifth of the rest. */
    private static final Courses USE =
            new Courses(
                    "use",
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

    private static final Courses NEWCOMERS = new Courses("newcomers", NewcomerCourses::canBeHad);

    /** Each comes to its moment only now and then: a quarter of what is left. */
    private static final Courses RACES =
            new Courses(
                    "races",
                    RaceCourses::needlessCreators,
                    RaceCourses::firstAtTheClose,
                    RaceCourses::suspendedAndFlushed,
                    RaceCourses::failureThatIsForgotten,
                    UpkeepCourses::flushBesideAttempts,
                    UpkeepCourses::flushBesideReleases,
                    UpkeepCourses::oneTick);

    /** When it connects, how many times at once, and what its callers are told: what is left. */
    private static final Courses GROWTH =
            new Courses(
                    "growth",
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

    @Override
    public void run(Simulation simulation) throws Exception {
        Dice dice = new Dice(simulation.chance("all"));
        boolean isDone =
                NEWCOMERS.runOnceIn(16, simulation, new Dice(simulation.chance("newcomers")))
                        || TROUBLE.runOnceIn(8, simulation, new Dice(simulation.chance("trouble")))
                        || ENDS.runOnceIn(3, simulation, new Dice(simulation.chance("ends")))
                        || UPKEEP.runOnceIn(3, simulation, dice.with(simulation.chance("upkeep")))
                        || RACES.runOnceIn(4, simulation, dice.with(simulation.chance("races")))
                        || USE.runOnceIn(5, simulation, dice.with(simulation.chance("more")));
        if (!isDone) {
            GROWTH.run(simulation, dice);
        }
    }
}
