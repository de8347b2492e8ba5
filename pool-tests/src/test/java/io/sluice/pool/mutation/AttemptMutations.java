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
                            "a slow attempt is given up for one without a permit",
                            "Creator.java",
                            "Math.max(CreationBackoff.SUSPECT_NANOS, MUCH_LONGER * took);",
                            "CreationBackoff.SUSPECT_NANOS;",
                            INTERNAL
                                    + "DemandHangTest#anAttemptWithoutAPermitIsTooLateIfNoOtherHangs"),
                    core(
                            "an attempt of a few milliseconds passes for one that hangs",
                            "Creator.java",
                            "Math.max(CreationBackoff.SUSPECT_NANOS, MUCH_LONGER * took);",
                            "MUCH_LONGER * took;",
                            INTERNAL
                                    + "DemandHangTest#oneWithoutAPermitGivesNoneUpThatHasTakenLessThanAQuarterOfASecond"),
                    core(
                            "one is made without a permit though none hangs",
                            "Creator.java",
                            "return oldest != null && oldest.hangs(/* took= */ 0);",
                            "return oldest != null;",
                            INTERNAL
                                    + "DemandHangTest#noneIsMadeWithoutAPermitBeforeOneThatHasOneHangs"),
                    core(
                            "attempts that were too young when a retry came are never looked at again",
                            "CreationBackoff.java",
                            "if (slow > 0 && retry == null) {",
                            "if (false) {",
                            INTERNAL
                                    + "CreationBackoffTest#creationsUnderWayAreCheckedAgainUntilTheyEnd"),
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
                            "a pool at its maximum connects beyond it to a slow server",
                            "Demand.java",
                            "&& backoff.isHangLikely()",
                            "",
                            INTERNAL
                                    + "DemandHangTest#noneIsBegunWithoutAPermitWhereAllMayJustBeSlow"),
                    core(
                            "attempts without a permit are without bound",
                            "Demand.java",
                            "&& creation.mayRunWithoutPermit()",
                            "",
                            INTERNAL + "DemandHangTest#thoseWithoutAPermitAreNoMoreThanMayHang"),
                    core(
                            "an outage in which all permits hang is never found to be over",
                            "Demand.java",
                            "if (attemptDue.get() && isHeldOut()",
                            "if (attemptDue.get() && false",
                            INTERNAL
                                    + "DemandHangTest#whereThoseThatHangHaveAllPermitsOneIsBegunWithoutWhichTakesOverThatOfTheOldest"),
                    core(
                            "an attempt without a permit gives one back",
                            "Demand.java",
                            "hasPermit ? givePermitBack : noPermit;",
                            "givePermitBack;",
                            INTERNAL
                                    + "DemandHangTest#oneWithoutAPermitGivesNoneBackWhenItFailsAndTheNextComesAsSoon"),
                    core(
                            "a resource created without a permit joins without one",
                            "Creator.java",
                            "} else if (hasPermit || outcome.takePermit()) {",
                            "} else if (true) {",
                            INTERNAL
                                    + "DemandHangTest#whereThoseThatHangHaveAllPermitsOneIsBegunWithoutWhichTakesOverThatOfTheOldest"),
                    core(
                            "a wrong password is retried without any caller",
                            "CreationBackoff.java",
                            "} else if (!minimumIsDue && !isWanted()) { leaveToWhoComes(); }",
                            "} else if (!minimumIsDue) { minimumIsDue = true; }",
                            INTERNAL
                                    + "DemandFailureTest#afterPermanentFailuresTheMinimumAloneIsTriedEverMoreSeldom"),
                    core(
                            "the pause of the minimum hides that an attempt hangs",
                            "CreationBackoff.java",
                            "if (isRetryFor(Reason.MINIMUM)) { retry = null; }",
                            "",
                            INTERNAL
                                    + "DemandFailureTest#aCallerInThePauseOfTheMinimumHasAHangingAttemptOvertaken"),
                    core(
                            "a hanging attempt keeps its permit when a later one succeeds",
                            "Demand.java",
                            "creation.giveUpOvertaken(beganAt, backoff.succeeded(beganAt));",
                            "backoff.succeeded(beganAt);",
                            INTERNAL
                                    + "DemandHangTest#aSuccessGivesUpWhatHangsAndGrowthGoesOnAtFullWidth"),
                    core(
                            "an attempt as slow as others is given up as hanging",
                            "Creator.java",
                            "long limit = Math.max(slowAfter, MUCH_LONGER * took);",
                            "long limit = slowAfter;",
                            INTERNAL + "DemandHangTest#anAttemptAsSlowAsOthersIsNotGivenUp"),
                    core(
                            "an attempt begun a moment before a success is given up",
                            "Creator.java",
                            "long limit = Math.max(slowAfter, MUCH_LONGER * took);",
                            "long limit = MUCH_LONGER * took;",
                            INTERNAL
                                    + "DemandHangTest#anAttemptUnderWayForLessThanASecondIsNotGivenUp"),
                    core(
                            "after an outage hanging attempts are given up no sooner than before",
                            "CreationBackoff.java",
                            "slowAfter = isOutageLikely() ? SUSPECT_NANOS : SLOW_NANOS;",
                            "slowAfter = SLOW_NANOS;",
                            INTERNAL + "HangingProbeTest#isGivenUpAsSoonAsTheNextHasSucceeded"),
                    core(
                            "a hanging attempt is waited for a second until another fails",
                            "CreationBackoff.java",
                            "return failures > 0 || (usualNanos > 0 && usualNanos <= SUSPECT_NANOS / 2);",
                            "return failures > 0;",
                            INTERNAL
                                    + "DemandHangTest#whereCreationIsQuickWhatHangsIsSuspectedAndGivenUpSooner"),
                    core(
                            "each attempt that is given up brings another beside the regular ones",
                            "CreationBackoff.java",
                            "if (took >= SUSPECT_NANOS && CreationPermits.creating(permits.get()) > 0) {",
                            "if (false) {",
                            INTERNAL
                                    + "DemandHangTest#howeverManyAreGivenUpOneFollowsTheOtherAfterAPause"),
                    core(
                            "a failure of an attempt begun before a success backs off",
                            "CreationBackoff.java",
                            "isNews = beganAt - provenAt >= 0;",
                            "isNews = true;",
                            INTERNAL
                                    + "DemandHangTest#anAttemptFromBeforeASuccessThatFailsAfterItStopsNoOther"),
                    core(
                            "such a failure cancels the retry that the one before relied on",
                            "CreationBackoff.java",
                            "&& allowed > 0 && CreationPermits",
                            "&& CreationPermits",
                            INTERNAL
                                    + "DemandHangTest#anAttemptFromBeforeASuccessLeavesTheRetryToAFailureThatReliesOnIt"),
                    core(
                            "the permit of such a failure is not offered",
                            "Demand.java",
                            "check(); // a permit was given back, and no retry follows",
                            "",
                            INTERNAL
                                    + "DemandHangTest#thePermitOfWhatBeganBeforeASuccessIsOfferedAtTheEndOfItsLimit"),
                    core(
                            "when too many hang nothing is created any more",
                            "Demand.java",
                            "return creation.tooManyHang() && CreationPermits.creating(counts) > 0;",
                            "return creation.tooManyHang();",
                            INTERNAL
                                    + "DemandHangTest#besideTooManyThatNeverReturnOneIsBegunAtATime"),
                    core(
                            "however many hang another is begun beside them each second",
                            "Demand.java",
                            "return creation.tooManyHang() && CreationPermits.creating(counts) > 0;",
                            "return false;",
                            INTERNAL
                                    + "DemandHangTest#besideTooManyThatNeverReturnOneIsBegunAtATime"),
                    core(
                            "however many hang the next follows at once",
                            "Creator.java",
                            "return PAUSE_FOR_EACH_NANOS * Math.max(0, hanging.get() - TOO_MANY_HANGING);",
                            "return 0;",
                            INTERNAL
                                    + "DemandHangTest#besideTooManyThatNeverReturnOneIsBegunAtATime"),
                    core(
                            "an attempt given up when another succeeded never counts as hanging",
                            "Creator.java",
                            "} else if (STAGE.compareAndSet(this, Stage.OVERTAKEN, Stage.HANGING)) {",
                            "} else if (false) {",
                            INTERNAL
                                    + "DemandHangTest#anAttemptGivenUpBeforeItsLimitCountsAsHangingAfterIt"),
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
                            "Demand.java",
                            "finally { // waiters are told even if no retry can be planned\n"
                                    + " tell(failure, permanent, isNews, isFirst); }",
                            "finally { } tell(failure, permanent, isNews, isFirst);",
                            INTERNAL
                                    + "FirstCreationTest#isMissingWhenItFailsAndNoRetryCanBePlanned"),
                    core(
                            "a success does not reach waiters when no look at the others can be planned",
                            "Demand.java",
                            "finally { // waiters are served even if an alarm cannot be set\n"
                                    + " first.ended(null); check(); site.announce(resource); }",
                            "finally { } first.ended(null); check(); site.announce(resource);",
                            INTERNAL
                                    + "DemandFailureTest#aSuccessCountsEvenIfNoLookAtTheOthersCanBePlanned"),
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
                            INTERNAL + "DestroyerTest#aResourceIsAbortedEvenIfNoLimitCanBeSet"));
}
