package io.sluice.pool.mutation;

import static io.sluice.pool.mutation.Mutation.core;
import static io.sluice.pool.mutation.Mutation.face;
import static io.sluice.pool.mutation.Mutation.handle;
import static io.sluice.pool.mutation.Mutation.jdbc;

import java.util.List;

/** The promises of capacity: creation, destruction, and membership. */
final class CapacityMutations {

    private static final String DEFECTS = "io.sluice.pool.AncestorDefectsTest#";
    private static final String INTERNAL = "io.sluice.pool.internal.";
    private static final String FULL_HEAP = "io.sluice.pool.fault.FullHeapTest#";
    private static final String LINEARIZABILITY = INTERNAL + "LinearizabilityTest#";
    private static final String STACK =
            "io.sluice.pool.fault.StackOverflowTest#everyAcquireAtHomeThatLooksLeavesAllPlaces";

    private static final String TENANT_STACK =
            "io.sluice.jdbc.tenant.TenantPlaceTest"
                    + "#nothingIsLostThoughTheCallThatReturnsTheConnectionFindsNoStack";

    private static final String TENANT_MARK =
            "io.sluice.jdbc.tenant.TenantDataSourceTest#aCloseHasNoMarkWhileTheDriverIsAtWork";

    private static final String SWITCHED =
            "io.sluice.jdbc.tenant.TenantDataSourceTest"
                    + "#aLeaseThatMayHaveSwitchedIsFollowedByASwitch";

    private CapacityMutations() {}

