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
import static javax.transaction.xa.XAException.XA_RBDEADLOCK;
import static javax.transaction.xa.XAException.XA_RBROLLBACK;
import static javax.transaction.xa.XAException.XA_RBTRANSIENT;
import static javax.transaction.xa.XAException.XA_RETRY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.pool.spi.DiscardReason;
import jakarta.transaction.Status;
import java.io.IOException;
import java.util.Map;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BranchXaResourceTest extends BranchFixture {

    private static final Map<String, Integer> CODES =
            Map.of(
                    "XAER_NOTA", XAER_NOTA,
                    "XA_RBDEADLOCK", XA_RBDEADLOCK,
                    "XAER_RMFAIL", XAER_RMFAIL);

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

    @Test
    void aBranchThatADriverForgetsWithASurpriseStaysInDoubt() throws Exception {
        prepared();
        driver.failAt("commit", XA_HEURMIX);
        assertThat(codeOf(() -> branch.commit(XID, false))).isEqualTo(XA_HEURMIX);
        driver.surprises.put("forget", new IllegalStateException("oops"));

        assertThat(codeOf(() -> branch.forget(XID))).isEqualTo(XAER_RMFAIL);

        assertState(BranchState.UNKNOWN, true);
    }

    /** The branch has ended as the manager wished, whatever becomes of the forget. */
    @Test
    void aDriverThatBreaksDownAsItForgetsItsDecisionHasCommitted() throws Exception {
        prepared();
        driver.failAt("commit", XA_HEURCOM).breakdowns.put("forget", new NoSuchMethodError("oops"));

        branch.commit(XID, false);

        assertThat(driver.calls).endsWith("commit", "forget");
        assertState(BranchState.DONE, true);
    }

    /** A manager knows no other error; what fails elsewhere says nothing of this branch. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "commit",
                "rollback",
                "forget",
                "recover",
                "isSameRM",
                "getTransactionTimeout",
                "setTransactionTimeout"
            })
    void whatADriverThrowsInACallThatIsNotOfThisBranchIsAFailureOfTheServer(String call)
            throws Exception {
        started();
        driver.breakdowns.put(call, new NoSuchMethodError("oops"));

        XAException failure =
                catchThrowableOfType(XAException.class, () -> callNotOfThisBranch(call));

        assertThat(failure.errorCode).isEqualTo(XAER_RMFAIL);
        assertThat(failure).hasMessageContaining(call).hasRootCauseMessage("oops");
        assertThat(holder.isDoomed()).isFalse();
        assertState(BranchState.ACTIVE, false);
    }

    private void callNotOfThisBranch(String call) throws XAException {
        switch (call) {
            case "commit" -> branch.commit(OTHER, /* onePhase= */ false);
            case "rollback" -> branch.rollback(OTHER);
            case "forget" -> branch.forget(OTHER);
            case "recover" -> branch.recover(XAResource.TMSTARTRSCAN);
            case "isSameRM" -> branch.isSameRM(new FakeXaResource());
            case "getTransactionTimeout" -> branch.getTransactionTimeout();
            case "setTransactionTimeout" -> branch.setTransactionTimeout(5);
            default -> throw new AssertionError(call);
        }
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
}
