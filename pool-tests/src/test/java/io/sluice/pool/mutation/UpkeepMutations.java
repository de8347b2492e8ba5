package io.sluice.pool.mutation;

import static io.sluice.pool.mutation.Mutation.core;
import static io.sluice.pool.mutation.Mutation.face;
import static io.sluice.pool.mutation.Mutation.handle;
import static io.sluice.pool.mutation.Mutation.jdbc;

import java.util.List;

/**
 * The promises of what happens to all members: flush, suspension, validation, and the time that
 * tells.
 */
final class UpkeepMutations {

    private static final String OBSERVER = "io.sluice.pool.internal.ObserverTest#";
    private static final String TIMES = "io.sluice.pool.internal.TimesTest#";
    private static final String DEFECTS = "io.sluice.pool.AncestorDefectsTest#";
    private static final String INTERNAL = "io.sluice.pool.internal.";

    private UpkeepMutations() {}

    static final List<Mutation> ALL =
            List.of(
                    // the start
                    jdbc(
                            "a caller after a start that failed tries again at once",
                            "Lifecycle.java",
                            "if (left > 0) {",
                            "if (left > Long.MAX_VALUE / 2) {",
                            "io.sluice.jdbc.internal.LifecycleTest"
                                    + "#isToldToCallersInThePauseAfterItAndNobodyConnects"),
                    jdbc(
                            "a failure of the close hides why the pool did not start",
                            "Lifecycle.java",
                            "opened.closeAfter(e);",
                            "opened.close(Duration.ZERO);",
                            "io.sluice.jdbc.internal.LifecycleTest"
                                    + "#isToldAlsoIfWhatItHasOpenedDoesNotClose"),
                    jdbc(
                            "an interrupted start fails all callers",
                            "Lifecycle.java",
                            "boolean interrupted = Thread.currentThread().isInterrupted();",
                            "boolean interrupted = false;",
                            "io.sluice.jdbc.internal.LifecycleTest"
                                    + "#doesNotReachOtherCallersWhenTheStarterWasInterrupted"),
                    jdbc(
                            "a start that fails for a while fails for good",
                            "SqlErrors.java",
                            "return failed.isPermanent()",
                            "return failed != null",
                            "io.sluice.jdbc.internal.connect.SqlErrorsTest"
                                    + "#aFailureThatMayPassIsTransientWhetherThePoolStartsOrRuns"),
                    core(
                            "a start that fails for good may be retried",
                            "Creator.java",
                            "first.ended(permanent ? reasonOf(failure) : failure);",
                            "first.ended(failure);",
                            INTERNAL + "FirstCreationTest#isMissingForGoodWhenTimeCannotMendIt"),
                    jdbc(
                            "an unchecked failure at the opening leaves a pool open",
                            "OpenPool.java",
                            "new OpenPool(config, pool, managerName, recovery, null).closeAfter(e);",
                            "",
                            "io.sluice.jdbc.internal.OpenPoolTest#anErrorAtTheOpeningLeavesNoPoolOpen"),
                    jdbc(
                            "the parameters of an MBean's operations have no names",
                            "ManagedPool.java",
                            "return parameter(operation, sequence);",
                            "return super.getParameterName(operation, parameter, sequence);",
                            "io.sluice.jdbc.ManagementTest"
                                    + "#everyAttributeOperationAndParameterIsDescribed"),
                    jdbc(
                            "a log that fails leaves a pool open whose MBean is gone",
                            "OpenPool.java",
                            "JdbcLog.write(Level.DEBUG, config.name(), \"its MBean",
                            "System.getLogger(\"io.sluice.jdbc\").log(Level.DEBUG, config.name(), \"its MBean",
                            "io.sluice.jdbc.internal.OpenPoolTest"
                                    + "#isClosedThoughItsMbeanIsGoneAndTheLogFails"),
                    jdbc(
                            "a data source that knows no limit keeps a pool from its start",
                            "ConnectTimeouts.java",
                            "} catch (SQLException | UnsupportedOperationException | LinkageError e) {",
                            "} catch (SQLException e) {",
                            "io.sluice.jdbc.internal.connect.ConnectTimeoutsTest"
                                    + "#aDataSourceThatHasNoLimitIsLeftWithoutHoweverItSaysSo"),
                    jdbc(
                            "the limit of reads stays when the login is over",
                            "DriverConnectionFactory.java",
                            "if (limitsReads) { connection.setNetworkTimeout(RestingState.SAME_THREAD, 0); }",
                            "",
                            "io.sluice.jdbc.ReadLimitTest#aCallMayTakeLongerThanTheLogin"),
                    jdbc(
                            "the limit of reads stays in recovery",
                            "XaRecoverySource.java",
                            "networkTimeout != null || ConnectTimeouts.limitsReads(config);",
                            "networkTimeout != null;",
                            "io.sluice.jdbc.ReadLimitTest#aCallMayTakeLongerThanTheLogin"),
                    jdbc(
                            "a limit in the URL of a data source is overridden",
                            "ConnectTimeouts.java",
                            "|| mentions(String.valueOf(each.getValue()), name)",
                            "",
                            "io.sluice.jdbc.ReadLimitTest#theLimitOfTheUrlStays"),
                    jdbc(
                            "a service of PostgreSQL is overridden",
                            "ConnectTimeouts.java",
                            "return has(own, READS) || has(own, SERVICE);",
                            "return has(own, READS);",
                            "io.sluice.jdbc.internal.connect.ConnectTimeoutsTest"
                                    + "#aServiceOfPostgresMayHaveALimit"),
                    face(
                            "a refused size changes the other before the start",
                            "SluiceDataSource.java",
                            "PoolConfig.builder().minSize(minSize).maxSize(maxSize).build(); // rejects bad sizes",
                            "",
                            "io.sluice.jdbc.StartTest#aRefusedSizeChangesNothingBeforeTheStart"),
                    face(
                            "a callback that cannot be closed leaves an observer",
                            "SluiceTelemetry.java",
                            "pool.unobserve(times); // first: it does not fail callback.close();",
                            "callback.close(); pool.unobserve(times);",
                            "io.sluice.jdbc.opentelemetry.SluiceTelemetryTest"
                                    + "#noObserverIsLeftThoughTheCallbackCannotBeClosed"),
                    jdbc(
                            "a failure without a text says null",
                            "SqlErrors.java",
                            "return message == null ? failure.toString() : message;",
                            "return String.valueOf(message);",
                            "io.sluice.jdbc.internal.connect.SqlErrorsTest#aFailureWithoutATextIsToldByItsClass"),
                    core(
                            "a refusal without a text says null",
                            "TransactionLeases.java",
                            "+ FailureText.of(failure),",
                            "+ failure.getMessage(),",
                            INTERNAL
                                    + "TransactionLeasesTest#aRefusalWithoutATextIsToldByItsClass"),
                    jdbc(
                            "a driver that cannot be loaded hides the next",
                            "DriverSource.java",
                            "none.addSuppressed(e); String text",
                            "if (e != null) { return null; } String text",
                            "io.sluice.jdbc.DriversOfTheApplicationTest"
                                    + "#oneThatCannotBeLoadedHidesNoOther"),
                    // what is taken away
                    jdbc(
                            "the server goes on with the work of a connection that was taken away",
                            "ConnectionAborter.java",
                            "if (cancel) { cancel(physical); }",
                            "",
                            "io.sluice.jdbc.internal.ConnectionAborterTest#cancelsBeforeItAborts"),
                    jdbc(
                            "a cancel that hangs keeps a connection from its end",
                            "ConnectionAborter.java",
                            "() -> answered.complete(false)",
                            "() -> {}",
                            "io.sluice.jdbc.internal.ConnectionAborterTest"
                                    + "#waitsForTheCancelUntilTheLimitAndAbortsThen"),
                    jdbc(
                            "a validation that hangs waits for the server once more",
                            "DriverConnection.java",
                            "return !withPool && !ended",
                            "return !ended",
                            "io.sluice.jdbc.FlushTest#nothingIsCancelledForAValidationThatHangs"),
                    // resize, flush and suspension
                    core(
                            "ticks end before a smaller maximum is kept to",
                            "PoolParts.java",
                            "return waiters.waiting > 0 || resizing.isUnfinished();",
                            "return waiters.waiting > 0;",
                            INTERNAL
                                    + "ResizeTest#aReleaseThatMissesALowerMaximumIsMadeUpForByTheNextTick"),
                    core(
                            "a lower maximum leaves what is idle",
                            "Resizing.java",
                            "discardIdleSurplus(); housekeeping.resized();",
                            "housekeeping.resized();",
                            INTERNAL + "ResizeTest#aLowerMaximumDiscardsWhatIsIdleAtOnce"),
                    core(
                            "a lower maximum leaves the leases that come back",
                            "Resizing.java",
                            "epoch.bump();",
                            "",
                            INTERNAL + "ResizeTest#aLowerMaximumDiscardsLeasesAsTheyComeBack"),
                    core(
                            "more leave than are surplus",
                            "HolderSets.java",
                            "if (onlyIfSurplus && !isSurplus()) {",
                            "if (false) {",
                            INTERNAL + "HolderSetsTest#aHolderLeavesAsSurplusOnlyWhileThereIsOne"),
                    core(
                            "a resource in creation when the pool was flushed serves",
                            "Newcomers.java",
                            "if (generations.isOutdated(holder.bornIn)) {",
                            "if (false) {",
                            INTERNAL + "FlushTest#catchesWhatIsInCreation"),
                    core(
                            "a flush does not wait for what is in creation",
                            "Flush.java",
                            "drains.await(old::isGone,",
                            "drains.await(old::isGoneOrCreating,",
                            INTERNAL
                                    + "FlushTest#byADeadlineWaitsForWhatIsInCreationUntilItIsDestroyed"),
                    core(
                            "a flush waits for creations begun after it",
                            "Generations.java",
                            "sum += count.generation < generation ?",
                            "sum += count.generation <= generation ?",
                            INTERNAL + "GenerationsTest#whatBeganLaterDoesNotCount"),
                    core(
                            "a generation is forgotten although an attempt of it is left",
                            "Generations.java",
                            "skipEmptyBefore(last);",
                            "last.before = null;",
                            INTERNAL + "GenerationsTest#countsAllThatIsLeftOfManyGenerations"),
                    core(
                            "a resource that is gone wakes no flush",
                            "Generations.java",
                            "find(generation).word.getAndAdd(-ONE_LEFT); drains.tell();",
                            "find(generation).word.getAndAdd(-ONE_LEFT);",
                            INTERNAL + "FlushTest#byADeadlineReturnsWhenAllHaveComeBack"),
                    core(
                            "an attempt counts in a generation that has just ended",
                            "Generations.java",
                            "if (count == newest) {",
                            "if (true) {",
                            "race:PermitRaces.FlushAgainstAttempt"),
                    core(
                            "a flush waits for failed creations",
                            "Creator.java",
                            "generations.creationEnded(generation); generations.gone(generation); }",
                            "generations.creationEnded(generation); }",
                            INTERNAL + "FlushTest#byADeadlineDoesNotWaitForWhatHasFailed"),
                    core(
                            "a flush is not told of the end of a late resource",
                            "Discarder.java",
                            "public void gone() { generations.gone(bornIn); }",
                            "public void gone() {}",
                            INTERNAL
                                    + "FlushTest#byADeadlineWaitsForWhatWasGivenUpAndMayStillArrive"),
                    core(
                            "a flush does not wait for the resources it has taken away",
                            "Flush.java",
                            "drains.await(old::isGoneOrCreating, destroyNanos);",
                            "",
                            INTERNAL + "FlushTest#byADeadlineWaitsUntilWhatItTookAwayIsGivenUp"),
                    core(
                            "a flush waits for what is in creation beyond its deadline",
                            "Flush.java",
                            "drains.await(old::isGoneOrCreating, destroyNanos);",
                            "drains.await(old::isGone, destroyNanos);",
                            INTERNAL
                                    + "FlushTest#byADeadlineCountsWhatIsStillInCreationAndTellsTheLog"),
                    core(
                            "a flush does not wait until a hanging creation is given up",
                            "Destroyer.java",
                            "return 2 * limitNanos + GRACE_NANOS;",
                            "return limitNanos;",
                            INTERNAL + "FlushTest#byADeadlineWaitsUntilWhatItTookAwayIsGivenUp"),
                    core(
                            "a resource aborted while the pool worked on it counts as gone without force",
                            "Flush.java",
                            "discarder.abort(holder); // the thread that cleans or validates it may hang\n forced.add(holder);",
                            "discarder.abort(holder);",
                            INTERNAL
                                    + "FlushTest#byADeadlineCountsWhatThePoolItselfWorkedOnAsTakenAwayIfThatEnds"),
                    core(
                            "a resource that the pool works on counts as gone",
                            "Flush.java",
                            "if (holder.state() != ResourceState.CLOSED) {",
                            "if (holder.state() == ResourceState.ACCESSIBLE) {",
                            INTERNAL + "FlushTest#atOnceAbortsWhatThePoolItselfWorksOn"),
                    core(
                            "a created resource counts as in creation",
                            "Generations.java",
                            "find(generation).word.getAndAdd(-ONE_CREATING);",
                            "",
                            INTERNAL + "DemandTest#anAttemptCountsInItsGenerationUntilItIsGone"),
                    core(
                            "a member counts as in creation",
                            "Newcomers.java",
                            "generations.creationEnded(bornIn);",
                            "",
                            INTERNAL + "FlushTest#byADeadlineReturnsWhenAllHaveComeBack"),
                    core(
                            "a flush does not report creations that it leaves behind",
                            "DrainReporter.java",
                            "if (creating > 0) {",
                            "if (false) {",
                            INTERNAL
                                    + "FlushTest#byADeadlineCountsWhatIsStillInCreationAndTellsTheLog"),
                    core(
                            "a resource that never ends keeps a trace of each thread that has waited for it",
                            "DrainSignal.java",
                            "waits.remove(wait);",
                            "",
                            INTERNAL + "DrainSignalTest#anInterruptEndsAWait"),
                    core(
                            "a suspension announces nothing",
                            "Suspension.java",
                            "epoch.bump();",
                            "",
                            "race:SuspensionRaces.ReleaseAgainstSuspend"),
                    core(
                            "holding a holder back does not check again",
                            "Suspension.java",
                            "if (!suspended.get()) { letGo(holder); }",
                            "",
                            "race:SuspensionRaces.ReleaseAgainstResume"),
                    core(
                            "a suspension does not check again what it holds back",
                            "Suspension.java",
                            "if (holder.availableToHeld()) { letGoIfResumed(holder); }",
                            "holder.availableToHeld();",
                            "race:SuspensionRaces.SuspendAgainstResume"),
                    core(
                            "a holder found too late in a suspended pool is lost",
                            "FitnessCheck.java",
                            "if (holder.accessibleToReserved(stamp)) { holder.noteUnused(); publish(holder); } return true;",
                            "return true;",
                            "race:SuspensionRaces.AcquireAgainstSuspend"),
                    core(
                            "a suspension holds back what was doomed meanwhile",
                            "ResourceHolder.java",
                            "sameLease(expected, stamp)) { return false; }"
                                    + " if (WORD.compareAndSet(this, expected, next)) {",
                            "sameLease(expected, stamp)) { return false; }"
                                    + " if ((word = next) == next) {",
                            "race:SuspensionRaces.DoomAgainstSuspend"),
                    core(
                            "a resume lets go of what was doomed meanwhile",
                            "ResourceHolder.java",
                            "sameLease(expected, stamp)) { return false; }"
                                    + " if (WORD.compareAndSet(this, expected, next)) {",
                            "sameLease(expected, stamp)) { return false; }"
                                    + " if ((word = next) == next) {",
                            "race:SuspensionRaces.DoomAgainstResume"),
                    core(
                            "a holder handed over in a suspended pool serves",
                            "FitnessCheck.java",
                            "if (endIfWithheld(holder, stamp)) { return false; }"
                                    + " if (now >= holder.expiresAt) {",
                            "if (now >= holder.expiresAt) {",
                            INTERNAL + "SuspensionTest#aHolderPublishedTooLateServesNobodyEither"),
                    core(
                            "a validation that hangs is not ended",
                            "Validation.java",
                            "destroyer.start(abort);",
                            "",
                            INTERNAL
                                    + "ValidationTest#thatHangsIsAbortedWhenTheTimeOfItsCallerIsOver"),
                    core(
                            "a resource aborted while it was validated serves",
                            "Validation.java",
                            "if (!over.compareAndSet(false, true)) {",
                            "if (failure != null && !over.compareAndSet(false, true)) {",
                            INTERNAL + "ValidationTest#thatAnswersJustWhenItIsGivenUpDoesNotServe"),
                    // alarms
                    core(
                            "an alarm that cannot be set takes the earlier one with it",
                            "Housekeeping.java",
                            "next.alarm = ticker.schedule(",
                            "before.cancel(); next.alarm = ticker.schedule(",
                            INTERNAL + "UpkeepAlarmsTest#thatCannotBeSetLeavesTheOneThatThereIs"),
                    core(
                            "an alarm that could not be set is relied on",
                            "Housekeeping.java",
                            "if (PLANNED.compareAndSet(this, next, before) && before.over) {",
                            "if (before.over) {",
                            INTERNAL + "UpkeepAlarmsTest#thatCannotBeSetIsSetTheNextTime"),
                    core(
                            "housekeeping sets its alarm under a monitor",
                            "Housekeeping.java",
                            "private void arm(long time) {",
                            "private synchronized void arm(long time) {",
                            INTERNAL + "UpkeepAlarmsTest#holdsUpNobodyWhileAnotherIsBeingSet"),
                    core(
                            "a pass that could not be planned is never made up for",
                            "Housekeeping.java",
                            "missed = true;",
                            "",
                            INTERNAL
                                    + "UpkeepAlarmsTest#thatCannotBeSetAfterALookIsMadeUpForByTheNextTick"),
                    core(
                            "a resource that has no alarm counts as not created",
                            "Newcomers.java",
                            "} catch (Throwable e) { // out of memory: the next tick replaces",
                            "} catch (OutOfMemoryError e) { // out of memory: the next tick replaces",
                            INTERNAL
                                    + "FirstCreationTest#isThereAlthoughNoAlarmOfHousekeepingCanBeSetForIt"),
                    core(
                            "a pass that fails is the last",
                            "Housekeeping.java",
                            "long next = epoch.now() + AGAIN_NANOS;",
                            "long next = NEVER;",
                            INTERNAL + "UpkeepAlarmsTest#followsALookThatFailsWithinASecond"),
                    core(
                            "the timer ends when the heap is full",
                            "SystemTicker.java",
                            "} catch (Throwable e) { // one pool's failure",
                            "} catch (Exception e) { // one pool's failure",
                            INTERNAL + "SystemTickerTest#aHeapThatIsFullStopsTheTimeOfNoPool"),
                    core(
                            "the timer ends when there is no memory to tell of a failure",
                            "SystemTicker.java",
                            "// No memory even to link the message: the timer goes on.",
                            "throw e;",
                            INTERNAL + "SystemTickerTest#aHeapThatIsFullStopsTheTimeOfNoPool"),
                    core(
                            "a timer belongs to the thread group of its first caller",
                            "CreatorThreads.java",
                            "rootGroup(),",
                            "null,",
                            INTERNAL + "SystemTickerTest#theThreadIsInNoGroupOfItsFirstCaller"),
                    core(
                            "a timer keeps the classes of its first caller",
                            "CreatorThreads.java",
                            "AccessController.doPrivileged(",
                            "((java.util.function.Function<PrivilegedAction<Thread>, Thread>)"
                                    + " PrivilegedAction::run).apply(",
                            INTERNAL
                                    + "ClassLoaderLeakTest#anApplicationThatHasClosedItsPoolsIsCollected"),
                    core(
                            "a branch in doubt is recorded after the close",
                            "jfr/JfrRecorder.java",
                            "inDoubt.keySet().forEach(this::settled);",
                            "",
                            INTERNAL
                                    + "ClassLoaderLeakTest#anApplicationThatHasClosedItsPoolsIsCollected"),
                    core(
                            "a task has no context class loader",
                            "CreatorThreads.java",
                            "thread.setContextClassLoader(loader);",
                            "",
                            INTERNAL
                                    + "ContextClassLoaderTest#servicesOfTheThreadThatOpenedThePoolAreFound"),
                    core(
                            "an idle creator thread keeps a class loader",
                            "CreatorThreads.java",
                            "Thread.currentThread().setContextClassLoader(null);",
                            "",
                            INTERNAL
                                    + "ContextClassLoaderTest#aThreadKeepsNoLoaderWhenItsTaskIsOver"),
                    core(
                            "a closed pool keeps a class loader",
                            "CreatorThreads.java",
                            "loader = null;",
                            "",
                            INTERNAL + "ContextClassLoaderTest#aTaskAfterTheCloseHasNone"),
                    core(
                            "a timer that has died is relied on",
                            "SystemTicker.java",
                            "return timer != null && timer.isAlive();",
                            "return timer != null;",
                            INTERNAL + "SystemTickerTest#aThreadThatHasDiedIsReplacedByTheNextUse"),
                    core(
                            "a refused alarm still runs",
                            "SystemTicker.java",
                            "alarm.cancel();",
                            "",
                            INTERNAL
                                    + "SystemTickerTest#aThreadThatCannotBeStartedIsTriedAgainByTheNextUse"),
                    core(
                            "an alarm that has run keeps its pool",
                            "SystemTicker.java",
                            "Runnable task = TASK.getAndSet(next, null);",
                            "Runnable task = next.task;",
                            INTERNAL + "SystemTickerTest#anAlarmThatIsOverKeepsNothingOfItsPool"),
                    core(
                            "alarms run in the order in which they were set",
                            "AlarmEntry.java",
                            "due == other.due ? order < other.order : due - other.due < 0;",
                            "order < other.order;",
                            INTERNAL
                                    + "SystemTickerTest#alarmsInAnyOrderRunInTheirsButForTheCancelledOnes"),
                    core(
                            "cancelled alarms pile up until one is due",
                            "SystemTicker.java",
                            " || arrivals % MOST_ARRIVALS == 0",
                            "",
                            INTERNAL + "SystemTickerTest#cancelledAlarmsDoNotPileUp"),
                    core(
                            "what a round of keepalives has left out waits for the next round",
                            "Housekeeping.java",
                            "if (passedOver || cutShort) {",
                            "if (passedOver) {",
                            INTERNAL
                                    + "UpkeepAlarmsTest#followsSoonIfAThreadWaitsWhileOthersAreKeptAlive"),
                    core(
                            "a resource found lost by a validation makes no other suspect",
                            "FitnessCheck.java",
                            "if (refusal.concernsOthers()) { suspectAll(); }",
                            "",
                            INTERNAL + "SuspicionTest#isRaisedByWhatIsFoundLostBeforeItsUse"),
                    core(
                            "a validation that ran out of its caller's time makes all others suspect",
                            "Validation.java",
                            "return limit.toNanos() == timeoutNanos;",
                            "return true;",
                            INTERNAL + "SuspicionTest#isNotRaisedByWhatOnlyRanOutOfItsCallersTime"),
                    core(
                            "a validation that gives up just in time makes all others suspect",
                            "Validation.java",
                            "inTime ? mayConcernOthers(failure) : isWhole(limit)",
                            "mayConcernOthers(failure)",
                            INTERNAL
                                    + "SuspicionTest#isNotRaisedByWhatGaveUpItselfWhenItsCallersTimeWasOver"),
                    core(
                            "an interrupt makes all others suspect",
                            "Validation.java",
                            "if (failure instanceof InterruptedException) { return false; }",
                            "",
                            INTERNAL + "SuspicionTest#isNotRaisedByAnInterrupt"),
                    jdbc(
                            "a lost connection that a classifier does not know says nothing of others",
                            "DriverConnectionFactory.java",
                            "return failure instanceof NotValidException ||",
                            "return",
                            "io.sluice.jdbc.internal.RefusedValidationTest"
                                    + "#theAnswerThatAConnectionIsNotValidNeedsNoClassifier"),
                    handle(
                            "a connection that the application finds invalid serves again",
                            "ConnectionHandle.java",
                            "owner.foundInvalid(this);",
                            "",
                            "io.sluice.jdbc.FatalErrorTest#aConnectionThatTheApplicationFindsInvalidIsReplaced"),
                    jdbc(
                            "a connection that the application aborts makes all others suspect",
                            "DriverConnection.java",
                            "if (!abortedInLease) {",
                            "if (true) {",
                            "io.sluice.jdbc.FatalErrorTest"
                                    + "#whatFailsAfterTheApplicationsAbortMakesNoOtherSuspect"),
                    handle(
                            "an abort that a prepared branch outlives hides the loss of its server",
                            "ConnectionHandle.java",
                            "|| !mayAbort()) { return; } owner.abortsInLease();",
                            "|| !mayAbort()) { owner.abortsInLease(); return; }",
                            "io.sluice.jdbc.handle.ConnectionHandleTest"
                                    + "#anAbortThatAPreparedBranchOutlivesIsNoneToTheOwner"),
                    core(
                            "a caller waits for each validation that hangs",
                            "FitnessCheck.java",
                            "if (needsValidation && mayHang(holder) && nanosLeft",
                            "if (needsValidation && false && nanosLeft",
                            INTERNAL
                                    + "ValidationAsideTest#aCallerWaitsForOneThatHangsAndNotForTheOthers"),
                    core(
                            "a caller without time to wait is refused beside a good resource",
                            "FitnessCheck.java",
                            "mayHang(holder) && nanosLeft != Long.MAX_VALUE &&",
                            "mayHang(holder) &&",
                            INTERNAL
                                    + "ValidationAsideTest#aCallerWithoutTimeToWaitValidatesTheNextAsWell"),
                    core(
                            "a validation that fails at once counts as hanging",
                            "FitnessCheck.java",
                            "if (ended - began >= HANG_NANOS) {",
                            "if (ended - began >= 0) {",
                            INTERNAL
                                    + "ValidationAsideTest#aValidationThatFailsAtOnceLeavesTheNextToItsCaller"),
                    core(
                            "a resource that has passed aside is validated aside again and again",
                            "FitnessCheck.java",
                            "return holder.validatedAt < hungAt;",
                            "return hungAt > 0;",
                            INTERNAL
                                    + "ValidationAsideTest#whereEachUseIsValidatedWhatHasPassedAsideIsValidatedOnceMore"),
                    core(
                            "a round of keepalives waits for each that hangs",
                            "FitnessCheck.java",
                            "if (mayHang(holder)) { validateAside(holder, Long.MAX_VALUE);",
                            "if (false) { validateAside(holder, Long.MAX_VALUE);",
                            INTERNAL
                                    + "ValidationAsideTest#aRoundOfKeepalivesWaitsForOneThatHangsAndNotForTheOthers"),
                    core(
                            "a resource that no thread validates reaches no waiter",
                            "FitnessCheck.java",
                            "validateAndPublish(holder, nanosLeft); } }",
                            "} }",
                            INTERNAL + "NoThreadToValidateTest"),
                    core(
                            "a suspicion within a second of another is forgotten",
                            "FitnessCheck.java",
                            "suspectAllIn(GENERATION_NANOS - (now - began));",
                            "",
                            INTERNAL
                                    + "LeaseValidationTest#isDoneAtTheEndOfTheSecondWhenAllAreSuspectedAgainWithinIt"),
                    core(
                            "a suspicion whose time cannot be waited for is forgotten",
                            "FitnessCheck.java",
                            "} catch (Throwable e) { // out of memory: better too early than not at all\n"
                                    + " suspectAllNow();",
                            "} catch (Throwable e) { // out of memory: better too early than not at all",
                            INTERNAL
                                    + "LeaseValidationTest#isDoneAtOnceWhenTheEndOfTheSecondCannotBeWaitedFor"),
                    // time
                    core(
                            "a release makes everything look fresh, whatever its generation",
                            "FitnessCheck.java",
                            "if (holder.generation == generations.current()) {",
                            "if (true) {",
                            DEFECTS
                                    + "whatIsInUseWhenAllAreSuspectedIsValidatedBeforeItServesAgain"),
                    core(
                            "a clock that stops looks as if it went",
                            "Epoch.java",
                            "long next = goOn ? Math.max(current + 1, now()) : -Math.abs(current);",
                            "long next = goOn ? Math.max(current + 1, now()) : current;",
                            "race:EpochRaces.TickAgainstTouch"),
                    core(
                            "an announcement changes nothing",
                            "Epoch.java",
                            "VALUE.compareAndSet(this, current, current > 0 ? current + 1 : current - 1)",
                            "VALUE.compareAndSet(this, current, current)",
                            "race:EpochRaces.ReleaseAgainstNewGeneration"),
                    core(
                            "a release looks at the generation before the epoch",
                            "FitnessCheck.java",
                            "long seen = touch(holder); if (holder.generation == generations.current()) {",
                            "boolean same = holder.generation == generations.current(); long seen = touch(holder); if (same) {",
                            "race:EpochRaces.ReleaseAgainstNewGeneration"),
                    core(
                            "an announcement changes nothing while the clock goes",
                            "Epoch.java",
                            "VALUE.compareAndSet(this, current, current > 0 ? current + 1 : current - 1)",
                            "VALUE.compareAndSet(this, current, current > 0 ? current : current - 1)",
                            "race:EpochRaces.BumpAgainstTick"),
                    core(
                            "a tick forgets a caller that came meanwhile",
                            "Epoch.java",
                            "if (VALUE.compareAndSet(this, current, live)) {",
                            "if (value == current && (value = live) == live) {",
                            "race:EpochRaces.TwoTouches"),
                    core(
                            "a resource that was idle for long is not validated",
                            "FitnessCheck.java",
                            "|| now - lastProof >= validateAfterIdle",
                            "",
                            DEFECTS + "whatWasUsedAMomentAgoIsNotValidated"),

                    // figures for an observer and for snapshots
                    core(
                            "the end of a timed lease takes the fast path",
                            "FitnessCheck.java",
                            "holder.seen = isTimed ? seen - 1 : seen;",
                            "holder.seen = seen;",
                            OBSERVER + "ofTheLeasesBetweenTwoTicksOneIsTimed"),
                    core(
                            "the time of a validation counts as use",
                            "FitnessCheck.java",
                            "holder.timedSince = isTimed ? Math.max(now, holder.validatedAt) : 0;",
                            "holder.timedSince = isTimed ? now : 0;",
                            OBSERVER + "aValidationIsToldAndIsNoPartOfTheUse"),
                    core(
                            "the leases of resources that have left are not counted",
                            "HolderSets.java",
                            "EnumMap<>(ResourceState.class); lock.lock(); try { long leases = leasesOfLeft;",
                            "EnumMap<>(ResourceState.class); lock.lock(); try { long leases = 0;",
                            "io.sluice.pool.internal.CountersTest"
                                    + "#leasesOfAllResourcesAreCountedAlsoOfThoseThatHaveLeft"),
                    core(
                            "a pool without an observer keeps no times",
                            "Timings.java",
                            "new AtomicReference<>(new PoolObserver[] {times});",
                            "new AtomicReference<>(new PoolObserver[0]);",
                            TIMES + "theWaitForAReturn"),
                    core(
                            "a percentile is too short",
                            "TimeHistogram.java",
                            "return (long) (BUCKETS_A_BIT + next + 1) << (bits - 2);",
                            "return (long) (BUCKETS_A_BIT + next) << (bits - 2);",
                            TIMES + "aPercentileIsAtMostAQuarterTooLongAndNeverTooShort"),
                    core(
                            "of two times that are added at once one is lost",
                            "TimeHistogram.java",
                            "total.getAndAdd(time);",
                            "total.set(total.get() + time);",
                            TIMES + "noThreadOverwritesWhatAnotherHasAdded"),
                    core(
                            "resources that have left a pool at rest count as idle",
                            "PoolParts.java",
                            "demand.check(); sampleSizes(); //",
                            "demand.check(); //",
                            "io.sluice.pool.internal.SizingTest"
                                    + "#resourcesThatHaveIdledOutAreNotIdleAnyMore"),
                    core(
                            "resources that join a pool at rest are not counted",
                            "Newcomers.java",
                            "joined.run();",
                            "",
                            "io.sluice.pool.internal.SizingTest"
                                    + "#resourcesThatAreReplacedAtRestStayIdle"),
                    core(
                            "what was in use before a pool came to rest counts as in use",
                            "PoolParts.java",
                            "if (epoch.isDormant() || sizes.isDue(epoch.now())) {",
                            "if (sizes.isDue(epoch.now())) {",
                            "io.sluice.pool.internal.SizingTest"
                                    + "#theLastTickBeforeThePoolIsAtRestTakesASample"));
}
