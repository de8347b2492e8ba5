package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.growth.Creator;
import io.sluice.pool.internal.growth.Demand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/**
 * What becomes of creation when attempts hang. One that hangs is played by another that begins
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
        factory.onCreate = number -> ticker.advance(Duration.ofMillis(300));
        waiting(1);
        demand.check();
        runCreators();
        pool.created.clear();
        permits.destroyed();
    }

    /** A server at its own limit would refuse the extra connection, or another instead of it. */
    @Test
    void noneIsBegunWithoutAPermitWhereAllMayJustBeSlow() {
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
    void whereThoseThatHangHaveAllPermitsOneIsBegunWithoutWhichTakesOverThatOfTheOldest() {
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

        assertThat(creating).containsExactly(1, 2, 3, 4, 5, 6, 6);
        assertThat(pool.created).extracting(Resource::number).containsExactly(8);
        assertThat(pool.late).as("destroyed as they arrive").hasSize(6);
        assertThat(pool.failures).as("of attempts that were merely slower").isEmpty();
        assertThat(demand.lastFailure()).as("of the present").isNull();
        assertThat(creators).as("nobody waits").isEmpty();
        assertThat(total()).isOne();
        assertThat(creating()).isZero();
        assertThat(ticker.pending()).isZero();
    }

    @Test
    void oneWithoutAPermitGivesNoneBackWhenItFailsAndTheNextComesAsSoon() {
        Demand<Resource> demand = demand(0, 1);
        oneIsCreatedAndGone(demand);
        List<Integer> creating = new ArrayList<>();
        factory.onCreate =
                number -> {
                    if (number < 1 + MAX_SIZE) {
                        ticker.advance(A_SECOND);
                        runNext();
                    } else if (number == 1 + MAX_SIZE) {
                        ticker.advance(A_SECOND);
                        runNext();
                        creating.add(creating());
                        ticker.advance(Duration.ofMillis(500));
                        runNext();
                    } else if (number == 8) {
                        fail(number);
                    }
                };
        waiting(1);
        demand.check();

        runNext();

        assertThat(creating).containsExactly(6);
        assertThat(pool.created).extracting(Resource::number).containsExactly(9);
        assertThat(total()).isOne();
        assertThat(creating()).isZero();
    }

    @Test
    void anAttemptWithoutAPermitTakesThatOfAnOverdueOne() {
        Demand<Resource> demand = demand(0, 1);
        oneIsCreatedAndGone(demand);
        List<Integer> creating = new ArrayList<>();
        factory.onCreate =
                number -> {
                    if (number <= 1 + MAX_SIZE) {
                        ticker.advance(A_SECOND);
                        runNext();
                    } else if (number == 8) {
                        waiting(0); // so that no other takes it
                        ticker.advance(A_SECOND);
                        creating.add(creating());
                    }
                };
        waiting(1);
        demand.check();

        runNext();

        assertThat(creating).as("with a permit, when the first was given up").containsExactly(5);
        assertThat(pool.created).extracting(Resource::number).containsExactly(8);
        assertThat(pool.late).hasSize(6);
        assertThat(total()).isOne();
        assertThat(creating()).isZero();
    }

    /** Each may keep its thread for as long as its driver likes. */
    @Test
    void thoseWithoutAPermitAreNoMoreThanMayHang() {
        connectTimeout = Duration.ofHours(1);
        Demand<Resource> demand = demand(0, 1);
        oneIsCreatedAndGone(demand);
        List<Integer> begun = new ArrayList<>();
        factory.onCreate =
                number -> {
                    ticker.advance(A_SECOND);
                    if (number < 1 + MAX_SIZE + 32) {
                        runNext();
                    } else if (number == 1 + MAX_SIZE + 32) {
                        ticker.advance(A_SECOND);
                        begun.add(creators.size());
                    }
                };
        waiting(1);
        demand.check();

        runNext();

        assertThat(begun).as("beside 32 without a permit").containsExactly(0);
        assertThat(factory.attempts()).isEqualTo(1 + MAX_SIZE + 32);
        assertThat(creating()).isZero();
    }

    /** An attempt that is only slow is not given up: the one without a permit is discarded. */
    @Test
    void anAttemptWithoutAPermitIsTooLateIfNoOtherHangs() {
        List<String> outcome = new ArrayList<>();
        Creator<Resource> creation = creation(outcome);
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        ticker.advance(Duration.ofMillis(299));
                        creation.runWithoutPermit();
                    } else {
                        ticker.advance(Duration.ofMillis(300));
                    }
                };

        creation.run();

        assertThat(outcome).containsExactly("2 too late", "1 created");
    }

    @Test
    void oneWithoutAPermitGivesUpOneThatTakesTwiceAsLong() {
        List<String> outcome = new ArrayList<>();
        Creator<Resource> creation = creation(outcome);
        factory.onCreate =
                number -> {
                    ticker.advance(Duration.ofMillis(125));
                    if (number == 1) {
                        creation.runWithoutPermit();
                    }
                };

        creation.run();

        assertThat(outcome).containsExactly("2 created", "1 too late");
    }

    /** Even if the one without a permit is fast: the server would have one too many. */
    @Test
    void oneWithoutAPermitGivesNoneUpThatHasTakenLessThanAQuarterOfASecond() {
        List<String> outcome = new ArrayList<>();
        Creator<Resource> creation = creation(outcome);
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        ticker.advance(Duration.ofMillis(249));
                        creation.runWithoutPermit();
                    }
                };

        creation.run();

        assertThat(outcome).containsExactly("2 too late", "1 created");
    }

    @Test
    void noneIsMadeWithoutAPermitBeforeOneThatHasOneHangs() {
        List<Boolean> answers = new ArrayList<>();
        Creator<Resource> creation = creation(new ArrayList<>());
        factory.onCreate =
                number -> {
                    ticker.advance(Duration.ofMillis(249));
                    answers.add(creation.mayRunWithoutPermit());
                    ticker.advance(Duration.ofMillis(1));
                    answers.add(creation.mayRunWithoutPermit());
                };

        creation.run();

        assertThat(answers).containsExactly(false, true);
    }

    /** There is no room beside those that have a permit. */
    private Creator<Resource> creation(List<String> outcome) {
        PoolConfig config = PoolConfig.builder().name("orders").ticker(ticker).build();
        return new Creator<>(
                config,
                factory,
                recorder,
                generations,
                new Creator.Outcome<>() {
                    @Override
                    public void begun() {}

                    @Override
                    public void created(Resource resource, int generation, long beganAt) {
                        outcome.add(resource.number() + " created");
                    }

                    @Override
                    public void failed(
                            Throwable failure, boolean permanent, long beganAt, boolean hasPermit) {
                        outcome.add("failed");
                    }

                    @Override
                    public void overtaken(boolean hasPermit) {
                        outcome.add("overtaken");
                    }

                    @Override
                    public boolean takePermit() {
                        return false;
                    }

                    @Override
                    public void createdTooLate(Resource resource, int generation) {
                        outcome.add(resource.number() + " too late");
                    }
                });
    }

    /** As many hang as may be created at once, so that none was left to succeed but a prober. */
    @Test
    void aSuccessGivesUpWhatHangsAndGrowthGoesOnAtFullWidth() {
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
                    }
                };
        demand.check();

        runNext();

        assertThat(begun)
                .as("begun beside them, after its success, and in creation then")
                .containsExactly(1, 4, 4);
        assertThat(pool.late).as("destroyed as they arrive").hasSize(4);
        assertThat(pool.failures).as("of attempts that were merely slower").isEmpty();
        assertThat(demand.lastFailure()).as("of the present").isNull();
        runCreators();
        assertThat(total()).isEqualTo(MAX_SIZE);
        assertThat(ticker.pending()).isZero();
    }

    @Test
    void anAttemptThatWasOvertakenIsToldOfWhenItsTimeIsOver() {
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
    void whereCreationIsQuickWhatHangsIsSuspectedAndGivenUpSooner() {
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

    /** If each attempt takes seconds, the second succeeds after the first and not beside it. */
    @Test
    void anAttemptAsSlowAsOthersIsNotGivenUp() {
        Demand<Resource> demand = demand(0, 1);
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        ticker.advance(A_SECOND);
                        runNext();
                    } else {
                        ticker.advance(A_SECOND.plusMillis(1));
                    }
                };
        waiting(1);
        demand.check();

        runNext();

        assertThat(pool.late).isEmpty();
        assertThat(total()).as("two seconds are not twice as long as one").isEqualTo(2);
    }

    /** However short the others are. */
    @Test
    void anAttemptUnderWayForLessThanASecondIsNotGivenUp() {
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

    /** Even if only the clock learns that its limit is over. */
    @Test
    void thePermitOfWhatBeganBeforeASuccessIsOfferedAtTheEndOfItsLimit() {
        Demand<Resource> demand = demand(2, 2);
        List<Integer> begun = new ArrayList<>();
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        ticker.advance(Duration.ofMillis(1));
                        runNext(); // it succeeds, before the other one passes for hanging
                        ticker.advance(CONNECT_TIMEOUT.minusMillis(2));
                        begun.add(creators.size());
                        ticker.advance(Duration.ofMillis(1));
                        begun.add(creators.size());
                    }
                };
        demand.check();

        runNext();

        assertThat(begun).as("begun before its limit, and at its end").containsExactly(0, 1);
        assertThat(pool.late).hasSize(1);
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

    /** An attempt given up when another succeeded may hang for ever as well. */
    @Test
    void anAttemptGivenUpBeforeItsLimitCountsAsHangingAfterIt() {
        Demand<Resource> demand = demand(0, 1);
        List<Integer> begun = new ArrayList<>();
        factory.onCreate =
                number -> {
                    if (number == 65) {
                        waiting(0);
                        // To the end of the limit of the last that was given up a second before.
                        ticker.advance(CONNECT_TIMEOUT.minus(A_SECOND));
                        waiting(1);
                        demand.check();
                        begun.add(creators.size());
                        waiting(0);
                    } else if (number % 2 == 1) {
                        ticker.advance(A_SECOND);
                        runNext(); // it succeeds, and the one that hangs is given up
                        permits.destroyed();
                        waiting(1);
                        demand.check();
                        runNext();
                    }
                };
        waiting(1);
        demand.check();

        runNext();

        assertThat(begun).as("beside 32 that hang").containsExactly(0);
        assertThat(pool.late).hasSize(32);
    }

    /**
     * The second attempt succeeds, the third fails late while the first is under way, and then the
     * first fails, of which nothing is learnt.
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
                        ticker.advance(Duration.ofMillis(300));
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
