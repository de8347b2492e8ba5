package io.sluice.pool.jta;

import static javax.transaction.xa.XAException.XAER_NOTA;
import static javax.transaction.xa.XAException.XAER_PROTO;
import static javax.transaction.xa.XAException.XAER_RMERR;
import static javax.transaction.xa.XAException.XAER_RMFAIL;
import static javax.transaction.xa.XAException.XA_RBDEADLOCK;
import static javax.transaction.xa.XAException.XA_RBROLLBACK;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.transaction.xa.XAResource;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that go on in a branch as it is ended, and branches that are taken away by force. */
class BranchForceTest extends BranchFixture {

    @TempDir private static Path folder;

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
}
