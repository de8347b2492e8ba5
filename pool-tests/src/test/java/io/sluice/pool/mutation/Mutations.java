package io.sluice.pool.mutation;

import static io.sluice.pool.mutation.Mutation.core;
import static io.sluice.pool.mutation.Mutation.face;
import static io.sluice.pool.mutation.Mutation.handle;
import static io.sluice.pool.mutation.Mutation.jdbc;
import static io.sluice.pool.mutation.Mutation.jta;
import static io.sluice.pool.mutation.Mutation.spi;

import java.util.List;

/**
 * The promises that are broken on purpose. Whoever repairs something adds the line without which
 * the test of the repair is red.
 */
final class Mutations {

    private static final String DEFECTS = "io.sluice.pool.AncestorDefectsTest#";
    private static final String HANDLE_THREADS = "io.sluice.jdbc.handle.HandleThreadsTest#";
    private static final String STATEMENTS = "io.sluice.jdbc.handle.CachedStatementTest#";
    private static final String INTERNAL = "io.sluice.pool.internal.";

    private Mutations() {}

    static final List<Mutation> ALL =
            List.of(
                    // global transactions
                    jta(
                            "a branch is ended beside the calls inside it",
                            "BranchXaResource.java",
                            "if (participant.gate.end() || is(ABORTED)) {",
                            "if (participant.gate.isFor(stamp()) || is(ABORTED)) {",
                            "io.sluice.jdbc.xa.TimeoutRaceTest"
                                    + "#whatHasPassedTheGateIsExecutedBeforeTheRollback"),
                    jta(
                            "a late statement passes after the branch was rolled back",
                            "BranchXaResource.java",
                            "if (participant.gate.end() || is(ABORTED)) {",
                            "if (participant.gate.isFor(stamp()) || is(ABORTED)) {",
                            "io.sluice.jdbc.xa.TimeoutRaceTest#afterTheRollbackNothingPassesTheGate"),
                    spi(
                            "a branch that is taken away by force can be prepared",
                            "Gate.java",
                            "if ((seen & TAKEN) != 0 || isTakenAhead(seen)) { return false; }",
                            "if (isTakenAhead(seen)) { return false; }",
                            "race:GateRaces.PrepareAgainstForce"),
                    spi(
                            "a branch that begins forgets who takes its resource away",
                            "Gate.java",
                            "if ((seen & TAKEN) != 0 || isTakenAhead(seen)) { return false; }",
                            "if ((seen & TAKEN) != 0) { return false; }",
                            "race:GateRaces.BeginAgainstForce"),
                    spi(
                            "who keeps a branch looks for others before its opening is seen",
                            "Gate.java",
                            "VarHandle.fullFence();",
                            "",
                            "race:GateRaces.BeginAgainstForce"),
                    spi(
                            "who takes a resource away does not look whether its branch was opened",
                            "Gate.java",
                            "if (word == seen) {",
                            "if (seen >= 0) {",
                            "race:GateRaces.BeginAgainstForce"),
                    spi(
                            "a call of an earlier lease passes the gate of the next",
                            "Gate.java",
                            "return !isOpen(seen) || (stamp & LEASE) - (seen & LEASE) > 0;",
                            "return true;",
                            "race:GateRaces.EarlierLeaseAgainstEnd"),
                    spi(
                            "who takes a resource away leaves no note for who opens its branch",
                            "Gate.java",
                            "if (!isBefore(seen, stamp) || !takeAhead(stamp)) {",
                            "if (!isBefore(seen, stamp)) {",
                            "race:GateRaces.BeginAfterAnotherAgainstForce"),
                    spi(
                            "a call that leaves writes over the branch that is opened",
                            "Gate.java",
                            "long next = seen - 1; if (WORD.compareAndSet(this, seen, next)) {",
                            "long next = seen - 1; if ((word = next) == next) {",
                            "race:GateRaces.EarlierLeaseAgainstOpening"),
                    spi(
                            "who ends a branch overlooks a call that has just entered",
                            "Gate.java",
                            "if (!isOpen(seen) || WORD.compareAndSet(this, seen, seen | mark)) {",
                            "if (!isOpen(seen) || (word = seen | mark) != 0) {",
                            "race:GateRaces.CallAgainstEnd"),
                    spi(
                            "a late call of an earlier lease counts out one that is inside",
                            "Gate.java",
                            "if (!isSame(seen, stamp) || (seen & INSIDE) == 0) {",
                            "if ((seen & INSIDE) == 0) {",
                            "race:GateRaces.EarlierLeaseAgainstEnd"),
                    jta(
                            "a branch is prepared and nothing keeps its connection",
                            "BranchXaResource.java",
                            "if (isLost() || !participant.gate.keep()) {",
                            "if (isLost()) {",
                            "io.sluice.pool.jta.BranchXaResourceTest"
                                    + "#whatIsBeingPreparedCannotBeTakenAway"),
                    core(
                            "a connection is closed over its prepared branch",
                            "Departures.java",
                            "if (!mayTake(holder) || !holder.anyLeaseToReserved()) {",
                            "if (!holder.anyLeaseToReserved()) {",
                            "io.sluice.jdbc.xa.NarayanaRecoveryOnH2Test"
                                    + "#noForceClosesAConnectionWhoseBranchIsPrepared"),
                    jta(
                            "a branch that recovery has ended early stays in doubt",
                            "InDoubtBranches.java",
                            "return !(EARLY.remove(key) && settle(key));",
                            "return true;",
                            "io.sluice.pool.jta.JtaTransactionContextTest"
                                    + "#whatRecoveryHasEndedBeforeTheTransactionWasOverIsNotInDoubt"),
                    jta(
                            "a branch is forgotten that the server has not decided",
                            "BranchXaResource.java",
                            "check(!isOwn(id) || isHeuristic(), \"forget\", id, TMNOFLAGS);",
                            "",
                            "io.sluice.pool.jta.BranchXaResourceTest"
                                    + "#whatTheServerHasNotDecidedIsNotForgotten"),
                    jta(
                            "a branch that is lost is committed",
                            "BranchXaResource.java",
                            "boolean lost = isLost();",
                            "boolean lost = is(ABORTED);",
                            "io.sluice.pool.jta.BranchXaResourceTest"
                                    + "#whatIsTakenAwayIsNotCommittedInOnePhase"),
                    jdbc(
                            "a branch that could not be ended passes for rolled back",
                            "TranslatingXaResource.java",
                            "return error.errorCode == XAException.XAER_RMERR",
                            "return error == null",
                            "io.sluice.jdbc.internal.XaTranslationTest"
                                    + "#whatCannotBeEndedIsPreparedStill"),
                    jta(
                            "two who end a branch at once do not see each other",
                            "Enlistment.java",
                            "if ((before & SETTLED) == 0) {",
                            "if (before < 0) {",
                            "race:EndRaces.SettledWhileAnnounced"),
                    jta(
                            "a branch that ends its transaction is let go once more",
                            "Enlistment.java",
                            "COME.setRelease(this, BOTH);",
                            "",
                            "race:EndRaces.CommittedInOnePhaseWhileAnnounced"),
                    core(
                            "who closes the first handle overlooks another that is opened",
                            "ResourceHolder.java",
                            "next = Word.withState(next, Word.INACCESSIBLE); } if (WORD.compareAndSet(this, expected, next)) {",
                            "next = Word.withState(next, Word.INACCESSIBLE); } if ((word = next) == next) {",
                            "race:StateWordRaces.FirstHandleAgainstShare"),
                    core(
                            "who closes the first handle overlooks that the transaction has ended",
                            "ResourceHolder.java",
                            "if (Word.has(next, Word.ENDED)) { return false; }",
                            "",
                            "race:StateWordRaces.FirstHandleAgainstCompletion"),
                    core(
                            "the first handle of a transaction is closed twice",
                            "ResourceHolder.java",
                            "|| !Word.has(expected, Word.FIRST)) {",
                            ") {",
                            "race:StateWordRaces.TwoClosersOfTheFirstHandle"),
                    jta(
                            "who settles a branch does not know that it is about to be in doubt",
                            "Enlistment.java",
                            "if (now.isInDoubt() && (come(IN_DOUBT) & SETTLED) == 0) {",
                            "if (now.isInDoubt()) {",
                            "race:EndRaces.SettledWhileInDoubt"),
                    handle(
                            "in a transaction a statement from before it runs",
                            "LeaseHandle.java",
                            "checkTransaction(gate); } } /** The same for a call that makes",
                            "if (gate.isFor(stamp)) { checkTransaction(gate); } } }"
                                    + " /** The same for a call that makes",
                            "io.sluice.jdbc.xa.NarayanaOnH2Test"
                                    + "#aStatementFromBeforeTheTransactionIsRefusedInItAndWritesNothing"),
                    handle(
                            "in a transaction a row is written by a result set from before it",
                            "ResultSetHandle.java",
                            "public void insertRow() throws SQLException {"
                                    + " connection.enterExecution();",
                            "public void insertRow() throws SQLException { connection.enter();",
                            "io.sluice.jdbc.xa.NarayanaOnH2Test"
                                    + "#aRowIsNotWrittenByAResultSetFromBeforeTheTransaction"),
                    handle(
                            "in a transaction metadata is asked for beside the end of its branch",
                            "DatabaseMetaDataHandle.java",
                            "connection.enter();",
                            "connection.worked(); connection.checkGate();",
                            "io.sluice.jdbc.xa.TimeoutRaceTest"
                                    + "#metadataThatHasPassedTheGateIsFetchedBeforeTheRollback"),
                    handle(
                            "in a transaction a large object is bound beside the end of its branch",
                            "PreparedStatementHandle.java",
                            "connection.enter();",
                            "connection.worked(); connection.checkGate();",
                            "io.sluice.jdbc.handle.InsideTheGateTest"),
                    jta(
                            "in a transaction that ends a cancel that hangs holds the manager up",
                            "Clearance.java",
                            "participant.holder.runAside( () -> { try { task.run(); } finally {"
                                    + " boolean ignored = done.complete(null); } });",
                            "task.run(); boolean ignored = done.complete(null);",
                            "io.sluice.pool.jta.BranchXaResourceTest"
                                    + "#aCancelThatHangsHoldsNobodyUpAndIsNotRepeated"),
                    jta(
                            "in a transaction that ends calls have twice the patience to return",
                            "Clearance.java",
                            "participant.gate.awaitEmpty(UNASKED * part)",
                            "participant.gate.awaitEmpty(2 * PARTS * part)",
                            "io.sluice.pool.jta.BranchXaResourceTest"
                                    + "#allWaitingTogetherIsOverWithThePatience"),
                    jta(
                            "in a transaction that ends a late cancel meets who has the connection then",
                            "Clearance.java",
                            "&& isOver(asked, left())",
                            "",
                            "io.sluice.pool.jta.BranchXaResourceTest"
                                    + "#aConnectionThatMayYetBeCancelledServesNobodyElse"),
                    jta(
                            "in a transaction that is rolled back it is a failure that this was done",
                            "BranchXaResource.java",
                            "if (!lost) { throw failure; }",
                            "throw failure;",
                            "io.sluice.pool.jta.BranchXaResourceTest"
                                    + "#aSurpriseOfTheDriversIsNoneThereEither"),
                    jta(
                            "in a transaction a duplicate xid ends a connection that is good",
                            "BranchXaResource.java",
                            "if (e.errorCode != XAException.XAER_DUPID) {",
                            "if (e.errorCode != 0) {",
                            "io.sluice.jdbc.xa.DuplicateXidTest"),
                    core(
                            "in a transaction two threads acquire and one is told that it is over",
                            "TransactionLeases.java",
                            "} while (holder.isOpenTo(owned.stamp()));",
                            "} while (false);",
                            INTERNAL
                                    + "TransactionLeasesTest"
                                    + "#twoThreadsOfATransactionAcquireWhileItsLastHandleIsClosed"),
                    jdbc(
                            "a close waits for a pass of recovery that hangs",
                            "OpenPool.java",
                            "end.get(config.closeTimeout().toNanos(), TimeUnit.NANOSECONDS);",
                            "end.get(1, TimeUnit.DAYS);",
                            "io.sluice.jdbc.xa.CloseDuringRecoveryTest"),
                    // the state word
                    core(
                            "the serial does not grow",
                            "Word.java",
                            "static final long ACQUIRE = ONE_LEASE + ONE_HANDLE",
                            "static final long ACQUIRE = ONE_HANDLE",
                            DEFECTS + "aLateReleaseDoesNotTouchTheNextLease"),
                    core(
                            "a release asks nobody whether the lease is its own",
                            "ResourceHolder.java",
                            "return WORD.compareAndSet(this, stamp, stamp + Word.RELEASE);",
                            "word = stamp + Word.RELEASE; return true;",
                            "race:StateWordRaces.TwoClosers"),
                    core(
                            "a home is written and nobody asked whether it was available",
                            "ResourceHolder.java",
                            "return (long) WORD.compareAndExchange(this, expected, expected + Word.ACQUIRE) ^ expected;",
                            "long before = word; word = expected + Word.ACQUIRE; return before ^ expected;",
                            "race:StateWordRaces.HomeAgainstScan"),
                    core(
                            "whoever has missed the home has it",
                            "DefaultResourcePool.java",
                            "if ((missed | (home.seen ^ epoch.value)) != 0) {",
                            "if ((home.seen ^ epoch.value) != 0) {",
                            INTERNAL + "HomeTest#whoMissesItFindsAnother"),
                    core(
                            "nobody looks at the epoch at home",
                            "DefaultResourcePool.java",
                            "if ((missed | (home.seen ^ epoch.value)) != 0) {",
                            "if (missed != 0) {",
                            INTERNAL + "HomeTest#whatWasIdleThereForLongIsValidated"),
                    core(
                            "turns are looked at only while nobody is woken",
                            "WaiterQueue.java",
                            "return woken == null || lease % LEASES_PER_LOOK == 0;",
                            "return woken == null;",
                            INTERNAL
                                    + "WaiterQueueTest$GrowingOld#isWhatReleasesAreAskedForThoughOneWasWoken"),
                    core(
                            "a release wakes nobody between the looks at the clock",
                            "WaiterQueue.java",
                            "return woken == null || lease % LEASES_PER_LOOK == 0;",
                            "return lease % LEASES_PER_LOOK == 0;",
                            INTERNAL
                                    + "WaiterQueueTest$GrowingOld#isWhatReleasesAreAskedForThoughOneWasWoken"),
                    core(
                            "an idle holder is marked and stays available",
                            "ResourceHolder.java",
                            "long next = idle ? Word.withState(expected, Word.RESERVED) & ~Word.HELD : expected;",
                            "long next = expected;",
                            "race:StateWordRaces.AcquireAgainstDoom"),
                    core(
                            "a doomed holder becomes available",
                            "ResourceHolder.java",
                            "&& !Word.has(expected, Word.MARKS)"
                                    + " && WORD.compareAndSet(this, expected, Word.withState(expected, Word.AVAILABLE));",
                            "&& WORD.compareAndSet(this, expected, Word.withState(expected, Word.AVAILABLE));",
                            "race:StateWordRaces.OfferAgainstDoom"),
                    core(
                            "who dooms a holder writes over the end of its lease",
                            "ResourceHolder.java",
                            "if (WORD.compareAndSet(this, expected, next | Word.DOOMED)) {",
                            "if ((word = next | Word.DOOMED) != 0) {",
                            "race:StateWordRaces.ReleaseAgainstDoom"),
                    core(
                            "who evicts a lease writes over its end",
                            "ResourceHolder.java",
                            "|| WORD.compareAndSet(this, expected, expected | Word.DOOMED)) {",
                            "|| (word = expected | Word.DOOMED) != 0) {",
                            "race:StateWordRaces.ReleaseAgainstEviction"),
                    core(
                            "the lease of a doomed holder has no end",
                            "ResourceHolder.java",
                            "if ((expected & ~Word.DOOMED) != stamp || !Word.is(expected, Word.ACCESSIBLE)) {",
                            "if (expected != stamp || !Word.is(expected, Word.ACCESSIBLE)) {",
                            "race:StateWordRaces.ReleaseAgainstDoom"),
                    core(
                            "who cleans takes a holder that was released meanwhile",
                            "ResourceHolder.java",
                            "long next = Word.withState(expected, Word.RESERVED) & ~Word.HANDLES; if (WORD.compareAndSet(this, expected, next)) {",
                            "long next = Word.withState(expected, Word.RESERVED) & ~Word.HANDLES; if ((word = next) == next) {",
                            "race:StateWordRaces.CleaningAgainstRelease"),
                    core(
                            "a late release ends whatever lease there is",
                            "ResourceHolder.java",
                            "if ((expected & ~Word.DOOMED) != stamp || !Word.is(expected, Word.ACCESSIBLE)) {",
                            "if (!Word.is(expected, Word.ACCESSIBLE)) {",
                            "race:StateWordRaces.LateReleaseAgainstNextLease"),
                    core(
                            "the pool takes for itself what was acquired meanwhile",
                            "ResourceHolder.java",
                            "&& WORD.compareAndSet(this, expected, Word.withState(expected, Word.RESERVED));",
                            "&& (word = Word.withState(expected, Word.RESERVED)) >= 0;",
                            "race:StateWordRaces.AcquireAgainstReserve"),
                    core(
                            "a close by force takes away what was released meanwhile",
                            "ResourceHolder.java",
                            "long next = (expected & Word.SERIAL) | Word.DOOMED | Word.RESERVED; if (WORD.compareAndSet(this, expected, next)) {",
                            "long next = (expected & Word.SERIAL) | Word.DOOMED | Word.RESERVED; if ((word = next) == next) {",
                            "race:StateWordRaces.ReleaseAgainstTakingAway"),
                    core(
                            "a holder in use cannot be doomed",
                            "ResourceHolder.java",
                            "Word.is(expected, Word.CLOSED) || Word.has(expected, Word.DOOMED)",
                            "Word.is(expected, Word.CLOSED) || Word.has(expected, Word.DOOMED) || Word.is(expected, Word.ACCESSIBLE)",
                            DEFECTS + "aBrokenResourceNeverServesAgain"),
                    jdbc(
                            "a connection is published before it is cleaned",
                            "PhysicalConnection.java",
                            "if (!holder.reserve(handle.stamp())) {",
                            "if (!holder.release(handle.stamp())) {",
                            "io.sluice.jdbc.LeaseTest#aConnectionWhoseResetFailsIsReplacedAndItsCloserSeesNothing"),
                    jdbc(
                            "what was only lent out is reported as a transaction",
                            "PhysicalConnection.java",
                            "inTransaction && handle.hasWorked()",
                            "inTransaction",
                            "io.sluice.jdbc.StrictTest#whereNothingWasSeenToBeDoneSinceTheCommitNoTransactionIsReported"),
                    jdbc(
                            "what fails while a connection is made tells passwords",
                            "DriverConnectionFactory.java",
                            "} catch (SQLException e) { throw Secrets.cleared(e);",
                            "} catch (SQLException e) { throw e;",
                            "io.sluice.jdbc.SourceTest#whatFailsElsewhereWhileAConnectionIsMadeIsShownWithoutPasswordsToo"),
                    jdbc(
                            "what fails unchecked while a connection is made tells passwords",
                            "DriverConnectionFactory.java",
                            "} catch (RuntimeException e) { throw Secrets.cleared(e);",
                            "} catch (RuntimeException e) { throw e;",
                            "io.sluice.jdbc.SourceTest#whatFailsElsewhereWhileAConnectionIsMadeIsShownWithoutPasswordsToo"),
                    // statements that are kept
                    handle(
                            "a statement that is closed while it executes is kept",
                            "StatementUse.java",
                            "boolean idle = executing.getAndAdd(0) == 0;",
                            "boolean idle = true;",
                            STATEMENTS + "aStatementThatIsClosedWhileItExecutesIsNotKept"),
                    handle(
                            "a setting stays on a statement that is kept",
                            "StatementUse.java",
                            "trace.getKey().write(statement, trace.getValue());",
                            "continue;",
                            STATEMENTS + "aSettingGoesBackToWhatItWas"),
                    handle(
                            "a statement serves another schema",
                            "LeaseHandle.java",
                            "return (state & PREPARES_OTHERWISE) != 0;",
                            "return false;",
                            STATEMENTS + "aLeaseThatChangedWhatStatementsStandForUsesNoKeptOnes"),
                    handle(
                            "a closed handle asks a statement that serves another",
                            "CachedPreparedStatementHandle.java",
                            "checkOpen(); use.note(trace);",
                            "use.note(trace);",
                            STATEMENTS + "aHandleOfAFormerUseReachesNothing"),
                    handle(
                            "a statement that its result set has led to is kept",
                            "ResultSetHandle.java",
                            "prepared.note(StatementTrace.LASTING);",
                            "",
                            STATEMENTS + "whatCannotBeTakenBackEndsTheStatement"),
                    handle(
                            "who closes is told what befell a statement that made room",
                            "StatementUse.java",
                            "connection.failed(new SQLException(e));",
                            "throw e;",
                            STATEMENTS
                                    + "whatMustMakeRoomAndFailsOtherwiseIsNoConcernOfTheCloserEither"),
                    // the open children of a handle
                    handle(
                            "a closed statement stays in the list behind an open one",
                            "HandleNode.java",
                            "if (firstChild != child) {",
                            "if (false) {",
                            HANDLE_THREADS + "aClosedStatementIsNotKeptBehindOneThatStaysOpen"),
                    handle(
                            "of two statements opened at once one is lost",
                            "HandleNode.java",
                            "while (!FIRST_CHILD.compareAndSet(this, first, child));",
                            "while (child != (firstChild = child));",
                            HANDLE_THREADS + "noStatementIsLostThatTwoThreadsTakeInAtOnce"),
                    handle(
                            "who opens does not look whether the parent was closed meanwhile",
                            "HandleNode.java",
                            "child)); return !closed;",
                            "child)); return true;",
                            HANDLE_THREADS
                                    + "everyStatementIsClosedOnceWhenAnotherThreadClosesTheConnection"),
                    handle(
                            "two threads close one statement",
                            "HandleNode.java",
                            "return !closed && CLOSED.compareAndSet(this, false, true);",
                            "return !closed && (closed = true);",
                            HANDLE_THREADS + "aStatementIsClaimedOnceWhoeverComesAtThatMoment"),
                    handle(
                            "a change hides the work of another thread",
                            "LeaseHandle.java",
                            "ACTIVITY.compareAndSet(this, NOTHING, TOUCHED);",
                            "activity = TOUCHED;",
                            HANDLE_THREADS
                                    + "workOfOneThreadIsSeenWhateverAnotherChangesAtThatMoment"),
                    // waiting
                    core(
                            "who looks for something is not seen looking",
                            "WaiterQueue.java",
                            "LOOKING.getAndAdd(this, 1);",
                            "LOOKING.getAndAdd(this, 0);",
                            "race:WaiterRaces.TakingAgainstDemand"),
                    core(
                            "who leaves does not clear its name",
                            "WaiterQueue.java",
                            "whoever ended it does } WOKEN.compareAndSet(this, self, null);",
                            "whoever ended it does\n }",
                            "race:WaiterRaces.WakeUpAgainstLeaving"),
                    core(
                            "who leaves does not look for the others",
                            "WaiterQueue.java",
                            "if (woken == null && available.hasAvailable()) {",
                            "if (false) {",
                            "race:WaiterRaces.WakeUpAgainstLeaving"),
                    core(
                            "who names a waiter does not check that it is live",
                            "WaiterQueue.java",
                            "if (next.isLive()) { next.wake();",
                            "if (true) { next.wake();",
                            "race:WaiterRaces.NamingAgainstLeaving"),
                    core(
                            "who was told to look parks without looking again",
                            "WaiterQueue.java",
                            "signal anew continue;",
                            "signal anew\n",
                            INTERNAL + "WakeUpTest"),
                    core(
                            "a release reads who waits before it publishes",
                            "ResourceHolder.java",
                            "if (((seen ^ epoch.value) | waiters.old) == 0 && accessibleToAvailable(stamp)) {",
                            "int before = waiters.waiting;"
                                    + " if (((seen ^ epoch.value) | waiters.old) == 0 && accessibleToAvailable(stamp)) {"
                                    + " if (before == 0) { return true; }",
                            "race:WaiterRaces.PublishingAgainstEntering"),
                    core(
                            "what was found beside what was handed over is kept",
                            "WaiterQueue.java",
                            "available.giveBack(found);",
                            "",
                            "race:WaiterRaces.HandOverAgainstFinding"),
                    core(
                            "a hand-over does not ask whether the waiter is there still",
                            "WaiterQueue.java",
                            "if (waiter.compareAndSet(Waiter.OLD, holder)) {",
                            "if (waiter.getAndSet(holder) != null) {",
                            "race:WaiterRaces.HandOverAgainstTimeOut"),
                    core(
                            "who waits does not look whether all are refused",
                            "WaiterQueue.java",
                            "Refusal refused = refusal;",
                            "Refusal refused = null;",
                            "race:WaiterRaces.RefusalAgainstEntering"),
                    core(
                            "who gives up stays in line",
                            "WaiterQueue.java",
                            "queue.remove(self);",
                            "",
                            DEFECTS + "anInterruptEndsTheWaitAsWhatItIs"),
                    core(
                            "who serves a waiter leaves it to count itself out",
                            "WaiterQueue.java",
                            "countOut(Waiter.OLD); queue.remove(waiter);",
                            "queue.remove(waiter);",
                            INTERNAL + "WaiterQueueTest$GrowingOld#isCountedOutByWhoServesIt"),
                    core(
                            "nobody is granted a turn",
                            "WaiterQueue.java",
                            "if (now - turnAt < TURN_NANOS && !anyway) {",
                            "if (!anyway) {",
                            INTERNAL
                                    + "WaiterQueueTest$GrowingOld#comesWhenTheTurnIsDueAndALeaseHasLookedAtTheClock"),
                    core(
                            "a holder that has left stays somebody's home",
                            "AvailableQueue.java",
                            "if (homes[i] == holder) {",
                            "if (false) {",
                            INTERNAL + "AvailableQueueTest$Homes#whatHasLeftIsNobodysHome"),
                    core(
                            "an interrupt is not looked at",
                            "WaiterQueue.java",
                            "if (Thread.interrupted()) {",
                            "if (false) {",
                            DEFECTS + "anInterruptEndsTheWaitAsWhatItIs"),
                    core(
                            "a close refuses nobody",
                            "DefaultResourcePool.java",
                            "waiters.close(inspection::closed);",
                            "",
                            DEFECTS + "whatIsCreatedDuringACloseDoesNotEnterTheClosedPool"),
                    // what a time-out tells
                    core(
                            "who gives up counts as waiting no more",
                            "WaiterQueue.java",
                            "available.owner().timedOut();",
                            "",
                            INTERNAL + "TimeoutsTest#aThreadThatWaitsForItselfIsADeadlockAsWell"),
                    core(
                            "everybody makes a capture",
                            "Timeouts.java",
                            "if (current != null && now - current.at < SHARED_NANOS) {",
                            "if (false) {",
                            INTERNAL
                                    + "TimeoutsTest#aHundredThreadsThatTimeOutAtOnceShareOneCapture"),
                    core(
                            "a lease that is over is told",
                            "Captures.java",
                            "if (!lease.isOver()) {",
                            "if (true) {",
                            INTERNAL + "TimeoutsTest#aLeaseThatEndsWhileItsStackIsTakenIsLeftOut"),
                    core(
                            "a lease looks as old as its resource was idle",
                            "Inspection.java",
                            "holder.seen = seen; // the lease has begun",
                            "// the lease has begun",
                            INTERNAL
                                    + "TimeoutsTest#aLeaseIsCountedFromItsBeginningAlsoWhileItIsValidated"),
                    core(
                            "who logs leaves those waiting who share the capture",
                            "Timeouts.java",
                            "fillWithCounts(page, e);",
                            "",
                            INTERNAL
                                    + "TimeoutsTest#whoWritesThatIntoTheLogMayItselfWaitForAResource"),
                    face(
                            "who has waited in vain begins to wait anew",
                            "SluiceDataSource.java",
                            "lifecycle.acquireTimeout().toNanos() - waited;",
                            "lifecycle.acquireTimeout().toNanos();",
                            "io.sluice.jdbc.SettleTest#isReplacedInWhatTheAcquireHasLeftOfItsTime"),
                    core(
                            "in a transaction who has waited in vain begins to wait anew",
                            "TransactionLeases.java",
                            "left = Math.max(1, left - holder.waitedNanos(stamp));",
                            "",
                            INTERNAL
                                    + "TransactionLeasesTest#whatIsDoomedBeforeItIsEnlistedIsReplacedInWhatTheAcquireHasLeftOfItsTime"),
                    // capacity
                    core(
                            "one more than the maximum",
                            "CreationPermits.java",
                            "return total(expected) + creating(expected) < maxSize",
                            "return total(expected) + creating(expected) <= maxSize",
                            "race:PermitRaces.TwoTakers"),
                    core(
                            "a permit is taken without asking whether it is still there",
                            "CreationPermits.java",
                            "&& word.compareAndSet(expected, expected + ONE_CREATING);",
                            "&& word.getAndAdd(ONE_CREATING) >= 0;",
                            "race:PermitRaces.TwoTakers"),
                    core(
                            "who gives a permit back writes over one that is taken",
                            "CreationPermits.java",
                            "word.addAndGet(-ONE_TOTAL);",
                            "word.set(word.get() - ONE_TOTAL);",
                            "race:PermitRaces.TakeAgainstGiveBack"),
                    core(
                            "who has created writes over who has failed to",
                            "CreationPermits.java",
                            "word.addAndGet(ONE_TOTAL - ONE_CREATING);",
                            "word.set(word.get() + ONE_TOTAL - ONE_CREATING);",
                            "race:PermitRaces.SuccessAgainstFailure"),
                    core(
                            "who looks at demand leaves that to another who does so already",
                            "Grower.java",
                            "while (tryBegin(/* othersReturnSoon= */ true)) { start(); }",
                            "if (lookingAgain.compareAndSet(false, true)) { while (tryBegin(true)) { start(); } lookingAgain.set(false); }",
                            "race:PermitRaces.FreedPermitAgainstNewWaiter"),
                    core(
                            "a creator that is not needed does not look again who has begun to wait",
                            "Grower.java",
                            "demand(); // who began to wait before the permit was given back relied on it",
                            "",
                            "race:PermitRaces.NeedlessPermitAgainstNewWaiter"),
                    core(
                            "a permit comes back before its resource is destroyed",
                            "Destroyer.java",
                            "try { factory.destroy(resource);",
                            "try { end(null); factory.destroy(resource);",
                            INTERNAL
                                    + "DestroyerTest#thePermitComesBackWhenDestructionHasReturnedAndNotBefore"),
                    core(
                            "freed capacity is offered to nobody",
                            "Departures.java",
                            "demand.run();",
                            "",
                            DEFECTS + "theCapacityOfADeadResourceReachesWhoWaits"),
                    core(
                            "demand is not looked at again before each creation",
                            "Grower.java",
                            "if (!confirmNeeded()) {",
                            "if (false) {",
                            INTERNAL + "GrowerDemandTest#isLookedAtAgainBeforeConnecting"),
                    core(
                            "creators that begin late make what nobody waits for any more",
                            "Grower.java",
                            "if (isNeededBesides(counts)) {",
                            "if (true) {",
                            "io.sluice.pool.BurstTest"
                                    + "#creatorsThatBeginAfterTheBurstIsServedMakeNothing"),
                    core(
                            "a burst is served by what is created one after the other",
                            "Ramp.java",
                            "return promising < (slow == 0 ? allowed : Math.min(allowed, 1));",
                            "return promising < Math.min(allowed, 1);",
                            "io.sluice.pool.BurstTest"
                                    + "#aBurstOnAnEmptyPoolIsServedWithinOneAndAHalfConnectsByTwelveAtMost"),
                    core(
                            "who waits for the first resource of a closed pool waits for ever",
                            "FirstResource.java",
                            "if (!closed) { nextOutcome",
                            "if (true) { nextOutcome",
                            INTERNAL
                                    + "FirstResourceTest#isMissingForWhoComesToWaitOnlyAfterTheClose"),
                    core(
                            "what the pool cannot take in keeps its permit",
                            "DefaultResourcePool.java",
                            "ResourceHolder<R> holder; try { long now = epoch.now();",
                            "ResourceHolder<R> holder; long now = epoch.now(); try {",
                            INTERNAL
                                    + "PoolGrowthTest#whatThePoolCannotTakeInIsDestroyedAndItsPermitComesBack"),
                    core(
                            "a new resource passes for looked at at the time of its creation",
                            "ResourceHolder.java",
                            "this.validatedAt = createdAt; }",
                            "this.validatedAt = createdAt; this.seen = createdAt; }",
                            INTERNAL
                                    + "OnceBrokenTest#whatWasBegunBeforeAnOutageIsValidatedWhateverTheClockSays"),
                    core(
                            "a success leaves the retry of a failure pending",
                            "Ramp.java",
                            "callOffRetry(); if (CreationPermits.creating(permits.get()) > 0) {",
                            "if (inCaseItHangs) { callOffRetry(); } if (CreationPermits.creating(permits.get()) > 0) {",
                            INTERNAL
                                    + "GrowerFailureTest#aSuccessCallsOffTheRetryOfAFailureThatWasBesideIt"),
                    core(
                            "a refusal outlives a failure that may pass",
                            "Ramp.java",
                            "waiters.accept(); return;",
                            "return;",
                            INTERNAL
                                    + "GrowerFailureTest#aTransientFailureLetsThreadsWaitAgainThatAPermanentOneHadRefused"),
                    core(
                            "a second look that could not be scheduled is waited for",
                            "Grower.java",
                            "lookingAgain.set(false); throw e;",
                            "throw e;",
                            INTERNAL
                                    + "GrowerFailureTest#aSecondLookThatCannotBeScheduledIsScheduledTheNextTime"),
                    core(
                            "a clock that cannot tick on looks alive",
                            "Epoch.java",
                            "VALUE.compareAndSet(this, current, -current);",
                            "break;",
                            INTERNAL + "EpochTest#whatCannotTickOnIsDormantAndTheNextTouchWakesIt"),
                    core(
                            "a flight recorder that fails costs a resource",
                            "Creation.java",
                            "recorder.createEnded(begun, failure); } catch (Throwable e) {",
                            "recorder.createEnded(begun, failure); } catch (Throwable e) { if (true) { throw e; }",
                            INTERNAL
                                    + "GrowerFailureTest#aFlightRecorderThatFailsCostsNeitherAResourceNorTheReasonWhyThereIsNone"),
                    core(
                            "a flight recorder that fails costs a lease",
                            "PoolEvents.java",
                            "guarded(() -> recorder.waitEnded(begun, acquired));",
                            "recorder.waitEnded(begun, acquired);",
                            INTERNAL
                                    + "PoolEventsTest#aFlightRecorderThatFailsIsLoggedAndGoesNoFurther"),
                    core(
                            "a log that fails ends a close",
                            "SureLog.java",
                            "} catch (Throwable e) { // there is nobody left to tell",
                            "} catch (Throwable e) { if (failure == null) { throw e; }",
                            INTERNAL
                                    + "OnceBrokenTest#aLogThatFailsDoesNotKeepACloseFromTakingLeasesAway"),
                    core(
                            "who has polled in vain counts as waiting for ever",
                            "AvailableQueue.java",
                            "owner.timedOutUnreported();",
                            "",
                            INTERNAL
                                    + "AvailableQueueTest#whoPollsInVainIsNotLeftAmongThoseWhoseTimeOutIsReported"),
                    core(
                            "an eviction meets whoever has the holder by then",
                            "ResourceHolder.java",
                            "if (!Word.sameLease(expected, stamp) || !Word.is(expected, Word.ACCESSIBLE)) {",
                            "if (!Word.is(expected, Word.ACCESSIBLE)) {",
                            "io.sluice.jdbc.internal.TwoClosersTest"
                                    + "#anAbortThatComesAfterTheCloseDoesNotTouchTheNextLease"),
                    jdbc(
                            "an error of the driver at the beginning of a lease keeps it",
                            "PhysicalConnection.java",
                            "if (holder.reserve(stamp)) { holder.discard(DiscardReason.BROKEN, e); } if (e instanceof Error error) {",
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
                            "a pool grows for a line that its members have served by then",
                            "Grower.java",
                            "if (isPaced(counts) && promising >= pace.atOnce()) {",
                            "if (false) {",
                            INTERNAL
                                    + "PaceTest#thatServesTheLineSoonEnoughLeavesCreationNothingToDo"),
                    core(
                            "members that are fast are trusted with any line",
                            "Pace.java",
                            "boolean overdue = now - before.overBy >= 0;",
                            "boolean overdue = false;",
                            INTERNAL + "PaceTest#isNotTrustedAnyLongerWithALineThatWasToBeOver"),
                    core(
                            "a fast server is connected to again before the line is looked at",
                            "Pace.java",
                            "look.atOnce == ONE && isMade(look) && line.waiting() > 1",
                            "look.atOnce == ONE && isMade(look) && line.waiting() < 0",
                            INTERNAL + "PaceTest#isNotKnownAtFirstSoOneIsCreatedFromLookToLook"),
                    core(
                            "nobody looks at demand when the line is no longer watched",
                            "Pace.java",
                            "finally { demand.run(); }",
                            "finally { }",
                            INTERNAL + "PaceTest#isNotTheLastThingLookedAtWhenTheLineIsOver"),
                    core(
                            "a failure plans no retry",
                            "Ramp.java",
                            "if (retry == null && !closed.getAsBoolean()) {",
                            "if (false) {",
                            DEFECTS + "afterAnOutageThePoolComesBackByItself"),
                    core(
                            "what hangs is counted on until it is given up",
                            "Ramp.java",
                            "slow = CreationPermits.creating(permits.get()); allowed =",
                            "allowed =",
                            INTERNAL + "GrowerFailureTest#beginsAnotherBesideOneThatHangs"),
                    core(
                            "what the factory does not accept is destroyed before the back-off",
                            "Grower.java",
                            "failed(refusal, /* permanent= */ false, beganAt, permits::created); site.refused(resource, refusal);",
                            "permits.created(); site.refused(resource, refusal); failed(refusal, /* permanent= */ false, beganAt, () -> {});",
                            INTERNAL
                                    + "GrowerRefusalTest#beginsNothingBeforeTheRetryWhenWhatWasNotAcceptedIsDestroyedAtOnce"),
                    core(
                            "after an outage creation does not ramp up",
                            "Ramp.java",
                            "Math.max(1, allowed * 2)",
                            "Math.max(1, allowed)",
                            "io.sluice.pool.GrowthTest#afterAnOutageCreationRampsUp"),
                    core(
                            "who has created something starts nobody beside it",
                            "Grower.java",
                            "first.ended(null); demand();",
                            "first.ended(null);",
                            INTERNAL
                                    + "GrowerFailureTest#allowsOneAfterAFailureAndTwiceAsManyWithEachSuccess"),
                    core(
                            "what a time-out tells is linked at the first of a process",
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
                            "who is deferred meanwhile is in neither set",
                            "HolderSets.java",
                            "if (state == ResourceState.ACCESSIBLE || state == ResourceState.INACCESSIBLE) {",
                            "if (holder.state() == ResourceState.ACCESSIBLE || holder.state() == ResourceState.INACCESSIBLE) {",
                            "race:SetRaces.LeasedAgainstDeferring"),
                    core(
                            "who counts the members does not keep them from leaving",
                            "HolderSets.java",
                            "this.readLock = lock.readLock();",
                            "this.readLock = new ReentrantReadWriteLock().readLock();",
                            "race:SetRaces.CountAgainstLeaving"),
                    core(
                            "a holder that joins counts in the total only later",
                            "HolderSets.java",
                            "permits.created(); return open;",
                            "return open;",
                            INTERNAL + "HolderSetsTest#whoJoinsCountsInTheTotalFromThatMoment"),
                    core(
                            "who takes a holder out does not look for who may have missed the one that moved",
                            "HolderSets.java",
                            "available.signalIfAvailable();",
                            "",
                            INTERNAL
                                    + "HolderSetsTest#leavingWakesAWaiterForWhatHasMovedPastItsScan"),
                    core(
                            "shrinking goes below the minimum",
                            "Housekeeping.java",
                            "if (staying > minSize) {",
                            "if (staying > 0) {",
                            DEFECTS + "shrinkingTakesNothingFromAnybody"),
                    // flush and suspension
                    core(
                            "what was in creation when the pool was flushed serves",
                            "DefaultResourcePool.java",
                            "if (inspection.isOutdated(bornIn)) {",
                            "if (false) {",
                            INTERNAL + "FlushTest#catchesWhatIsInCreation"),
                    core(
                            "who suspends announces nothing",
                            "Suspension.java",
                            "epoch.bump();",
                            "",
                            "race:SuspensionRaces.ReleaseAgainstSuspend"),
                    core(
                            "who holds does not look again",
                            "Suspension.java",
                            "if (!suspended.get()) { letGo(holder); }",
                            "",
                            "race:SuspensionRaces.ReleaseAgainstResume"),
                    core(
                            "who suspends does not look again at what it holds",
                            "Suspension.java",
                            "if (holder.availableToHeld()) { letGoIfResumed(holder); }",
                            "holder.availableToHeld();",
                            "race:SuspensionRaces.SuspendAgainstResume"),
                    core(
                            "what was found too late in a suspended pool is lost",
                            "Inspection.java",
                            "if (holder.accessibleToReserved(stamp)) { publish(holder); } return true;",
                            "return true;",
                            "race:SuspensionRaces.AcquireAgainstSuspend"),
                    core(
                            "who suspends holds what was doomed meanwhile",
                            "ResourceHolder.java",
                            "&& WORD.compareAndSet(this, expected, expected | Word.HELD);",
                            "&& (word = expected | Word.HELD) != 0;",
                            "race:SuspensionRaces.DoomAgainstSuspend"),
                    core(
                            "who resumes lets go of what was doomed meanwhile",
                            "ResourceHolder.java",
                            "&& WORD.compareAndSet( this, expected, Word.withState(expected, Word.RESERVED) & ~Word.HELD);",
                            "&& (word = Word.withState(expected, Word.RESERVED) & ~Word.HELD) >= 0;",
                            "race:SuspensionRaces.DoomAgainstResume"),
                    core(
                            "what was handed over in a suspended pool serves",
                            "Inspection.java",
                            "if (keptBySuspension(holder, stamp)) { return false; }"
                                    + " if (now >= holder.expiresAt) {",
                            "if (now >= holder.expiresAt) {",
                            INTERNAL + "SuspensionTest#whatSlippedThroughServesNobodyEither"),
                    core(
                            "nobody ends a validation that hangs",
                            "Validation.java",
                            "destroyer.abort(resource);",
                            "",
                            INTERNAL
                                    + "ValidationTest#thatHangsIsAbortedWhenTheTimeOfItsCallerIsOver"),
                    core(
                            "what was aborted while it was validated serves",
                            "Validation.java",
                            "return over.compareAndSet(false, true) ? failure : tooLate(limit, failure);",
                            "return failure;",
                            INTERNAL + "ValidationTest#thatAnswersJustWhenItIsGivenUpDoesNotServe"),
                    // time
                    core(
                            "a release makes everything look fresh, whatever its generation",
                            "Inspection.java",
                            "if (holder.generation == generation.get()) {",
                            "if (true) {",
                            DEFECTS
                                    + "whatIsInUseWhenAllAreSuspectedIsValidatedBeforeItServesAgain"),
                    core(
                            "a clock that stops looks as if it went",
                            "Epoch.java",
                            "long next = goOn ? Math.max(current + 1, now()) : -current;",
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
                            "Inspection.java",
                            "long seen = epoch.touch(); if (holder.generation == generation.get()) {",
                            "boolean same = holder.generation == generation.get(); long seen = epoch.touch(); if (same) {",
                            "race:EpochRaces.ReleaseAgainstNewGeneration"),
                    core(
                            "an announcement changes nothing while the clock goes",
                            "Epoch.java",
                            "VALUE.compareAndSet(this, current, current > 0 ? current + 1 : current - 1)",
                            "VALUE.compareAndSet(this, current, current > 0 ? current : current - 1)",
                            "race:EpochRaces.BumpAgainstTick"),
                    core(
                            "a tick forgets who came meanwhile",
                            "Epoch.java",
                            "if (VALUE.compareAndSet(this, current, live)) {",
                            "if (value == current && (value = live) == live) {",
                            "race:EpochRaces.TwoTouches"),
                    core(
                            "what was idle for long is not validated",
                            "Inspection.java",
                            "if (holder.generation != current || now - lastProof >= validateAfterIdle) {",
                            "if (holder.generation != current) {",
                            DEFECTS + "whatWasUsedAMomentAgoIsNotValidated"));
}
