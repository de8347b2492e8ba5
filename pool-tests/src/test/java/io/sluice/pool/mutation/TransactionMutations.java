package io.sluice.pool.mutation;

import static io.sluice.pool.mutation.Mutation.core;
import static io.sluice.pool.mutation.Mutation.face;
import static io.sluice.pool.mutation.Mutation.handle;
import static io.sluice.pool.mutation.Mutation.jdbc;
import static io.sluice.pool.mutation.Mutation.jta;
import static io.sluice.pool.mutation.Mutation.spi;

import java.util.List;

/** The promises of global transactions. */
final class TransactionMutations {

    private static final String INTERNAL = "io.sluice.pool.internal.";

    private TransactionMutations() {}

    static final List<Mutation> ALL =
            List.of(
                    // lost connections
                    jta(
                            "a call that fails does not look whether its transaction is announced",
                            "TrackedBranch.java",
                            "if (participant.resource.isLost() || isAnnounced()) {",
                            "if (participant.resource.isLost()) {",
                            "race:EndRaces.FailsWhileAnnounced"),
                    jta(
                            "a resource that is given up is let go once more",
                            "BranchLease.java",
                            "&& (before & (REFUSED | GIVEN_UP)) == 0);",
                            "&& (before & REFUSED) == 0);",
                            "race:EndRaces.GivenUpWhileRecoverySettles"),
                    jta(
                            "a branch that recovery has settled is still given up",
                            "BranchLease.java",
                            "while ((seen & (GIVEN_UP | SETTLED | REFUSED)) == 0) {",
                            "while ((seen & (GIVEN_UP | REFUSED)) == 0) {",
                            "io.sluice.pool.jta.JtaTransactionContextTest#aBranchThatRecoverySettledBeforeItsCommitFailsIsLetGoByTheAnnouncement"),
                    jta(
                            "a branch is prepared on a connection that is known to be lost",
                            "TrackedBranch.java",
                            "&& (participant.resource.isLost() || participant.gate.isClaimed(stamp())));",
                            "&& participant.gate.isClaimed(stamp()));",
                            "io.sluice.pool.jta.LostBranchTest"
                                    + "#aBranchKnownToBeLostAfterItsEndIsNotPrepared"),
                    jta(
                            "a branch whose connection is lost keeps its place until its transaction is over",
                            "TrackedBranch.java",
                            "giveUp(); // the manager will not end it here",
                            "",
                            "io.sluice.pool.jta.JtaTransactionContextTest"
                                    + "#aBranchThatLosesItsVoteWithItsConnectionKeepsThatNoLonger"),
                    jta(
                            "a vote that is lost with its connection passes for a failure",
                            "TrackedBranch.java",
                            "return next == BranchState.VOTE_LOST && participant.resource.isLost()",
                            "return next == null",
                            "io.sluice.pool.jta.JtaTransactionContextTest"
                                    + "#aBranchThatLosesItsVoteWithItsConnectionKeepsThatNoLonger"),
                    jta(
                            "a branch in doubt keeps its place where closing undoes nothing",
                            "BranchLease.java",
                            "if (mayBeClosed()) { // a call",
                            "if (progress == 0) { // a call",
                            "io.sluice.pool.jta.JtaTransactionContextTest"
                                    + "#whereClosingUndoesNothingTheConnectionIsKeptUntilTheTransactionIsOver"),
                    jta(
                            "a connection that works is closed over what was prepared",
                            "TrackedBranch.java",
                            "participant.resource.isLost() || participant.resource.preparedOutlivesClose();",
                            "true;",
                            "io.sluice.pool.jta.JtaTransactionContextTest"
                                    + "#aConnectionThatWorksIsKeptForWhatWasPrepared"),
                    jta(
                            "a connection that is lost before the commit keeps its place",
                            "TrackedBranch.java",
                            "participant.resource.isLost() || participant.resource.preparedOutlivesClose();",
                            "false;",
                            "io.sluice.jdbc.xa.KilledSessionsIT"
                                    + "#whatIsLostBetweenPrepareAndCommitIsCommittedAndHoldsNoPlace"),
                    jta(
                            "a connection is closed over what is about to be committed",
                            "TrackedBranch.java",
                            "case PREPARED -> participant.resource.isLost();",
                            "case PREPARED -> true;",
                            "io.sluice.pool.jta.JtaTransactionContextTest"
                                    + "#aPreparedBranchThatHasNotFailedIsKeptOnAnyServer"),
                    jta(
                            "a branch is ended on a connection that is closed",
                            "InDoubtBranches.java",
                            "branch == null || branch.isGivenUp() ||",
                            "branch == null ||",
                            "io.sluice.pool.jta.JtaTransactionContextTest"
                                    + "#noneOfItsConnectionsIsAskedToEndWhatWasGivenUp"),
                    jta(
                            "a branch that could not be ended is refused when it is ended again",
                            "BranchXaResource.java",
                            "if (isOwn(id) && isIn(BranchState.BROKEN) && isLost()) {",
                            "if (id == null) {",
                            "io.sluice.pool.jta.LostBranchTest"
                                    + "#aBranchThatCouldNotBeEndedIsRolledBackWhenItIsEndedAgain"),
                    jta(
                            "a rollback that a server announces at the end costs the connection",
                            "BranchXaResource.java",
                            "if (flags == TMFAIL && isRollback) {",
                            "if (flags == TMSUSPEND && isRollback) {",
                            "io.sluice.jdbc.xa.NarayanaOnDerbyTest"
                                    + "#aRollbackCostsNoConnection"),
                    jta(
                            "an error of XA is logged without its name",
                            "JtaParticipant.java",
                            "failure = XaErrors.readable(error);",
                            "failure = error;",
                            "io.sluice.pool.jta.BranchXaResourceTest"
                                    + "#whatCostsAConnectionSaysWhatItIs"),
                    jdbc(
                            "two pools on one MySQL server are joined",
                            "MySqlXa.java",
                            "List.of(\"org.mariadb.\", \"com.mysql.\"),",
                            "List.of(\"org.mariadb.\"),",
                            "io.sluice.jdbc.internal.xa.MySqlXaTest"
                                    + "#noSessionIsTheSameAsAnother"),
                    jdbc(
                            "a MySQL that rolls back with the connection passes for one that does not",
                            "MySqlXa.java",
                            ": 8_000_029",
                            ": 5_007_007",
                            "io.sluice.jdbc.internal.xa.MySqlXaTest"
                                    + "#whetherAPreparedBranchOutlivesItsConnectionDependsOnTheServer"),
                    jdbc(
                            "a connection that is lost in a prepare passes for one that works",
                            "PhysicalConnection.java",
                            "if (serves() && cause != null && TranslatingXaResource.isLost(cause)) {",
                            "if (isEnded() && cause != null) {",
                            "io.sluice.jdbc.xa.KilledSessionsIT"
                                    + "#whatIsLostWhileItIsPreparedHoldsNoPlace"),
                    jta(
                            "a branch that its database rolled back is called broken",
                            "TrackedBranch.java",
                            "reason = DiscardReason.ROLLED_BACK;",
                            "",
                            "io.sluice.pool.jta.BranchXaResourceTest#aBranchThatItsDatabaseRollsBackIsNotCalledBroken"),
                    jta(
                            "a refused commit costs a good connection",
                            "TrackedBranch.java",
                            "next == BranchState.DONE && participant.resource.servesAfter(error);",
                            "false;",
                            "io.sluice.pool.jta.BranchXaResourceTest#aDriverInOrderAfterARefusedCommitServesOn"),
                    jta(
                            "a connection serves on although its commit has lost it",
                            "TrackedBranch.java",
                            "if (XaErrors.isRollback(error.errorCode) && !participant.resource.isLost()) {",
                            "if (XaErrors.isRollback(error.errorCode)) {",
                            "io.sluice.pool.jta.BranchXaResourceTest#itDoesNotIfItIsLostOrTheOutcomeIsUnknown"),
                    jdbc(
                            "a duplicate key on PostgreSQL costs a connection",
                            "TransactionWork.java",
                            "&& translated.rollsBackWhatIsRefused()",
                            "&& lastResource",
                            "io.sluice.jdbc.xa.DuplicateKeyIT#aDuplicateRollsBackAndCostsNoConnection"),
                    jdbc(
                            "a connection whose rollback failed serves on",
                            "TransactionWork.java",
                            "return rollsBack && refusal.getSuppressed().length == 0;",
                            "return rollsBack;",
                            "io.sluice.jdbc.internal.xa.LastResourceXaResourceTest"
                                    + "#itsConnectionServesOnAfterARefusalOnlyIfItWasRolledBack"),
                    jdbc(
                            "a last resource that refuses its commit is closed",
                            "TransactionWork.java",
                            "lastResource || (resource",
                            "(resource",
                            "io.sluice.jdbc.xa.NarayanaLastResourceOnH2Test"
                                    + "#aCommitThatIsRefusedAloneIsARollback"),
                    core(
                            "a place that a prepared branch keeps passes for a deadlock",
                            "LeaseDiagnostics.java",
                            "|| isPinned(lease.holder)) {",
                            ") {",
                            "io.sluice.jdbc.xa.NarayanaRecoveryOnH2Test"
                                    + "#aPlaceThatAPreparedBranchKeepsIsNoDeadlock"),
                    // global transactions
                    jta(
                            "a branch is ended beside the calls inside it",
                            "TrackedBranch.java",
                            "if (participant.gate.end(stamp()) || is(ABORTED)) {",
                            "if (participant.gate.isFor(stamp()) || is(ABORTED)) {",
                            "io.sluice.jdbc.xa.TimeoutRaceTest"
                                    + "#whatHasPassedTheGateIsExecutedBeforeTheRollback"),
                    jta(
                            "a late statement passes after the branch was rolled back",
                            "TrackedBranch.java",
                            "if (participant.gate.end(stamp()) || is(ABORTED)) {",
                            "if (participant.gate.isFor(stamp()) || is(ABORTED)) {",
                            "io.sluice.jdbc.xa.TimeoutRaceTest#afterTheRollbackNothingPassesTheGate"),
                    spi(
                            "a branch that is taken away by force can be prepared",
                            "BranchGate.java",
                            "if ((seen & CLAIMED) != 0 || isSame(ahead, stamp)) { return false; }",
                            "if (isSame(ahead, stamp)) { return false; }",
                            "race:BranchGateRaces.PrepareAgainstForce"),
                    spi(
                            "a branch that begins forgets that its resource is taken away",
                            "BranchGate.java",
                            "if ((seen & CLAIMED) != 0 || isSame(ahead, stamp)) { return false; }",
                            "if ((seen & CLAIMED) != 0) { return false; }",
                            "race:BranchGateRaces.BeginAgainstForce"),
                    spi(
                            "keeping a branch looks for others before its opening is seen",
                            "BranchGate.java",
                            "VarHandle.fullFence();",
                            "",
                            "race:BranchGateRaces.BeginAgainstForce"),
                    spi(
                            "taking a resource away does not check whether its branch was opened",
                            "BranchGate.java",
                            "if (word == seen) {",
                            "if (seen >= 0) {",
                            "race:BranchGateRaces.BeginAgainstForce"),
                    spi(
                            "a call of an earlier lease passes the gate of the next",
                            "BranchGate.java",
                            "return !isOpen(seen) || (stamp & LEASE) - (seen & LEASE) > 0;",
                            "return true;",
                            "race:BranchGateRaces.EarlierLeaseAgainstEnd"),
                    spi(
                            "taking a resource away leaves no note for the thread that opens its branch",
                            "BranchGate.java",
                            "if (!isBefore(seen, stamp) || !claimAhead(stamp)) {",
                            "if (!isBefore(seen, stamp)) {",
                            "race:BranchGateRaces.BeginAfterAnotherAgainstForce"),
                    spi(
                            "a call that leaves writes over the branch that is opened",
                            "BranchGate.java",
                            "long next = seen - 1; if (WORD.compareAndSet(this, seen, next)) {",
                            "long next = seen - 1; if ((word = next) == next) {",
                            "race:BranchGateRaces.EarlierLeaseAgainstOpening"),
                    spi(
                            "the end of a branch overlooks a call that has just entered",
                            "BranchGate.java",
                            "if (!isSame(seen, stamp) || WORD.compareAndSet(this, seen, seen | mark)) {",
                            "if (!isSame(seen, stamp) || (word = seen | mark) != 0) {",
                            "race:BranchGateRaces.CallAgainstEnd"),
                    spi(
                            "a late call of an earlier lease counts out one that is inside",
                            "BranchGate.java",
                            "if (!isSame(seen, stamp) || (seen & INSIDE) == 0) {",
                            "if ((seen & INSIDE) == 0) {",
                            "race:BranchGateRaces.EarlierLeaseAgainstEnd"),
                    spi(
                            "a branch that is settled late lets the next one's connection be closed",
                            "BranchGate.java",
                            "if (!isSame(seen, stamp) || (seen & marks) == 0",
                            "if (!isOpen(seen) || (seen & marks) == 0",
                            "race:EndRaces.SettledBeforeTheNextIsPrepared"),
                    jta(
                            "a commit that is done fails because the pool does",
                            "BranchLease.java",
                            "} catch (RuntimeException | Error e) {",
                            "} catch (AssertionError e) {",
                            "io.sluice.pool.jta.JtaTransactionContextTest"
                                    + "#aFailureInThePoolIsNoFailureOfTheBranch"),
                    jta(
                            "a branch that is over sets the time limit of the next one",
                            "BranchXaResource.java",
                            "checkUse(\"setTransactionTimeout\", null);",
                            "",
                            "io.sluice.pool.jta.BranchXaResourceTest"
                                    + "#afterTheEndTheDriverIsLeftAlone"),
                    jta(
                            "a transaction is complete without a look at its branch",
                            "BranchLease.java",
                            "if (now.endsWithTransaction()) {",
                            "if (now != null) {",
                            "io.sluice.pool.jta.JtaTransactionContextTest#announcedAndThenSettled"),
                    jta(
                            "a branch is started when its transaction is over",
                            "TrackedBranch.java",
                            "return isIn(BranchState.DONE) || isSettled();",
                            "return isIn(BranchState.DONE);",
                            "io.sluice.pool.jta.BranchXaResourceTest"
                                    + "#whatWasNotStartedIsNotStartedAfterItsTransaction"),
                    handle(
                            "in a transaction the network time-out is changed beside the end of its branch",
                            "AttributesHandle.java",
                            "checkOpen(); enterUnnoted(); try { boolean work",
                            "checkOpen(); try { boolean work",
                            "io.sluice.jdbc.handle.InsideTheGateTest"),
                    jta(
                            "a branch is prepared and nothing keeps its connection",
                            "BranchXaResource.java",
                            "if (isLost() || !participant.gate.pin(stamp())) {",
                            "if (isLost()) {",
                            "io.sluice.pool.jta.BranchForceTest"
                                    + "#aBranchBeingPreparedCannotBeTakenAway"),
                    core(
                            "a connection is closed over its prepared branch",
                            "Discarder.java",
                            "if (!claimForAbort(holder) || !holder.anyLeaseToReserved()) {",
                            "if (!holder.anyLeaseToReserved()) {",
                            "io.sluice.jdbc.xa.NarayanaRecoveryOnH2Test"
                                    + "#noForceClosesAConnectionWithAPreparedBranch"),
                    jta(
                            "a branch that recovery has ended early stays in doubt",
                            "InDoubtBranches.java",
                            "return !(EARLY.remove(key) && settle(key));",
                            "return true;",
                            "io.sluice.pool.jta.JtaTransactionContextTest"
                                    + "#aBranchThatRecoveryEndedBeforeItsTransactionIsNotInDoubt"),
                    jta(
                            "a branch looks for its early end before recovery can find it",
                            "InDoubtBranches.java",
                            "ALL.put(key, branch); return !(EARLY.remove(key) && settle(key));",
                            "boolean early = EARLY.remove(key); ALL.put(key, branch); return !(early && settle(key));",
                            INTERNAL + "LinearizabilityTest#aBranchIsLetGoOnceInSomeOrder"),
                    jta(
                            "a branch is forgotten that the server has not decided",
                            "BranchXaResource.java",
                            "check(!isOwn(id) || isHeuristic(), \"forget\", id, TMNOFLAGS);",
                            "",
                            "io.sluice.pool.jta.BranchXaResourceTest"
                                    + "#aBranchThatTheServerHasNotDecidedIsNotForgotten"),
                    jta(
                            "a driver that fails in a forget surprises the manager",
                            "BranchXaResource.java",
                            "XAException surprise = surprise(\"forget\", id, e); throw isOwn(id) ? failed(surprise) : surprise;",
                            "throw e;",
                            "io.sluice.pool.jta.BranchXaResourceTest"
                                    + "#aBranchThatADriverForgetsWithASurpriseStaysInDoubt"),
                    jta(
                            "a branch that is lost is committed",
                            "BranchXaResource.java",
                            "boolean lost = isLost();",
                            "boolean lost = is(ABORTED);",
                            "io.sluice.pool.jta.LostBranchTest"
                                    + "#aBranchTakenAwayIsNotCommittedInOnePhase"),
                    jdbc(
                            "a branch that could not be ended passes for rolled back",
                            "TranslatingXaResource.java",
                            "return error.errorCode == XAException.XAER_RMERR",
                            "return error == null",
                            "io.sluice.jdbc.internal.xa.XaTranslationTest"
                                    + "#aBranchThatCannotBeEndedIsStillPrepared"),
                    jdbc(
                            "a last resource that may have committed passes for rolled back",
                            "LastResourceXaResource.java",
                            "XAException error = unknown(refusal);",
                            "XAException error = refused(refusal);",
                            "io.sluice.jdbc.internal.xa.LastResourceXaResourceTest"
                                    + "#aCommitThatCannotBeRolledBackEitherHasAnUnknownOutcome"),
                    jdbc(
                            "H2 commits what an object of its driver writes after the branch",
                            "H2Xa.java",
                            "boolean mayComeLate = started && lent;",
                            "boolean mayComeLate = false;",
                            "io.sluice.jdbc.xa.DriverObjectsTest"
                                    + "#whatOneWritesAfterTheBranchIsRolledBack"),
                    handle(
                            "an object of the driver is given away after the branch",
                            "LeaseHandle.java",
                            "enterUnnoted(); try { owner.lending(); } finally { leave(); }",
                            "owner.lending();",
                            "io.sluice.jdbc.xa.DriverObjectsTest#nobodyGetsOneAfterTheBranch"),
                    jdbc(
                            "a transaction that the driver has ended is rolled back once more",
                            "PhysicalConnection.java",
                            "if (!now) { connection.rollback();",
                            "if (true) { connection.rollback();",
                            "io.sluice.jdbc.xa.DriverObjectsTest"
                                    + "#whereThereIsNoneNothingIsRolledBackThatTheDriverHasEnded"),
                    jdbc(
                            "a branch that its server denies to recovery passes for ended",
                            "SettlingXaResource.java",
                            "&& isListed(xid);",
                            "&& xid == null;",
                            "io.sluice.jdbc.xa.NarayanaRecoveryOnH2Test"
                                    + "#whatIsDeniedToRecoveryIsCommittedOnItsOwnConnection"),
                    jdbc(
                            "a branch that H2 does not show to recovery passes for ended",
                            "H2Xa.java",
                            "if (connection != null && !isAdministrator(connection)) {",
                            "if (connection != null && flag < 0) {",
                            "io.sluice.jdbc.xa.NarayanaRecoveryOnH2Test"
                                    + "#whatTheUserOfRecoveryDoesNotSeeStaysInDoubt"),
                    jdbc(
                            "a branch that PostgreSQL does not show to recovery passes for ended",
                            "SettlingXaResource.java",
                            "String doubt = unlisted.isEmpty() ? null",
                            "String doubt = unlisted != null ? null",
                            "io.sluice.jdbc.xa.NarayanaRecoveryOnPostgresIT"
                                    + "#whatTheUserOfRecoveryDoesNotSeeStaysInDoubt"),
                    jta(
                            "two threads that end a branch at once do not see each other",
                            "BranchLease.java",
                            "if ((before & SETTLED) == 0) {",
                            "if (before < 0) {",
                            "race:EndRaces.SettledWhileAnnounced"),
                    jta(
                            "a branch that ends its transaction is let go once more",
                            "BranchLease.java",
                            "PROGRESS.setRelease(this, BOTH);",
                            "",
                            "race:EndRaces.CommittedInOnePhaseWhileAnnounced"),
                    core(
                            "closing the first handle overlooks another that is opened",
                            "ResourceHolder.java",
                            "next = StateWord.withState(next, StateWord.INACCESSIBLE); } if (WORD.compareAndSet(this, expected, next)) {",
                            "next = StateWord.withState(next, StateWord.INACCESSIBLE); } if ((word = next) == next) {",
                            "race:StateWordRaces.FirstHandleAgainstShare"),
                    core(
                            "closing the first handle overlooks that the transaction has ended",
                            "ResourceHolder.java",
                            "if (StateWord.has(next, StateWord.ENDED)) { return false; }",
                            "",
                            "race:StateWordRaces.FirstHandleAgainstCompletion"),
                    core(
                            "the first handle of a transaction is closed twice",
                            "ResourceHolder.java",
                            "|| !StateWord.has(expected, StateWord.FIRST)) {",
                            ") {",
                            "race:StateWordRaces.TwoClosersOfTheFirstHandle"),
                    jta(
                            "settling a branch overlooks that it is about to be in doubt",
                            "BranchLease.java",
                            "if ((note(IN_DOUBT) & (IN_DOUBT | SETTLED)) != 0) {",
                            "if ((progress & (IN_DOUBT | SETTLED)) != 0) {",
                            "race:EndRaces.SettledWhileInDoubt"),
                    handle(
                            "in a transaction a statement from before it runs",
                            "LeaseHandle.java",
                            "checkTransaction(gate); } } /** The same for a call whose",
                            "if (gate.isFor(stamp)) { checkTransaction(gate); } } }"
                                    + " /** The same for a call whose",
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
                            "CallDrain.java",
                            "participant.holder.runAside( () -> { try { task.run(); } finally {"
                                    + " boolean ignored = done.complete(null); } });",
                            "task.run(); boolean ignored = done.complete(null);",
                            "io.sluice.pool.jta.BranchForceTest"
                                    + "#aCancelThatHangsHoldsNobodyUpAndIsNotRepeated"),
                    jta(
                            "in a transaction that ends calls have twice the patience to return",
                            "CallDrain.java",
                            "isEmptyWithin(UNASKED * part)",
                            "isEmptyWithin(2 * PARTS * part)",
                            "io.sluice.pool.jta.BranchForceTest"
                                    + "#allWaitingTogetherIsOverWithThePatience"),
                    jta(
                            "in a transaction that ends a late cancel hits the next lease of the connection",
                            "CallDrain.java",
                            "&& isOver(asked, left())",
                            "",
                            "io.sluice.pool.jta.BranchForceTest"
                                    + "#aConnectionThatMayYetBeCancelledServesNobodyElse"),
                    jta(
                            "in a transaction that is rolled back the rollback counts as a failure",
                            "TrackedBranch.java",
                            "if (!lost && !isRolledBack()) { throw failure; }",
                            "throw failure;",
                            "io.sluice.pool.jta.BranchForceTest"
                                    + "#aSurpriseOfTheDriversIsNoneThereEither"),
                    jta(
                            "two pools on one server are refused by a manager that does not join",
                            "TransactionManagers.java",
                            ".separateBranches();",
                            ";",
                            "io.sluice.jdbc.xa.SharedBranchTest"),
                    jta(
                            "in a transaction a duplicate xid ends a connection that is good",
                            "BranchXaResource.java",
                            "throw e.errorCode == XAException.XAER_DUPID",
                            "throw e.errorCode == 0",
                            "io.sluice.jdbc.xa.DuplicateXidTest"),
                    jta(
                            "a joined branch that can only be rolled back is waited for for ever",
                            "BranchXaResource.java",
                            "throw quarantine(is(JOINED) ? BranchState.DONE : BranchState.ENDED, e);",
                            "throw quarantine(BranchState.ENDED, e);",
                            "io.sluice.pool.jta.BranchXaResourceTest"
                                    + "#aBranchThatJoinedAnothersIsDoneThoughItCanOnlyBeRolledBack"),
                    jdbc(
                            "two pools on one Derby wait for each other",
                            "DerbyXa.java",
                            "return isItself(other);",
                            "return true;",
                            "io.sluice.jdbc.xa.NarayanaOnDerbyTest#norDoesOneOfTwoPools"),
                    jdbc(
                            "two pools of one name settle each other's branches",
                            "ResourceManagerName.java",
                            "ResourceManagerName other = TAKEN.putIfAbsent(mine.name, mine);",
                            "ResourceManagerName other = mine.name.isEmpty() ? mine : null;",
                            "io.sluice.jdbc.TransactionOptionsTest"
                                    + "#ofTwoPoolsInTransactionsEachWantsAName"),
                    jdbc(
                            "another database settles what a closed pool has left in doubt",
                            "ResourceManagerName.java",
                            "if (left.getAsBoolean() && !other.database.equals(mine.database)) {",
                            "if (left == null) {",
                            "io.sluice.jdbc.xa.NarayanaRecoveryOnH2Test"
                                    + "#theNameOfAPoolInDoubtIsLeftToTheSameDatabaseOnly"),
                    face(
                            "a pool that is closed in doubt is not recovered",
                            "atomikos/AtomikosRecovery.java",
                            "while (now.closed && !now.removed && !now.pool.hasLeftBranches()) {",
                            "while (now.closed && !now.removed) {",
                            "io.sluice.jdbc.xa.AtomikosRecoveryOnH2Test"
                                    + "#aPoolThatIsClosedInDoubtIsRecoveredUntilNothingOfItIs"),
                    face(
                            "a pool is recovered for ever",
                            "atomikos/AtomikosRecovery.java",
                            "if (removeIfDone()) {",
                            "if (getName().isEmpty()) {",
                            "io.sluice.jdbc.atomikos.AtomikosRecoveryTest"
                                    + "#aPoolThatLeavesBranchesStaysUntilTheyHaveEnded"),
                    face(
                            "a pool that is closed twice takes out its successor",
                            "atomikos/AtomikosRecovery.java",
                            "while (now.pool == which && !now.closed",
                            "while (!now.closed",
                            "io.sluice.jdbc.atomikos.AtomikosRecoveryTest"
                                    + "#aPoolOfItsNameTakesItsPlaceAtNoTimeMissing"),
                    jdbc(
                            "a successor that does not start ends the recovery of a closed pool",
                            "OpenPool.java",
                            "return left.accessible() + left.inaccessible() > 0 || hasBranches(config);",
                            "return left.accessible() + left.inaccessible() > 0;",
                            "io.sluice.jdbc.xa.AtomikosRecoveryOnH2Test"
                                    + "#aPoolClosedInDoubtIsRecoveredIfItsSuccessorDoesNotStart"),
                    jdbc(
                            "a closed pool does not notice what is ended by hand",
                            "SettlingXaResource.java",
                            "return managerName == null || ResourceManagerName.isOnTheDatabaseOf(config) ? inDoubt : List.of();",
                            "return managerName == null ? inDoubt : List.of();",
                            "io.sluice.jdbc.xa.AtomikosRecoveryOnH2Test"
                                    + "#aScanNoticesWhatIsEndedByHandWhileThePoolIsClosed"),
                    jdbc(
                            "a commit on the branch's own connection is noted for a branch to come",
                            "SettlingXaResource.java",
                            "if (!held) { // else",
                            "if (!held || commit) { // else",
                            "io.sluice.pool.internal.HeldBranchTest"
                                    + "#whatItCommitsThereIsNotNotedForABranchToCome"),
                    jdbc(
                            "a rollback on the branch's own connection is noted for a branch to come",
                            "SettlingXaResource.java",
                            "if (!held) { // else",
                            "if (!held || !commit) { // else",
                            "io.sluice.pool.internal.HeldBranchTest#norWhatItRollsBackThere"),
                    jdbc(
                            "another database that has no such branch settles an open pool's",
                            "SettlingXaResource.java",
                            "if (failure.errorCode == XAException.XAER_NOTA && isOfTheSameDatabase()) {",
                            "if (failure.errorCode == XAException.XAER_NOTA) {",
                            "io.sluice.jdbc.xa.NarayanaRecoveryOnH2Test"
                                    + "#aRecoverySourceOfAnotherDatabaseSettlesNothing"),
                    jdbc(
                            "another database settles what an open pool has in doubt",
                            "SettlingXaResource.java",
                            "return managerName != null || ResourceManagerName.isOnTheDatabaseOf(config);",
                            "return managerName != null || !config.name().isEmpty();",
                            "io.sluice.jdbc.xa.NarayanaRecoveryOnH2Test"
                                    + "#aRecoverySourceOfAnotherDatabaseSettlesNothing"),
                    jdbc(
                            "a recovery source of the pool's database settles nothing",
                            "SettlingXaResource.java",
                            "return managerName != null || ResourceManagerName.isOnTheDatabaseOf(config);",
                            "return managerName != null;",
                            "io.sluice.jdbc.xa.NarayanaRecoveryOnH2Test"
                                    + "#aRecoverySourceOfThePoolSettlesWhatWasEndedByHand"),
                    jdbc(
                            "a standby that lists nothing passes for a proof",
                            "PostgresXa.java",
                            "if (connection != null && isStandby(connection)) {",
                            "if (connection != null && flag < 0) {",
                            "io.sluice.jdbc.xa.PostgresRecoveryNeedsIT"
                                    + "#aStandbyProvesNothingAboutWhatIsPrepared"),
                    jta(
                            "a branch taken away while its commit fails is reported as rolled back",
                            "BranchXaResource.java",
                            "boolean unknown = failure == null || !XaErrors.isDecided(failure.errorCode);",
                            "boolean unknown = failure == null;",
                            "io.sluice.pool.jta.LostBranchTest"
                                    + "#aBranchTakenAwayDuringAFailingCommitInOnePhaseIsNotReportedAsRolledBack"),
                    jta(
                            "a rollback after a commit without an answer is confirmed",
                            "TrackedBranch.java",
                            "if (is(MAYBE_COMMITTED) && !XaErrors.isDecided(error.errorCode)) {",
                            "if (is(MAYBE_COMMITTED) && XaErrors.isDecided(error.errorCode)) {",
                            "io.sluice.pool.jta.LostBranchTest"
                                    + "#aRollbackAfterACommitWithoutAnswerIsNotConfirmed"),
                    jta(
                            "a commit that fails with its connection is reported as rolled back",
                            "TrackedBranch.java",
                            "if (onePhase && error.errorCode == XAException.XAER_RMERR) {",
                            "if (!onePhase && error.errorCode == XAException.XAER_RMERR) {",
                            "io.sluice.pool.jta.LostBranchTest"
                                    + "#aCommitThatFailsWithItsConnectionIsNotReportedAsRolledBack"),
                    jta(
                            "the outcome of a refused commit is unknown",
                            "TrackedBranch.java",
                            "if (next == BranchState.BROKEN && !XaErrors.isRefusal(error.errorCode)) {",
                            "if (next == BranchState.BROKEN) {",
                            "io.sluice.pool.jta.LostBranchTest"
                                    + "#aRollbackAfterARefusedCommitIsConfirmed"),
                    jta(
                            "a decision of the server is unknown where the connection is taken away",
                            "BranchXaResource.java",
                            "boolean unknown = failure == null || !XaErrors.isDecided(failure.errorCode);",
                            "boolean unknown = true;",
                            "io.sluice.pool.jta.LostBranchTest"
                                    + "#aDecisionOfTheServerIsReportedWhereTheConnectionIsTakenAway"),
                    jta(
                            "a branch that recovery has settled is in doubt again",
                            "TrackedBranch.java",
                            "if (isSettled()) { // by",
                            "if (pinned && isIn(BranchState.NEW)) { // by",
                            "io.sluice.pool.jta.JtaTransactionContextTest"
                                    + "#aBranchThatRecoverySettlesIsNotInDoubtAgainWhenTheCallBesideItFails"),
                    jta(
                            "entering doubt does not check whether recovery was first",
                            "TrackedBranch.java",
                            "if (isSettled()) { // by",
                            "if (pinned && isIn(BranchState.NEW)) { // by",
                            "race:EndRaces.FailsWhileRecoverySettles"),
                    jta(
                            "a resource that could not be made ready is let go at the end",
                            "JtaParticipant.java",
                            "boolean accepted = false; try { resource.enlisting(transaction);",
                            "resource.enlisting(transaction); boolean accepted = false; try {",
                            "io.sluice.pool.jta.JtaTransactionContextTest"
                                    + "#aResourceThatCannotBeMadeReadyNeverWasInTheTransaction"),
                    jdbc(
                            "an error without a code passes to the manager",
                            "TranslatingXaResource.java",
                            "if (error.errorCode != XA_OK) {",
                            "if (error.errorCode >= XA_OK) {",
                            "io.sluice.jdbc.internal.xa.XaTranslationTest#noErrorIsPassedOnWithoutACode"),
                    jdbc(
                            "a prepared branch whose commit fails without a code is rolled back",
                            "TranslatingXaResource.java",
                            "return error.errorCode == XA_OK ? stillPrepared(translated) : translated;",
                            "return translated;",
                            "io.sluice.jdbc.internal.xa.XaTranslationTest"
                                    + "#withoutACodeAPreparedBranchIsPreparedStill"),
                    jdbc(
                            "a commit in one phase that fails without a code is rolled back",
                            "TranslatingXaResource.java",
                            "return error.errorCode != XA_OK || isRefusal(cause(error))",
                            "return error.errorCode != XA_OK || error.getMessage() != null",
                            "io.sluice.jdbc.internal.xa.XaTranslationTest"
                                    + "#withoutACodeACommitInOnePhaseIsRolledBackOnlyIfTheServerHasRefusedIt"),
                    jdbc(
                            "an error of the driver keeps a connection after its transaction",
                            "PhysicalConnection.java",
                            "failure = e instanceof Error error ? error : null; }",
                            "failure = e instanceof Error error ? error : null; won = false; }",
                            "io.sluice.jdbc.xa.DriverErrorsTest"
                                    + "#anErrorAtTheCloseOfHandlesKeepsNoConnectionAfterTheirTransaction"),
                    jta(
                            "a branch taken away while it is committed is reported as committed",
                            "BranchXaResource.java",
                            "if (unknown && onePhase && participant.gate.isClaimed(stamp())) {",
                            "if (onePhase && participant.gate.isSuspended(stamp())) {",
                            "io.sluice.pool.jta.LostBranchTest"
                                    + "#aBranchTakenAwayDuringACommitInOnePhaseIsNotReportedAsCommitted"),
                    jta(
                            "a first acquire during the synchronizations is refused",
                            "JtaParticipant.java",
                            "if (!isActive(transaction)) {",
                            "if (e != null) {",
                            "io.sluice.jdbc.xa.NarayanaOnH2Test"),
                    jdbc(
                            "a branch that PostgreSQL refuses to prepare counts as perhaps prepared",
                            "PostgresXa.java",
                            "throw rolledBackUnlessLost(xid, e); } if (vote == XA_RDONLY) {",
                            "throw e; } if (vote == XA_RDONLY) {",
                            "io.sluice.jdbc.internal.xa.XaTranslationTest"
                                    + "#aPrepareThatPostgresRefusesIsARollback"),
                    jta(
                            "a duplicate xid passes for what failed of a later branch",
                            "JtaParticipant.java",
                            "failure = null;",
                            "",
                            "io.sluice.pool.jta.JtaTransactionContextTest"
                                    + "#aDuplicateXidIsNotWhatFailedOfWhatIsInDoubt"),
                    core(
                            "in a transaction two threads acquire and one is told that it is over",
                            "TransactionLeases.java",
                            "} while (holder.isOpenTo(enlisted.stamp()));",
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
                    face(
                            "a pool that is closed is recovered for ever",
                            "narayana/NarayanaRecovery.java",
                            "return () -> module.removeXAResourceRecoveryHelper(helper);",
                            "return () -> {};",
                            "io.sluice.jdbc.xa.NarayanaRecoveryOnH2Test"
                                    + "#aClosedPoolIsNotAskedAgain"),
                    jdbc(
                            "recovery does not ask the provider of credentials",
                            "XaRecoverySource.java",
                            "? Login.credentials(config)",
                            "? null",
                            "io.sluice.jdbc.xa.NarayanaRecoveryOnH2Test"
                                    + "#recoveryAsksTheProviderEachTime"),
                    jdbc(
                            "each pass of recovery reminds the log of what is in doubt",
                            "InDoubtReminder.java",
                            "return (told == null || now - told.at >= A_MINUTE)",
                            "return (told == null || now >= told.at)",
                            "io.sluice.jdbc.internal.xa.InDoubtReminderTest"));
}
