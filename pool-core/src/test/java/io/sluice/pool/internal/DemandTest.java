package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.growth.Demand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How many creators there are, and when demand is looked at. */
class DemandTest extends DemandFixture {

    @Test
    void startsAsManyCreatorsAsWaitersNeed() {
        Demand<Resource> demand = demand(0, 4);
        waiting(2);

        demand.check();
        demand.check();

        assertThat(creators).hasSize(2);
        assertThat(creating()).isEqualTo(2);
    }

    @Test
    void startsNoCreatorForAWaiterThatMayHaveFoundSomething() {
        Demand<Resource> demand = demand(0, 4);
        waiting(2);
        waiters.looking = 1;

        demand.check();

        assertThat(creators).hasSize(1);
    }

    @Test
    void startsNoMoreCreatorsThanMayCreateAtOnce() {
        waiting(10);

        demand(0, 4).check();

        assertThat(creators).hasSize(4);
    }

    @Test
    void startsNoMoreCreatorsThanTheMaximumLeavesRoomFor() {
        waiting(10);

        demand(0, 10).check();

        assertThat(creators).hasSize(MAX_SIZE);
    }

    @Test
    void startsNoCreatorWithoutNeed() {
        demand(0, 4).check();

        assertThat(creators).isEmpty();
    }

    @Test
    void startsNoCreatorInAClosedPool() {
        waiting(2);
        pool.closed = true;

        demand(2, 4).check();

        assertThat(creators).isEmpty();
    }

    @Test
    void fillsToTheMinimum() {
        demand(3, 2).check();
        assertThat(creators).hasSize(2);

        runCreators();

        assertThat(total()).isEqualTo(3);
        assertThat(creating()).isZero();
        assertThat(factory.attempts()).isEqualTo(3);
    }

    @Test
    void isLookedAtAgainBeforeConnecting() {
        Demand<Resource> demand = demand(0, 4);
        waiting(3);
        demand.check();

        waiting(0); // what came back has served them
        runCreators();

        assertThat(factory.attempts()).isZero();
        assertThat(creating()).as("permits came back").isZero();
    }

    @Test
    void isLookedAtAgainBetweenOneConnectAndTheNext() {
        Demand<Resource> demand = demand(0, 1);
        waiting(3);
        demand.check();
        factory.onCreate =
                number -> {
                    if (number == 2) {
                        waiting(1); // what came back has served another
                    }
                };

        runCreators();

        assertThat(factory.attempts()).isEqualTo(2);
    }

    @Test
    void keepsOneCreatorGoingWhileThereIsMore() {
        Demand<Resource> demand = demand(0, 1);
        waiting(3);

        demand.check();
        assertThat(creators).hasSize(1);
        runCreators();

        assertThat(pool.created).hasSize(3);
        assertThat(pool.announced).isEqualTo(pool.created);
    }

    @Test
    void isCheckedAgainAfterAPermitCameBackUnused() {
        Demand<Resource> demand = demand(0, 4);
        waiting(1);
        demand.check();
        waiting(0);
        // Begins to wait at the very moment at which the creator has found nobody.
        Runnable comes =
                () -> {
                    pool.onIsClosed = () -> {};
                    waiting(1);
                };
        pool.onIsClosed = () -> pool.onIsClosed = comes;

        runCreators();

        assertThat(factory.attempts()).isOne();
    }

    /** The waiter was told of its resource, and has not counted itself out yet. */
    @Test
    void aServedWaiterNeedsNoSecondResource() {
        waiting(1);
        pool.waitersLeaveAtOnce = false;
        Demand<Resource> demand = demand(0, 4);
        demand.check();

        runCreators();

        assertThat(factory.attempts()).isOne();
    }

    @Test
    void countsOnWhatThePoolWorksOnToReturnSoon() {
        Demand<Resource> demand = demand(0, 4);
        pool.reserved = 1;
        waiting(1);

        demand.check();

        assertThat(creators).isEmpty();
        assertThat(ticker.pending()).as("a second look").isOne();
    }

    @Test
    void doesNotCountOnItForLong() {
        Demand<Resource> demand = demand(0, 4);
        pool.reserved = 1;
        waiting(1);
        demand.check();
        demand.check();

        Duration soon = ticker.advanceToNext();

        assertThat(soon).isEqualTo(Duration.ofMillis(10));
        assertThat(creators).hasSize(1);
        assertThat(ticker.pending()).isZero();
    }

    @Test
    void looksAgainEachTime() {
        Demand<Resource> demand = demand(0, 4);
        pool.reserved = 1;
        waiting(1);
        demand.check();
        waiting(0); // it returned
        ticker.advanceToNext();
        waiting(1);

        demand.check();

        assertThat(ticker.pending()).isOne();
        assertThat(creators).isEmpty();
    }

    @Test
    void tellsHowLongACreationTook() {
        factory.onCreate = number -> ticker.advance(Duration.ofMillis(30));
        demand(1, 4).check();

        runCreators();

        assertThat(pool.announcedNanos).containsExactly(Duration.ofMillis(30).toNanos());
    }

    @Test
    void countsTheNeedBesidesIt() {
        Demand<Resource> demand = demand(0, 4);
        pool.reserved = 1;
        waiting(3);

        demand.check();

        assertThat(creators).hasSize(2);
    }

    @Test
    void aResourceBelongsToTheGenerationInWhichItsCreationBegan() {
        Demand<Resource> demand = demand(1, 4);
        int generation = generations.begin();
        factory.onCreate = number -> generations.begin(); // suspected while it connects
        demand.check();

        runCreators();

        assertThat(pool.generations).containsExactly(generation);
    }

    /** A flush begins a generation, and waits for no attempt that began after that. */
    @Test
    void anAttemptCountsInItsGenerationUntilItIsGone() {
        Demand<Resource> demand = demand(/* minSize= */ 0, /* maxCreating= */ 1);
        List<Integer> before = new ArrayList<>();
        List<Integer> since = new ArrayList<>();
        int generation = generations.begin();
        factory.onCreate =
                number -> {
                    since.add(generations.creatingBefore(generation));
                    before.add(generations.creatingBefore(generation + 1));
                };
        waiting(1);

        demand.check();
        runCreators();

        assertThat(since).containsExactly(0);
        assertThat(before).containsExactly(1);
        assertThat(generations.creatingBefore(generation + 1)).as("it is there").isZero();
        assertThat(generations.isNothingLeftBefore(generation + 1)).isFalse();
        generations.gone(generation);
        assertThat(generations.isNothingLeftBefore(generation + 1)).isTrue();
    }

    @Test
    void anAttemptThatFailsIsGone() {
        factory.onCreate = this::fail;
        demand(1, 4).check();

        runCreators();

        assertThat(generations.isNothingLeftBefore(generations.begin())).isTrue();
    }

    @Test
    void anAttemptThatBeginsWhileAPoolIsSuspendedAndFlushedDoesNotConnect() {
        Demand<Resource> demand = demand(/* minSize= */ 0, /* maxCreating= */ 1);
        waiting(1);
        demand.check();
        pool.onIsSuspended =
                () -> {
                    pool.onIsSuspended = () -> {};
                    pool.suspended = true;
                    assertThat(generations.isNothingLeftBefore(generations.outdateAll())).isTrue();
                };

        runCreators();

        assertThat(factory.created()).isZero();
        assertThat(creating()).isZero();
        assertThat(generations.creatingBefore(generations.begin())).isZero();
        assertThat(generations.isNothingLeftBefore(generations.begin())).isTrue();
        pool.suspended = false;
        demand.check();
        runCreators();
        assertThat(factory.created()).isOne();
    }
}
