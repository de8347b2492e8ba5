package io.sluice.pool.jta;

import static javax.transaction.xa.XAException.XAER_INVAL;
import static javax.transaction.xa.XAException.XAER_NOTA;
import static javax.transaction.xa.XAException.XAER_PROTO;
import static javax.transaction.xa.XAException.XAER_RMERR;
import static javax.transaction.xa.XAException.XAER_RMFAIL;
import static javax.transaction.xa.XAException.XA_HEURHAZ;
import static javax.transaction.xa.XAException.XA_HEURMIX;
import static javax.transaction.xa.XAException.XA_RBCOMMFAIL;
import static javax.transaction.xa.XAException.XA_RBDEADLOCK;
import static javax.transaction.xa.XAException.XA_RBROLLBACK;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Branches whose connection is lost, or was taken away, before they are over. */
class LostBranchTest extends BranchFixture {

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
