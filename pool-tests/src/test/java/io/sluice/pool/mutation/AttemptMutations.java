package io.sluice.pool.mutation;

import static io.sluice.pool.mutation.Mutation.core;

import java.util.List;

/**
 * The promises of attempts to create that hang, fail late or cannot be followed by an alarm: they
 * cost neither a permit nor the next attempt.
 */
final class AttemptMutations {

    private static final String INTERNAL = "io.sluice.pool.internal.";

    private AttemptMutations() {}

    static final List<Mutation> ALL =
            List.of(
                    // what hangs
                    core(
                            "a suspension forgets the minimum",
                            "CreationBackoff.java",
                            "void suspend() { lock.lock(); try { notRefusing(); }",
                            "void suspend() { lock.lock(); try { waiters.accept(); }",
                            INTERNAL
                                    + "DemandFailureTest#afterAPermanentFailureASuspensionForgetsTheMinimumNoMoreThanItsCaller"),
                    core(
                            "a caller that may not wait is sent to wait beside a good resource",
                            "FitnessCheck.java",
                            "return waiters.waiting < config.maxWaiting();",
                            "return true;",
                            INTERNAL + "ValidationAsideTest#aCallerThatMayNotWaitValidatesItself"),
                    core(
                            "a validation at the end of the stack is followed by another",
                            "FitnessCheck.java",
                            "if (isForCaller && refusal instanceof StackOverflowError e) {",
                            "if (false && refusal instanceof StackOverflowError e) {",
                            INTERNAL
                                    + "ValidationTest#thatFindsTheEndOfTheStackIsFollowedByNoOther"),
                    core(
                            "a pool at its maximum connects beyond it to a server of which nothing is known",
                            "Demand.java",
                            "(backoff.knowsTheServer() ? 0 : creator.late())",
                            "0",
                            INTERNAL
                                    + "DemandHangTest#lateAttemptsCountAgainstTheMaximumWhereAllMayJustBeSlow"),
                    core(
                            "a success that took no time counts as none",
                            "CreationBackoff.java",
                            "long took = Math.max(1, ticker.nanos() - beganAt);",
                            "long took = ticker.nanos() - beganAt;",
                            INTERNAL
                                    + "DemandHangTest#anotherBeginsAlsoWhereTheSuccessBeforeTookNoTime"),
                    core(
                            "an attempt that hangs keeps its permit until its time limit",
                            "Creator.java",
                            "if (isDue && !tooManyAreLate() && losePermit()) {",
                            "if (false) {",
                            INTERNAL
                                    + "DemandHangTest#anotherBeginsBesideMoreLateAttemptsThanThereArePermits"),
                    core(
                            "a late attempt gives a second permit back",
                            "Creator.java",
                            "wasLate ? noPermit : givePermitBack);",
                            "givePermitBack);",
                            INTERNAL
                                    + "DemandHangTest#aLateAttemptThatFailsGivesNoSecondPermitBack"),
                    core(
                            "a late resource joins without a permit",
                            "Creator.java",
                            "(before == Stage.LATE && isWelcome())",
                            "before == Stage.LATE",
                            INTERNAL
                                    + "DemandHangTest#aLateResourceIsDestroyedWhereMembersHaveAllPermits"),
                    core(
                            "a wrong password is retried without any caller",
                            "CreationBackoff.java",
                            "} else if (!minimumIsDue && !isWanted()) { leaveToWhoComes(); }",
                            "} else if (!minimumIsDue) { minimumIsDue = true; }",
                            INTERNAL
                                    + "DemandFailureTest#afterPermanentFailuresTheMinimumAloneIsTriedEverMoreSeldom"),
                    core(
                            "a late resource waits for the permit of an attempt on time",
                            "Demand.java",
                            "return creator.takePermitOfAnother();",
                            "return false;",
                            INTERNAL
                                    + "HangingProbeTest#servesWhenItComesBackThoughAnotherHasItsPermit"),
                    core(
                            "beside late attempts as many begin as before",
                            "CreationBackoff.java",
                            "if (isNews(beganAt)) { isOneLate = true; }",
                            "",
                            INTERNAL
                                    + "CreationBackoffTest#besideALateAttemptOneMayBeginUntilTheNextSuccess"),
                    core(
                            "after a success beside late attempts growth goes on one at a time",
                            "CreationBackoff.java",
                            "isOneLate = false;",
                            "",
                            INTERNAL
                                    + "DemandHangTest#afterASuccessBesideLateAttemptsGrowthGoesOnAtFullWidth"),
                    core(
                            "a failure relies on the retry of an attempt that began long before",
                            "CreationBackoff.java",
                            "return cause == Cause.MINIMUM || (cause == Cause.LATE_FAILURE && !wasLate);",
                            "return cause == Cause.MINIMUM;",
                            INTERNAL
                                    + "CreationBackoffTest#theRetryAfterTheFailureOfALateAttemptIsNotThatOfALaterOne"),
                    core(
                            "attempts that fail together make each other's pause longer",
                            "CreationBackoff.java",
                            "if (pending == null || pending.yieldsTo(wasLate)) {",
                            "if (true) {",
                            INTERNAL
                                    + "CreationBackoffTest#ofAttemptsThatFailTogetherTheFirstDecidesThePause"),
                    core(
                            "a late attempt that began before a success slows growth",
                            "CreationBackoff.java",
                            "if (isNews(beganAt)) { isOneLate = true; }",
                            "isOneLate = true;",
                            INTERNAL
                                    + "CreationBackoffTest#besideALateAttemptOneMayBeginUntilTheNextSuccess"),
                    core(
                            "threads that are being refused count as new callers",
                            "Demand.java",
                            "startOrLeave(/* othersReturnSoon= */ true);",
                            "check();",
                            INTERNAL
                                    + "DemandFailureTest#afterAPermanentFailureNothingIsTriedUntilACallerComes"),
                    core(
                            "an attempt as slow as usual is late",
                            "CreationBackoff.java",
                            "Math.max(LATE_NANOS, 2 * usualNanos)",
                            "LATE_NANOS",
                            INTERNAL + "DemandHangTest#anAttemptIsLateAfterTwiceTheUsualTime"),
                    core(
                            "after a failure attempts are late no sooner than before",
                            "CreationBackoff.java",
                            "failures > 0 || (usualNanos > 0 && usualNanos <= QUICK_NANOS);",
                            "usualNanos > 0 && usualNanos <= QUICK_NANOS;",
                            INTERNAL
                                    + "DemandHangTest#afterAFailureAnAttemptIsLateAfterAQuarterOfASecondAtTheEarliest"),
                    core(
                            "where creation is quick attempts are late no sooner than elsewhere",
                            "CreationBackoff.java",
                            "failures > 0 || (usualNanos > 0 && usualNanos <= QUICK_NANOS);",
                            "failures > 0;",
                            INTERNAL + "DemandHangTest#whereCreationIsQuickAnAttemptIsLateSooner"),
                    core(
                            "the time-out of a late attempt delays the next",
                            "CreationBackoff.java",
                            "wasLate && leastPause == 0 ? Math.min(allowed, 1) : 0;",
                            "0;",
                            INTERNAL + "CreationBackoffTest#theFailureOfALateAttemptDelaysNoOther"),
                    core(
                            "a failure of an attempt begun before a success backs off",
                            "CreationBackoff.java",
                            "if (!isNews(beganAt)) { return false; }",
                            "",
                            INTERNAL
                                    + "DemandHangTest#anAttemptFromBeforeASuccessThatFailsAfterItStopsNoOther"),
                    core(
                            "the permit of such a failure is not offered",
                            "Creator.java",
                            "demand.run(); // a permit was given back",
                            "",
                            INTERNAL
                                    + "DemandHangTest#anAttemptFromBeforeASuccessThatFailsAfterItStopsNoOther"),
                    core(
                            "when too many are late nothing is created any more",
                            "Demand.java",
                            "!(creator.tooManyAreLate() && CreationPermits.creating(counts) > 0)",
                            "!creator.tooManyAreLate()",
                            INTERNAL
                                    + "DemandHangTest#besideTooManyThatNeverReturnOneIsBegunAtATime"),
                    core(
                            "however many are late another is late beside them each second",
                            "Creator.java",
                            "if (isDue && !tooManyAreLate() && losePermit()) {",
                            "if (isDue && losePermit()) {",
                            INTERNAL
                                    + "DemandHangTest#besideTooManyThatNeverReturnOneIsBegunAtATime"),
                    core(
                            "however many are late the next follows at once",
                            "Creator.java",
                            "long leastPause = PAUSE_FOR_EACH_NANOS * Math.max(0, late.get() - MOST_LATE);",
                            "long leastPause = 0;",
                            INTERNAL
                                    + "DemandHangTest#besideTooManyThatNeverReturnOneIsBegunAtATime"),
                    core(
                            "an attempt that began before a success is never late",
                            "Creator.java",
                            "late.getAndIncrement(); backoff.late(beganAt);",
                            "backoff.late(beganAt);",
                            INTERNAL
                                    + "DemandHangTest#anAttemptIsLateUntilItComesBackHoweverManySucceedBesideIt"),
                    // what cannot be judged, or followed by an alarm
                    core(
                            "an error while a failure is judged costs its permit",
                            "Creator.java",
                            "} catch (Throwable e) { // such as a stack overflow",
                            "} catch (RuntimeException e) { // such as a stack overflow",
                            INTERNAL
                                    + "DemandFailureTest#anErrorWhileAFailureIsJudgedCostsNeitherThePermitNorTheRetry"),
                    core(
                            "a failure rethrown while it is judged costs its permit",
                            "Creator.java",
                            "FailureText.with(failure, e);",
                            "failure.addSuppressed(e);",
                            INTERNAL
                                    + "DemandFailureTest#aFailureRethrownWhileItIsJudgedCostsNeitherThePermitNorTheRetry"),
                    core(
                            "a retry that could not be planned is waited for",
                            "CreationBackoff.java",
                            "if (retry == planned) {",
                            "if (false) {",
                            INTERNAL
                                    + "DemandFailureTest#noWaiterWaitsForARetryThatCannotBePlanned"),
                    core(
                            "a waiter for the first resource is not told when no retry can be planned",
                            "Creator.java",
                            "tell(failure, permanent, isNews, isFirst); }",
                            "if (isPlanned) { tell(failure, permanent, isNews, isFirst); } }",
                            INTERNAL
                                    + "FirstCreationTest#isMissingWhenItFailsAndNoRetryCanBePlanned"),
                    // the end of a resource
                    core(
                            "a close waits in vain when demand cannot be checked",
                            "Discarder.java",
                            "finally { // a close or a flush may wait for it\n generations.gone(bornIn); }",
                            "finally { } generations.gone(bornIn);",
                            INTERNAL
                                    + "DiscarderTest#isToldToCloseAndFlushEvenIfDemandCannotBeChecked"),
                    core(
                            "an abort whose limit cannot be set keeps the permit",
                            "Destroyer.java",
                            "try { end(e); } finally { abortHere(resource); }",
                            "abortHere(resource); end(e);",
                            INTERNAL
                                    + "DestroyerTest#anAbortThatCannotBeLimitedComesAfterThePermitHasComeBack"),
                    core(
                            "a failing log hides the failure of an abort",
                            "Destroyer.java",
                            "SafeLog.write(",
                            "System.getLogger(\"io.sluice.pool\").log(",
                            INTERNAL
                                    + "CreatorThreadsTest#anAbortThatFailsIsNotReplacedByTheFailureOfTheLog"),
                    core(
                            "a failing log hides the failure of a task",
                            "CreatorThreads.java",
                            "SafeLog.write(",
                            "System.getLogger(\"io.sluice.pool\").log(",
                            INTERNAL
                                    + "CreatorThreadsTest#aTaskThatFailsIsNotReplacedByTheFailureOfTheLog"),
                    core(
                            "a destruction that cannot be limited is not aborted",
                            "Destroyer.java",
                            "if (abort) {",
                            "if (abort && limit != null) {",
                            INTERNAL + "DestroyerTest#aResourceIsAbortedEvenIfNoLimitCanBeSet"),
                    core(
                            "an attempt that begins in a suspended pool connects",
                            "Creator.java",
                            "if (site.isSuspended()) {",
                            "if (false) {",
                            INTERNAL
                                    + "DemandTest#anAttemptThatBeginsWhileAPoolIsSuspendedAndFlushedDoesNotConnect"));
}
