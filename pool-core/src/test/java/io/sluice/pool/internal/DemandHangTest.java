package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.growth.Demand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/**
 * What becomes of creation when attempts are late. A late attempt is played by another that begins
 * inside it: it comes back when that one has ended, and the clock has gone on.
 */
class DemandHangTest extends DemandFixture {

    /** The least pause after an attempt that took too long. */
    private static final Duration A_PAUSE = Duration.ofMillis(10);

    private void runNext() {
        creators.remove().run();
    }

    @Test
    void beginsAnotherBesideOneThatHangs() {
        Demand<Resource> demand = demand(0, 1);
        List<Integer> begun = new ArrayList<>();
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        ticker.advance(A_SECOND.minusMillis(1));
                        begun.add(creators.size());
                        ticker.advance(Duration.ofMillis(1));
                        begun.add(creators.size());
                        runNext();
                        begun.add(total());
                    }
                };
        waiting(1);
        demand.check();

        runCreators();

        assertThat(begun)
                .as("begun before a second, after it, and its success")
                .containsExactly(0, 1, 1);
        assertThat(total()).isOne();
        assertThat(ticker.pending()).isZero();
    }

    /** It took less than half a second, so that what takes a second hangs. */
    private void oneIsCreatedAndGone(Demand<Resource> demand) {
        oneIsCreatedAndGone(demand, Duration.ofMillis(300));
    }

    private void oneIsCreatedAndGone(Demand<Resource> demand, Duration creation) {
        factory.onCreate = number -> ticker.advance(creation);
        waiting(1);
        demand.check();
        runCreators();
        pool.created.clear();
        permits.destroyed();
    }

    /** A server at its own limit would refuse the extra connection, or another instead of it. */
    @Test
    void lateAttemptsCountAgainstTheMaximumWhereAllMayJustBeSlow() {
        Demand<Resource> demand = demand(0, 1);
        List<Integer> begun = new ArrayList<>();
        factory.onCreate =
                number -> {
                    ticker.advance(A_SECOND);
                    if (number < MAX_SIZE) {
                        runNext();
                    } else {
                        begun.add(creators.size());
                    }
                };
        waiting(1);
        demand.check();

        runNext();

        assertThat(begun).containsExactly(0);
    }

    /** Nothing else would find out that the outage is over. */
    @Test
    void anotherBeginsBesideMoreLateAttemptsThanThereArePermits() {
        Demand<Resource> demand = demand(0, 1);
        oneIsCreatedAndGone(demand);
        List<Integer> creating = new ArrayList<>();
        factory.onCreate =
                number -> {
                    creating.add(creating());
                    if (number <= 1 + MAX_SIZE) {
                        ticker.advance(A_SECOND);
                        runNext();
                    }
                };
        waiting(1);
        demand.check();

        runNext();

        assertThat(creating).as("on time").containsExactly(1, 1, 1, 1, 1, 1, 1);
        assertThat(pool.created).extracting(Resource::number).containsExactly(8);
        assertThat(pool.late).as("not needed as they arrive").hasSize(6);
        assertThat(pool.failures).as("of attempts that were merely slower").isEmpty();
        assertThat(demand.lastFailure()).as("of the present").isNull();
        assertThat(creators).as("nobody waits").isEmpty();
        assertThat(total()).isOne();
        assertThat(creating()).isZero();
        assertThat(ticker.pending()).isZero();
    }

    /** A clock may show no time at all for a connect within the process. */
    @Test
    void anotherBeginsAlsoWhereTheSuccessBeforeTookNoTime() {
        Demand<Resource> demand = demand(0, 1);
        oneIsCreatedAndGone(demand, Duration.ZERO);
        factory.onCreate =
                number -> {
                    if (number <= 1 + MAX_SIZE) {
                        ticker.advance(A_SECOND);
                        runNext();
                    }
                };
        waiting(1);
        demand.check();

        runNext();

        assertThat(pool.created).extracting(Resource::number).containsExactly(8);
    }

    @Test
    void aLateAttemptThatFailsGivesNoSecondPermitBack() {
        Demand<Resource> demand = demand(0, 1);
        oneIsCreatedAndGone(demand);
        factory.onCreate =
                number -> {
                    if (number == 2) {
                        ticker.advance(A_SECOND);
                        fail(number);
                    }
                };
        waiting(1);
        demand.check();

        runNext();

        assertThat(pool.failures).extracting(Throwable::getMessage).containsExactly("attempt 2");
        assertThat(creating()).as("the one that began beside it").isOne();
        runCreators();
        assertThat(total()).isOne();
        assertThat(creating()).isZero();
    }

    @Test
    void aLateResourceServesWhereItIsNeeded() {
        Demand<Resource> demand = demand(0, 1);
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        ticker.advance(A_SECOND);
                    }
                };
        waiting(2);
        demand.check();

        runNext();

        assertThat(pool.created).extracting(Resource::number).containsExactly(1);
        assertThat(creating()).as("the one that began beside it").isOne();
        runCreators();
        assertThat(total()).isEqualTo(2);
        assertThat(pool.late).isEmpty();
    }

    @Test
    void aLateResourceIsDestroyedWhereMembersHaveAllPermits() {
        Demand<Resource> demand = demand(0, 1);
        factory.onCreate =
                number -> {
                    ticker.advance(A_SECOND);
                    creators.clear();
                    permits.creationFailed(); // of the one that began beside it
                    for (int member = 0; member < MAX_SIZE; member++) {
                        permits.tryBegin(permits.get());
                        permits.created();
                    }
                };
        waiting(1);
        demand.check();

        runNext();

        assertThat(pool.created).isEmpty();
        assertThat(pool.late).hasSize(1);
        assertThat(total()).isEqualTo(MAX_SIZE);
    }

    /** The other is taken for one more than the minimum, and is not begun. */
    @Test
    void aLateResourceIsTakenForTheMinimum() {
        demand(1, 4).check();
        factory.onCreate = number -> ticker.advance(A_SECOND);

        runNext();

        assertThat(pool.created).extracting(Resource::number).containsExactly(1);
        assertThat(creators).as("begun beside it").hasSize(1);
        runCreators();
        assertThat(factory.attempts()).isOne();
        assertThat(total()).isOne();
        assertThat(creating()).isZero();
    }

    @Test
    void aLateResourceTakesThePermitOfAnAttemptOnTimeIfNoneIsFree() throws Exception {
        Demand<Resource> demand = demand(0, 1);
        oneIsCreatedAndGone(demand);
        permits.resize(/* minSize= */ 0, /* maxSize= */ 1);
        Gate connecting = new Gate();
        List<Background<Void>> beside = new ArrayList<>();
        factory.onCreate =
                number -> {
                    if (number == 2) {
                        ticker.advance(A_SECOND);
                        beside.add(Background.start(creators.remove()));
                        connecting.awaitEntered();
                    } else {
                        connecting.pass();
                    }
                };
        waiting(1);
        demand.check();

        runNext();

        assertThat(pool.created).extracting(Resource::number).containsExactly(2);
        connecting.open();
        beside.get(0).get();
        assertThat(pool.late).extracting(Resource::number).containsExactly(3);
        assertThat(total()).isOne();
        assertThat(creating()).isZero();
    }

    @Test
    void aLateResourceIsDestroyedIfItsNeedCannotBeJudged() {
        Demand<Resource> demand = demand(0, 1);
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        ticker.advance(A_SECOND);
                        pool.onIsClosed =
                                () -> {
                                    pool.onIsClosed = () -> {};
                                    throw new OutOfMemoryError("on purpose");
                                };
                    }
                };
        waiting(1);
        demand.check();

        runCreators();

        assertThat(pool.late).extracting(Resource::number).containsExactly(1);
        assertThat(pool.created).extracting(Resource::number).containsExactly(2);
        assertThat(total()).isOne();
        assertThat(creating()).isZero();
        assertThat(generations.creatingBefore(generations.begin())).isZero();
    }

    @Test
    void anAttemptIsLateAfterTwiceTheUsualTime() {
        Demand<Resource> demand = demand(0, 1);
        factory.onCreate = number -> ticker.advance(A_SECOND.dividedBy(2).plusMillis(50));
        waiting(1);
        demand.check();
        runCreators();
        List<Integer> begun = new ArrayList<>();
        factory.onCreate =
                number -> {
                    ticker.advance(A_SECOND.plusMillis(99));
                    begun.add(creators.size());
                    ticker.advance(Duration.ofMillis(1));
                    begun.add(creators.size());
                };
        waiting(1);
        demand.check();

        runNext();

        assertThat(begun).containsExactly(0, 1);
    }

    /** One that was quick changes it by a quarter. */
    @Test
    void theUsualTimeIsThatOfSeveralAttempts() {
        Demand<Resource> demand = demand(0, 1);
        oneIsCreatedAndGone(demand, Duration.ofMillis(900));
        oneIsCreatedAndGone(demand, Duration.ofMillis(100));
        List<Integer> begun = new ArrayList<>();
        factory.onCreate =
                number -> {
                    ticker.advance(Duration.ofMillis(1399));
                    begun.add(creators.size());
                    ticker.advance(Duration.ofMillis(1));
                    begun.add(creators.size());
                };
        waiting(1);
        demand.check();

        runNext();

        assertThat(begun).containsExactly(0, 1);
    }

    @Test
    void afterAFailureAnAttemptIsLateAfterAQuarterOfASecondAtTheEarliest() {
        Demand<Resource> demand = demand(0, 1);
        List<Integer> begun = new ArrayList<>();
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        fail(number);
                    }
                    ticker.advance(Duration.ofMillis(249));
                    begun.add(creators.size());
                    ticker.advance(Duration.ofMillis(251));
                    begun.add(creators.size());
                };
        waiting(1);
        demand.check();
        runCreators();
        ticker.advanceToNext();

        runNext();

        assertThat(begun).containsExactly(0, 1);
    }

    /** Each may keep its thread for as long as its driver likes. */
    @Test
    void noMoreThanThirtyTwoAreLateWithinTheirTimeLimit() {
        connectTimeout = Duration.ofMinutes(32);
        Duration aTurn = Duration.ofMinutes(1);
        Demand<Resource> demand = demand(0, 1);
        oneIsCreatedAndGone(demand);
        List<Integer> begun = new ArrayList<>();
        factory.onCreate =
                number -> {
                    if (number <= 1 + 32) {
                        ticker.advance(aTurn);
                        assertThat(creators).as("after %s", number).hasSize(1);
                        runNext();
                    } else if (number == 1 + 32 + 1) {
                        ticker.advance(aTurn);
                        begun.add(creators.size());
                        waiting(0);
                    }
                };
        waiting(1);
        demand.check();

        runNext();

        assertThat(begun).containsExactly(0);
        assertThat(factory.attempts()).isEqualTo(1 + 32 + 1);
        assertThat(creating()).isZero();
    }

    /** Another begins then, however long that one may take. */
    @Test
    void anAttemptThatMayNotBeLateYetIsLateOnceAnotherComesBack() throws Exception {
        connectTimeout = Duration.ofMinutes(32);
        Duration aTurn = Duration.ofMinutes(1);
        Demand<Resource> demand = demand(0, 1);
        oneIsCreatedAndGone(demand);
        Gate connecting = new Gate();
        List<Integer> begun = new ArrayList<>();
        factory.onCreate = number -> connecting.pass();
        waiting(1);
        demand.check();
        Background<Void> oldest = Background.start(creators.remove());
        connecting.awaitEntered();
        factory.onCreate =
                number -> {
                    ticker.advance(aTurn);
                    if (number <= 1 + 32) {
                        runNext();
                        return;
                    }
                    begun.add(creators.size());
                    connecting.open();
                    oldest.get();
                    begun.add(creators.size());
                };
        ticker.advance(aTurn);

        runNext();

        assertThat(begun).as("beside 32 that are late, and beside 31").containsExactly(0, 1);
    }

    /** As many hang as may be created at once, so that none was left to succeed but a prober. */
    @Test
    void afterASuccessBesideLateAttemptsGrowthGoesOnAtFullWidth() {
        Demand<Resource> demand = demand(MAX_SIZE, 4);
        List<Integer> begun = new ArrayList<>();
        factory.onCreate =
                number -> {
                    if (number < 4) {
                        runNext();
                    } else if (number == 4) {
                        ticker.advance(A_SECOND);
                        begun.add(creators.size());
                        runNext(); // it succeeds
                        begun.add(creators.size());
                        begun.add(creating());
                    } else {
                        ticker.advance(Duration.ofMillis(10));
                    }
                };
        demand.check();

        runNext();

        assertThat(begun)
                .as("begun beside them, after its success, and in creation then")
                .containsExactly(1, 4, 4);
        assertThat(pool.failures).as("of attempts that were merely slower").isEmpty();
        assertThat(demand.lastFailure()).as("of the present").isNull();
        runCreators();
        assertThat(total()).isEqualTo(MAX_SIZE);
        assertThat(ticker.pending()).isZero();
    }

    @Test
    void theFailureOfALateAttemptIsToldWhenItsTimeIsOver() {
        connectTimeout = A_SECOND.multipliedBy(3);
        Demand<Resource> demand = demand(0, 1);
        List<Integer> failures = new ArrayList<>();
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        ticker.advance(A_SECOND);
                        runNext(); // it succeeds
                        ticker.advance(A_SECOND.multipliedBy(2).minusNanos(1));
                        failures.add(pool.failures.size());
                        ticker.advance(Duration.ofNanos(1));
                        failures.add(pool.failures.size());
                    }
                };
        waiting(1);
        demand.check();

        runNext();

        assertThat(failures).as("just before and after").containsExactly(0, 1);
        assertThat(pool.failures.get(0))
                .isInstanceOf(TimeoutException.class)
                .hasMessageContaining("took longer than connectTimeout, PT3S");
        assertThat(demand.lastFailure()).as("of the present").isNull();
    }

    /** What usually takes ten milliseconds hangs after a quarter of a second. */
    @Test
    void whereCreationIsQuickAnAttemptIsLateSooner() {
        connectTimeout = A_SECOND;
        Demand<Resource> demand = demand(0, 1);
        List<Integer> begun = new ArrayList<>();
        factory.onCreate =
                number -> {
                    if (number == 2) {
                        ticker.advance(Duration.ofMillis(249));
                        begun.add(creators.size());
                        ticker.advance(Duration.ofMillis(251));
                        begun.add(creators.size());
                        runNext(); // it succeeds
                    } else {
                        ticker.advance(Duration.ofMillis(10));
                    }
                };
        waiting(1);
        demand.check();
        runCreators();
        waiting(1);
        demand.check();

        runNext();

        assertThat(begun).as("begun before, and after half a second").containsExactly(0, 1);
        assertThat(pool.created).extracting(Resource::number).containsExactly(1, 3);
        assertThat(pool.late).extracting(Resource::number).containsExactly(2);
    }

    /**
     * Each attempt given up leaves its place to another. That one is not begun for this alone, and
     * at most a second after the last. The pauses are random, so the test is repeated.
     */
    @RepeatedTest(10)
    void howeverManyAreGivenUpOneFollowsTheOtherAfterAPause() {
        connectTimeout = A_SECOND.multipliedBy(2);
        Demand<Resource> demand = demand(0, 4);
        long end = ticker.nanos() + A_SECOND.multipliedBy(10).toNanos();
        List<Long> begunAt = new ArrayList<>();
        factory.onCreate =
                number -> {
                    long began = ticker.nanos();
                    begunAt.add(began);
                    while (ticker.nanos() - began < connectTimeout.toNanos()
                            && ticker.nanos() < end) {
                        ticker.advance(Duration.ofMillis(1));
                        if (!creators.isEmpty()) {
                            runNext();
                        }
                    }
                };
        waiting(MAX_SIZE);
        demand.check();

        runNext();

        assertThat(begunAt).hasSizeGreaterThan(4 + 16);
        for (int i = 5; i < begunAt.size(); i++) {
            assertThat(begunAt.get(i) - begunAt.get(i - 1))
                    .as("from attempt %s to the next", i)
                    .isBetween(Duration.ofMillis(250).toNanos(), A_SECOND.toNanos());
        }
    }

    /** However short the others are. */
    @Test
    void anAttemptUnderWayForLessThanASecondIsNotLate() {
        Demand<Resource> demand = demand(2, 2);
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        ticker.advance(A_SECOND.minusMillis(1));
                        runNext();
                    }
                };
        demand.check();

        runNext();

        assertThat(pool.late).isEmpty();
        assertThat(total()).isEqualTo(2);
    }

    @Test
    void anAttemptFromBeforeASuccessThatFailsAfterItStopsNoOther() {
        Demand<Resource> demand = demand(2, 2);
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        ticker.advance(Duration.ofMillis(1));
                        runNext(); // it succeeds
                        fail(number);
                    }
                };
        demand.check();

        runNext();

        assertThat(pool.failures).extracting(Throwable::getMessage).containsExactly("attempt 1");
        assertThat(demand.lastFailure()).as("of the present").isNull();
        assertThat(ticker.pending()).as("no retry").isZero();
        assertThat(creators).as("the next at once").hasSize(1);
        runCreators();
        assertThat(total()).isEqualTo(2);
    }

    @Test
    void thePermitOfALateAttemptThatBeganBeforeASuccessIsOffered() {
        Demand<Resource> demand = demand(2, 2);
        List<Integer> begun = new ArrayList<>();
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        ticker.advance(Duration.ofMillis(1));
                        runNext(); // it succeeds
                        ticker.advance(A_SECOND.minusMillis(2));
                        begun.add(creators.size());
                        ticker.advance(Duration.ofMillis(1));
                        begun.add(creators.size());
                    }
                };
        demand.check();

        runNext();

        assertThat(begun).as("before it is late, and then").containsExactly(0, 1);
        assertThat(demand.lastFailure()).as("of the present").isNull();
    }

    /**
     * Each keeps a thread for as long as its driver likes, so the others come one at a time, and
     * ever more seldom.
     */
    @Test
    void besideTooManyThatNeverReturnOneIsBegunAtATime() {
        Demand<Resource> demand = demand(1, 4);
        List<Integer> begun = new ArrayList<>();
        factory.onCreate =
                number -> {
                    if (number <= 32) {
                        ticker.advance(CONNECT_TIMEOUT);
                        ticker.advance(A_PAUSE);
                        assertThat(creators).as("after %s", number).hasSize(1);
                        runNext();
                    } else if (number == 33) {
                        waiting(3);
                        demand.check();
                        ticker.advance(CONNECT_TIMEOUT.minusMillis(1));
                        begun.add(creators.size());
                        ticker.advance(A_SECOND); // what the pause is at the least
                        begun.add(creators.size());
                        ticker.advance(Duration.ofMillis(1));
                        begun.add(creators.size());
                        runNext(); // it succeeds
                        begun.add(creators.size());
                        runCreators();
                    } else {
                        ticker.advance(Duration.ofMillis(10));
                    }
                };
        demand.check();

        runNext();

        assertThat(begun)
                .as("begun before its limit, before and after the pause, and after a success")
                .containsExactly(0, 0, 1, 1);
        assertThat(pool.late).hasSize(33);
        assertThat(pool.created).as("and then as many as are needed").hasSize(3);
        assertThat(creating()).isZero();
    }

    /** It may hang for ever, like one whose limit is over. */
    @Test
    void anAttemptIsLateUntilItComesBackHoweverManySucceedBesideIt() {
        Demand<Resource> demand = demand(0, 1);
        List<Integer> begun = new ArrayList<>();
        factory.onCreate =
                number -> {
                    if (number == 65) {
                        ticker.advance(A_SECOND);
                        begun.add(creators.size());
                        waiting(0);
                    } else if (number % 2 == 1) {
                        ticker.advance(A_SECOND);
                        runNext(); // it succeeds
                        permits.destroyed();
                        waiting(1);
                        demand.check();
                        runNext();
                    } else {
                        ticker.advance(Duration.ofMillis(10));
                    }
                };
        waiting(1);
        demand.check();

        runNext();

        assertThat(begun).as("beside 32 that are late").containsExactly(0);
        assertThat(pool.late).hasSize(32);
    }

    /**
     * The second attempt succeeds, the third fails while the first is under way, and then the first
     * fails, of which nothing is learnt. None is late: after a quick success that is random.
     */
    @Test
    void anAttemptFromBeforeASuccessLeavesTheRetryToAFailureThatReliesOnIt() {
        Demand<Resource> demand = demand(3, 2);
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        ticker.advance(Duration.ofMillis(1));
                        runCreators(); // of the other two one succeeds
                        fail(number);
                    } else if (number == 3) {
                        ticker.advance(Duration.ofMillis(200));
                        fail(number);
                    }
                };
        demand.check();

        runCreators();

        assertThat(total()).isOne();
        assertThat(ticker.pending()).as("the next attempt is planned").isOne();
        ticker.advance(A_SECOND);
        runCreators();
        assertThat(total()).isEqualTo(3);
    }
}
