package io.sluice.pool.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.sluice.pool.spi.NotEnlistedException;
import io.sluice.pool.spi.TransactionContext.Completion;
import io.sluice.pool.spi.TransactionContext.EnlistedLease;
import io.sluice.pool.spi.TransactionContext.Participant;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JtaTransactionContextTest {

    private final FakeManager manager = new FakeManager();
    private final JtaTransactionContext context = new JtaTransactionContext(manager, manager);
    private final FakeXaResource driver = new FakeXaResource();
    private final FakeHolder holder = new FakeHolder(driver);
    private final AtomicInteger completions = new AtomicInteger();

    private XAResource enlist() throws Exception {
        manager.begin();
        enlistIn(context, this::completed);
        return manager.current.resources.get(0);
    }

    private void completed(long stamp) {
        completions.incrementAndGet();
    }

    private EnlistedLease enlistIn(JtaTransactionContext in, Completion completion)
            throws Exception {
        return in.participant(holder, completion).enlist(in.current(), holder.stamp());
    }

    // The transaction of the thread

    @Test
    void inNoTransactionThereIsNone() {
        assertThat(context.current()).isNull();

        assertThat(manager.lookUps).isEqualTo(1);
    }

    @Test
    void oneLookUpTellsTheTransaction() {
        manager.begin();

        assertThat(context.current()).isNotNull();

        assertThat(manager.lookUps).isEqualTo(1);
    }

    @Test
    void aTransactionWithoutAStatusIsNone() {
        manager.begin();
        manager.current.status = Status.STATUS_NO_TRANSACTION;

        assertThat(context.current()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        Status.STATUS_MARKED_ROLLBACK + ", marked for rollback",
        Status.STATUS_PREPARING + ", being prepared",
        Status.STATUS_PREPARED + ", prepared",
        Status.STATUS_COMMITTING + ", being committed",
        Status.STATUS_COMMITTED + ", committed",
        Status.STATUS_ROLLING_BACK + ", being rolled back",
        Status.STATUS_ROLLEDBACK + ", rolled back",
        Status.STATUS_UNKNOWN + ", in an unknown state",
    })
    void aTransactionThatIsNotActiveIsRefused(int status, String words) {
        manager.begin();
        manager.current.status = status;

        assertThatIllegalStateException()
                .isThrownBy(context::current)
                .withMessage(
                        "the transaction of this thread is "
                                + words
                                + ", not active; end it and begin a new one");
    }

    @Test
    void aManagerThatCannotTellIsNotTakenForOneWithoutATransaction() {
        manager.failure = new SystemException("no idea");

        assertThatIllegalStateException()
                .isThrownBy(context::current)
                .withMessageContaining("no idea")
                .withCause(manager.failure);
    }

    @Test
    void whatIsPutIntoATransactionIsFoundInIt() {
        manager.begin();
        context.put("key", "value");

        assertThat(context.get("key")).isEqualTo("value");
        manager.begin();
        assertThat(context.get("key")).isNull();
    }

    @Test
    void theIdentityIsThatOfATransactionWithoutAnOutcome() {
        assertThat(context.identity()).isNull();
        manager.begin();
        assertThat(context.identity()).isSameAs(manager.current);
        manager.current.status = Status.STATUS_MARKED_ROLLBACK;
        assertThat(context.identity()).isSameAs(manager.current);
        manager.current.status = Status.STATUS_COMMITTED;
        assertThat(context.identity()).isNull();
        manager.failure = new SystemException("no idea");
        assertThat(context.identity()).isNull();
    }

    // Enlisting

    @Test
    void theResourceIsMadeReadyBeforeItsBranchIsStarted() throws Exception {
        enlist();

        assertThat(driver.calls).containsExactly("enlisting", "start TMNOFLAGS");
        assertThat(driver.gate.isFor(holder.stamp())).isTrue();
    }

    @Test
    void aTransactionThatIsOverHasTouchedNothing() {
        manager.begin();
        Object transaction = context.current();
        Participant participant = context.participant(holder, this::completed);
        manager.current.status = Status.STATUS_ROLLEDBACK; // it timed out meanwhile

        assertThatExceptionOfType(NotEnlistedException.class)
                .isThrownBy(() -> participant.enlist(transaction, holder.stamp()))
                .withMessageContaining("timed out");

        assertThat(driver.calls).isEmpty();
    }

    @Test
    void aManagerThatDoesNotTakeTheBranchIsAFailureWithItsCause() {
        manager.begin();
        driver.failAt("start", XAException.XAER_RMFAIL);
        Object transaction = context.current();
        Participant participant = context.participant(holder, this::completed);

        assertThatExceptionOfType(SystemException.class)
                .isThrownBy(() -> participant.enlist(transaction, holder.stamp()))
                .withMessageContaining("orders")
                .withCauseInstanceOf(XAException.class);

        manager.current.announce();
        assertThat(completions).as("it never was in the transaction").hasValue(0);
    }

    /** It is still told of the end, as it was registered before. */
    @Test
    void aResourceThatCannotBeMadeReadyNeverWasInTheTransaction() {
        manager.begin();
        driver.onEnlisting = new IllegalStateException("auto-commit stays on");

        assertThatIllegalStateException()
                .isThrownBy(() -> enlistIn(context, this::completed))
                .withMessage("auto-commit stays on");

        manager.current.announce();
        assertThat(completions).hasValue(0);
    }

    @Test
    void aResourceThatKnowsNoTransactionsIsRefused() {
        manager.begin();

        assertThatIllegalStateException()
                .isThrownBy(() -> context.participant(new FakeHolder("text"), this::completed))
                .withMessageContaining("java.lang.String");
    }

    // The end

    @Test
    void announcedAndThenSettled() throws Exception {
        XAResource branch = enlist();
        branch.end(FakeManager.XID, XAResource.TMSUCCESS);
        manager.current.announce();
        assertThat(completions).hasValue(0);

        branch.commit(FakeManager.XID, true);

        assertThat(completions).hasValue(1);
        assertThat(holder.isDoomed()).isFalse();
    }

    @Test
    void settledAndThenAnnounced() throws Exception {
        enlist().rollback(FakeManager.XID);
        assertThat(completions).hasValue(0);

        manager.current.announce();

        assertThat(completions).hasValue(1);
        assertThat(holder.isDoomed()).isFalse();
    }

    @Test
    void aBranchInDoubtStaysWithTheTransactionUntilItIsSettled() throws Exception {
        XAResource branch = enlist();
        branch.end(FakeManager.XID, XAResource.TMSUCCESS);
        branch.prepare(FakeManager.XID);

        manager.current.announce();

        assertThat(completions).hasValue(0);
        assertThat(holder.isDoomed()).as("doomed, though nothing failed").isTrue();
        assertThat(InDoubtBranches.of("orders")).containsExactly("51:01:01");
        assertThat(InDoubtBranches.of("others")).isEmpty();
        branch.commit(FakeManager.XID, false);
        assertThat(completions).hasValue(1);
        assertThat(InDoubtBranches.of("orders")).isEmpty();
    }

    @Test
    void recoverySettlesWhatIsInDoubt() throws Exception {
        XAResource branch = enlist();
        branch.end(FakeManager.XID, XAResource.TMSUCCESS);
        branch.prepare(FakeManager.XID);
        manager.current.announce();
        InDoubtBranches.settled("others", FakeManager.XID);
        InDoubtBranches.settled("orders", new TestXid(9, 9));
        assertThat(completions).hasValue(0);

        InDoubtBranches.settled("orders", new TestXid(1, 1));

        assertThat(completions).hasValue(1);
        assertThat(InDoubtBranches.of("orders")).isEmpty();
        assertThat(driver.calls).endsWith("prepare");
    }

    /** Nothing would let go of it a second time, and no flush or close could take it. */
    @Test
    void aBranchThatRecoverySettlesIsNotInDoubtAgainWhenTheCallBesideItFails() throws Exception {
        BranchXaResource branch = (BranchXaResource) enlist();
        branch.end(FakeManager.XID, XAResource.TMSUCCESS);
        branch.prepare(FakeManager.XID);
        manager.current.announce();
        driver.onCommit = () -> InDoubtBranches.settled("orders", FakeManager.XID);
        driver.failAt("commit", XAException.XAER_RMFAIL);

        assertThatExceptionOfType(XAException.class)
                .isThrownBy(() -> branch.commit(FakeManager.XID, false));

        assertThat(driver.gate.isPinned()).isFalse();
        assertThat(branch.state()).isEqualTo(BranchState.DONE);
        assertThat(InDoubtBranches.of("orders")).isEmpty();
        assertThat(completions).hasValue(1);
    }

    /** Nothing is left to be decided then. */
    @Test
    void aBranchTakenAwayAfterRecoveryHasSettledItIsNoReasonToWarn() throws Exception {
        BranchXaResource branch = (BranchXaResource) enlist();
        branch.end(FakeManager.XID, XAResource.TMSUCCESS);
        branch.prepare(FakeManager.XID);
        manager.current.announce();
        driver.onCommit =
                () -> {
                    InDoubtBranches.settled("orders", FakeManager.XID);
                    assertThat(driver.claimForAbort(holder.stamp())).isTrue();
                };
        driver.failAt("commit", XAException.XAER_RMFAIL);
        List<LogRecord> logged = new ArrayList<>();
        Logger log = Logger.getLogger("io.sluice.pool.jta");
        log.setFilter(record -> !logged.add(record));
        try {
            assertThatExceptionOfType(XAException.class)
                    .isThrownBy(() -> branch.commit(FakeManager.XID, false));
        } finally {
            log.setFilter(null);
        }

        assertThat(logged).noneMatch(record -> record.getLevel() == Level.WARNING);
        assertThat(branch.state()).isEqualTo(BranchState.DONE);
    }

    /** Some servers let no other connection end it while that one is open. */
    @Test
    void recoveryMayEndABranchOnTheConnectionThatWaitsForIt() throws Exception {
        assertThat(end("commit")).as("none waits").isFalse();
        assertThat(end("rollback")).as("none waits").isFalse();
        for (String call : List.of("commit", "rollback")) {
            driver.calls.clear();
            XAResource branch = enlist();
            branch.end(FakeManager.XID, XAResource.TMSUCCESS);
            branch.prepare(FakeManager.XID);
            manager.current.announce();
            int before = completions.get();
            driver.failAt(call, XAException.XAER_RMFAIL);
            assertThatExceptionOfType(XAException.class).isThrownBy(() -> end(call));
            assertThat(InDoubtBranches.of("orders")).hasSize(1);

            assertThat(end(call)).isTrue();

            assertThat(driver.calls).endsWith("prepare", call, call);
            assertThat(completions).hasValue(before + 1);
            assertThat(InDoubtBranches.of("orders")).isEmpty();
            assertThat(end(call)).isFalse();
        }
    }

    /** A pass that lasts may be overtaken by the next. */
    @Test
    void ofTwoPassesOfRecoveryOneEndsABranch() throws Exception {
        XAResource branch = enlist();
        branch.end(FakeManager.XID, XAResource.TMSUCCESS);
        branch.prepare(FakeManager.XID);
        manager.current.announce();
        driver.onCommit = () -> assertThatNoException().isThrownBy(this::isLeftToTheFirst);

        assertThat(end("commit")).isTrue();

        assertThat(driver.calls).endsWith("prepare", "commit");
        assertThat(completions).hasValue(1);
    }

    private void isLeftToTheFirst() throws XAException {
        assertThat(end("commit")).isFalse();
        assertThat(end("rollback")).isFalse();
    }

    private static boolean end(String call) throws XAException {
        return call.equals("commit")
                ? InDoubtBranches.commit(new TestXid(1, 1))
                : InDoubtBranches.rollback(new TestXid(1, 1));
    }

    @Test
    void aConnectionThatBrokeBeforeThePrepareGoesWithItsTransaction() throws Exception {
        XAResource branch = enlist();
        driver.failAt("end", XAException.XAER_RMFAIL);
        assertThatExceptionOfType(XAException.class)
                .isThrownBy(() -> branch.end(FakeManager.XID, XAResource.TMSUCCESS));

        manager.current.announce();

        assertThat(completions).hasValue(1);
        assertThat(holder.isDoomed()).isTrue();
    }

    @Test
    void completionRunsOnce() throws Exception {
        XAResource branch = enlist();
        branch.rollback(FakeManager.XID);
        manager.current.announce();
        manager.current.announce();
        branch.forget(FakeManager.XID);

        assertThat(completions).hasValue(1);
    }

    /** The server has done it: told otherwise, a manager would take the commit for failed. */
    @Test
    void aFailureInThePoolIsNoFailureOfTheBranch() throws Exception {
        for (End end : End.values()) {
            assertFailureOfThePoolStaysThere(end);
        }
    }

    private void assertFailureOfThePoolStaysThere(End end) throws Exception {
        RuntimeException failure = new IllegalStateException("the pool is broken");
        List<LogRecord> logged = new ArrayList<>();
        Logger log = Logger.getLogger("io.sluice.pool.jta");
        log.setFilter(
                record -> {
                    logged.add(record);
                    return false;
                });
        try {
            manager.begin();
            enlistIn(
                    context,
                    stamp -> {
                        throw failure;
                    });
            XAResource branch = manager.current.resources.get(0);
            branch.end(FakeManager.XID, XAResource.TMSUCCESS);

            end.drive(branch);
            manager.current.announce();
        } finally {
            log.setFilter(null);
        }

        assertThat(logged).hasSize(1);
        assertThat(logged.get(0).getMessage())
                .contains("orders", "its connection could not be returned");
        assertThat(logged.get(0).getThrown()).isSameAs(failure);
    }

    enum End {
        ONE_PHASE {
            @Override
            void drive(XAResource branch) throws XAException {
                branch.commit(FakeManager.XID, true);
            }
        },
        TWO_PHASES {
            @Override
            void drive(XAResource branch) throws XAException {
                branch.prepare(FakeManager.XID);
                branch.commit(FakeManager.XID, false);
            }
        },
        ROLLBACK {
            @Override
            void drive(XAResource branch) throws XAException {
                branch.rollback(FakeManager.XID);
            }
        };

        abstract void drive(XAResource branch) throws XAException;
    }

    @Test
    void twoBranchesOnOneServerAreDistinguishedIfTheManagerWantsThat() throws Exception {
        manager.begin();
        enlistIn(context, this::completed);
        enlistIn(context, this::completed);
        JtaTransactionContext separate = context.separateBranches().patience(Duration.ofSeconds(1));
        enlistIn(separate, this::completed);
        List<XAResource> branches = manager.current.resources;

        assertThat(branches.get(0).isSameRM(branches.get(1))).isTrue();
        assertThat(branches.get(2).isSameRM(branches.get(1))).isFalse();
        assertThat(branches.get(2).isSameRM(branches.get(2))).isTrue();
    }

    @Test
    void patienceIsMoreThanNothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.patience(Duration.ZERO))
                .withMessageContaining("patience is PT0S");
        assertThat(context.patience(Duration.ofMillis(1)).current()).isNull();
    }

    @Test
    void aLastResourceIsShownAsTheManagerWantsToSeeIt() throws Exception {
        List<XAResource> seen = new ArrayList<>();
        FakeXaResource marked = new FakeXaResource();
        JtaTransactionContext marking =
                context.patience(Duration.ofSeconds(1))
                        .lastResourceMarker(
                                resource -> {
                                    seen.add(resource);
                                    return marked;
                                });
        manager.begin();
        enlistIn(marking, this::completed);
        assertThat(seen).as("this one can be prepared").isEmpty();

        driver.last = true;
        enlistIn(marking.patience(Duration.ofSeconds(2)), this::completed);

        assertThat(seen).hasSize(1);
        assertThat(manager.current.resources).last().isSameAs(marked);
    }

    @Test
    void whatIsInDoubtIsToldBeforeItIsOver() throws Exception {
        List<String> told = new ArrayList<>();
        manager.begin();
        enlistIn(
                context,
                new Completion() {
                    @Override
                    public void over(long stamp) {
                        told.add("over " + (stamp >>> 24 == holder.stamp() >>> 24));
                    }

                    @Override
                    public void settled(String xid) {
                        told.add("settled " + xid);
                    }

                    @Override
                    public void inDoubt(String xid, Throwable failure) {
                        told.add(xid + " " + failure);
                    }
                });
        XAResource branch = manager.current.resources.get(0);
        branch.end(FakeManager.XID, XAResource.TMSUCCESS);
        branch.prepare(FakeManager.XID);

        manager.current.announce();
        branch.commit(FakeManager.XID, false);

        assertThat(told).containsExactly("51:01:01 null", "settled 51:01:01", "over true");
    }

    /** Fails whenever it is told of a branch, and notes when its connection is let go. */
    private static final class WithoutMemory implements Completion {

        private final String failing;
        private final List<String> told = new ArrayList<>();

        WithoutMemory(String failing) {
            this.failing = failing;
        }

        private void tell(String what) {
            if (what.equals(failing)) {
                throw new OutOfMemoryError("on purpose");
            }
            told.add(what);
        }

        @Override
        public void over(long stamp) {
            tell("over");
        }

        @Override
        public void inDoubt(String xid, Throwable failure) {
            tell("in doubt");
        }

        @Override
        public void settled(String xid) {
            tell("settled");
        }
    }

    @Test
    void aHolderIsLetGoThoughThereIsNoMemoryToTellThatItsBranchIsSettled() throws Exception {
        WithoutMemory completion = new WithoutMemory("settled");
        XAResource branch = prepared(completion);

        manager.current.announce();
        branch.commit(FakeManager.XID, false);

        assertThat(completion.told).containsExactly("in doubt", "over");
    }

    @Test
    void aHolderIsLetGoThoughThereWasNoMemoryToTellOfDoubt() throws Exception {
        WithoutMemory completion = new WithoutMemory("in doubt");
        XAResource branch = prepared(completion);

        assertThatExceptionOfType(OutOfMemoryError.class)
                .isThrownBy(() -> manager.current.announce());
        branch.commit(FakeManager.XID, false);

        assertThat(completion.told).containsExactly("over");
    }

    private XAResource prepared(Completion completion) throws Exception {
        manager.begin();
        enlistIn(context, completion);
        XAResource branch = manager.current.resources.get(0);
        branch.end(FakeManager.XID, XAResource.TMSUCCESS);
        branch.prepare(FakeManager.XID);
        return branch;
    }

    /** What comes of a branch in doubt, and when its connection is let go. */
    private List<String> toldOf(String... calls) throws Exception {
        List<String> told = new ArrayList<>();
        manager.begin();
        enlistIn(
                context,
                new Completion() {
                    @Override
                    public void over(long stamp) {
                        told.add("over");
                    }

                    @Override
                    public void inDoubt(String xid, Throwable failure) {
                        told.add("in doubt");
                    }

                    @Override
                    public void settled(String xid) {
                        told.add("settled");
                    }
                });
        XAResource branch = manager.current.resources.get(0);
        branch.end(FakeManager.XID, XAResource.TMSUCCESS);
        for (String call : calls) {
            try {
                switch (call) {
                    case "prepare" -> branch.prepare(FakeManager.XID);
                    case "commit" -> branch.commit(FakeManager.XID, false);
                    case "rollback" -> branch.rollback(FakeManager.XID);
                    case "recovery" -> InDoubtBranches.settled("orders", FakeManager.XID);
                    default -> manager.current.announce();
                }
                told.add(call);
            } catch (XAException e) {
                told.add(call + " " + XaErrors.name(e.errorCode));
            }
        }
        assertThat(InDoubtBranches.of("orders")).as("in doubt still").isEmpty();
        return told;
    }

    /** A lost connection cannot end it, whatever the manager does before it announces the end. */
    @Test
    void aBranchThatLosesItsVoteWithItsConnectionKeepsThatNoLonger() throws Exception {
        driver.onPrepare = () -> driver.lost = true;
        driver.failAfterPrepare(XAException.XAER_RMFAIL);

        assertThat(toldOf("prepare", "rollback", "announce", "recovery"))
                .containsExactly(
                        "in doubt",
                        "over",
                        "prepare XA_RBCOMMFAIL",
                        "rollback",
                        "announce",
                        "settled",
                        "recovery");
        assertThat(driver.calls).doesNotContain("rollback");
        assertThat(driver.gate.isPinned()).isFalse();
    }

    @Test
    void aPreparedBranchThatLosesItsConnectionAtCommitKeepsThatNoLonger() throws Exception {
        driver.onCommit = () -> driver.lost = true;
        driver.failAt("commit", XAException.XAER_RMFAIL);

        assertThat(toldOf("prepare", "commit", "commit", "announce", "recovery"))
                .containsExactly(
                        "prepare",
                        "in doubt",
                        "over",
                        "commit XAER_RMFAIL",
                        "commit XAER_RMFAIL",
                        "announce",
                        "settled",
                        "recovery");
        assertThat(driver.calls).containsOnlyOnce("commit");
    }

    /** Recovery was first, and the commit that hangs meanwhile loses its connection. */
    @Test
    void aBranchThatRecoverySettledBeforeItsCommitFailsIsLetGoByTheAnnouncement() throws Exception {
        driver.onCommit = () -> driver.lost = true;
        driver.failAt("commit", XAException.XAER_RMFAIL);

        assertThat(toldOf("prepare", "recovery", "commit", "announce"))
                .containsOnlyOnce("over")
                .endsWith("over", "announce");
    }

    /** The manager may try again until then. */
    @Test
    void whereClosingUndoesNothingTheConnectionIsKeptUntilTheTransactionIsOver() throws Exception {
        driver.outlives = true;
        driver.failAt("commit", XAException.XAER_RMFAIL);

        assertThat(toldOf("prepare", "commit", "announce", "commit", "recovery"))
                .containsExactly(
                        "prepare",
                        "commit XAER_RMFAIL",
                        "in doubt",
                        "over",
                        "announce",
                        "commit XAER_RMFAIL",
                        "settled",
                        "recovery");
        assertThat(driver.calls).as("it may be closed by now").containsOnlyOnce("commit");
    }

    /** As where a manager commits on a thread of its own, after it has announced the end. */
    @Test
    void whatFailsAfterTheAnnouncementLetsGoAsWell() throws Exception {
        driver.outlives = true;
        driver.failAt("commit", XAException.XAER_RMFAIL);

        assertThat(toldOf("prepare", "announce", "commit", "recovery"))
                .containsExactly(
                        "prepare",
                        "in doubt",
                        "announce",
                        "over",
                        "commit XAER_RMFAIL",
                        "settled",
                        "recovery");
    }

    @Test
    void aPreparedBranchThatHasNotFailedIsKeptOnAnyServer() throws Exception {
        driver.outlives = true;

        assertThat(toldOf("prepare", "announce", "commit"))
                .containsExactly("prepare", "in doubt", "announce", "settled", "over", "commit");
    }

    /** Closing it would undo what was promised. */
    @Test
    void aConnectionThatWorksIsKeptForWhatWasPrepared() throws Exception {
        driver.failAt("commit", XAException.XAER_RMFAIL);

        assertThat(toldOf("prepare", "commit", "announce", "recovery"))
                .containsExactly(
                        "prepare",
                        "commit XAER_RMFAIL",
                        "in doubt",
                        "announce",
                        "settled",
                        "over",
                        "recovery");
    }

    /** Nothing was promised: closing can do no more than the manager wants. */
    @Test
    void aBranchThatNeverVotedKeepsNoConnectionAfterItsTransaction() throws Exception {
        driver.failAt("prepare", XAException.XAER_RMERR).failAt("rollback", XAException.XAER_RMERR);

        assertThat(toldOf("prepare", "rollback", "announce", "recovery"))
                .containsExactly(
                        "prepare XAER_RMERR",
                        "rollback XAER_RMERR",
                        "in doubt",
                        "over",
                        "announce",
                        "settled",
                        "recovery");
        assertThat(driver.gate.isPinned()).isFalse();
    }

    @Test
    void noneOfItsConnectionsIsAskedToEndWhatWasGivenUp() throws Exception {
        manager.begin();
        enlistIn(context, this::completed);
        XAResource branch = manager.current.resources.get(0);
        branch.end(FakeManager.XID, XAResource.TMSUCCESS);
        branch.prepare(FakeManager.XID);
        driver.onCommit = () -> driver.lost = true;
        driver.failAt("commit", XAException.XAER_RMFAIL);
        assertThatExceptionOfType(XAException.class)
                .isThrownBy(() -> branch.commit(FakeManager.XID, false));

        assertThat(InDoubtBranches.commit(FakeManager.XID)).isFalse();
        assertThat(branch.isSameRM(new FakeXaResource())).isFalse();

        InDoubtBranches.settled("orders", FakeManager.XID);
        assertThat(completions).hasValue(1);
    }

    /** It is no fault of the branch that was started after it. */
    @Test
    void aDuplicateXidIsNotWhatFailedOfWhatIsInDoubt() throws Exception {
        List<String> told = new ArrayList<>();
        manager.begin();
        manager.current.again = new TestXid(1, 2);
        driver.failAt("start", XAException.XAER_DUPID);
        enlistIn(
                context,
                new Completion() {
                    @Override
                    public void over(long stamp) {
                        told.add("over");
                    }

                    @Override
                    public void inDoubt(String xid, Throwable failure) {
                        told.add(xid + " " + failure);
                    }
                });
        XAResource branch = manager.current.resources.get(0);
        branch.end(manager.current.again, XAResource.TMSUCCESS);
        branch.prepare(manager.current.again);

        manager.current.announce();
        branch.commit(manager.current.again, false);

        assertThat(told).containsExactly("51:01:02 null", "over");
    }

    @Test
    void aBranchThatRecoveryEndedBeforeItsTransactionIsNotInDoubt() throws Exception {
        XAResource branch = enlist();
        branch.end(FakeManager.XID, XAResource.TMSUCCESS);
        branch.prepare(FakeManager.XID);
        InDoubtBranches.settled("orders", FakeManager.XID);
        assertThat(completions).hasValue(0);

        manager.current.announce();

        assertThat(completions).hasValue(1);
        assertThat(InDoubtBranches.of("orders")).isEmpty();
        assertThat(holder.isDoomed()).isTrue();
    }

    @Test
    void aBranchThatRecoveryForgetsIsSettledIfTheServerHasDecided() throws Exception {
        XAResource branch = enlist();
        branch.end(FakeManager.XID, XAResource.TMSUCCESS);
        branch.prepare(FakeManager.XID);
        manager.current.announce();

        InDoubtBranches.forgotten("orders", FakeManager.XID);
        assertThat(InDoubtBranches.of("orders")).as("it is prepared still").hasSize(1);
        driver.failAt("commit", XAException.XA_HEURMIX);
        assertThatExceptionOfType(XAException.class)
                .isThrownBy(() -> branch.commit(FakeManager.XID, false));
        InDoubtBranches.forgotten("orders", FakeManager.XID);

        assertThat(InDoubtBranches.of("orders")).isEmpty();
        assertThat(completions).hasValue(1);
    }
}
