package io.sluice.pool.mutation;

import static io.sluice.pool.mutation.Mutation.core;
import static io.sluice.pool.mutation.Mutation.jdbc;

import java.util.List;

/** The promises of waiting, and of what a time-out tells. */
final class WaitingMutations {

    private static final String DEFECTS = "io.sluice.pool.AncestorDefectsTest#";
    private static final String INTERNAL = "io.sluice.pool.internal.";
    private static final String REQUEST_STACK = "io.sluice.pool.fault.RequestStackTest#";
    private static final String STRESS = "io.sluice.pool.stress.PoolStressIT";

    private WaitingMutations() {}

    static final List<Mutation> ALL =
            List.of(
                    core(
                            "refused threads are not held up",
                            "Admission.java",
                            "LockSupport.parkNanos(Math.min(atOnce * REFUSED_NANOS, MOST_REFUSED_NANOS));",
                            "",
                            "io.sluice.pool.OverloadTest#refusedThreadsLeaveTheProcessorToThoseThatHoldAResource"),
                    core(
                            "the tick wakes no waiter for an available resource",
                            "PoolParts.java",
                            "waiters.tell(slots.available());",
                            "",
                            "io.sluice.pool.internal.NoProcessorTest#aWokenWaiterKeepsNoOtherFromAnAvailableResource"),
                    core(
                            "the tick wakes the same waiters again and again",
                            "Waiter.java",
                            "if (told) { return false; }",
                            "",
                            "io.sluice.pool.internal.NoProcessorTest#severalWokenWaitersKeepNoOtherFromAnAvailableResource"),
                    core(
                            "ticks end although a thread waits",
                            "Epoch.java",
                            "} else if (pulse.isNeeded()) { touch(); }",
                            "}",
                            "io.sluice.pool.internal.NoProcessorTest#ticksGoOnUntilOneThatHasAProcessorIsWoken"),
                    // waiting
                    core(
                            "an offer looks for waiters before it publishes",
                            "WaiterQueue.java",
                            "if (!holder.reservedToAvailable()) { return false; } if (waiting != 0) {",
                            "boolean waits = waiting != 0; if (!holder.reservedToAvailable()) { return false; } if (waits) {",
                            INTERNAL
                                    + "LinearizabilityTest#eachThreadGetsTheHolderInTheEndAndAlone"),
                    core(
                            "a thread that looks for something is not seen looking",
                            "WaiterQueue.java",
                            "LOOKING.getAndIncrement(this);",
                            "",
                            "race:WaiterRaces.TakingAgainstDemand"),
                    core(
                            "a leaving waiter does not clear its name",
                            "WaiterQueue.java",
                            "the thread that ended it removes it } NOTIFIED.compareAndSet(this, self, null);",
                            "the thread that ended it removes it\n }",
                            "race:WaiterRaces.WakeUpAgainstLeaving"),
                    core(
                            "a leaving waiter does not look for the others",
                            "WaiterQueue.java",
                            "if (notified == null && slots.hasAvailable()) {",
                            "if (false) {",
                            "race:WaiterRaces.WakeUpAgainstLeaving"),
                    core(
                            "naming a waiter does not check that it is live",
                            "WaiterQueue.java",
                            "if (next.isLive()) { next.wake();",
                            "if (true) { next.wake();",
                            "race:WaiterRaces.NamingAgainstLeaving"),
                    core(
                            "a woken waiter parks without looking again",
                            "WaiterQueue.java",
                            "NOTIFIED.compareAndSet(this, self, null); continue;",
                            "NOTIFIED.compareAndSet(this, self, null);",
                            INTERNAL + "WakeUpTest"),
                    core(
                            "a release reads the waiters before it publishes",
                            "ResourceHolder.java",
                            "if (((seen ^ epoch.value) | waiters.entitled) == 0 && accessibleToAvailable(stamp)) {",
                            "int before = waiters.waiting;"
                                    + " if (((seen ^ epoch.value) | waiters.entitled) == 0 && accessibleToAvailable(stamp)) {"
                                    + " if (before == 0) { return true; }",
                            "race:WaiterRaces.PublishingAgainstEntering"),
                    core(
                            "an entitled waiter is not woken for what was published",
                            "WaiterQueue.java",
                            "if (next == null || !NOTIFIED.compareAndSet(this, null, next)) {",
                            "if (next == null || next.get() == Waiter.ENTITLED"
                                    + " || !NOTIFIED.compareAndSet(this, null, next)) {",
                            "race:WaiterRaces.PublishingAgainstEntitledEntering"),
                    core(
                            "a release that grants a turn wakes no waiter",
                            "WaiterQueue.java",
                            "if (Fairness.isLookDue(lease) && lease != 0) { grantTurn(); }",
                            "if (Fairness.isLookDue(lease) && lease != 0) { grantTurn(); return; }",
                            "race:WaiterRaces.TurnAgainstHandOver"),
                    core(
                            "a holder found beside one handed over is kept",
                            "WaiterQueue.java",
                            "giveBack(found);",
                            "",
                            "race:WaiterRaces.HandOverAgainstFinding"),
                    core(
                            "a hand-over does not ask whether the waiter is there still",
                            "WaiterQueue.java",
                            "if (waiter.compareAndSet(item, holder)) {",
                            "if (waiter.getAndSet(holder) != null) {",
                            "race:WaiterRaces.HandOverAgainstTimeOut"),
                    core(
                            "a hand-over in vain does not check whether the lease was taken away",
                            "WaiterQueue.java",
                            "if (!holder.accessibleToReserved(stamp)) { return true; }",
                            "holder.accessibleToReserved(stamp);",
                            "race:ForceRaces.HandOverInVainAgainstForce"),
                    core(
                            "a doomed holder is handed over",
                            "ResourceHolder.java",
                            "&& !StateWord.has(expected, StateWord.MARKS)"
                                    + " && WORD.compareAndSet(this, expected, StateWord.nextLease(expected))) {",
                            "&& WORD.compareAndSet(this, expected, StateWord.nextLease(expected))) {",
                            "race:ForceRaces.HandOverAgainstForce"),
                    core(
                            "a new waiter does not check whether all are refused",
                            "WaiterQueue.java",
                            "Refusal refused = admission.refusal();",
                            "Refusal refused = null;",
                            "race:WaiterRaces.RefusalAgainstEntering"),
                    core(
                            "a waiter that gives up stays in line",
                            "WaiterQueue.java",
                            "arrivals.remove(self); // else the thread",
                            "// else the thread",
                            DEFECTS + "anInterruptEndsTheWaitAsWhatItIs"),
                    core(
                            "serving a waiter leaves it to count itself out",
                            "WaiterQueue.java",
                            "countOut(item); arrivals.remove(waiter);",
                            "arrivals.remove(waiter);",
                            INTERNAL + "EntitlementTest#isCountedOutByTheThreadThatServesIt"),
                    core(
                            "no waiter is granted a turn",
                            "Fairness.java",
                            "return now - turnAt >= TURN_NANOS;",
                            "return false;",
                            INTERNAL
                                    + "EntitlementTest#comesWhenTheTurnIsDueAndALeaseHasLookedAtTheClock"),
                    core(
                            "long leases are not served in order",
                            "WaiterQueue.java",
                            "if (fairness.isOrdered()) { entitle(self); } demand.run();",
                            "demand.run();",
                            INTERNAL + "EntitlementTest#comesOnArrivalWhereLeasesAreLong"),
                    core(
                            "short leases are served in order",
                            "Fairness.java",
                            "return meanNanos >= LONG_LEASE_NANOS;",
                            "return true;",
                            INTERNAL + "EntitlementTest#doesNotComeOnArrivalWhereLeasesAreShort"),
                    core(
                            "one lease that lost its processor makes all look long",
                            "Fairness.java",
                            "long length = Math.min(nanos, MOST_NANOS);",
                            "long length = nanos;",
                            INTERNAL
                                    + "EntitlementTest#doesNotComeOnArrivalWhereOneLeaseLostItsProcessor"),
                    core(
                            "the length of leases is what it first was",
                            "Fairness.java",
                            "meanNanos = mean < 0 ? length : mean + (length - mean) / MEAN_OF;",
                            "meanNanos = mean < 0 ? length : mean;",
                            INTERNAL
                                    + "EntitlementTest#comesOnArrivalWhereSeveralLeasesHaveBecomeLong"),
                    core(
                            "leases that took no time are forgotten",
                            "Fairness.java",
                            "meanNanos = mean < 0 ?",
                            "meanNanos = mean <= 0 ?",
                            INTERNAL
                                    + "EntitlementTest#doesNotComeOnArrivalWhereTheFirstLeaseTookNoTime"),
                    core(
                            "no lease is judged long or short",
                            "FitnessCheck.java",
                            "waiters.used(nanos);",
                            "",
                            INTERNAL + "OvertakingTest#whereLeasesAreLongNoThreadIsOvertaken"),
                    core(
                            "one waiter entitled on arrival stops the turns of those before it",
                            "WaiterQueue.java",
                            "if (Fairness.isLookDue(lease) && lease != 0) {",
                            "if (Fairness.isLookDue(lease) && lease != 0 && entitled == 0) {",
                            INTERNAL + "EntitlementTest#comesInItsTurnThoughOneBehindItIsEntitled"),
                    core(
                            "a waiter woken in vain does not see that leases are long",
                            "WaiterQueue.java",
                            "if (fairness.isOrdered()) { entitle(self); } if (self.countFutileWakeUp(now)) {",
                            "if (self.countFutileWakeUp(now)) {",
                            INTERNAL
                                    + "EntitlementTest#comesFromAFutileWakeUpWhereLeasesHaveBecomeLong"),
                    core(
                            "a waiter that keeps its name waits to be woken",
                            "WaiterQueue.java",
                            "ticker.park(this, Math.min(Fairness.FUTILE_NANOS, deadline - now));",
                            "ticker.park(this, deadline - now);",
                            INTERNAL
                                    + "EntitlementTest#isNotWokenForATurnWhereItWasWokenInVainAgainAndAgain"),
                    core(
                            "a waiter woken in vain is woken again at once, however often",
                            "WaiterQueue.java",
                            "if (self.countFutileWakeUp(now)) {",
                            "if (self.countFutileWakeUp(now) && false) {",
                            INTERNAL
                                    + "EntitlementTest#isNotWokenForATurnWhereItWasWokenInVainAgainAndAgain"),
                    core(
                            "a waiter overtaken now and then keeps its name",
                            "Waiter.java",
                            "if (futile == 0 || now - futileSince >= Fairness.FUTILE_NANOS) {",
                            "if (futile == 0) {",
                            INTERNAL + "EntitlementTest#isWokenAgainAndAgainWhereThatIsSeldomer"),
                    core(
                            "a holder that has left stays a thread's home",
                            "HolderSlots.java",
                            "if (homes[i] == holder) {",
                            "if (false) {",
                            INTERNAL
                                    + "AvailableQueueTest$Homes#aHolderThatHasLeftIsNoThreadsHome"),
                    core(
                            "a waiter that was told while it asked for growth parks",
                            "WaiterQueue.java",
                            "if (self.isLive() && notified != self && !self.isTold()) {",
                            "if (self.isLive() && notified != self) {",
                            INTERNAL
                                    + "WaiterQueueTest#aWaiterThatIsToldWhileItAsksForGrowthLooksOnceMore"),
                    core(
                            "each task that finds no thread has an alarm of its own",
                            "CreatorThreads.java",
                            "if (head != null) { return; // one alarm serves all }",
                            "",
                            INTERNAL
                                    + "CreatorThreadsTest#allTasksThatCannotBeStartedHaveOneAlarm"),
                    core(
                            "the timer ends while a task of a closed pool may need it",
                            "SystemTicker.java",
                            "public void taskBegins() { USERS.getAndAdd(this, 1); }",
                            "public void taskBegins() { }",
                            INTERNAL + "SystemTickerTest#theThreadStaysForATaskOfAClosedPool"),
                    core(
                            "a task without a thread is not counted until its alarm is set",
                            "CreatorThreads.java",
                            "return; } catch (Throwable e) { // out of memory or threads, which may pass",
                            "return; } catch (Throwable e) { if (counts) { ended(task); counts = false; }",
                            INTERNAL
                                    + "CreatorThreadsTest#aTaskWithoutThreadIsCountedUntilItsAlarmIsSet"),
                    core(
                            "a task that ran before the executor failed ends twice",
                            "CreatorThreads.java",
                            "if (task.countOut()) {",
                            "if (task.countOut() || true) {",
                            INTERNAL
                                    + "CreatorThreadsTest#aTaskThatRanBeforeTheExecutorFailedHasEndedOnce"),
                    core(
                            "a task without a thread is left to a tick that may not come",
                            "CreatorThreads.java",
                            "ticker.schedule(retry, AGAIN_NANOS);",
                            "",
                            INTERNAL
                                    + "CreatorThreadsTest#aTaskWithoutThreadWaitsForOneAlsoAfterTheLastPoolIsClosed"),
                    core(
                            "a waiter that has asked for growth parks without another look",
                            "WaiterQueue.java",
                            "if (self.isLive() && notified != self && !self.isTold()) {",
                            "if (true) {",
                            INTERNAL
                                    + "EntitlementTest#isNotNeededForWhatBecomesAvailableWhileItAsksForGrowth"),
                    core(
                            "a waiter that has asked for growth parks though it was served",
                            "WaiterQueue.java",
                            "if (self.isLive() && notified != self && !self.isTold()) {",
                            "if (notified != self && !self.isTold()) {",
                            INTERNAL + "EntitlementTest#bringsTheHolderAlsoWhileItAsksForGrowth"),
                    core(
                            "an interrupt is not looked at",
                            "WaiterQueue.java",
                            "if (Thread.interrupted()) {",
                            "if (false) {",
                            DEFECTS + "anInterruptEndsTheWaitAsWhatItIs"),
                    core(
                            "a close refuses no waiter",
                            "Closing.java",
                            "parts.waiters.close(parts.fitnessCheck::closed);",
                            "",
                            DEFECTS + "whatIsCreatedDuringACloseDoesNotEnterTheClosedPool"),
                    // the same and the like among many threads
                    core(
                            "among many a leaving waiter does not clear its name",
                            "WaiterQueue.java",
                            "the thread that ended it removes it } NOTIFIED.compareAndSet(this, self, null);",
                            "the thread that ended it removes it\n }",
                            STRESS),
                    core(
                            "among many a hand-over does not ask whether the waiter is there still",
                            "WaiterQueue.java",
                            "if (waiter.compareAndSet(item, holder)) {",
                            "if (waiter.getAndSet(holder) != null) {",
                            STRESS),
                    core(
                            "among many a late release ends whatever lease there is",
                            "ResourceHolder.java",
                            "if ((expected & ~StateWord.DOOMED) != stamp || !StateWord.is(expected, StateWord.ACCESSIBLE)) {",
                            "if (!StateWord.is(expected, StateWord.ACCESSIBLE)) {",
                            STRESS),
                    // requests without a thread
                    core(
                            "a request without a thread is never served",
                            "WaiterQueue.java",
                            "if (!handOverAvailable()) {",
                            "if (true) {",
                            INTERNAL + "AsyncAcquireTest$InLine#getsWhatIsReleased"),
                    core(
                            "a request does not look when it has joined",
                            "DetachedWaiters.java",
                            "waiters.signalIfAvailable(); // once it is counted",
                            "// once it is counted",
                            "race:AsyncRaces.PublishingAgainstJoining"),
                    core(
                            "a request that joins asks for no growth",
                            "DetachedWaiters.java",
                            "waiters.demand.run(); // afterwards: what was available",
                            "// afterwards: what was available",
                            INTERNAL
                                    + "AsyncAcquireTest$AtOnce#createsAResourceAndCompletesOnTheExecutor"),
                    core(
                            "a holder that is taken from a request asks for no growth",
                            "WaiterQueue.java",
                            "demand.run(); // what was counted for it",
                            "// what was counted for it",
                            INTERNAL
                                    + "DetachedWaiterTest#growthIsAskedForWhenWhatWasReleasedHasGone"),
                    core(
                            "what exists beyond a smaller maximum counts as waiting",
                            "Admission.java",
                            "Math.max(0, permits.spare());",
                            "permits.spare();",
                            INTERNAL
                                    + "ResizeTest#asManyAsAllowedWaitAlsoWhileMoreExistThanTheMaximum"),
                    core(
                            "a request that joins does not check whether all are refused",
                            "DetachedWaiters.java",
                            "if (reason != null) { waiters.refuse(self, reason); }",
                            "",
                            "race:AsyncRaces.RefusalAgainstJoining"),
                    core(
                            "a withdrawal does not ask whether the request was served",
                            "DetachedWaiters.java",
                            "if (!waiters.giveUp(self)) { return false; } waiters.arrivals.remove(self); self.cancelAlarm();",
                            "waiters.giveUp(self); self.set(Waiter.GONE); waiters.arrivals.remove(self);",
                            "race:AsyncRaces.WithdrawalAgainstHandOver"),
                    core(
                            "a time-out does not ask whether the request was served",
                            "DetachedWaiters.java",
                            "if (!waiters.end(self, Waiter.TIMED_OUT)) {",
                            "waiters.end(self, Waiter.TIMED_OUT); self.set(Waiter.TIMED_OUT); if (false) {",
                            "race:AsyncRaces.TimeOutAgainstHandOver"),
                    core(
                            "a refusal does not ask whether the request was served",
                            "WaiterQueue.java",
                            "if (end(waiter, refused)) {",
                            "end(waiter, refused); waiter.set(refused); if (true) {",
                            "race:AsyncRaces.RefusalAgainstHandOver"),
                    core(
                            "what a withdrawn request was to get is lost",
                            "WaiterQueue.java",
                            "holder.noteUnused(); return false;",
                            "return true;",
                            "race:AsyncRaces.WithdrawalOfTheFirstOfTwo"),
                    core(
                            "the time of a request is never over",
                            "DetachedWaiters.java",
                            "if (!waiters.end(self, Waiter.TIMED_OUT)) { return; }",
                            "if (true) { return; }",
                            INTERNAL + "AsyncAcquireTest$TimeOut#failsAsABlockingAcquireDoes"),
                    core(
                            "a request that timed out does not count as waiting",
                            "DetachedWaiters.java",
                            "timedOut.add(self);",
                            "",
                            INTERNAL + "AsyncAcquireTest$TimeOut#failsAsABlockingAcquireDoes"),
                    core(
                            "requests may wait beyond the limit",
                            "DetachedWaiters.java",
                            "admission.isFull(self.others) && waiters.giveUp(self)",
                            "false",
                            INTERNAL + "DetachedWaiterTest#isNoMemberOfTheLineIfItIsTooMany"),
                    core(
                            "a request withdrawn before it joins stays in line",
                            "DetachedWaiters.java",
                            "if (self.get() == Waiter.GONE) {",
                            "if (false) {",
                            "race:AsyncRaces.WithdrawalAgainstJoining"),
                    core(
                            "the alarm of a request that was served stays",
                            "DetachedWaiter.java",
                            "ended.run(); cancelAlarm();",
                            "ended.run();",
                            INTERNAL + "DetachedWaiterTest#leavesNoAlarmWhenItIsServed"),
                    core(
                            "the alarm of a request ends before the request is told",
                            "DetachedWaiter.java",
                            "ended.run(); cancelAlarm();",
                            "cancelAlarm(); ended.run();",
                            INTERNAL + "DetachedWaiterTest#keepsItsAlarmUntilItsRequestIsTold"),
                    core(
                            "the tick serves no request",
                            "DetachedWaiter.java",
                            "return tick.test(this);",
                            "return false;",
                            INTERNAL
                                    + "AsyncAcquireTest$InLine#isServedByATickIfTheThreadWokenBeforeHasNoProcessor"),
                    core(
                            "a cancelled request stays in line",
                            "AsyncAcquires.java",
                            "if (last == null || !withdraw(last)) {",
                            "if (true) {",
                            INTERNAL + "AsyncAcquireTest$Cancel#takesTheRequestOutOfTheLine"),
                    core(
                            "a cancelled request keeps the holder that was handed over",
                            "AsyncAcquires.java",
                            "if (stage.isDone()) { waiters.giveBack(holder); return; }",
                            "if (stage.isDone()) { return; }",
                            INTERNAL
                                    + "AsyncAcquireTest$Cancel#ofAHolderHandedOverButNotYetSeenPassesItOn"),
                    core(
                            "what a cancelled request gives back stays beyond a smaller maximum",
                            "WaiterQueue.java",
                            "if (holder.accessibleToReserved(holder.stamp())) { holder.noteUnused(); holder.publish(); }",
                            "if (holder.accessibleToReserved(holder.stamp())) { handOverOrOffer(holder); }",
                            INTERNAL
                                    + "AsyncAcquireTest$Cancel#ofAHolderBeyondASmallerMaximumDiscardsIt"),
                    core(
                            "a full pool that is closed says that too many wait",
                            "Admission.java",
                            "if (current != null) { // such as",
                            "if (false) { // such as",
                            INTERNAL + "WaiterQueueTest$Refusing#comesBeforeTooManyThatWait"),
                    core(
                            "a cancelled request keeps the lease that its executor has",
                            "AsyncAcquires.java",
                            "if (untaken != null && delivery.begin()) {",
                            "if (false) {",
                            INTERNAL
                                    + "AsyncAcquireTest$Cancel#whileTheExecutorHasTheLeaseReturnsItAtOnce"),
                    core(
                            "an executor that refuses keeps the lease",
                            "AsyncAcquires.java",
                            "unwrap(refused);",
                            "",
                            INTERNAL
                                    + "AsyncExtensionTest$AnExecutor#thatRefusesLeavesTheResourceInThePool"),
                    core(
                            "an executor that fails late has the lease taken back",
                            "AsyncAcquires.java",
                            "if (delivery.begin()) { // else it has run nonetheless, see Once",
                            "if (true) {",
                            INTERNAL
                                    + "AsyncExtensionTest$AnExecutor#thatFailsAfterItRanTheTaskTakesNothingBack"),
                    core(
                            "a releasing thread calls the executor",
                            "AsyncAcquires.java",
                            "// It is not in the queue, so it fails at once. } } threads.run(task, ticker);",
                            "} } task.run();",
                            INTERNAL
                                    + "AsyncExtensionTest$AnExecutor#thatRunsTasksItselfBlocksNoReleasingThread"),
                    core(
                            "a request is failed while another's dependents run",
                            "AsyncAcquires.java",
                            "failNext(); // before the executor is called, which may block",
                            "",
                            INTERNAL
                                    + "AsyncAcquireTest$TimeOut#ofOneIsNotDelayedByADependentOfAnother"),
                    core(
                            "each request that times out starts a thread",
                            "AsyncAcquires.java",
                            "failed.add(this); failNext(); return;",
                            "threads.run(task, ticker); return;",
                            INTERNAL + "AsyncAcquireTest$TimeOut#ofManyAtOnceStartsOneThread"),
                    core(
                            "the lease of a request belongs to the thread before",
                            "AsyncAcquires.java",
                            "holder.acquiredByNone();",
                            "",
                            INTERNAL + "AsyncAcquireTest$ThePool#attributesTheLeaseToNoThread"),
                    core(
                            "a leak of a request has no place",
                            "AsyncAcquires.java",
                            "holder.site = site;",
                            "",
                            INTERNAL + "AsyncAcquireTest$ThePool#tellsALeakByTheCallThatAcquired"),
                    core(
                            "a request whose wrapper fails at the resource leaves that unchecked",
                            "AsyncAcquires.java",
                            "mark = begun | Holder.DIRTY;",
                            "",
                            INTERNAL
                                    + "AsyncExtensionTest$AWrapper#thatFailsAtTheResourceHasItDiscarded"),
                    core(
                            "a request that cannot be wrapped on its thread keeps its lease",
                            "AsyncAcquires.java",
                            "found.abandoned = begun;",
                            "",
                            INTERNAL
                                    + "AsyncExtensionTest$AWrapper#thatFailsBeforeItCallsTheResourceLeavesThatInThePool"),
                    core(
                            "a request whose failure cannot be told does not end",
                            "AsyncAcquires.java",
                            "} catch (Throwable e) { // out of memory: the request must end nonetheless",
                            "} catch (RuntimeException e) {",
                            INTERNAL
                                    + "AsyncExtensionTest$AWrapper#thatCannotTellAFailureEndsTheRequestNonetheless"),
                    core(
                            "a lease of a request that cannot be unwrapped is lost",
                            "AsyncAcquires.java",
                            "abandon(Objects.requireNonNull(leased), stamp, stamp | Holder.DIRTY);",
                            "",
                            INTERNAL
                                    + "AsyncExtensionTest$AWrapper#thatCannotUnwrapLeavesTheLeaseToTheNextTick"),
                    core(
                            "a request is not told once there is memory again",
                            "AsyncAcquires.java",
                            "delivery.again();",
                            "",
                            "io.sluice.pool.fault.FullHeapTest"
                                    + "#noRequestWithoutAThreadIsLostWhereverMemoryIsMissing"),
                    core(
                            "a request is delivered without stack for it",
                            "AsyncAcquires.java",
                            "StackRoom.require(); // before it has begun: it can then run elsewhere",
                            "",
                            REQUEST_STACK + "aDeliveryThatFindsNoStackIsMadeElsewhere"),
                    core(
                            "a cancelled request is taken out without stack for it",
                            "AsyncAcquires.java",
                            "StackRoom.require(); // else the line or the executor finds out that it is done",
                            "",
                            REQUEST_STACK + "aCancellationThereLeavesAllPlaces"),
                    core(
                            "a request joins the line without stack for it",
                            "AsyncAcquires.java",
                            "StackRoom.require(); // in the line each step needs the next",
                            "",
                            INTERNAL + "RequestRoomTest#whatHasBegunToJoinTheLineCanGoOn"),
                    core(
                            "a request is passed to another thread without stack for it",
                            "AsyncAcquires.java",
                            "StackRoom.require(); threads.run(() -> serve(found), ticker);",
                            "threads.run(() -> serve(found), ticker);",
                            INTERNAL
                                    + "RequestRoomTest#whatIsServedOnAnotherThreadIsPassedOnAtOnce"),
                    jdbc(
                            "a connection whose driver found the end of the stack is used again",
                            "ConnectionAcquirer.java",
                            "mark = stamp | Holder.DIRTY; // the driver is called",
                            "",
                            "io.sluice.jdbc.internal.UnsettledLeaseTest"
                                    + "#ofTheConnectionThatTheThreadUsedLastIsMarked"),
                    jdbc(
                            "a lease without stack for its stamp is not marked",
                            "ConnectionAcquirer.java",
                            "home.abandoned = Holder.PRESENT;",
                            "home.abandoned = home.stamp();",
                            "io.sluice.jdbc.internal.UnsettledLeaseTest"
                                    + "#aLeaseThatIsNotEvenLookedAtIsMarked"),
                    jdbc(
                            "a replacement whose driver found the end of the stack is used again",
                            "ConnectionAcquirer.java",
                            "holder = holderBy(deadline); } } catch (OutOfMemoryError | StackOverflowError e) { // as above holder.abandoned = Holder.PRESENT | Holder.DIRTY;",
                            "holder = holderBy(deadline); } } catch (OutOfMemoryError | StackOverflowError e) {",
                            "io.sluice.jdbc.internal.UnsettledLeaseTest"
                                    + "#ofTheConnectionThatReplacesAnotherIsMarked"),
                    jdbc(
                            "another connection whose driver found the end of the stack is used again",
                            "ConnectionAcquirer.java",
                            "mark |= Holder.DIRTY; // the driver is called return settled(holder);",
                            "return settled(holder);",
                            "io.sluice.jdbc.internal.UnsettledLeaseTest#ofAnyOtherConnectionIsMarked"),
                    core(
                            "a request hides from the transaction of its thread",
                            "DefaultResourcePool.java",
                            "if (transactional && config.transactions().current() != null) {",
                            "if (false) {",
                            INTERNAL + "TransactionLeasesTest#anAsynchronousAcquireIsRefused"),
                    core(
                            "a request from before the start takes what those in line wait for",
                            "AsyncAcquires.java",
                            "boolean mayOvertake = mayBeQuick || waiters.waiting == 0;",
                            "boolean mayOvertake = true;",
                            INTERNAL
                                    + "AsyncAcquireTest$AStageThatOthersHave#leavesAnAvailableResourceToThoseInLine"),
                    core(
                            "a caller that is refused calls for an attempt on behalf of the others",
                            "WaiterQueue.java",
                            "demand.run(); // another may have counted on the holder",
                            "admission.callerComes(); demand.run(); // another may have counted",
                            INTERNAL
                                    + "DemandFailureTest#aCallerThatIsRefusedWithOthersCallsForNoAttemptOnTheirBehalf"),
                    core(
                            "a caller that comes while all are refused calls for no attempt",
                            "Admission.java",
                            "current.hasNewCaller = true;",
                            "",
                            INTERNAL
                                    + "DemandFailureTest#aPermanentFailureRefusesWaitingUntilAProbeSucceeds"),
                    core(
                            "what was validated aside is validated again if its executor fails then",
                            "FitnessCheck.java",
                            "if (task == null || task.begin()) {",
                            "if (holder != null) {",
                            INTERNAL
                                    + "NoThreadToValidateTest#theCallerDoesNotDoAgainWhatHasRunNonetheless"),
                    jdbc(
                            "a request for a connection starts the pool on its own thread",
                            "StartAside.java",
                            "starter.start();",
                            "starter.run();",
                            "io.sluice.jdbc.AsyncConnectionTest#startsThePoolOnOneThreadOfItsOwn"),
                    jdbc(
                            "each request before the start starts a thread",
                            "StartAside.java",
                            "if (callers != null) { callers.addLast(caller); return; }",
                            "",
                            "io.sluice.jdbc.AsyncConnectionTest#startsThePoolOnOneThreadOfItsOwn"),
                    jdbc(
                            "requests from before the start join the line in another order",
                            "StartAside.java",
                            "callers.addLast(caller);",
                            "callers.addFirst(caller);",
                            "io.sluice.jdbc.AsyncConnectionTest#joinsTheLineInTheOrderOfTheCallsBeforeTheStart"),
                    jdbc(
                            "a start begins without a look at the stack",
                            "StartRoom.java",
                            "int ignored = deep(FRAMES);",
                            "",
                            "io.sluice.jdbc.EndOfStackTest#aStartThatFoundNoStackHindersNoLaterOne"),
                    core(
                            "a stage with dependents is completed on the thread that joins the line",
                            "AsyncAcquires.java",
                            "if (!mayBeQuick || !isQuick(found)) {",
                            "if (!isQuick(found)) {",
                            INTERNAL
                                    + "AsyncAcquireTest$AStageThatOthersHave#isCompletedByTheExecutorThoughTheResourceIsThere"),
                    core(
                            "a refusal completes a stage with dependents on the thread that joins the line",
                            "AsyncAcquires.java",
                            "threads.run(() -> request.fail(e), ticker);",
                            "request.fail(e);",
                            INTERNAL
                                    + "AsyncAcquireTest$AStageThatOthersHave#isRefusedOnAThreadOfThePool"),
                    // what a time-out tells
                    core(
                            "a waiter that gives up no longer counts",
                            "WaiterQueue.java",
                            "timedOut.add(Thread.currentThread());",
                            "",
                            INTERNAL
                                    + "TimeoutReporterTest#aThreadThatWaitsForItselfIsADeadlockAsWell"),
                    core(
                            "a time-out waits for a capture that does not end",
                            "TimeoutReporter.java",
                            "return page.get(LONGEST_CAPTURE_NANOS, TimeUnit.NANOSECONDS);",
                            "return page.get(1, TimeUnit.DAYS);",
                            INTERNAL
                                    + "TimeoutReporterTest#aCaptureThatDoesNotEndHoldsUpNoOtherTimeOut"),
                    core(
                            "every thread makes a capture",
                            "TimeoutReporter.java",
                            "if (current != null && now - current.at < SHARED_NANOS) {",
                            "if (false) {",
                            INTERNAL
                                    + "TimeoutReporterTest#aHundredThreadsThatTimeOutAtOnceShareOneCapture"),
                    core(
                            "a lease that is over is reported",
                            "LeaseDiagnostics.java",
                            "if (!lease.isOver()) {",
                            "if (true) {",
                            INTERNAL
                                    + "TimeoutReporterTest#aLeaseThatEndsWhileItsStackIsTakenIsLeftOut"),
                    core(
                            "a lease looks as old as its resource was idle",
                            "FitnessCheck.java",
                            "holder.seen = isTimed ? seen - 1 : seen;",
                            "",
                            INTERNAL
                                    + "TimeoutReporterTest#aLeaseIsCountedFromItsBeginningAlsoWhileItIsValidated"),
                    core(
                            "the logging thread leaves those that share the capture waiting",
                            "TimeoutReporter.java",
                            "fillWithCounts(page, e);",
                            "",
                            INTERNAL
                                    + "TimeoutReporterTest#theLogAppenderMayItselfWaitForAResource"),
                    jdbc(
                            "a caller that has waited in vain begins to wait anew",
                            "ConnectionAcquirer.java",
                            "config.acquireTimeout().toNanos() - waited;",
                            "config.acquireTimeout().toNanos();",
                            "io.sluice.jdbc.SettleTest#isReplacedInWhatTheAcquireHasLeftOfItsTime"),
                    jdbc(
                            "a caller that has waited for the start begins to wait anew",
                            "ConnectionAcquirer.java",
                            "holderBy(arrivedAt + limit);",
                            "holder();",
                            "io.sluice.jdbc.StartTest#theStartIsPartOfTheTimeThatACallerWaits"),
                    core(
                            "in a transaction a caller that has waited in vain begins to wait anew",
                            "TransactionLeases.java",
                            "left = Math.max(1, left - holder.waitedNanos(stamp));",
                            "",
                            INTERNAL
                                    + "TransactionLeasesTest#aResourceDoomedBeforeItIsEnlistedIsReplacedInTheTimeLeft"));
}
