package io.sluice.pool.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;

class BranchGateTest {

    private static final long LEASE = 5L << 24 | 1 << 8 | 2;
    private static final long NEXT = 6L << 24 | 1 << 8 | 2;

    private final BranchGate gate = new BranchGate();

    @Test
    void outsideAnyTransactionAllCallsPassUncounted() {
        assertThat(gate.enter(LEASE)).isTrue();
        assertThat(gate.isFor(LEASE)).isFalse();
        gate.open(NEXT);
        gate.leave(LEASE); // too late to count a call of the next lease out

        assertThat(gate.enter(NEXT)).isTrue();
        gate.leave(LEASE);
        assertThat(gate.end(NEXT)).as("nobody inside").isFalse();
    }

    @Test
    void anEndedGateLetsNoCallIn() {
        gate.open(LEASE);
        assertThat(gate.isFor(LEASE)).isTrue();
        assertThat(gate.enter(LEASE)).isTrue();
        assertThat(gate.enter(LEASE)).isTrue();
        gate.leave(LEASE);

        assertThat(gate.end(LEASE)).as("nobody inside").isFalse();

        assertThat(gate.enter(LEASE)).isFalse();
        assertThat(gate.awaitEmpty(LEASE, 0)).isFalse();
        gate.leave(LEASE);
        assertThat(gate.awaitEmpty(LEASE, 0)).isTrue();
        assertThat(gate.end(LEASE)).as("nobody inside").isTrue();
        assertThat(gate.isFor(LEASE)).as("still the transaction's").isTrue();
    }

    @Test
    void anotherLeaseDoesNotPass() {
        gate.open(NEXT);

        assertThat(gate.enter(LEASE)).isFalse();
        assertThat(gate.isFor(LEASE)).isFalse();
    }

    @Test
    void aSuspendedGateLetsNoCallInUntilItIsResumed() {
        gate.open(LEASE);
        gate.suspend(LEASE);
        assertThat(gate.isSuspended(LEASE)).isTrue();
        assertThat(gate.enter(LEASE)).isFalse();

        gate.resume(LEASE);

        assertThat(gate.enter(LEASE)).isTrue();
    }

    @Test
    void resumingDoesNotOpenAnEndedGate() {
        gate.open(LEASE);
        gate.suspend(LEASE);
        gate.end(LEASE);
        assertThat(gate.isSuspended(LEASE)).isFalse();

        gate.resume(LEASE);

        assertThat(gate.enter(LEASE)).isFalse();
    }

    @Test
    void reopenedItLetsInAgain() {
        gate.open(LEASE);
        gate.end(LEASE);
        gate.reopen(LEASE);

        assertThat(gate.enter(LEASE)).isTrue();
    }

    @Test
    void thoseAfterATransactionPassUncountedAndItsOwnLeaseDoesNot() {
        gate.open(LEASE);
        gate.end(LEASE);

        assertThat(gate.isFor(NEXT)).isFalse();
        assertThat(gate.admits(NEXT)).isTrue();
        assertThat(gate.enter(NEXT)).isTrue();
        assertThat(gate.end(NEXT)).as("nobody inside").isTrue();
        assertThat(gate.enter(NEXT)).as("there is nothing of it to end").isTrue();
        gate.leave(NEXT);
        assertThat(gate.admits(LEASE)).isFalse();
        assertThat(gate.enter(LEASE)).isFalse();
    }

    @Test
    void serialsMayOverflow() {
        long last = -1L << 24;
        gate.open(last);

        assertThat(gate.enter(last + LEASE)).as("the next one, which is in none").isTrue();
        gate.open(LEASE);
        assertThat(gate.enter(last)).as("long over").isFalse();
    }

    @Test
    void aWaiterIsWokenByTheLastToLeave() throws Exception {
        gate.open(LEASE);
        gate.enter(LEASE);
        gate.enter(LEASE);
        gate.end(LEASE);
        Thread caller = Thread.currentThread();
        Thread inside =
                new Thread(
                        () -> {
                            await("a caller that waits")
                                    .until(caller::getState, Thread.State.TIMED_WAITING::equals);
                            gate.leave(LEASE);
                            gate.leave(LEASE);
                        });
        inside.start();

        assertThat(gate.awaitEmpty(LEASE, Long.MAX_VALUE / 2)).isTrue();
        inside.join();
    }

