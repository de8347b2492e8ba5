package io.sluice.pool.mutation;

import static io.sluice.pool.mutation.Mutation.core;
import static io.sluice.pool.mutation.Mutation.handle;
import static io.sluice.pool.mutation.Mutation.jdbc;

import java.util.List;

/** The promises of a lease: the state word, and what an application opens in it. */
final class LeaseMutations {

    private static final String DEFECTS = "io.sluice.pool.AncestorDefectsTest#";
    private static final String HANDLE_THREADS = "io.sluice.jdbc.handle.HandleThreadsTest#";
    private static final String STATEMENTS = "io.sluice.jdbc.handle.CachedStatementTest#";
    private static final String INTERNAL = "io.sluice.pool.internal.";

    /** Of a plain acquire. */
    private static final String SHORT_WAY =
            "if ((difference | (home.seen ^ epoch.value) | (home.threadId ^ threadId)) != 0) { try { return";

    private LeaseMutations() {}

    static final List<Mutation> ALL =
            List.of(
                    // the state word
                    core(
                            "the serial does not grow",
                            "ResourceHolder.java",
                            "compareAndExchange(this, expected, last + StateWord.ONE_LEASE) ^ expected;",
                            "compareAndExchange(this, expected, last) ^ expected;",
                            DEFECTS + "aLateReleaseDoesNotTouchTheNextLease"),
                    core(
                            "a release does not check whether the lease is its own",
                            "ResourceHolder.java",
                            "return (long) WORD.compareAndExchange(this, stamp, stamp + StateWord.RELEASE) == stamp;",
                            "word = stamp + StateWord.RELEASE; return true;",
                            "race:StateWordRaces.TwoClosers"),
                    core(
                            "two threads take one available holder",
                            "ResourceHolder.java",
                            "if (StateWord.isAvailable(expected) && WORD.compareAndSet(this, expected, expected + StateWord.ACQUIRE)) {",
                            "if (StateWord.isAvailable(expected)) { word = expected + StateWord.ACQUIRE;",
                            INTERNAL + "LinearizabilityTest#aHolderIsOfferedAndTakenInSomeOrder"),
                    core(
                            "a home is taken without a check whether it is available",
                            "ResourceHolder.java",
                            "return (long) WORD.compareAndExchange(this, expected, last + StateWord.ONE_LEASE) ^ expected;",
                            "long before = word; word = last + StateWord.ONE_LEASE; return before ^ expected;",
                            "race:StateWordRaces.HomeAgainstScan"),
                    core(
                            "a home is taken with the last lease's stamp, in use or not",
                            "ResourceHolder.java",
                            "return (long) WORD.compareAndExchange(this, expected, last + StateWord.ONE_LEASE) ^ expected;",
                            "WORD.compareAndExchange(this, expected, last + StateWord.ONE_LEASE); return 0;",
                            "race:StateWordRaces.HomeAgainstLease"),
                    core(
                            "a thread that finds a holder leaves no stamp",
                            "ResourceHolder.java",
                            "stamp = expected + StateWord.ACQUIRE;",
                            "",
                            "race:StateWordRaces.HomeAgainstLease"),
                    core(
                            "a thread that has missed the home has it",
                            "DefaultResourcePool.java",
                            SHORT_WAY,
                            "if (((home.seen ^ epoch.value) | (home.threadId ^ threadId)) != 0) {"
                                    + " try { return",
                            INTERNAL + "HomeTest#aThreadThatMissesItFindsAnother"),
                    core(
                            "the epoch is not compared at home",
                            "DefaultResourcePool.java",
                            SHORT_WAY,
                            "if ((difference | (home.threadId ^ threadId)) != 0) { try { return",
                            INTERNAL + "HomeTest#aResourceThatWasIdleThereForLongIsValidated"),
                    core(
                            "the thread that last used the home is not compared",
                            "DefaultResourcePool.java",
                            SHORT_WAY,
                            "if ((difference | (home.seen ^ epoch.value)) != 0) { try { return",
                            INTERNAL
                                    + "HomeTest#aThreadThatFindsItThereAfterAnotherIsKnownToHaveIt"),
                    core(
                            "the thread that last used the home is not compared, in a transaction",
                            "DefaultResourcePool.java",
                            SHORT_WAY,
                            "if ((difference | (home.seen ^ epoch.value)) != 0) { try { return",
                            INTERNAL
                                    + "TransactionLeasesTest#aThreadThatEnlistsItsHomeAfterAnotherIsKnownToHaveIt"),
                    core(
                            "the epoch is not compared on the short way",
                            "DefaultResourcePool.java",
                            "if ((difference | (home.seen ^ epoch.value)) != 0) { try { home.takeBack",
                            "if (difference != 0) { try { home.takeBack",
                            INTERNAL
                                    + "AcquireAtHomeTest#leavesWhatWasIdleForLongToAcquireWhichValidatesIt"),
                    core(
                            "the thread that last used the home is not compared, on the short way",
                            "DefaultResourcePool.java",
                            "if (home.threadId != threadId) {",
                            "if (false) {",
                            INTERNAL
                                    + "AcquireAtHomeTest#isKnownToHaveWhatAnotherThreadHadInTheMeantime"),
                    core(
                            "transactions have a short way, too",
                            "DefaultResourcePool.java",
                            "plainAtHome = !transactional && ",
                            "plainAtHome = ",
                            INTERNAL
                                    + "TransactionLeasesTest#nobodyGetsItsHomeOutsideTheTransaction"),
                    core(
                            "the short way is tried where each acquire must take the slow side",
                            "DefaultResourcePool.java",
                            "plainAtHome = !transactional && !PoolParts.checksEachLease(config);",
                            "plainAtHome = !transactional;",
                            INTERNAL + "AcquireAtHomeTest#isNoWayWhereLeaksAreLookedFor"),
                    core(
                            "a holder to be checked is released as if it had been used",
                            "ResourceHolder.java",
                            "if (accessibleToReserved(last + StateWord.ONE_LEASE)) { noteUnused(); publish(); }",
                            "release(last + StateWord.ONE_LEASE);",
                            INTERNAL
                                    + "AcquireAtHomeTest#leavesWhatWasIdleForLongToAcquireWhichValidatesIt"),
                    core(
                            "a holder to be checked is not put back",
                            "ResourceHolder.java",
                            "pool.publish(this);",
                            "",
                            INTERNAL
                                    + "AcquireAtHomeTest#givesWhatItPutsBackToAWaiterThatCameMeanwhile"),
                    core(
                            "a holder to be checked serves while the pool is suspended",
                            "ResourceHolder.java",
                            "pool.publish(this);",
                            "reservedToAvailable();",
                            INTERNAL
                                    + "AcquireAtHomeTest#holdsWhatItTakesBackWhileThePoolIsSuspended"),
                    core(
                            "a holder taken back while the pool is suspended is kept for ever",
                            "ResourceHolder.java",
                            "if (accessibleToReserved(last + StateWord.ONE_LEASE)) {",
                            "if (accessibleToReserved(last + StateWord.ONE_LEASE) && seen == epoch.value) {",
                            "race:SuspensionRaces.TakingBackAgainstSuspend"),
                    core(
                            "a holder taken back is available though it is doomed",
                            "ResourceHolder.java",
                            "pool.publish(this);",
                            "word = StateWord.withState(word, StateWord.AVAILABLE);",
                            "race:StateWordRaces.TakingBackAgainstDoom"),
                    core(
                            "a thread that has missed the home puts it back",
                            "ResourceHolder.java",
                            "if (difference == 0) { StackRoom.require();",
                            "if (true) { StackRoom.require();",
                            INTERNAL + "AcquireAtHomeTest#putsNothingBackThatIsNotAtHome"),
                    core(
                            "the home of a thread without one can be acquired",
                            "HolderSlots.java",
                            "this.nobody = nobody();",
                            "this.nobody = nobody(); nobody.reservedToAvailable();",
                            INTERNAL
                                    + "AvailableQueueTest$Homes#aThreadWithoutAHomeFindsNothingInAnEmptyQueue"),
                    core(
                            "turns are checked only while no waiter is woken",
                            "WaiterQueue.java",
                            "return notified == null || Fairness.isLookDue(lease);",
                            "return notified == null;",
                            INTERNAL
                                    + "EntitlementTest#isWhatReleasesAreAskedForThoughOneWasWoken"),
                    core(
                            "a release wakes no waiter between the readings of the clock",
                            "WaiterQueue.java",
                            "return notified == null || Fairness.isLookDue(lease);",
                            "return Fairness.isLookDue(lease);",
                            INTERNAL
                                    + "EntitlementTest#isWhatReleasesAreAskedForThoughOneWasWoken"),
                    core(
                            "an idle holder is marked and stays available",
                            "ResourceHolder.java",
                            "long next = idle ? StateWord.withState(expected, StateWord.RESERVED) & ~StateWord.HELD : expected;",
                            "long next = expected;",
                            "race:StateWordRaces.AcquireAgainstDoom"),
                    core(
                            "a doomed holder becomes available",
                            "Transition.java",
                            "RESERVED_TO_AVAILABLE(RESERVED, 0, MARKS, 0,",
                            "RESERVED_TO_AVAILABLE(RESERVED, 0, 0, 0,",
                            "race:StateWordRaces.OfferAgainstDoom"),
                    core(
                            "dooming a holder overwrites the end of its lease",
                            "ResourceHolder.java",
                            "if (WORD.compareAndSet(this, expected, next | StateWord.DOOMED)) {",
                            "if ((word = next | StateWord.DOOMED) != 0) {",
                            "race:StateWordRaces.ReleaseAgainstDoom"),
                    core(
                            "evicting a lease overwrites its end",
                            "ResourceHolder.java",
                            "|| WORD.compareAndSet(this, expected, expected | StateWord.DOOMED)) {",
                            "|| (word = expected | StateWord.DOOMED) != 0) {",
                            "race:StateWordRaces.ReleaseAgainstEviction"),
                    core(
                            "the lease of a doomed holder has no end",
                            "ResourceHolder.java",
                            "if ((expected & ~StateWord.DOOMED) != stamp || !StateWord.is(expected, StateWord.ACCESSIBLE)) {",
                            "if (expected != stamp || !StateWord.is(expected, StateWord.ACCESSIBLE)) {",
                            "race:StateWordRaces.ReleaseAgainstDoom"),
                    core(
                            "cleaning takes a holder that was released meanwhile",
                            "ResourceHolder.java",
                            "long next = StateWord.withState(expected, StateWord.RESERVED) & ~StateWord.HANDLES; if (WORD.compareAndSet(this, expected, next)) {",
                            "long next = StateWord.withState(expected, StateWord.RESERVED) & ~StateWord.HANDLES; if ((word = next) == next) {",
                            "race:StateWordRaces.CleaningAgainstRelease"),
                    core(
                            "a late release ends whatever lease there is",
                            "ResourceHolder.java",
                            "if ((expected & ~StateWord.DOOMED) != stamp || !StateWord.is(expected, StateWord.ACCESSIBLE)) {",
                            "if (!StateWord.is(expected, StateWord.ACCESSIBLE)) {",
                            "race:StateWordRaces.LateReleaseAgainstNextLease"),
                    core(
                            "the pool reserves a holder that was acquired meanwhile",
                            "ResourceHolder.java",
                            "sameLease(expected, stamp)) { return false; }"
                                    + " if (WORD.compareAndSet(this, expected, next)) {",
                            "sameLease(expected, stamp)) { return false; }"
                                    + " if ((word = next) == next) {",
                            "race:StateWordRaces.AcquireAgainstReserve"),
                    core(
                            "a close by force takes away a holder that was released meanwhile",
                            "ResourceHolder.java",
                            "long next = (expected & StateWord.SERIAL) | StateWord.DOOMED | StateWord.RESERVED; if (WORD.compareAndSet(this, expected, next)) {",
                            "long next = (expected & StateWord.SERIAL) | StateWord.DOOMED | StateWord.RESERVED; if ((word = next) == next) {",
                            "race:StateWordRaces.ReleaseAgainstTakingAway"),
                    core(
                            "a holder in use cannot be doomed",
                            "ResourceHolder.java",
                            "StateWord.is(expected, StateWord.CLOSED) || StateWord.has(expected, StateWord.DOOMED)",
                            "StateWord.is(expected, StateWord.CLOSED) || StateWord.has(expected, StateWord.DOOMED) || StateWord.is(expected, StateWord.ACCESSIBLE)",
                            DEFECTS + "aBrokenResourceNeverServesAgain"),
                    jdbc(
                            "a connection is published before it is cleaned",
                            "LeasableConnection.java",
                            "if (!holder.reserve(handle.stamp())) {",
                            "if (!holder.release(handle.stamp())) {",
                            "io.sluice.jdbc.LeaseTest#aConnectionThatCannotBeResetIsReplacedAndItsCloserSeesNothing"),
                    jdbc(
                            "the driver resets the session after it was set back",
                            "LeasableConnection.java",
                            "endRequest(); // After the rollback: switching auto-commit on would commit, and isolation cannot be // changed in a transaction. reset(toSetBack(handle), handle.ran());",
                            "reset(toSetBack(handle), handle.ran()); endRequest();",
                            "io.sluice.jdbc.RequestBoundariesTest"
                                    + "#theRequestEndsAfterTheRollbackAndBeforeAnythingIsSetBack"),
                    jdbc(
                            "a request that has ended is taken for open",
                            "LeasableConnection.java",
                            "inRequest = false; // whatever the driver does",
                            "",
                            "io.sluice.jdbc.LeaseTest"
                                    + "#aLeaseThatDoesNothingLeavesItsRequestToTheNext"),
                    jdbc(
                            "a session that the driver has reset is not prepared again",
                            "RequestBoundaries.java",
                            "connection.endRequest(); if (endResets) { connectionSetup.prepare(connection, repeatable);",
                            "connection.endRequest(); if (endResets) {",
                            "io.sluice.jdbc.RequestBoundariesTest"
                                    + "#whatTheResetTakesIsDoneAgainWithWhatIsConfigured"),
                    jdbc(
                            "a refusal of the driver keeps initSql and customizer from being repeated",
                            "RequestBoundaries.java",
                            "boolean ignored = connectionSetup.initialize(connection);",
                            "connectionSetup.prepare(connection);",
                            "io.sluice.jdbc.RequestBoundariesTest"
                                    + "#aDriverThatRefusesSomethingElseDoesNotKeepTheCustomizerFromBeingRepeated"),
                    jdbc(
                            "a kept statement outlives the reset of its session",
                            "RequestBoundaries.java",
                            "if (endResets) { forget(statements); }",
                            "",
                            "io.sluice.jdbc.RequestBoundariesTest"
                                    + "#keptStatementsAreClosedBeforeTheDriverResetsTheSession"),
                    jdbc(
                            "a statement that the driver has closed stays kept",
                            "StatementCache.java",
                            "if (statement.isClosed()) { drop(statement); }",
                            "",
                            "io.sluice.jdbc.RequestBoundariesTest"
                                    + "#keptStatementsThatTheDriverHasClosedAreForgotten"),
                    handle(
                            "a setter that the driver refuses costs the connection",
                            "LeaseHandle.java",
                            "if (unchanged && first) {",
                            "if (false) {",
                            "io.sluice.jdbc.RefusedSetterTest#aShardingKeyThatIsNotValidChangesNothing"),
                    jdbc(
                            "a change that fails halfway stays",
                            "RestingState.java",
                            ": isAtRest(connection, attribute);",
                            ": true;",
                            "io.sluice.jdbc.RefusedSetterTest#aChangeThatFailsHalfwayIsSetBack"),
                    jdbc(
                            "a value put back before a statement counts as current after it",
                            "ResettableConnection.java",
                            "&& handle.knowsPutBack()",
                            "",
                            "io.sluice.jdbc.PutBackTest#whereAStatementCameAfterItTheValueIsSetAgain"),
                    jdbc(
                            "a value put back by one lease counts for the next",
                            "ResettableConnection.java",
                            "more && before != null && before.stamp() == handle.stamp() ? before.bits() : 0;",
                            "before != null ? before.bits() : 0;",
                            "io.sluice.jdbc.PutBackTest#whereAStatementCameAfterItTheValueIsSetAgain"),
                    handle(
                            "a value undone by a rollback counts as put back",
                            "LeaseHandle.java",
                            "if (!isUncertain() && !transactional && !inTransaction()) {",
                            "if (!isUncertain() && !inTransaction()) {",
                            "io.sluice.jdbc.PutBackTest#anAttributePutBackInATransactionIsSetAgainAfterItsRollback"),
                    jdbc(
                            "a value that an object of the driver may have changed counts as put back",
                            "ResettableConnection.java",
                            "if (changes == 0 || handle.isUncertain()) {",
                            "if (changes == 0) {",
                            "io.sluice.jdbc.PutBackTest#anObjectOfTheDriverMayHaveChangedIt"),
                    jdbc(
                            "a value that was put back is set once more",
                            "ResettableConnection.java",
                            "? changes & ~back.bits()",
                            "? changes",
                            "io.sluice.jdbc.PutBackTest#aTransactionThatPutsEverythingBackCostsNothingMore"),
                    jdbc(
                            "a validation that begins nothing is rolled back",
                            "ConnectionValidator.java",
                            "if (asked || !MySqlSession.is(connection)) {",
                            "if (connection != null) {",
                            "io.sluice.jdbc.MySqlRoundTripTest#aLeaseAfterIdleTimeWithAutoCommitOff"),
                    jdbc(
                            "a validation by MySQL's driver takes whole seconds",
                            "ConnectionValidator.java",
                            "millis % 1000 != 0 && MySqlSession.is(connection)",
                            "millis % 1000 == -1 && MySqlSession.is(connection)",
                            "io.sluice.jdbc.MySqlRoundTripTest#aValidationThatIsNoFullSecondsLongIsAStatement"),
                    jdbc(
                            "a validation commits what an unwrapped connection has left open",
                            "ConnectionValidator.java",
                            "boolean restsInAutoCommit = physical.restsInAutoCommit();",
                            "boolean restsInAutoCommit = physical.restsInAutoCommit();"
                                    + " if (!restsInAutoCommit) {"
                                    + " connection.setAutoCommit(true);"
                                    + " connection.setAutoCommit(false); }",
                            "io.sluice.jdbc.PostgresDataSourceIT"
                                    + "#aValidationCommitsNothingThatAnUnwrappedConnectionHasLeftOpen"),
                    jdbc(
                            "a value that another thread has changed meanwhile counts as the former one",
                            "RestingState.java",
                            "if (knows(attribute)) { return this; }",
                            "",
                            "io.sluice.jdbc.LeaseTest"
                                    + "#anAttributeThatTwoChangeAtOnceGoesBackToWhatTheFirstWasTold"),
                    jdbc(
                            "an error of the classifier keeps a lease",
                            "PoolRules.java",
                            "} catch (Throwable e) {",
                            "} catch (RuntimeException e) {",
                            "io.sluice.jdbc.FatalErrorTest"
                                    + "#anErrorOfTheClassifierWhileCleaningEndsTheLease"),
                    jdbc(
                            "a log that fails keeps a lease whose classifier has failed",
                            "PoolRules.java",
                            "JdbcLog.write(",
                            "System.getLogger(\"io.sluice.jdbc\").log(",
                            "io.sluice.jdbc.FatalErrorTest"
                                    + "#aFailingLogKeepsNoConnectionWithAFailingClassifier"),
                    jdbc(
                            "a log that fails costs a connection of a strict pool",
                            "DirtyReturnReporter.java",
                            "JdbcLog.write(",
                            "System.getLogger(\"io.sluice.jdbc\").log(",
                            "io.sluice.jdbc.DirtyReturnTest#aLogThatFailsCostsNoConnection"),
                    jdbc(
                            "a connection that was only lent out is reported as a transaction",
                            "LeasableConnection.java",
                            "inTransaction && handle.hasWorked()",
                            "inTransaction",
                            "io.sluice.jdbc.DirtyReturnTest#whereNothingWasSeenToBeDoneSinceTheCommitNoTransactionIsReported"),
                    jdbc(
                            "a failure while a connection is made shows passwords",
                            "DriverConnectionFactory.java",
                            "} catch (SQLException e) { throw Secrets.cleared(e);",
                            "} catch (SQLException e) { throw e;",
                            "io.sluice.jdbc.SourceTest#anyFailureWhileAConnectionIsMadeIsShownWithoutPasswords"),
                    jdbc(
                            "an unchecked failure while a connection is made shows passwords",
                            "DriverConnectionFactory.java",
                            "} catch (RuntimeException e) { throw Secrets.cleared(e);",
                            "} catch (RuntimeException e) { throw e;",
                            "io.sluice.jdbc.SourceTest#anyFailureWhileAConnectionIsMadeIsShownWithoutPasswords"),
                    jdbc(
                            "a failure while a connection is closed shows passwords",
                            "DriverConnectionFactory.java",
                            "end(resource); } catch (SQLException failure) { throw Secrets.cleared(failure);",
                            "end(resource); } catch (SQLException failure) { throw failure;",
                            "io.sluice.jdbc.internal.RefusedValidationTest"
                                    + "#norIsOneThatIsRepeatedAtTheEndOfAConnection"),
                    jdbc(
                            "the log of discards shows passwords",
                            "DriverConnection.java",
                            "holder.doom(DiscardReason.BROKEN, Secrets.shown(failure));",
                            "holder.doom(DiscardReason.BROKEN, failure);",
                            "io.sluice.jdbc.ShownSecretsTest"),
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
                            "trace.write(statement, noted.before);",
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
                            "a caller of close is told the failure of an evicted statement",
                            "StatementUse.java",
                            "connection.failed(new SQLException(e));",
                            "throw e;",
                            STATEMENTS
                                    + "whatMustMakeRoomAndFailsOtherwiseIsNoConcernOfTheCloserEither"),
                    // the open children of a handle
                    handle(
                            "a closed statement stays in the list behind an open one",
                            "HandleNode.java",
                            "if (first != null && first != child) {",
                            "if (false) {",
                            HANDLE_THREADS + "aClosedStatementIsNotKeptBehindOneThatStaysOpen"),
                    handle(
                            "of two statements opened at once one is lost",
                            "HandleNode.java",
                            "return FIRST_CHILD.compareAndSet(this, first, child);",
                            "return child == (firstChild = child);",
                            HANDLE_THREADS + "noStatementIsLostThatTwoThreadsTakeInAtOnce"),
                    handle(
                            "opening does not check whether the parent was closed meanwhile",
                            "HandleNode.java",
                            "while (!linked); return !closed;",
                            "while (!linked); return true;",
                            HANDLE_THREADS
                                    + "everyStatementIsClosedOnceWhenAnotherThreadClosesTheConnection"),
                    handle(
                            "two threads close one statement",
                            "HandleNode.java",
                            "return !closed && CLOSED.compareAndSet(this, false, true);",
                            "return !closed && (closed = true);",
                            HANDLE_THREADS
                                    + "aStatementIsClaimedOnceByThreadsThatComeAtTheSameMoment"),
                    handle(
                            "a change hides the work of another thread",
                            "LeaseHandle.java",
                            "ACTIVITY.compareAndSet(this, NOTHING, TOUCHED);",
                            "activity = TOUCHED;",
                            "race:HandleRaces.WorkAgainstFirstChange"));
}
