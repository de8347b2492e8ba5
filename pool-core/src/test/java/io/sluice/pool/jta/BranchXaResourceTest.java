package io.sluice.pool.jta;

import static javax.transaction.xa.XAException.XAER_DUPID;
import static javax.transaction.xa.XAException.XAER_INVAL;
import static javax.transaction.xa.XAException.XAER_NOTA;
import static javax.transaction.xa.XAException.XAER_OUTSIDE;
import static javax.transaction.xa.XAException.XAER_PROTO;
import static javax.transaction.xa.XAException.XAER_RMERR;
import static javax.transaction.xa.XAException.XAER_RMFAIL;
import static javax.transaction.xa.XAException.XA_HEURCOM;
import static javax.transaction.xa.XAException.XA_HEURHAZ;
import static javax.transaction.xa.XAException.XA_HEURMIX;
import static javax.transaction.xa.XAException.XA_HEURRB;
import static javax.transaction.xa.XAException.XA_RBCOMMFAIL;
import static javax.transaction.xa.XAException.XA_RBDEADLOCK;
import static javax.transaction.xa.XAException.XA_RBROLLBACK;
import static javax.transaction.xa.XAException.XA_RBTRANSIENT;
import static javax.transaction.xa.XAException.XA_RETRY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.TransactionContext.Completion;
import jakarta.transaction.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BranchXaResourceTest {

    private static final Xid XID = new TestXid(1, 2);
    private static final Xid SAME = new TestXid(1, 2);
    private static final Xid OTHER = new TestXid(1, 3);

    @TempDir private static Path folder;

    private static final Map<String, Integer> CODES =
            Map.of(
                    "XAER_NOTA", XAER_NOTA,
                    "XA_RBDEADLOCK", XA_RBDEADLOCK,
                    "XAER_RMFAIL", XAER_RMFAIL);

    private final FakeXaResource driver = new FakeXaResource();
    private final FakeHolder holder = new FakeHolder(driver);
    private BranchXaResource branch = branch(TimeUnit.SECONDS.toNanos(30));

    private BranchXaResource branch(long patienceNanos) {
        return branch(driver, holder, patienceNanos);
    }

    private static BranchXaResource branch(
            FakeXaResource driver, FakeHolder holder, long patienceNanos) {
        Completion nobody = stamp -> {};
        BranchSettings settings =
                new BranchSettings(
                        new FakeManager(),
                        patienceNanos,
                        /* separate= */ false,
                        UnaryOperator.identity());
        return new BranchXaResource(
                new JtaParticipant(holder, driver, nobody, settings), holder.stamp());
    }

    private void assertState(BranchState state, boolean doomed) {
        assertThat(branch.state()).isEqualTo(state);
        assertThat(holder.isDoomed()).as("doomed").isEqualTo(doomed);
        assertThat(branch.isSettled()).as("settled").isEqualTo(state == BranchState.DONE);
    }

    private BranchXaResource started() throws XAException {
        branch.start(XID, XAResource.TMNOFLAGS);
        return branch;
    }

    private BranchXaResource ended() throws XAException {
        started().end(XID, XAResource.TMSUCCESS);
        return branch;
    }

    private BranchXaResource prepared() throws XAException {
        ended().prepare(XID);
        return branch;
    }

    private static int codeOf(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        XAException failure = catchThrowableOfType(XAException.class, call);
        assertThat(failure).as("an XAException").isNotNull();
        return failure.errorCode;
    }

    // Proper usage

    @Test
    void twoPhasesThroughToTheDriver() throws Exception {
        prepared();
        assertState(BranchState.PREPARED, false);

        branch.commit(SAME, false);

        assertState(BranchState.DONE, false);
        assertThat(driver.calls)
                .containsExactly("start TMNOFLAGS", "end TMSUCCESS", "prepare", "commit");
    }

    @Test
    void onePhase() throws Exception {
        ended().commit(XID, true);

        assertState(BranchState.DONE, false);
    }

    @Test
    void aReadOnlyBranchIsDoneWhenPrepared() throws Exception {
        driver.vote = XAResource.XA_RDONLY;
        assertThat(ended().prepare(XID)).isEqualTo(XAResource.XA_RDONLY);

        assertState(BranchState.DONE, false);
    }

    @Test
    void rollbackOfWhatWasNeverEnded() throws Exception {
        started().rollback(XID);

        assertState(BranchState.DONE, false);
        assertThat(driver.gate.enter(FakeHolder.STAMP)).isFalse();
    }

    @Test
    void suspendAndResumeStopHere() throws Exception {
        started().end(XID, XAResource.TMSUSPEND);
        assertThat(driver.gate.enter(FakeHolder.STAMP)).as("suspended").isFalse();
        assertThat(driver.gate.isSuspended(FakeHolder.STAMP)).isTrue();

        branch.start(XID, XAResource.TMRESUME);

        assertThat(driver.gate.enter(FakeHolder.STAMP)).as("resumed").isTrue();
        assertThat(driver.calls).containsExactly("start TMNOFLAGS");
    }

    @Test
    void joiningAnEndedBranchOpensTheGateAgain() throws Exception {
        ended();
        assertThat(driver.gate.enter(FakeHolder.STAMP)).as("ended").isFalse();

        branch.start(XID, XAResource.TMJOIN);

        assertState(BranchState.ACTIVE, false);
        assertThat(driver.gate.enter(FakeHolder.STAMP)).as("joined").isTrue();
    }

    @Test
    void aBranchThatJoinedAnothersIsDoneWhenEnded() throws Exception {
        branch.start(XID, XAResource.TMJOIN);
        branch.end(XID, XAResource.TMSUCCESS);

        assertState(BranchState.DONE, false);
    }

    @Test
    void theDriverIsAskedWhetherTwoLeadToTheSameServer() throws Exception {
        assertThat(branch.isSameRM(branch(1))).as("one driver's resource behind both").isTrue();
        assertThat(branch.isSameRM(new FakeXaResource())).isFalse();
    }

    @Test
    void afterTheEndTheDriverIsLeftAlone() throws Exception {
        ended().commit(XID, true);
        driver.calls.clear();

        assertThat(codeOf(() -> branch.commit(XID, false))).isEqualTo(XAER_NOTA);
        assertThat(codeOf(() -> branch.rollback(XID))).isEqualTo(XAER_NOTA);
        assertThat(codeOf(() -> branch.prepare(XID))).isEqualTo(XAER_NOTA);
        assertThat(codeOf(() -> branch.end(XID, XAResource.TMFAIL))).isEqualTo(XAER_NOTA);
        assertThat(codeOf(() -> branch.start(OTHER, XAResource.TMNOFLAGS))).isEqualTo(XAER_RMFAIL);
        assertThat(codeOf(() -> branch.commit(OTHER, false))).isEqualTo(XAER_RMFAIL);
        assertThat(codeOf(() -> branch.recover(0))).isEqualTo(XAER_RMFAIL);
        assertThat(codeOf(() -> branch.setTransactionTimeout(1))).isEqualTo(XAER_RMFAIL);
        assertThat(codeOf(branch::getTransactionTimeout)).isEqualTo(XAER_RMFAIL);
        assertThat(branch.isSameRM(branch(1))).as("joined with what is over").isFalse();
        assertThat(branch.isSameRM(branch)).isTrue();
        branch.forget(XID);

        assertThat(driver.calls).isEmpty();
        assertState(BranchState.DONE, false);
    }

    /** A transaction that ends without a branch leaves the resource in order for the next. */
    @Test
    void whatWasNotStartedIsNotStartedAfterItsTransaction() {
        branch.afterCompletion(Status.STATUS_ROLLEDBACK);

        assertThat(codeOf(() -> branch.start(XID, XAResource.TMNOFLAGS))).isEqualTo(XAER_RMFAIL);
        assertThat(codeOf(() -> branch.rollback(OTHER))).isEqualTo(XAER_RMFAIL);

        assertThat(driver.calls).isEmpty();
        assertThat(holder.isDoomed()).isFalse();
    }

    @Test
    void callsOutOfOrderAreRefusedAndSayWhy() throws Exception {
        assertThatThrownBy(() -> branch.end(XID, XAResource.TMSUCCESS))
                .isInstanceOf(XAException.class)
                .hasMessageContaining("pool orders")
                .hasMessageContaining("end of 51:01:02 with TMSUCCESS")
                .hasMessageContaining("state NEW");
        started();
        assertThat(codeOf(() -> branch.start(OTHER, XAResource.TMNOFLAGS))).isEqualTo(XAER_PROTO);
        assertThat(codeOf(() -> branch.prepare(XID))).isEqualTo(XAER_PROTO);
        assertThat(codeOf(() -> branch.commit(XID, true))).isEqualTo(XAER_PROTO);
        assertThat(driver.calls).containsExactly("start TMNOFLAGS");
    }

    // Failures, each with the state that the specification asks for

    @ParameterizedTest
    @ValueSource(ints = {XAER_RMERR, XAER_RMFAIL, XAER_OUTSIDE, XAER_PROTO, XA_RBROLLBACK})
    void aFailedStartLeavesNothingAndDooms(int code) {
        driver.failAt("start", code);

        assertThat(codeOf(this::started)).isEqualTo(code);

        assertState(BranchState.NEW, true);
    }

    @Test
    void aDuplicateXidIsNoFaultOfTheResource() throws Exception {
        driver.failAt("start", XAER_DUPID);
        assertThat(codeOf(this::started)).isEqualTo(XAER_DUPID);
        assertState(BranchState.NEW, false);

        branch.start(OTHER, XAResource.TMNOFLAGS);

        assertState(BranchState.ACTIVE, false);
    }

    @ParameterizedTest
    @ValueSource(ints = {XA_RBROLLBACK, XA_RBDEADLOCK, XA_RBTRANSIENT})
    void aBranchThatCanOnlyBeRolledBackIsEnded(int code) throws Exception {
        driver.failAt("end", code);
        assertThat(codeOf(this::ended)).isEqualTo(code);
        assertState(BranchState.ENDED, true);

        branch.rollback(XID);

        assertState(BranchState.DONE, true);
    }

    /** As a duplicate key on PostgreSQL: an operator need not hear of it. */
    @ParameterizedTest
    @CsvSource({
        "prepare, 100, ROLLED_BACK",
        "commit, 103, ROLLED_BACK",
        "prepare, -3, BROKEN",
        "commit, -7, BROKEN"
    })
    void aBranchThatItsDatabaseRollsBackIsNotCalledBroken(
            String call, int code, DiscardReason reason) throws Exception {
        ended();
        driver.failAt(call, code);

        assertThat(codeOf(() -> complete(call))).isEqualTo(code);

        assertThat(holder.reason).isEqualTo(reason);
    }

    /** As a duplicate key on PostgreSQL, which is found by the statement or by the commit. */
    @ParameterizedTest
    @CsvSource({"prepare, 100", "commit, 103"})
    void aDriverInOrderAfterARefusedCommitServesOn(String call, int code) throws Exception {
        driver.servesOn = true;
        ended();
        driver.failAt(call, code);

        assertThat(codeOf(() -> complete(call))).isEqualTo(code);

        assertState(BranchState.DONE, false);
    }

    @ParameterizedTest
    @CsvSource({"commit, 100, true", "commit, -7, false", "prepare, -3, false"})
    void itDoesNotIfItIsLostOrTheOutcomeIsUnknown(String call, int code, boolean lost)
            throws Exception {
        driver.servesOn = true;
        ended();
        driver.failAt(call, code);
        driver.onCommit = () -> driver.lost = lost;

        assertThat(codeOf(() -> complete(call))).isEqualTo(code);

        assertThat(holder.reason).isEqualTo(DiscardReason.BROKEN);
    }

    private void complete(String call) throws XAException {
        if (call.equals("prepare")) {
            branch.prepare(XID);
        } else {
            branch.commit(XID, true);
        }
    }

    /** Managers roll it back through the resource that began it, not the one that joined. */
    @ParameterizedTest
    @ValueSource(ints = {XA_RBROLLBACK, XA_RBDEADLOCK, XA_RBTRANSIENT})
    void aBranchThatJoinedAnothersIsDoneThoughItCanOnlyBeRolledBack(int code) throws Exception {
        driver.failAt("end", code);
        branch.start(XID, XAResource.TMJOIN);

        assertThat(codeOf(() -> branch.end(XID, XAResource.TMSUCCESS))).isEqualTo(code);

        assertState(BranchState.DONE, true);
    }

    /** Derby answers so: it does what it was asked for, and nothing has failed. */
    @ParameterizedTest
    @ValueSource(ints = {XA_RBROLLBACK, XA_RBDEADLOCK, XA_RBTRANSIENT})
    void aFailedEndIsNoFailureOfTheConnection(int code) throws Exception {
        started();
        driver.failAt("end", code);

        branch.end(XID, XAResource.TMFAIL);

        assertState(BranchState.ENDED, false);
        branch.rollback(XID);
        assertState(BranchState.DONE, false);
    }

    @Test
    void norIsThatOfABranchThatJoinedAnothers() throws Exception {
        branch.start(XID, XAResource.TMJOIN);
        driver.failAt("end", XA_RBROLLBACK);

        branch.end(XID, XAResource.TMFAIL);

        assertState(BranchState.DONE, false);
    }

    /** The pool logs that, and drivers leave out the text or the code. */
    @ParameterizedTest
    @CsvSource({
        "XAER_NOTA, , the driver gave no details (XAER_NOTA)",
        "XA_RBDEADLOCK, deadlock detected, deadlock detected (XA_RBDEADLOCK)",
        "XAER_RMFAIL, XAER_RMFAIL: gone, XAER_RMFAIL: gone",
    })
    void whatCostsAConnectionSaysWhatItIs(String code, String text, String told) throws Exception {
        XAException failure = new XAException(text);
        failure.errorCode = CODES.get(code);

        assertThat(XaErrors.readable(failure))
                .hasMessage(told)
                .extracting(error -> error.errorCode)
                .isEqualTo(failure.errorCode);

        driver.failAt("end", failure.errorCode);
        assertThat(codeOf(this::ended)).isEqualTo(failure.errorCode);
        assertThat(holder.doom).hasMessageContaining(code);
    }

    @Test
    void anErrorThatOnlyHasACauseSaysThat() {
        XAException failure = new XAException(XAER_RMERR);
        failure.initCause(new IOException("refused"));

        assertThat(XaErrors.readable(failure))
                .hasMessage("java.io.IOException: refused (XAER_RMERR)")
                .hasCause(failure);
    }

    @ParameterizedTest
    @ValueSource(ints = {XAER_RMERR, XAER_RMFAIL, XAER_NOTA, XAER_INVAL, XAER_PROTO})
    void aFailedEndBreaksTheBranch(int code) {
        driver.failAt("end", code);
        assertThat(codeOf(this::ended)).isEqualTo(code);

        assertState(BranchState.BROKEN, true);
        assertThat(branch.state().endsWithTransaction()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void aFailedPrepare(Prepare row) {
        driver.failAt("prepare", row.code);
        assertThat(codeOf(this::prepared)).isEqualTo(row.code);

        assertState(row.after, true);
    }

    enum Prepare {
        ROLLED_BACK(XA_RBROLLBACK, BranchState.DONE),
        NOTA(XAER_NOTA, BranchState.DONE),
        RMERR(XAER_RMERR, BranchState.VOTE_LOST),
        RMFAIL(XAER_RMFAIL, BranchState.VOTE_LOST),
        INVAL(XAER_INVAL, BranchState.BROKEN),
        PROTO(XAER_PROTO, BranchState.BROKEN);

        final int code;
        final BranchState after;

        Prepare(int code, BranchState after) {
            this.code = code;
            this.after = after;
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFailedCommit(Commit row) throws Exception {
        prepared();
        driver.failAt("commit", row.code);
        assertThat(codeOf(() -> branch.commit(XID, false))).isEqualTo(row.code);

        assertState(row.afterTwoPhases, true);
    }

    @ParameterizedTest
    @EnumSource
    void aFailedCommitInOnePhase(Commit row) throws Exception {
        ended();
        driver.failAt("commit", row.code);
        assertThat(codeOf(() -> branch.commit(XID, true))).isEqualTo(row.code);

        assertState(row.afterOnePhase, true);
    }

    enum Commit {
        ROLLED_BACK(XA_RBROLLBACK, BranchState.DONE, BranchState.DONE),
        RMERR(XAER_RMERR, BranchState.DONE, BranchState.DONE),
        NOTA(XAER_NOTA, BranchState.DONE, BranchState.DONE),
        RMFAIL(XAER_RMFAIL, BranchState.UNKNOWN, BranchState.BROKEN),
        INVAL(XAER_INVAL, BranchState.UNKNOWN, BranchState.BROKEN),
        PROTO(XAER_PROTO, BranchState.UNKNOWN, BranchState.BROKEN),
        RETRY(XA_RETRY, BranchState.PREPARED, BranchState.PREPARED),
        HEURISTIC_ROLLBACK(XA_HEURRB, BranchState.UNKNOWN, BranchState.UNKNOWN),
        HEURISTIC_MIX(XA_HEURMIX, BranchState.UNKNOWN, BranchState.UNKNOWN),
        HEURISTIC_HAZARD(XA_HEURHAZ, BranchState.UNKNOWN, BranchState.UNKNOWN);

        final int code;
        final BranchState afterTwoPhases;
        final BranchState afterOnePhase;

        Commit(int code, BranchState afterTwoPhases, BranchState afterOnePhase) {
            this.code = code;
            this.afterTwoPhases = afterTwoPhases;
            this.afterOnePhase = afterOnePhase;
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFailedRollback(Rollback row) throws Exception {
        started();
        driver.failAt("rollback", row.code);

        if (row == Rollback.RMFAIL) { // the server does by itself what was asked for
            branch.rollback(XID);
        } else {
            assertThat(codeOf(() -> branch.rollback(XID))).isEqualTo(row.code);
        }

        assertState(row.afterWork, true);
    }

    @ParameterizedTest
    @EnumSource
    void aFailedRollbackOfAPreparedBranch(Rollback row) throws Exception {
        prepared();
        driver.failAt("rollback", row.code);
        assertThat(codeOf(() -> branch.rollback(XID))).isEqualTo(row.code);

        assertState(row.afterPrepare, true);
    }

    enum Rollback {
        ROLLED_BACK(XA_RBROLLBACK, BranchState.DONE, BranchState.DONE),
        NOTA(XAER_NOTA, BranchState.DONE, BranchState.DONE),
        RMERR(XAER_RMERR, BranchState.BROKEN, BranchState.UNKNOWN),
        RMFAIL(XAER_RMFAIL, BranchState.DONE, BranchState.UNKNOWN),
        PROTO(XAER_PROTO, BranchState.BROKEN, BranchState.UNKNOWN),
        HEURISTIC_COMMIT(XA_HEURCOM, BranchState.UNKNOWN, BranchState.UNKNOWN),
        HEURISTIC_MIX(XA_HEURMIX, BranchState.UNKNOWN, BranchState.UNKNOWN),
        HEURISTIC_HAZARD(XA_HEURHAZ, BranchState.UNKNOWN, BranchState.UNKNOWN);

        final int code;
        final BranchState afterWork;
        final BranchState afterPrepare;

        Rollback(int code, BranchState afterWork, BranchState afterPrepare) {
            this.code = code;
            this.afterWork = afterWork;
            this.afterPrepare = afterPrepare;
        }
    }

    @Test
    void aDecisionOfTheServersThatIsTheManagersIsForgotten() throws Exception {
        prepared();
        driver.failAt("commit", XA_HEURCOM);

        branch.commit(XID, false);

        assertThat(driver.calls).endsWith("commit", "forget");
        assertState(BranchState.DONE, true);
    }

    @Test
    void theSameForARollback() throws Exception {
        prepared();
        driver.failAt("rollback", XA_HEURRB).failAt("forget", XAER_RMERR);

        branch.rollback(XID);

        assertThat(driver.calls).endsWith("rollback", "forget");
        assertState(BranchState.DONE, true);
    }

    @Test
    void forgettingSettles() throws Exception {
        prepared();
        driver.failAt("commit", XA_HEURMIX);
        assertThat(codeOf(() -> branch.commit(XID, false))).isEqualTo(XA_HEURMIX);

        branch.forget(XID);

        assertState(BranchState.DONE, true);
    }

    @Test
    void aBranchThatTheServerHasNotDecidedIsNotForgotten() throws Exception {
        prepared();
        driver.failAt("commit", XAER_RMFAIL);
        assertThat(codeOf(() -> branch.commit(XID, false))).isEqualTo(XAER_RMFAIL);

        assertThat(codeOf(() -> branch.forget(XID))).isEqualTo(XAER_PROTO);

        assertThat(driver.calls).doesNotContain("forget");
        assertState(BranchState.UNKNOWN, true);
        assertThat(driver.isPinned()).isTrue();
    }

    @Test
    void nothingToForgetIsForgotten() throws Exception {
        prepared();
        driver.failAt("commit", XA_HEURMIX);
        assertThat(codeOf(() -> branch.commit(XID, false))).isEqualTo(XA_HEURMIX);
        driver.failAt("forget", XAER_NOTA);

        branch.forget(XID);

        assertState(BranchState.DONE, true);
    }

    @ParameterizedTest
    @ValueSource(ints = {XAER_RMERR, XAER_RMFAIL, XAER_INVAL, XAER_PROTO})
    void aBranchThatIsNotForgottenStaysInDoubt(int code) throws Exception {
        prepared();
        driver.failAt("commit", XA_HEURMIX);
        assertThat(codeOf(() -> branch.commit(XID, false))).isEqualTo(XA_HEURMIX);
        driver.failAt("forget", code);

        assertThat(codeOf(() -> branch.forget(XID))).isEqualTo(code);

        assertState(BranchState.UNKNOWN, true);
        branch.forget(XID);
        assertState(BranchState.DONE, true);
    }

    @Test
    void aCommitIsRepeatedUntilItSucceeds() throws Exception {
        prepared();
        driver.failAt("commit", XAER_RMFAIL);
        assertThat(codeOf(() -> branch.commit(XID, false))).isEqualTo(XAER_RMFAIL);
        assertState(BranchState.UNKNOWN, true);

        branch.commit(XID, false);

        assertState(BranchState.DONE, true);
    }

    @Test
    void recoveryElsewhereSettlesABranchInDoubt() throws Exception {
        started().settledElsewhere();
        assertState(BranchState.ACTIVE, false);
        branch.end(XID, XAResource.TMSUCCESS);
        branch.prepare(XID);

        branch.settledElsewhere();

        assertState(BranchState.DONE, false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"start", "end", "prepare", "commit", "rollback"})
    void anythingElseThatADriverThrowsIsAFailureOfTheServer(String call) {
        driver.surprises.put(call, new IllegalStateException("oops"));

        XAException failure =
                catchThrowableOfType(
                        XAException.class,
                        () -> {
                            prepared();
                            if (call.equals("rollback")) {
                                branch.rollback(XID);
                            }
                            branch.commit(XID, false);
                        });

        assertThat(failure.errorCode).isEqualTo(XAER_RMFAIL);
        assertThat(failure).hasMessageContaining(call).hasRootCauseMessage("oops");
        assertThat(holder.isDoomed()).isTrue();
        assertThat(branch.isSettled()).isFalse();
    }

    /** A manager asks for it once: a branch that stays as it was never ends. */
    @Test
    void aDriverWithoutMemoryBreaksTheBranchItWasToCommit() throws Exception {
        ended();
        driver.breakdowns.put("commit", new OutOfMemoryError("on purpose"));

        assertThat(codeOf(() -> branch.commit(XID, true))).isEqualTo(XAER_RMFAIL);

        assertState(BranchState.BROKEN, true);
    }

    /** Its connection is closed, and with it the server rolls back. */
    @Test
    void aDriverWithoutMemoryIsDoneWithTheBranchItWasToRollBack() throws Exception {
        ended();
        driver.breakdowns.put("rollback", new OutOfMemoryError("on purpose"));

        branch.rollback(XID);

        assertState(BranchState.DONE, true);
    }

    // Calls inside the gate

    @Test
    void rollbackWaitsForTheCallInside() throws Exception {
        started();
        driver.gate.enter(FakeHolder.STAMP);
        // A cancelled call returns.
        driver.onCancel = () -> driver.gate.leave(FakeHolder.STAMP);

        branch.end(XID, XAResource.TMFAIL);

        assertThat(driver.calls).containsExactly("start TMNOFLAGS", "cancel", "end TMFAIL");
        assertState(BranchState.ENDED, false);
    }

    @Test
    void anEndThatIsNoFailureWaitsWithoutCancelling() throws Exception {
        started();
        driver.gate.enter(FakeHolder.STAMP);
        CountDownLatch refused = new CountDownLatch(1);
        Thread inside =
                new Thread(
                        () -> {
                            while (driver.gate.enter(FakeHolder.STAMP)) {
                                driver.gate.leave(FakeHolder.STAMP); // until the gate is ended
                            }
                            refused.countDown();
                            driver.gate.leave(FakeHolder.STAMP);
                        });
        inside.start();

        branch.end(XID, XAResource.TMSUCCESS);

        assertThat(refused.getCount()).isZero();
        assertThat(driver.calls).containsExactly("start TMNOFLAGS", "end TMSUCCESS");
        inside.join();
    }

    @Test
    @Timeout(20)
    void aCallThatDoesNotReturnCostsTheConnection() throws Exception {
        branch = branch(TimeUnit.MILLISECONDS.toNanos(1));
        started();
        driver.gate.enter(FakeHolder.STAMP);

        branch.rollback(XID);

        driver.aborted.await();
        assertThat(driver.calls).contains("abort").doesNotContain("rollback");
        assertState(BranchState.DONE, true);
    }

    /** As PostgreSQL's does where the server is frozen: it goes over a connection of its own. */
    @Test
    @Timeout(20)
    void aCancelThatHangsHoldsNobodyUpAndIsNotRepeated() throws Exception {
        branch = branch(TimeUnit.MILLISECONDS.toNanos(100));
        CountDownLatch cancelling = new CountDownLatch(1);
        CountDownLatch thawed = new CountDownLatch(1);
        driver.onCancel =
                () -> {
                    cancelling.countDown();
                    await(thawed);
                };
        started();
        driver.gate.enter(FakeHolder.STAMP);

        branch.rollback(XID);

        cancelling.await();
        driver.aborted.await();
        assertThat(driver.calls).containsExactlyInAnyOrder("start TMNOFLAGS", "cancel", "abort");
        assertState(BranchState.DONE, true);
        thawed.countDown();
    }

    @Test
    @Timeout(20)
    void anAbortThatHangsHoldsNobodyUpEither() throws Exception {
        branch = branch(TimeUnit.MILLISECONDS.toNanos(100));
        CountDownLatch thawed = new CountDownLatch(1);
        driver.onAbort = () -> await(thawed);
        started();
        driver.gate.enter(FakeHolder.STAMP);

        branch.rollback(XID);

        assertThat(driver.calls).doesNotContain("rollback");
        driver.aborted.await();
        assertState(BranchState.DONE, true);
        thawed.countDown();
    }

    /** Otherwise the statement of the next transaction would be cancelled. */
    @Test
    @Timeout(20)
    void aConnectionThatMayYetBeCancelledServesNobodyElse() throws Exception {
        branch = branch(TimeUnit.MILLISECONDS.toNanos(100));
        CountDownLatch thawed = new CountDownLatch(1);
        driver.onCancel =
                () -> {
                    driver.gate.leave(FakeHolder.STAMP); // the call returns, the cancel does not
                    await(thawed);
                };
        started();
        driver.gate.enter(FakeHolder.STAMP);

        branch.rollback(XID);

        assertThat(driver.calls).doesNotContain("rollback");
        driver.aborted.await();
        assertState(BranchState.DONE, true);
        thawed.countDown();
    }

    /**
     * The call never returns, so its branch waits for the whole limit. The test adds up the times
     * asked for, as the time taken depends on the machine as well.
     */
    @Test
    @Timeout(20)
    void allWaitingTogetherIsOverWithThePatience() throws Exception {
        Duration patience = Duration.ofSeconds(1);
        branch = branch(patience.toNanos());
        started();
        driver.gate.enter(FakeHolder.STAMP);
        try (Recording parks = new Recording()) {
            parks.enable("jdk.ThreadPark").withoutThreshold();
            parks.start();

            assertThat(codeOf(() -> branch.end(XID, XAResource.TMSUCCESS)))
                    .isEqualTo(XA_RBROLLBACK);

            parks.stop();
            parks.dump(folder.resolve("parks.jfr"));
        }
        assertThat(meantToWait(folder.resolve("parks.jfr"))).isPositive().isLessThan(patience);
        driver.aborted.await();
        assertThat(driver.calls).contains("cancel").doesNotContain("end TMSUCCESS");
    }

    /** For how long this thread asked to be parked, less what it was woken too early. */
    private static Duration meantToWait(Path recording) throws IOException {
        long self = Thread.currentThread().getId();
        return RecordingFile.readAllEvents(recording).stream()
                .filter(park -> park.getThread().getJavaThreadId() == self)
                .filter(park -> park.getLong("timeout") > 0)
                .map(
                        park -> {
                            Duration asked = Duration.ofNanos(park.getLong("timeout"));
                            Duration was = park.getDuration();
                            return asked.compareTo(was) < 0 ? asked : was;
                        })
                .reduce(Duration.ZERO, Duration::plus);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aBranchThatLostItsConnectionAtTheEndIsRolledBack() throws Exception {
        branch = branch(TimeUnit.MILLISECONDS.toNanos(1));
        started();
        driver.gate.enter(FakeHolder.STAMP);

        assertThat(codeOf(() -> branch.end(XID, XAResource.TMSUCCESS))).isEqualTo(XA_RBROLLBACK);
        assertState(BranchState.BROKEN, true);
        assertThat(codeOf(() -> branch.prepare(XID))).isEqualTo(XA_RBROLLBACK);

        assertState(BranchState.DONE, true);
        assertThat(driver.calls).doesNotContain("prepare", "end TMSUCCESS");
    }

    @Test
    void aBranchThatLostItsConnectionCanStillBeRolledBack() throws Exception {
        branch = branch(TimeUnit.MILLISECONDS.toNanos(1));
        started();
        driver.gate.enter(FakeHolder.STAMP);
        assertThat(codeOf(() -> branch.end(XID, XAResource.TMFAIL))).isEqualTo(XA_RBROLLBACK);

        branch.rollback(XID);

        assertState(BranchState.DONE, true);
        assertThat(driver.calls).doesNotContain("rollback");
    }

    // By force

    @Test
    void aBranchBeingPreparedCannotBeTakenAway() throws Exception {
        AtomicBoolean taken = new AtomicBoolean();
        driver.onPrepare = () -> taken.set(driver.claimForAbort(holder.stamp()));

        prepared();

        assertThat(taken).isFalse();
        assertThat(driver.claimForAbort(holder.stamp())).as("prepared").isFalse();
        branch.commit(XID, false);
        assertThat(driver.claimForAbort(holder.stamp())).as("done").isTrue();
    }

    @Test
    void aBranchTakenAwayIsNotPrepared() throws Exception {
        ended();
        assertThat(driver.claimForAbort(holder.stamp())).isTrue();

        assertThat(codeOf(() -> branch.prepare(XID))).isEqualTo(XA_RBROLLBACK);

        assertThat(driver.calls).doesNotContain("prepare");
        assertThat(branch.state()).isEqualTo(BranchState.DONE);
        assertThat(branch.isSettled()).isTrue();
    }

    /** The server rolls back by itself what was not prepared when its connection goes. */
    @ParameterizedTest
    @ValueSource(ints = {XAER_RMFAIL, XAER_RMERR, XAER_PROTO, XA_RBROLLBACK, XAER_NOTA})
    void aBranchTakenAwayIsRolledBackWhateverTheDriverAnswers(int code) throws Exception {
        ended();
        assertThat(driver.claimForAbort(holder.stamp())).isTrue();
        driver.failAt("rollback", code);

        branch.rollback(XID);

        assertState(BranchState.DONE, true);
    }

    @Test
    void aSurpriseOfTheDriversIsNoneThereEither() throws Exception {
        started();
        assertThat(driver.claimForAbort(holder.stamp())).isTrue();
        driver.surprises.put("rollback", new IllegalStateException("closed"));

        branch.rollback(XID);

        assertState(BranchState.DONE, true);
    }

    @Test
    void aPrepareThatFailsKeepsNothing() throws Exception {
        ended();
        driver.failAt("prepare", XA_RBDEADLOCK);

        assertThat(codeOf(() -> branch.prepare(XID))).isEqualTo(XA_RBDEADLOCK);

        assertThat(driver.isPinned()).isFalse();
    }

    // Last resources

    @Test
    void aLastResourceIsEndedWhenItIsCommitted() throws Exception {
        driver.last = true;
        started();

        branch.commit(XID, true);

        assertThat(driver.calls)
                .containsExactly("start TMNOFLAGS", "end TMSUCCESS", "commit in one phase");
        assertThat(driver.gate.enter(holder.stamp())).isFalse();
        assertState(BranchState.DONE, false);
    }

    // A lost branch is rolled back, and the manager is told so

    @Test
    void aBranchTakenAwayIsNotCommittedInOnePhase() throws Exception {
        ended();
        assertThat(driver.claimForAbort(holder.stamp())).isTrue();

        assertThat(codeOf(() -> branch.commit(XID, true))).isEqualTo(XA_RBROLLBACK);

        assertThat(driver.calls).doesNotContain("commit in one phase");
        assertThat(branch.state()).isEqualTo(BranchState.DONE);
    }

    /** A driver may roll back where its connection is closed, and then find nothing to commit. */
    @Test
    void aBranchTakenAwayDuringACommitInOnePhaseIsNotReportedAsCommitted() throws Exception {
        AtomicBoolean taken = new AtomicBoolean();
        driver.onCommit = () -> taken.set(driver.claimForAbort(holder.stamp()));
        ended();

        assertThat(codeOf(() -> branch.commit(XID, true))).isEqualTo(XAER_RMFAIL);

        assertThat(taken).isTrue();
        assertState(BranchState.BROKEN, true);
    }

    /** It may be committed, and what follows that fails on the closed connection. */
    @Test
    void aBranchTakenAwayDuringAFailingCommitInOnePhaseIsNotReportedAsRolledBack()
            throws Exception {
        for (int code : List.of(XAER_RMERR, XAER_NOTA, XAER_PROTO, XAER_RMFAIL)) {
            assertTakenAwayDuringACommitThatFails(code, XAER_RMFAIL, BranchState.BROKEN);
        }
    }

    @Test
    void aDecisionOfTheServerIsReportedWhereTheConnectionIsTakenAway() throws Exception {
        assertTakenAwayDuringACommitThatFails(XA_RBDEADLOCK, XA_RBDEADLOCK, BranchState.DONE);
        assertTakenAwayDuringACommitThatFails(XA_HEURMIX, XA_HEURMIX, BranchState.UNKNOWN);
    }

    private void assertTakenAwayDuringACommitThatFails(int code, int told, BranchState after)
            throws Exception {
        FakeXaResource taken = new FakeXaResource();
        FakeHolder itsHolder = new FakeHolder(taken);
        taken.onCommit = () -> assertThat(taken.claimForAbort(itsHolder.stamp())).isTrue();
        taken.failAt("commit", code);
        BranchXaResource itsBranch = branch(taken, itsHolder, TimeUnit.SECONDS.toNanos(30));
        itsBranch.start(XID, XAResource.TMNOFLAGS);
        itsBranch.end(XID, XAResource.TMSUCCESS);

        assertThat(codeOf(() -> itsBranch.commit(XID, true))).as("of " + code).isEqualTo(told);

        assertThat(itsBranch.state()).as("after " + code).isEqualTo(after);
        assertThat(itsHolder.isDoomed()).isTrue();
    }

    @Test
    void aPreparedBranchCannotBeTakenAwayDuringItsCommit() throws Exception {
        AtomicBoolean taken = new AtomicBoolean(true);
        driver.onCommit = () -> taken.set(driver.claimForAbort(holder.stamp()));
        prepared();

        branch.commit(XID, false);

        assertThat(taken).isFalse();
        assertState(BranchState.DONE, false);
    }

    @Test
    void aBranchThatCouldNotBeEndedIsRolledBack() throws Exception {
        started();
        driver.failAt("end", XAER_RMFAIL);
        assertThat(codeOf(() -> branch.end(XID, XAResource.TMSUCCESS))).isEqualTo(XAER_RMFAIL);

        assertThat(codeOf(() -> branch.prepare(XID))).isEqualTo(XA_RBROLLBACK);

        assertState(BranchState.DONE, true);
    }

    @Test
    void aBranchThatCouldNotBeEndedIsNotCommittedEither() throws Exception {
        started();
        driver.failAt("end", XAER_RMERR);
        assertThat(codeOf(() -> branch.end(XID, XAResource.TMSUCCESS))).isEqualTo(XAER_RMERR);

        assertThat(codeOf(() -> branch.commit(XID, true))).isEqualTo(XA_RBROLLBACK);

        assertState(BranchState.DONE, true);
    }

    @ParameterizedTest
    @ValueSource(ints = {XAER_RMERR, XAER_RMFAIL, XAER_PROTO})
    void aBranchThatCouldNotBeEndedIsRolledBackWhateverTheDriverAnswers(int code) throws Exception {
        started();
        driver.failAt("end", XAER_RMERR).failAt("rollback", code);
        assertThat(codeOf(() -> branch.end(XID, XAResource.TMFAIL))).isEqualTo(XAER_RMERR);

        branch.rollback(XID);

        assertState(BranchState.DONE, true);
    }

    // A connection that is known to be lost before the call

    @Test
    void aBranchKnownToBeLostIsNeitherEndedNorPrepared() throws Exception {
        started();
        driver.lost = true;

        assertThat(codeOf(() -> branch.end(XID, XAResource.TMSUCCESS))).isEqualTo(XA_RBCOMMFAIL);
        assertThat(codeOf(() -> branch.end(XID, XAResource.TMFAIL)))
                .as("managers end again what they could not end")
                .isEqualTo(XA_RBCOMMFAIL);
        assertThat(codeOf(() -> branch.prepare(XID))).isEqualTo(XA_RBCOMMFAIL);

        assertThat(driver.calls).containsExactly("start TMNOFLAGS");
        assertState(BranchState.DONE, true);
        branch.rollback(XID);
        assertThat(driver.isPinned()).isFalse();
    }

    @Test
    void aBranchKnownToBeLostAfterItsEndIsNotPrepared() throws Exception {
        ended();
        driver.lost = true;

        assertThat(codeOf(() -> branch.prepare(XID))).isEqualTo(XA_RBCOMMFAIL);

        assertThat(driver.calls).doesNotContain("prepare");
        assertThat(branch.state()).isEqualTo(BranchState.DONE);
    }

    /** Nothing was committed, and here that is certain. */
    @Test
    void norIsItCommittedInOnePhase() throws Exception {
        ended();
        driver.lost = true;

        assertThat(codeOf(() -> branch.commit(XID, true))).isEqualTo(XA_RBCOMMFAIL);

        assertThat(driver.calls).doesNotContain("commit in one phase");
        assertThat(branch.state()).isEqualTo(BranchState.DONE);
    }

    @Test
    void aBranchThatJoinedAnothersIsDoneWhenItsConnectionIsLost() throws Exception {
        branch.start(XID, XAResource.TMJOIN);
        driver.lost = true;

        assertThat(codeOf(() -> branch.end(XID, XAResource.TMSUCCESS))).isEqualTo(XA_RBCOMMFAIL);

        assertState(BranchState.DONE, true);
    }

    @Test
    void aRollbackOfWhatIsKnownToBeLostIsDone() throws Exception {
        started();
        driver.lost = true;
        driver.failAt("rollback", XAER_RMERR);
        assertThat(codeOf(() -> branch.end(XID, XAResource.TMFAIL))).isEqualTo(XA_RBCOMMFAIL);

        branch.rollback(XID);

        assertState(BranchState.DONE, true);
    }

    /** Managers do that; refused as a call out of order it would be logged as a failure. */
    @Test
    void aBranchThatCouldNotBeEndedIsRolledBackWhenItIsEndedAgain() throws Exception {
        started();
        driver.failAt("end", XAER_RMFAIL);
        assertThat(codeOf(() -> branch.end(XID, XAResource.TMSUCCESS))).isEqualTo(XAER_RMFAIL);

        assertThat(codeOf(() -> branch.end(XID, XAResource.TMFAIL))).isEqualTo(XA_RBROLLBACK);
    }

    /** It may be committed: what is known of the connection says nothing about that. */
    @Test
    void aCommitInOnePhaseThatLostItsConnectionIsNotCalledARollbackLater() throws Exception {
        ended();
        driver.onCommit = () -> driver.lost = true;
        driver.failAt("commit", XAER_RMFAIL);
        assertThat(codeOf(() -> branch.commit(XID, true))).isEqualTo(XAER_RMFAIL);

        assertThat(codeOf(() -> branch.commit(XID, true))).isEqualTo(XAER_PROTO);
        assertThat(codeOf(() -> branch.prepare(XID))).isEqualTo(XAER_PROTO);
    }

    @Test
    void aCommitOfUnknownOutcomeIsNotCalledARollback() throws Exception {
        ended();
        driver.failAt("commit", XAER_RMFAIL);
        assertThat(codeOf(() -> branch.commit(XID, true))).isEqualTo(XAER_RMFAIL);

        assertThat(codeOf(() -> branch.commit(XID, true))).isEqualTo(XAER_PROTO);
    }

    @ParameterizedTest
    @ValueSource(ints = {XAER_RMFAIL, XAER_RMERR, XAER_NOTA})
    void aRollbackAfterACommitWithoutAnswerIsNotConfirmed(int code) throws Exception {
        ended();
        driver.failAt("commit", XAER_RMFAIL);
        assertThat(codeOf(() -> branch.commit(XID, true))).isEqualTo(XAER_RMFAIL);
        driver.failAt("rollback", code);

        assertThat(codeOf(() -> branch.rollback(XID))).isEqualTo(XA_HEURHAZ);

        assertState(BranchState.DONE, true);
        assertThat(codeOf(() -> branch.rollback(XID))).isEqualTo(XA_HEURHAZ);
        branch.forget(XID);
    }

    @Test
    void aRollbackAfterACommitThatLostItsConnectionAsksNothing() throws Exception {
        ended();
        driver.onCommit = () -> driver.lost = true;
        driver.failAt("commit", XAER_RMFAIL);
        assertThat(codeOf(() -> branch.commit(XID, true))).isEqualTo(XAER_RMFAIL);

        assertThat(codeOf(() -> branch.rollback(XID))).isEqualTo(XA_HEURHAZ);

        assertThat(driver.calls).doesNotContain("rollback");
        assertState(BranchState.DONE, true);
    }

    /** The server still knew the branch, so it was not committed. */
    @Test
    void aRollbackThatTheServerConfirmsIsOneAfterAFailedCommitToo() throws Exception {
        ended();
        driver.failAt("commit", XAER_RMFAIL);
        assertThat(codeOf(() -> branch.commit(XID, true))).isEqualTo(XAER_RMFAIL);

        branch.rollback(XID);

        assertState(BranchState.DONE, true);
    }

    /** RMERR would tell the manager that the branch is rolled back. */
    @Test
    void aCommitThatFailsWithItsConnectionIsNotReportedAsRolledBack() throws Exception {
        ended();
        driver.onCommit = () -> driver.lost = true;
        driver.failAt("commit", XAER_RMERR);

        assertThat(codeOf(() -> branch.commit(XID, true))).isEqualTo(XAER_RMFAIL);

        assertState(BranchState.BROKEN, true);
        assertThat(codeOf(() -> branch.rollback(XID))).isEqualTo(XA_HEURHAZ);
    }

    /** The server has refused the call, so there is no outcome that could be unknown. */
    @ParameterizedTest
    @ValueSource(ints = {XAER_INVAL, XAER_PROTO})
    void aRollbackAfterARefusedCommitIsConfirmed(int code) throws Exception {
        ended();
        driver.failAt("commit", code);
        assertThat(codeOf(() -> branch.commit(XID, true))).isEqualTo(code);
        driver.failAt("rollback", XAER_RMFAIL);

        branch.rollback(XID);

        assertState(BranchState.DONE, true);
    }
}