    @Test
    void aResourceIsKeptUntilItsBranchIsSettledOrOver() {
        assertThat(gate.pin(LEASE)).as("in no transaction").isFalse();
        assertThat(gate.isPinned()).isFalse();
        gate.open(LEASE);
        gate.end(LEASE);
        assertThat(gate.pin(LEASE)).isTrue();
        assertThat(gate.isPinned()).isTrue();
        assertThat(gate).hasToString("BranchGate[0 inside, ended, pinned]");
        gate.unpin(LEASE);
        assertThat(gate.isPinned()).isFalse();
        assertThat(gate.pin(LEASE)).isTrue();
        gate.open(NEXT);

        assertThat(gate.isPinned()).isFalse();
    }

    @Test
    void aKeptBranchCannotBeTakenAway() {
        gate.open(LEASE);
        assertThat(gate.pin(LEASE)).isTrue();
        assertThat(gate.claimForAbort(LEASE)).isFalse();
        gate.unpin(LEASE);

        assertThat(gate.claimForAbort(LEASE)).isTrue();
    }

    @Test
    void aBranchTakenAwayCannotBePrepared() {
        gate.open(LEASE);
        assertThat(gate.claimForAbort(LEASE)).isTrue();

        assertThat(gate.pin(LEASE)).isFalse();
        assertThat(gate.enter(LEASE)).as("a call inside fails soon enough").isTrue();
        assertThat(gate).hasToString("BranchGate[1 inside, claimed]");
    }

    @Test
    void aTakeBeforeTheTransactionBeginsCounts() {
        assertThat(gate.claimForAbort(LEASE)).isTrue();
        assertThat(gate.isFor(LEASE)).as("no transaction yet").isFalse();
        assertThat(gate.enter(LEASE)).isTrue();
        gate.open(LEASE);
        assertThat(gate.pin(LEASE)).isFalse();

        gate.open(NEXT);
        assertThat(gate.pin(NEXT)).as("another lease is nobody's to take").isTrue();
    }

    @Test
    void anEarlierLeaseTakesNothing() {
        gate.open(NEXT);

        assertThat(gate.claimForAbort(LEASE)).isFalse();
        assertThat(gate.pin(NEXT)).isTrue();
    }

    /** As by a manager's thread that is delayed between the end of a branch and its next step. */
    @Test
    void whatIsDoneLateForAnEarlierLeaseLeavesTheGateAsItIs() {
        gate.open(LEASE);
        assertThat(gate.pin(LEASE)).isTrue();
        gate.open(NEXT);
        assertThat(gate.enter(NEXT)).isTrue();
        assertThat(gate.pin(NEXT)).isTrue();
        String before = gate.toString();

        assertThat(gate.end(LEASE)).as("nobody of it is inside").isTrue();
        assertThat(gate.awaitEmpty(LEASE, 0)).isTrue();
        gate.suspend(LEASE);
        gate.unpin(LEASE);
        assertThat(gate.pin(LEASE)).isFalse();
        assertThat(gate.isClaimed(LEASE)).isFalse();
        assertThat(gate.isSuspended(LEASE)).isFalse();
        assertThat(gate).hasToString(before);
        assertThat(gate.isPinned()).isTrue();

        gate.suspend(NEXT);
        gate.resume(LEASE);
        assertThat(gate.admits(NEXT)).isFalse();
        gate.resume(NEXT);
        assertThat(gate.end(NEXT)).isFalse();
        gate.reopen(LEASE);
        assertThat(gate.admits(NEXT)).isFalse();
    }

    @Test
    void aTakeTooLateDoesNotHideTheTakeOfALaterLease() {
        assertThat(gate.claimForAbort(NEXT)).isTrue();
        assertThat(gate.claimForAbort(LEASE)).as("over for long").isFalse();

        gate.open(NEXT);

        assertThat(gate.isClaimed(NEXT)).isTrue();
        assertThat(gate.pin(NEXT)).isFalse();
    }

    @Test
    void whatIsTakenAfterATransactionIsNotThatTransactions() {
        gate.open(LEASE);
        gate.end(LEASE);

        assertThat(gate.claimForAbort(NEXT)).isTrue();
        assertThat(gate.isClaimed(LEASE)).isFalse();
        gate.open(NEXT);
        assertThat(gate.isClaimed(NEXT)).isTrue();
    }

    @Test
    void anInterruptIsKeptForLater() throws Exception {
        gate.open(LEASE);
        gate.enter(LEASE);
        gate.end(LEASE);
        Thread.currentThread().interrupt();

        assertThat(gate.awaitEmpty(LEASE, 1)).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void itSaysWhatItKnows() {
        assertThat(gate).hasToString("BranchGate[no transaction]");
        gate.open(LEASE);
        gate.enter(LEASE);
        gate.suspend(LEASE);
        gate.end(LEASE);
        assertThat(gate).hasToString("BranchGate[1 inside, ended, suspended]");
    }
}
