package io.sluice.pool.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GateTest {

    private static final long LEASE = 5L << 24 | 1 << 8 | 2;
    private static final long NEXT = 6L << 24 | 1 << 8 | 2;

    private final Gate gate = new Gate();

    @Test
    void outsideAnyTransactionEverybodyPassesUncounted() {
        assertThat(gate.enter(LEASE)).isTrue();
        assertThat(gate.isFor(LEASE)).isFalse();
        gate.open(NEXT);
        gate.leave(LEASE); // too late to take anybody else out

        assertThat(gate.enter(NEXT)).isTrue();
        gate.leave(LEASE);
        assertThat(gate.end()).as("nobody inside").isFalse();
    }

    @Test
    void anEndedGateLetsNobodyIn() {
        gate.open(LEASE);
        assertThat(gate.isFor(LEASE)).isTrue();
        assertThat(gate.enter(LEASE)).isTrue();
        assertThat(gate.enter(LEASE)).isTrue();
        gate.leave(LEASE);

        assertThat(gate.end()).as("nobody inside").isFalse();

        assertThat(gate.enter(LEASE)).isFalse();
        assertThat(gate.awaitEmpty(0)).isFalse();
        gate.leave(LEASE);
        assertThat(gate.awaitEmpty(0)).isTrue();
        assertThat(gate.end()).as("nobody inside").isTrue();
        assertThat(gate.isFor(LEASE)).as("still the transaction's").isTrue();
    }

    @Test
    void anotherLeaseDoesNotPass() {
        gate.open(NEXT);

        assertThat(gate.enter(LEASE)).isFalse();
        assertThat(gate.isFor(LEASE)).isFalse();
    }

    @Test
    void aSuspendedGateLetsNobodyInUntilItIsResumed() {
        gate.open(LEASE);
        gate.suspend();
        assertThat(gate.isSuspended()).isTrue();
        assertThat(gate.enter(LEASE)).isFalse();

        gate.resume();

        assertThat(gate.enter(LEASE)).isTrue();
    }

    @Test
    void resumingDoesNotOpenAnEndedGate() {
        gate.open(LEASE);
        gate.suspend();
        gate.end();
        assertThat(gate.isSuspended()).isFalse();

        gate.resume();

        assertThat(gate.enter(LEASE)).isFalse();
    }

    @Test
    void reopenedItLetsInAgain() {
        gate.open(LEASE);
        gate.end();
        gate.reopen();

        assertThat(gate.enter(LEASE)).isTrue();
    }

    @Test
    void thoseAfterATransactionPassUncountedAndItsOwnLeaseDoesNot() {
        gate.open(LEASE);
        gate.end();

        assertThat(gate.isFor(NEXT)).isFalse();
        assertThat(gate.admits(NEXT)).isTrue();
        assertThat(gate.enter(NEXT)).isTrue();
        assertThat(gate.end()).as("nobody inside").isTrue();
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
    void whoWaitsIsWokenByTheLastToLeave() throws Exception {
        gate.open(LEASE);
        gate.enter(LEASE);
        gate.enter(LEASE);
        gate.end();
        Thread caller = Thread.currentThread();
        Thread inside =
                new Thread(
                        () -> {
                            while (caller.getState() != Thread.State.TIMED_WAITING) {
                                Thread.onSpinWait();
                            }
                            gate.leave(LEASE);
                            gate.leave(LEASE);
                        });
        inside.start();

        assertThat(gate.awaitEmpty(Long.MAX_VALUE / 2)).isTrue();
        inside.join();
    }

    @Test
    void aResourceIsKeptUntilItsBranchIsSettledOrOver() {
        assertThat(gate.keep()).isTrue();
        assertThat(gate.isKept()).as("in no transaction").isFalse();
        gate.open(LEASE);
        gate.end();
        assertThat(gate.keep()).isTrue();
        assertThat(gate.isKept()).isTrue();
        assertThat(gate).hasToString("Gate[0 inside, ended, kept]");
        gate.letGo();
        assertThat(gate.isKept()).isFalse();
        assertThat(gate.keep()).isTrue();
        gate.open(NEXT);

        assertThat(gate.isKept()).isFalse();
    }

    @Test
    void whatIsKeptCannotBeTakenAway() {
        gate.open(LEASE);
        assertThat(gate.keep()).isTrue();
        assertThat(gate.take(LEASE)).isFalse();
        gate.letGo();

        assertThat(gate.take(LEASE)).isTrue();
    }

    @Test
    void whatIsTakenAwayCannotBePrepared() {
        gate.open(LEASE);
        assertThat(gate.take(LEASE)).isTrue();

        assertThat(gate.keep()).isFalse();
        assertThat(gate.enter(LEASE)).as("a call inside fails soon enough").isTrue();
        assertThat(gate).hasToString("Gate[1 inside, taken]");
    }

    @Test
    void whoTakesBeforeTheTransactionBeginsTakesAllTheSame() {
        assertThat(gate.take(LEASE)).isTrue();
        assertThat(gate.isFor(LEASE)).as("no transaction yet").isFalse();
        assertThat(gate.enter(LEASE)).isTrue();
        gate.open(LEASE);
        assertThat(gate.keep()).isFalse();

        gate.open(NEXT);
        assertThat(gate.keep()).as("another lease is nobody's to take").isTrue();
    }

    @Test
    void anEarlierLeaseTakesNothing() {
        gate.open(NEXT);

        assertThat(gate.take(LEASE)).isFalse();
        assertThat(gate.keep()).isTrue();
    }

    @Test
    void whoTakesTooLateDoesNotHideWhoHasTakenTheLeaseAfter() {
        assertThat(gate.take(NEXT)).isTrue();
        assertThat(gate.take(LEASE)).as("over for long").isFalse();

        gate.open(NEXT);

        assertThat(gate.isTaken()).isTrue();
        assertThat(gate.keep()).isFalse();
    }

    @Test
    void whatIsTakenAfterATransactionIsNotThatTransactions() {
        gate.open(LEASE);
        gate.end();

        assertThat(gate.take(NEXT)).isTrue();
        assertThat(gate.isTaken()).isFalse();
        gate.open(NEXT);
        assertThat(gate.isTaken()).isTrue();
    }

    @Test
    void anInterruptIsKeptForLater() throws Exception {
        gate.open(LEASE);
        gate.enter(LEASE);
        gate.end();
        Thread.currentThread().interrupt();

        assertThat(gate.awaitEmpty(1)).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void itSaysWhatItKnows() {
        assertThat(gate).hasToString("Gate[no transaction]");
        gate.open(LEASE);
        gate.enter(LEASE);
        gate.suspend();
        gate.end();
        assertThat(gate).hasToString("Gate[1 inside, ended, suspended]");
    }
}