    static final List<Mutation> ALL =
            List.of(
                    // no memory, no stack
                    core(
                            "a permit is lost where there is no memory for an attempt",
                            "Creator.java",
                            "neverBegan(e); return;",
                            "return;",
                            FULL_HEAP + "nothingIsLostWhereverMemoryIsMissingOnce"),
                    core(
                            "a holder is lost where there is no memory to discard it",
                            "Discarder.java",
                            "holder.orphaned = reason;",
                            "",
                            FULL_HEAP + "nothingIsLostWhereverMemoryIsMissingOnce"),
                    core(
                            "a holder that could not be discarded is ignored while its lease is abandoned",
                            "AbandonedLeases.java",
                            "discarder.discardOrphaned(holder);",
                            "if (abandoned == 0) { discarder.discardOrphaned(holder); }",
                            INTERNAL
                                    + "DefaultResourcePoolTest#aHolderThatNobodyCouldDiscardIsDiscardedThoughItsLeaseIsAbandonedToo"),
                    core(
                            "a mark without a stamp ends the lease after its own",
                            "ResourceHolder.java",
                            "abandoned = stamped; return stamped;",
                            "return stamped;",
                            INTERNAL + "AbandonedLeasesTest#aMarkWithoutAStampIsOfOneLeaseOnly"),
                    core(
                            "a failure at one abandoned lease ends the tick",
                            "AbandonedLeases.java",
                            "{ // a resource may throw anything tell(e);",
                            "{ throw e;",
                            INTERNAL
                                    + "AbandonedLeasesTest#aFailureAtOneKeepsNoOtherAndIsToldAndTriedAgain"),
                    core(
                            "no tick ends abandoned leases while all threads are refused",
                            "WaiterQueue.java",
                            "demand.run(); // the ticks go on, which end abandoned leases",
                            "",
                            INTERNAL + "AbandonedLeasesTest#endAlsoIfNoThreadMayWait"),
                    core(
                            "no tick ends abandoned leases while all requests are refused",
                            "DetachedWaiters.java",
                            "waiters.demand.run(); // as in WaiterQueue.await",
                            "",
                            INTERNAL + "AbandonedLeasesTest#endAlsoIfNoRequestMayWait"),
                    core(
                            "a lease that was abandoned in a prepared branch is taken away",
                            "Discarder.java",
                            "if (!claimForAbort(holder) || !holder.anyLeaseToReserved()) {",
                            "if (!holder.anyLeaseToReserved()) {",
                            INTERNAL
                                    + "AbandonedLeasesTest#aPreparedBranchKeepsItsResourceUntilItIsSettled"),
                    core(
                            "the slow side of acquire begins without stack to end it",
                            "DefaultResourcePool.java",
                            "StackRoom.require();",
                            "",
                            STACK),
                    core(
                            "a lease is lost where there is no memory to link the slow side",
                            "DefaultResourcePool.java",
                            "} catch (Error e) { // the end of the stack, or no memory to link the call",
                            "} catch (StackOverflowError e) {",
                            FULL_HEAP + "noRequestWithoutAThreadIsLostWhereverMemoryIsMissing"),
                    core(
                            "an access to the state of a holder is linked when there may be no memory",
                            "HolderSlots.java",
                            "nobody.link();",
                            "",
                            FULL_HEAP + "noRequestWithoutAThreadIsLostWhereverMemoryIsMissing"),
                    core(
                            "a lease is lost where the stack ends while it is enlisted",
                            "TransactionLeases.java",
                            "holder.abandoned = lease != null ? stamp : stamp | ResourceHolder.ENLISTING;",
                            "",
                            "io.sluice.pool.fault.StackOverflowTest"
                                    + "#everyAcquireInATransactionLeavesAllPlaces"),
                    core(
                            "a lease that was abandoned in a transaction stays when that is over",
                            "AbandonedLeases.java",
                            "boolean isEnded = holder.isEnded(stamp);",
                            "boolean isEnded = false;",
                            INTERNAL
                                    + "TransactionLeasesTest#aLeaseAbandonedInATransactionEndsAfterItAndItsResourceIsDiscarded"),
                    core(
                            "a lease that was abandoned in a transaction ends before that is over",
                            "AbandonedLeases.java",
                            "(isEnded || StateWord.has(abandoned, ResourceHolder.ENLISTING))",
                            "true",
                            INTERNAL
                                    + "TransactionLeasesTest#aLeaseAbandonedInATransactionEndsAfterItAndItsResourceIsDiscarded"),
                    core(
                            "a lease stays whose enlistment is unknown",
                            "AbandonedLeases.java",
                            "(isEnded || StateWord.has(abandoned, ResourceHolder.ENLISTING))",
                            "isEnded",
                            INTERNAL
                                    + "TransactionLeasesTest#aLeaseWhoseEnlistmentIsUnknownEndsAtTheNextTick"),
                    core(
                            "a lease stays whose transaction was over at the end of the stack",
                            "TransactionLeases.java",
                            "holder.abandoned = (stamp & ~StateWord.FIRST) | ResourceHolder.OVER;",
                            "",
                            "io.sluice.pool.fault.StackOverflowTest"
                                    + "#everyEndOfATransactionLeavesAllPlaces"),
                    handle(
                            "a lease stays whose close finds the end of the stack",
                            "ConnectionHandle.java",
                            "owner.holder.closing = stamp;",
                            "",
                            "io.sluice.jdbc.handle.HandleThreadsTest"
                                    + "#aCloseAtTheEndOfItsStackLeavesTheLeaseToTheTicks"),
                    handle(
                            "a late close hides a later one at the end of its stack",
                            "ConnectionHandle.java",
                            "if (stamp > owner.holder.closing) {",
                            "if (true) {",
                            "io.sluice.jdbc.handle.HandleThreadsTest#aLateCloseHidesNoLaterOne"),
                    face(
                            "a tenant's connection is lost by an acquire at the end of the stack",
                            "TenantDataSource.java",
                            "lease.owner.holder.closing = lease.stamp;",
                            "",
                            TENANT_STACK),
                    face(
                            "a tenant's role is changed by an update of the settings",
                            "WatchedConnection.java",
                            "set_config|pg_settings|",
                            "set_config|",
                            SWITCHED),
                    handle(
                            "a text that a prepared statement is given changes the tenant",
                            "PreparedStatementHandle.java",
                            "connection.noteText(); super.executingText();",
                            "super.executingText();",
                            SWITCHED),
                    face(
                            "a tenant's connection serves on although a statement did not close",
                            "TenantLease.java",
                            "physical.doom(e);",
                            "",
                            "io.sluice.jdbc.tenant.TenantDataSourceTest"
                                    + "#aConnectionWhoseStatementDoesNotCloseIsReplaced"),
                    face(
                            "a tenant's connection that comes with an interrupt is lost",
                            "TenantDataSource.java",
                            "if (stage.cancel(false)) {",
                            "if (stage.cancel(false) || stage.isDone()) {",
                            "io.sluice.jdbc.tenant.TenantDataSourceTest"
                                    + "#aConnectionThatComesWithAnInterruptIsTheCallers"),
                    face(
                            "a tenant's lease is taken away while its statements close",
                            "TenantLease.java",
                            "holder.closing = 0; // the driver may take long",
                            "",
                            TENANT_MARK),
                    face(
                            "a second close marks a tenant's lease that the first one still ends",
                            "TenantLease.java",
                            "holder.closing = 0; // the other thread may be in the driver",
                            "",
                            TENANT_MARK),
                    face(
                            "a tenant's place is given back by an acquire that fails and by the pool",
                            "TenantPlaces.java",
                            "if (left.compareAndSet(false, true)) {",
                            "if (true) {",
                            "io.sluice.jdbc.tenant.TenantPlaceTest"
                                    + "#anAcquireThatFailsLateGivesItsPlaceBackOnce"),
                    core(
                            "a resource whose leases are long is never validated",
                            "FitnessCheck.java",
                            "holder.seen = isDue ? seen - 1 : seen;",
                            "holder.seen = seen;",
                            INTERNAL
                                    + "ValidationTest#comesOnceInItsIntervalThoughEachLeaseFollowsALongOneAtOnce"),
                    core(
                            "a resource in constant use is never validated",
                            "FitnessCheck.java",
                            "|| now - holder.validatedAt >= validationInterval;",
                            ";",
                            INTERNAL
                                    + "ValidationTest"
                                    + "#comesOnceInItsIntervalThoughTheResourceIsNeverIdle"),
                    core(
                            "a lease whose close was only begun is closed, which may commit it",
                            "AbandonedLeases.java",
                            "discarder.takeAway(holder, reason); } }",
                            "holder.reserve(closing); holder.discard(reason, null); } }",
                            INTERNAL + "AbandonedLeasesTest#aPoolAtRestTicksOnceMoreForAClose"),
                    core(
                            "a lease that is being closed is taken away at the first tick",
                            "AbandonedLeases.java",
                            "if (holder.closingBefore != closing) {",
                            "if (false) {",
                            INTERNAL + "AbandonedLeasesTest#aCloseHasUntilTheSecondTick"),
                    core(
                            "no second tick comes for a close in a pool at rest",
                            "AbandonedLeases.java",
                            "epoch.touch(); // one more tick, even in a pool at rest",
                            "",
                            INTERNAL + "AbandonedLeasesTest#aPoolAtRestTicksOnceMoreForAClose"),
                    handle(
                            "a lease with a gate stays whose close finds the end of the stack",
                            "ConnectionHandle.java",
                            "owner.holder.abandoned = mark;",
                            "",
                            "io.sluice.jdbc.handle.HandleThreadsTest"
                                    + "#soItDoesInAPoolWithGlobalTransactions"),
                    handle(
                            "a close that is late at the end of the stack hides a later lease",
                            "ConnectionHandle.java",
                            "if (last == 0 || mark - last > 0) {",
                            "if (true) {",
                            "io.sluice.jdbc.handle.HandleThreadsTest"
                                    + "#aCloseThatComesLateToTheEndOfItsStackHidesNoLaterLeaseThatWasAbandoned"),
                    core(
                            "an acquire that is late at the end of the stack hides a later lease",
                            "DefaultResourcePool.java",
                            "if (difference == 0 && (home.word & ~StateWord.DOOMED) == begun) { home.abandoned = begun; }",
                            "if (difference == 0) { home.abandoned = begun; }",
                            INTERNAL + "LateMarkTest#aThreadMarksNoLeaseOfItsHomeThatIsOver"),
                    core(
                            "an enlistment that is late at the end of the stack hides a later lease",
                            "TransactionLeases.java",
                            "if (((holder.word ^ stamp) & StateWord.SERIAL) == 0) { holder.abandoned = lease != null",
                            "if (true) { holder.abandoned = lease != null",
                            INTERNAL
                                    + "LateMarkTest#aThreadMarksNoLeaseThatItsTransactionHasEnded"),
                    // capacity
                    core(
                            "one more than the maximum",
                            "CreationPermits.java",
                            "return room(expected) > 0",
                            "return room(expected) >= 0",
                            "race:PermitRaces.TwoTakers"),
                    core(
                            "a permit is taken without asking whether it is still there",
                            "CreationPermits.java",
                            "&& word.compareAndSet(expected, expected + ONE_CREATING);",
                            "&& word.getAndAdd(ONE_CREATING) >= 0;",
                            "race:PermitRaces.TwoTakers"),
                    core(
                            "giving a permit back overwrites one that is taken",
                            "CreationPermits.java",
                            "word.addAndGet(-ONE_TOTAL);",
                            "word.set(word.get() - ONE_TOTAL);",
                            "race:PermitRaces.TakeAgainstGiveBack"),
                    core(
                            "a success overwrites a failure of another creator",
                            "CreationPermits.java",
                            "word.addAndGet(ONE_TOTAL - ONE_CREATING);",
                            "word.set(word.get() + ONE_TOTAL - ONE_CREATING);",
                            "race:PermitRaces.SuccessAgainstFailure"),
                    core(
                            "a failed creation loses the permit of another thread",
                            "CreationPermits.java",
                            "word.addAndGet(-ONE_CREATING);",
                            "word.set(word.get() - ONE_CREATING);",
                            LINEARIZABILITY + "permitsAreTakenAndGivenBackInSomeOrder"),
                    core(
                            "two threads close first",
                            "HolderSets.java",
                            "boolean first = !closed;",
                            "boolean first = !closed; lock.unlock(); lock.lock();",
                            LINEARIZABILITY + "holdersJoinAndLeaveInSomeOrder"),
                    core(
                            "a check of demand leaves that to another that is under way",
                            "Demand.java",
                            "startWhileNeeded(/* othersReturnSoon= */ true);",
                            "if (lookingAgain.compareAndSet(false, true)) { startWhileNeeded(true); lookingAgain.set(false); }",
                            "race:PermitRaces.FreedPermitAgainstNewWaiter"),
                    core(
                            "a creator that is not needed does not look again for new waiters",
                            "Demand.java",
                            "check(); // a waiter may have counted on this permit",
                            "",
                            "race:PermitRaces.NeedlessPermitAgainstNewWaiter"),
                    core(
                            "a permit comes back before its resource is destroyed",
                            "Destroyer.java",
                            "failure = destroyed(failure);",
                            "end(null); failure = destroyed(failure);",
                            INTERNAL
                                    + "DestroyerTest#thePermitComesBackWhenDestructionHasReturnedAndNotBefore"),
                    core(
                            "freed capacity is not offered to waiters",
                            "Discarder.java",
                            "demand.run();",
                            "",
                            DEFECTS + "theCapacityOfADeadResourceReachesAWaiter"),
                    core(
                            "demand is not looked at again before each creation",
                            "Demand.java",
                            "if (!confirmNeeded()) {",
                            "if (false) {",
                            INTERNAL + "DemandTest#isLookedAtAgainBeforeConnecting"),
                    core(
                            "late creators create resources that no thread waits for any more",
                            "Demand.java",
                            "if (isNeeded(others, CreationPermits.creating(others))) {",
                            "if (true) {",
                            "io.sluice.pool.BurstTest"
                                    + "#creatorsThatBeginAfterTheBurstIsServedMakeNothing"),
                    core(
                            "a burst is served by creations one after the other",
                            "CreationBackoff.java",
                            "return creating < (isOneLate ? Math.min(allowed, 1) : allowed);",
                            "return creating < Math.min(allowed, 1);",
                            "io.sluice.pool.BurstTest"
                                    + "#aBurstOnAnEmptyPoolIsServedWithinOneAndAHalfConnectsByTwelveAtMost"),
                    core(
                            "a waiter for the first resource of a closed pool waits for ever",
                            "FirstCreation.java",
                            "outcome == null || outcome == atTheEnd ||",
                            "outcome == null ||",
                            INTERNAL
                                    + "FirstCreationTest#isMissingForAThreadThatWaitsOnlyAfterTheClose"),
                    core(
                            "a caller that was told of a failure triggers a retry",
                            "FirstCreation.java",
                            "&& nextOutcome.get() != null",
                            "",
                            INTERNAL + "FirstCreationTest#isNotTriedAgainForACallerThatWasTold"),
                    core(
                            "a resource that returns when no tick can be set reaches no waiter",
                            "FitnessCheck.java",
                            "publish(holder); throw e;",
                            "throw e;",
                            INTERNAL
                                    + "DefaultResourcePoolTest$Release#afterAQuietTimeMakesItAvailableAlsoWhenNoTickCanBeSet"),
                    core(
                            "a served resource is lost when growth for the others fails",
                            "WaiterQueue.java",
                            "if (served != null) {",
                            "if (false) {",
                            INTERNAL
                                    + "WaiterQueueTest$Waiting#aServedHolderGoesToTheNextWaiterWhenTheCheckForGrowthFails"),
                    core(
                            "a thread that leaves with a failure is reported among the waiters",
                            "WaiterQueue.java",
                            "} else { reported();",
                            "} else {",
                            INTERNAL
                                    + "WaiterQueueTest$Waiting#isNotReportedAsWaitingWhenGrowthForTheOthersFails"),
                    core(
                            "a resource that the pool cannot take in keeps its permit",
                            "Newcomers.java",
                            "try { Throwable invalid; try { long now = epoch.now();",
                            "long now = epoch.now(); try { Throwable invalid; try {",
                            INTERNAL
                                    + "PoolGrowthTest#aResourceThatThePoolCannotTakeInIsDestroyedAndItsPermitComesBack"),
                    core(
                            "a new resource counts as checked at its creation",
                            "ResourceHolder.java",
                            "this.validatedAt = createdAt; }",
                            "this.validatedAt = createdAt; this.seen = createdAt; }",
                            INTERNAL
                                    + "OnceBrokenTest#whatWasBegunBeforeAnOutageIsValidatedWhateverTheClockSays"),
                    core(
                            "a success leaves the retry of a failure pending",
                            "CreationBackoff.java",
                            "Math.max(1, allowed * 2)); } finally { lock.unlock(); } replace(before, null);",
                            "Math.max(1, allowed * 2)); } finally { lock.unlock(); }",
                            INTERNAL
                                    + "DemandFailureTest#aSuccessCallsOffTheRetryOfAFailureThatWasBesideIt"),
                    core(
                            "a refusal outlives a failure that may pass",
                            "CreationBackoff.java",
                            "notRefusing(); return null;",
                            "return null;",
                            INTERNAL
                                    + "DemandFailureTest#aTransientFailureLetsThreadsWaitAgainThatAPermanentOneHadRefused"),
                    core(
                            "a second look that could not be scheduled is waited for",
                            "Demand.java",
                            "lookingAgain.set(false); throw e;",
                            "throw e;",
                            INTERNAL
                                    + "DemandFailureTest#aSecondLookThatCannotBeScheduledIsScheduledTheNextTime"),
                    core(
                            "a clock that cannot tick on looks alive",
                            "Epoch.java",
                            "while (current > 0 && !VALUE.compareAndSet(this, current, -current)) {",
                            "while (current > 0 && false) {",
                            INTERNAL + "EpochTest#whatCannotTickOnIsDormantAndTheNextTouchWakesIt"),
                    core(
                            "a flight recorder that fails costs a resource",
                            "Creator.java",
                            "recorder.createEnded(begun, failure); } catch (Throwable e) {",
                            "recorder.createEnded(begun, failure); } catch (Throwable e) { if (true) { throw e; }",
                            INTERNAL
                                    + "DemandFailureTest#aFlightRecorderThatFailsCostsNeitherAResourceNorTheReasonWhyThereIsNone"),
                    core(
                            "a flight recorder that fails costs a lease",
                            "PoolEvents.java",
                            "guarded(() -> recorder.waitEnded(begun, acquired, () ->"
                                    + " PoolFrames.caller(source)));",
                            "recorder.waitEnded(begun, acquired, () -> PoolFrames.caller(source));",
                            INTERNAL
                                    + "PoolEventsTest#aFlightRecorderThatFailsIsLoggedAndGoesNoFurther"),
                    core(
                            "a log that fails ends a close",
                            "DrainReporter.java",
                            "SafeLog.write(System.Logger.Level.WARNING, text.get(), null);"
                                    + " } catch (Throwable e) {",
                            "System.getLogger(\"io.sluice.pool\").log("
                                    + "System.Logger.Level.WARNING, text.get());"
                                    + " } catch (OutOfMemoryError e) {",
                            INTERNAL
                                    + "OnceBrokenTest#aLogThatFailsDoesNotKeepACloseFromTakingLeasesAway"),
                    core(
                            "a poll in vain counts as waiting for ever",
                            "AvailableQueue.java",
                            "waiters.reported();",
                            "",
                            INTERNAL + "AvailableQueueTest#aPollInVainIsCountedOutWithoutAReport"),
                    core(
                            "an eviction hits a later lease of the holder",
                            "ResourceHolder.java",
                            "if (!StateWord.sameLease(expected, stamp) || !StateWord.is(expected, StateWord.ACCESSIBLE)) {",
                            "if (!StateWord.is(expected, StateWord.ACCESSIBLE)) {",
                            "io.sluice.jdbc.internal.TwoClosersTest"
                                    + "#anAbortThatComesAfterTheCloseDoesNotTouchTheNextLease"),
                    jdbc(
                            "an error of the driver at the beginning of a lease keeps it",
                            "LeasableConnection.java",
                            "if (holder.reserve(stamp)) { discard(e); } if (e instanceof Error error) {",
                            "if (e instanceof Error error) {",
                            "io.sluice.jdbc.SettleTest#anErrorOfTheDriverEndsTheLeaseAsAnExceptionDoes"),
                    jdbc(
                            "an XA session outlives its connection that cannot be closed",
                            "DriverSession.java",
                            "} finally { if (xa != null) { xa.close(); } }",
                            "} finally { } if (xa != null) { xa.close(); }",
                            "io.sluice.jdbc.internal.XaSessionTest#isClosedAlsoWhenItsConnectionCannotBe"),
                    handle(
                            "an abort does not ask whose lease it is",
                            "ConnectionHandle.java",
                            "if (!owner.aborting(this) || !mayAbort()) {",
                            "if (!mayAbort()) {",
                            "io.sluice.jdbc.internal.TwoClosersTest"
                                    + "#anAbortThatComesAfterTheCloseDoesNotTouchTheNextLease"),
                    core(
                            "a pool grows for a queue that its members have served by then",
                            "Demand.java",
                            "if (isPaced && creating >= throttle.atOnce()) {",
                            "if (false) {",
                            INTERNAL
                                    + "CreationThrottleTest#thatServesTheLineSoonEnoughLeavesCreationNothingToDo"),
                    core(
                            "fast members are trusted with a queue of any length",
                            "CreationThrottle.java",
                            "if (isSoonOver && !(wasTrusted && now - before.overBy >= 0)) {",
                            "if (isSoonOver) {",
                            INTERNAL
                                    + "CreationThrottleTest#isNotTrustedAnyLongerWithALineThatWasToBeOver"),
                    core(
                            "a fast server is connected to again before the queue is checked",
                            "CreationThrottle.java",
                            "look.onlyOne && isMade(look) && waiters.waiting > 1",
                            "look.onlyOne && isMade(look) && waiters.waiting < 0",
                            INTERNAL
                                    + "CreationThrottleTest#isNotKnownAtFirstSoOneIsCreatedFromLookToLook"),
                    core(
                            "a fast server is connected to several times at once",
                            "CreationThrottle.java",
                            "backoff.usualNanos <= QUICK_NANOS",
                            "backoff.usualNanos <= QUICK_NANOS / 2",
                            INTERNAL
                                    + "CreationThrottleTest#thatIsTooSlowLeavesItToOneCreationAfterTheOtherWhereThatIsQuick"),
                    core(
                            "a long queue has no more than four created at once",
                            "CreationThrottle.java",
                            "return Math.max(USUAL_WIDTH,",
                            "return Math.min(USUAL_WIDTH,",
                            INTERNAL + "CreationByNeedTest#growsWithTheTimeInWhichNothingReturns"),
                    core(
                            "leases that outlast a creation count as if they returned soon",
                            "CreationThrottle.java",
                            "quiet >= creationNanos ? waiting :",
                            "",
                            INTERNAL
                                    + "CreationByNeedTest#isOneForEachWaiterOnceNothingReturnsForAsLongAsACreationTakes"),
                    core(
                            "a moment without a return makes leases seem short",
                            "CreationThrottle.java",
                            "long lease = Math.max(before.lease, quiet);",
                            "long lease = quiet;",
                            INTERNAL
                                    + "CreationByNeedTest#doesNotFallBecauseNothingReturnsForAMoment"),
                    core(
                            "a configured limit of attempts is exceeded",
                            "CreationThrottle.java",
                            "if (maxCreating > 0) {",
                            "if (false) {",
                            INTERNAL + "CreationByNeedTest#isLimitedByWhatIsConfigured"),
                    core(
                            "after a loss as many attempts as connections may hang",
                            "CreationThrottle.java",
                            "|| members < backoff.membersAtSuccess",
                            "",
                            INTERNAL + "CreationByNeedTest#isFourAfterALossUntilTheNextSuccess"),
                    core(
                            "demand is not checked when the queue is no longer watched",
                            "CreationThrottle.java",
                            "} demand.run(); }",
                            "} }",
                            INTERNAL
                                    + "CreationThrottleTest#isNotTheLastThingLookedAtWhenTheLineIsOver"),
                    core(
                            "a retry that was cancelled on its way is still due",
                            "CreationBackoff.java",
                            "if (retry != due) { return false; }",
                            "",
                            INTERNAL
                                    + "CreationBackoffTest#aRetryThatWasCalledOffWhenItsAlarmWasOnItsWayChangesNothing"),
                    core(
                            "a retry that is cancelled while its alarm is being set comes",
                            "CreationBackoff.java",
                            "if (retry != this) { pending.cancel(); }",
                            "",
                            INTERNAL
                                    + "CreationBackoffTest#aRetryThatIsCalledOffWhileItsAlarmIsBeingSetIsCancelled"),
                    core(
                            "the backoff holds its lock while it sets an alarm",
                            "CreationBackoff.java",
                            "replace(before, after); if (refused != null) {",
                            "lock.lock(); try { replace(before, after); } finally { lock.unlock(); } if (refused != null) {",
                            INTERNAL
                                    + "CreationBackoffTest#noLockIsHeldWhileAnAlarmIsSetOrCancelled"),
                    core(
                            "waiters are refused for a failure that is forgotten",
                            "WaiterQueue.java",
                            "if (current != admission.refusal()) { return; }",
                            "",
                            INTERNAL
                                    + "WaiterQueueTest$Refusing#reachesNobodyOnceWaitingIsAcceptedAgain"),
                    core(
                            "new resources that fail their first validation follow each other at once",
                            "FitnessCheck.java",
                            "} else if (isNew) { newOnesFail = true;",
                            "} else if (isNew) { newOnesFail = false;",
                            INTERNAL
                                    + "FirstCheckTest#backOffAsFailuresToCreateDoAndAreTheCauseOfTheTimeout"),
                    core(
                            "a resource that has served passes for a new one",
                            "FitnessCheck.java",
                            "} else if (isNew) { newOnesFail = true;",
                            "} else { newOnesFail = true;",
                            INTERNAL + "FirstCheckTest#areNotMistakenForAResourceThatHasServed"),
                    core(
                            "new resources are validated by their creators for ever",
                            "FitnessCheck.java",
                            "newOnesFail = false;",
                            "",
                            INTERNAL
                                    + "FirstCheckTest#areValidatedBeforeTheyJoinUntilOneHasPassed"),
                    core(
                            "each resource that has never joined is a warning",
                            "PoolEvents.java",
                            "guarded(() -> listener.onDiscard(poolName, resource, reason, cause));",
                            "tell(told -> told.onDiscard(poolName, resource, reason, cause));",
                            INTERNAL
                                    + "FirstCheckTest#backOffAsFailuresToCreateDoAndAreTheCauseOfTheTimeout"),
                    core(
                            "a caller that was served an unfit resource loses its place",
                            "DefaultResourcePool.java",
                            "await(arrivedAt, timeoutNanos, /* again= */ true)",
                            "await(arrivedAt, timeoutNanos, /* again= */ false)",
                            INTERNAL + "FirstCheckTest#doNotCostACallerItsPlaceInLine"),
                    core(
                            "a thread that waits again goes before those that came earlier",
                            "Arrivals.java",
                            "return isNewOlder ? oldestNew : oldest;",
                            "return oldest == null ? oldestNew : oldest;",
                            INTERNAL
                                    + "WaiterQueueTest$WaitingAgain#hasNoPlaceBeforeThoseThatCameEarlier"),
                    core(
                            "a failed look at the queue is the last one",
                            "CreationThrottle.java",
                            "if (!goesOn) { last.set(null);",
                            "if (last.get() == null) { last.set(null);",
                            INTERNAL + "CreationThrottleTest#isLookedAtAgainAfterALookThatFails"),
                    core(
                            "work that the timer cannot do is not done",
                            "Demand.java",
                            "waiters.signal(); // a woken waiter checks demand itself",
                            "",
                            INTERNAL
                                    + "DemandFailureTest#aLookAgainThatTheTimerCannotPlanIsLeftToAWaiter"),
                    core(
                            "a failure whose retry cannot be planned wakes no waiter",
                            "Creator.java",
                            "waiters.signal();",
                            "",
                            INTERNAL
                                    + "DemandFailureTest#aRetryThatCannotBePlannedIsLeftToAWaiter"),
                    core(
                            "holders kept by a failed resume are kept for ever",
                            "Suspension.java",
                            "void resume() { suspended.set(false);",
                            "void resume() { if (!suspended.getAndSet(false)) { return; }",
                            INTERNAL + "SuspensionTest#resumingAgainLetsGoWhatAFailureHasKept"),
                    core(
                            "a failure plans no retry",
                            "CreationBackoff.java",
                            "retry = retryAfter(now - beganAt, wasLate, leastPause);",
                            "retry = null;",
                            INTERNAL + "DemandFailureTest#beginsWithAShortRetryAgainAfterASuccess"),
                    core(
                            "a resource that the factory refuses is destroyed before the backoff",
                            "Creator.java",
                            "try { failed( refusal.cause(), /* permanent= */ false, beganAt, /* wasLate= */ false, countAsExisting); } finally { // it must be destroyed in any case site.refused(resource, refusal, generation); }",
                            "countAsExisting.run(); site.refused(resource, refusal, generation); failed(refusal.cause(), false, beganAt, false, noPermit);",
                            INTERNAL
                                    + "DemandRefusalTest#beginsNothingBeforeTheRetryWhenWhatWasNotAcceptedIsDestroyedAtOnce"),
                    core(
                            "after an outage creation does not ramp up",
                            "CreationBackoff.java",
                            "Math.max(1, allowed * 2)",
                            "Math.max(1, allowed)",
                            "io.sluice.pool.GrowthTest#afterAnOutageCreationRampsUp"),
                    core(
                            "a successful creation starts no other beside it",
                            "Creator.java",
                            "first.ended(null); demand.run();",
                            "first.ended(null);",
                            INTERNAL
                                    + "DemandFailureTest#allowsOneAfterAFailureAndTwiceAsManyWithEachSuccess"),
                    core(
                            "the text of a time-out is linked at the first one of a process",
                            "HolderSets.java",
                            "states.put(state, states.getOrDefault(state, 0) + 1);",
                            "states.merge(state, 1, Integer::sum);",
                            "io.sluice.pool.FirstTimeoutTest#theFirstTimeoutOfAProcessLinksNothing"),
                    // members
                    core(
                            "a holder joins a closed pool",
                            "HolderSets.java",
                            "boolean open = !closed;",
                            "boolean open = true;",
                            "race:SetRaces.JoinAgainstClose"),
                    core(
                            "a lease that its caller did not get counts",
                            "ResourceHolder.java",
                            "noteUnused(); publish();",
                            "publish();",
                            INTERNAL
                                    + "CountersTest#anAcquireThatFindsItsHomeAfterATickIsOneLease"),
                    core(
                            "an acquire that finds an unfit resource first counts twice",
                            "FitnessCheck.java",
                            "holder.noteUnused(); discarder.discard(",
                            "discarder.discard(",
                            INTERNAL
                                    + "CountersTest#anAcquireThatFindsAnUnfitResourceFirstIsOneLease"),
                    core(
                            "the number of leases falls as one is taken back",
                            "HolderSets.java",
                            "mostLeases = Math.max(mostLeases, leases);",
                            "mostLeases = leases;",
                            INTERNAL + "HolderSetsTest#theNumberOfLeasesNeverFalls"),
                    core(
                            "a holder deferred meanwhile is in neither set",
                            "HolderSets.java",
                            "if (state == ResourceState.ACCESSIBLE || state == ResourceState.INACCESSIBLE) {",
                            "if (holder.state() == ResourceState.ACCESSIBLE || holder.state() == ResourceState.INACCESSIBLE) {",
                            "race:SetRaces.LeasedAgainstDeferring"),
                    core(
                            "counting the members does not keep them from leaving",
                            "HolderSets.java",
                            "Map<ResourceState, Integer> states = new EnumMap<>(ResourceState.class); lock.lock(); try {",
                            "Map<ResourceState, Integer> states = new EnumMap<>(ResourceState.class); BriefLock lock = new BriefLock(); lock.lock(); try {",
                            "race:SetRaces.CountAgainstLeaving"),
                    core(
                            "a pool that could not be opened keeps its ticker",
                            "DefaultResourcePool.java",
                            "pool.close(Duration.ZERO);",
                            "",
                            FULL_HEAP
                                    + "wherePoolsOpenAndCloseWithoutMemoryTheyGiveBackTheirTickerAndNoCloseWaits"),
                    core(
                            "a close without memory leaves a later one waiting",
                            "Closing.java",
                            "closed.complete(drained);",
                            "closed.complete(parts.snapshots.take());",
                            FULL_HEAP
                                    + "wherePoolsOpenAndCloseWithoutMemoryTheyGiveBackTheirTickerAndNoCloseWaits"),
                    core(
                            "a tick overlooks a holder that takes the slot of one that leaves",
                            "AbandonedLeases.java",
                            "for (int slot = slots.seated() - 1; slot >= 0; slot--) {",
                            "for (int slot = 0, count = slots.seated(); slot < count; slot++) {",
                            INTERNAL
                                    + "AbandonedLeasesTest#oneTickDiscardsEachThatCouldNotBeDiscarded"),
                    core(
                            "a close that failed is not finished by the next",
                            "Closing.java",
                            "if (isUnfinished) {",
                            "if (false) {",
                            INTERNAL + "AbandonedLeasesTest#aCloseThatFailsIsFinishedByTheNext"),
                    core(
                            "a lease taken away without memory ends later without force",
                            "Discarder.java",
                            "discard(holder, reason, null, holder.isOrphanedByForce);",
                            "discard(holder, reason, null, false);",
                            INTERNAL
                                    + "AbandonedLeasesTest#aLeaseTakenAwayWithoutMemoryEndsByForceLaterForItsReason"),
                    core(
                            "a drain that cannot be timed leaves leases out",
                            "Closing.java",
                            "try { finish(); } finally {",
                            "try { if (drained != atFirst) { finish(); } } finally {",
                            INTERNAL
                                    + "DefaultResourcePoolTest$Close#goesOnByForceWhenTheDrainCannotBeTimed"),
                    core(
                            "waiters for a lock queue up",
                            "BriefLock.java",
                            "void lock() { int tries = 0;",
                            "void lock() { if (!lock.tryLock()) { lock.lock(); } int tries = 0;",
                            INTERNAL + "BriefLockTest#aThreadThatWaitsIsInNoLine"),
                    core(
                            "the clock is read under the lock of the backoff",
                            "CreationBackoff.java",
                            "long now = ticker.nanos(); lock.lock(); try { if (!isNews(beganAt)) {",
                            "lock.lock(); try { long now = ticker.nanos(); if (!isNews(beganAt)) {",
                            INTERNAL + "CreationBackoffTest#noLockIsHeldWhileTheClockIsRead"),
                    core(
                            "a holder that joins counts in the total only later",
                            "HolderSets.java",
                            "permits.created(); return open;",
                            "return open;",
                            INTERNAL
                                    + "HolderSetsTest#aJoiningHolderCountsInTheTotalFromThatMoment"),
                    core(
                            "taking a holder out wakes no waiter that may have missed the one that moved",
                            "HolderSets.java",
                            "waiters.signalIfAvailable();",
                            "",
                            INTERNAL
                                    + "HolderSetsTest#leavingWakesAWaiterForWhatHasMovedPastItsScan"),
                    core(
                            "a warm-up does not wait for the minimum",
                            "FirstCreation.java",
                            "if (permits.usable() >= permits.minSize()) {",
                            "if (true) {",
                            INTERNAL + "MinimumCreationTest#isWaitedForUntilTheLimit"),
                    core(
                            "the first resource is reported before a caller can have it",
                            "FirstCreation.java",
                            "if (permits.usable() > 0) {",
                            "if (CreationPermits.total(permits.get()) > 0) {",
                            INTERNAL + "FirstCreationTest#isWaitedForUntilItIsPublished"),
                    core(
                            "a warm-up ends before callers can have the minimum",
                            "FirstCreation.java",
                            "if (permits.usable() >= permits.minSize()) {",
                            "if (CreationPermits.total(permits.get()) >= permits.minSize()) {",
                            INTERNAL + "FirstCreationTest#isWaitedForUntilItIsPublished"),
                    core(
                            "a resource counts as usable when it joins",
                            "HolderSets.java",
                            "permits.joins();",
                            "permits.joins(); permits.published();",
                            INTERNAL + "HolderSetsTest#aJoiningHolderIsUsableOnceItIsPublished"),
                    core(
                            "shrinking goes below the minimum",
                            "Housekeeping.java",
                            "if (staying > minSize.getAsInt()) {",
                            "if (staying > 0) {",
                            DEFECTS + "shrinkingTakesNothingFromAnyCaller"));
}
