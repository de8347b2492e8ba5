package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.growth.CreationBackoff;
import io.sluice.pool.internal.growth.CreationThrottle;
import io.sluice.pool.internal.growth.Demand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many resources are created for a queue of waiters while members may serve it. */
class CreationThrottleTest extends DemandFixture {

    private static final Duration A_LOOK = Duration.ofMillis(5);
    private static final Duration A_CREATION = Duration.ofMillis(20);

    private final Demand<Resource> demand = demand(0, 4);

    /** Of a throttle beside that of the demand. */
    private final HandDrivenTicker clock = new HandDrivenTicker();

    /** One member, which it took twenty milliseconds to create, and a line of twenty. */
    @BeforeEach
    void oneMemberAndALine() {
        factory.onCreate = number -> ticker.advance(A_CREATION);
        waiting(1);
        demand.check();
        runCreators();
        assertThat(total()).isOne();
        waiting(20);
        demand.check();
    }

    /** What the members do until the next look: so many leases, after which so many wait. */
    private void untilTheNextLook(int served, int waiting) {
        pool.returned += served;
        waiting(waiting);
        ticker.advance(A_LOOK);
    }

    @Test
    void isNotKnownAtFirstSoOneIsCreatedAtATime() {
        demand.check();

        assertThat(creators).hasSize(1);
        assertThat(ticker.hasAlarmIn(A_LOOK)).isTrue();
    }

    /** A server that connects in no time at all would otherwise be asked again and again. */
    @Test
    void isNotKnownAtFirstSoOneIsCreatedFromLookToLook() {
        factory.onCreate = number -> {};

        runCreators();

        assertThat(total()).as("the member, and another").isEqualTo(2);
        assertThat(ticker.hasAlarmIn(A_LOOK)).isTrue();
    }

    @Test
    void doesNotDelayASingleWaiter() {
        factory.onCreate = number -> {};
        runCreators();
        waiting(1);

        demand.check();
        runCreators();

        assertThat(total()).isEqualTo(3);
    }

    @Test
    void ofMembersThatReturnNothingLeavesTheLineToCreation() {
        untilTheNextLook(0, 20);

        assertThat(creators).hasSize(4);
    }

    /** Twelve in five milliseconds: the last eight are served before a creation is over. */
    @Test
    void thatServesTheLineSoonEnoughLeavesCreationNothingToDo() {
        int before = factory.attempts();
        factory.onCreate = number -> {};

        untilTheNextLook(12, 8);
        creators.remove().run(); // the one that was begun in any case
        demand.check();
        untilTheNextLook(5, 2);
        demand.check();
        untilTheNextLook(2, 0);

        assertThat(creators).isEmpty();
        assertThat(factory.attempts()).isEqualTo(before + 1);
        assertThat(creating()).isZero();
        assertThat(ticker.pending()).as("nobody waits, so nobody looks").isZero();
    }

    /** One in five milliseconds: nineteen would take far longer than a creation. */
    @Test
    void thatIsTooSlowForTheLineLeavesItToCreationAtASecondLook() {
        untilTheNextLook(1, 19);
        assertThat(creators).hasSize(1);

        untilTheNextLook(1, 18);

        assertThat(creators).hasSize(4);
    }

    @Test
    void thatIsTooSlowLeavesItToOneCreationAfterTheOtherWhereThatIsQuick() {
        creationIsQuick();
        untilTheNextLook(1, 19);

        untilTheNextLook(1, 18);

        assertThat(createdAtOnce()).containsExactly(1, 1, 1, 1);
    }

    /** The members are fast, but as many waiters arrive as are served. */
    @Test
    void isNotTrustedAnyLongerWithALineThatWasToBeOver() {
        for (int look = 1; look <= 12; look++) { // for three times what a creation takes
            untilTheNextLook(100, 20);
            assertThat(creators).as("after look " + look).hasSize(1);
        }

        untilTheNextLook(100, 20);

        assertThat(creators).hasSize(4);
    }

    @Test
    void isNotTrustedNorAreSeveralCreatedAtOnceWhereThatIsQuick() {
        creationIsQuick();
        for (int look = 1; look <= 9; look++) { // for three times what a creation takes
            untilTheNextLook(100, 20);
        }
        assertThat(total()).isEqualTo(2);

        untilTheNextLook(100, 20);

        assertThat(createdAtOnce()).containsExactly(1, 1, 1, 1);
    }

    /** The second takes no time at all, so that it is fifteen milliseconds in the mean. */
    private void creationIsQuick() {
        factory.onCreate = number -> {};
        runCreators();
        assertThat(total()).isEqualTo(2);
    }

    /**
     * Creates what the queue calls for, in no time; returns how many were in creation each time.
     */
    private List<Integer> createdAtOnce() {
        List<Integer> atOnce = new ArrayList<>();
        factory.onCreate = number -> atOnce.add(creating());
        runCreators();
        return atOnce;
    }

    @Test
    void isLookedAtAnewForTheNextLine() {
        waiting(0);
        ticker.advance(A_LOOK);
        runCreators();
        assertThat(ticker.pending()).isZero();

        waiting(20);
        demand.check();

        assertThat(creators).hasSize(1);
        assertThat(ticker.hasAlarmIn(A_LOOK)).isTrue();
    }

    /**
     * A thread that began to wait while the queue was found to be empty relied on the next look.
     */
    @Test
    void isNotTheLastThingLookedAtWhenTheLineIsOver() {
        AtomicInteger demanded = new AtomicInteger();
        throttle(/* isTooLong= */ false, demanded).atOnce();

        clock.advance(A_LOOK);

        assertThat(demanded).hasValue(1);
    }

    /** The heap may be full just then. */
    @Test
    void isLookedAtAgainAfterALookThatFails() {
        AtomicInteger demanded = new AtomicInteger();
        CreationThrottle throttle = throttle(/* isTooLong= */ true, demanded);
        throttle.atOnce();
        OutOfMemoryError failure = new OutOfMemoryError("no memory for a look");
        clock.onRead =
                () -> {
                    throw failure;
                };
        assertThatThrownBy(() -> clock.advance(A_LOOK)).isSameAs(failure);
        clock.onRead = () -> {};

        throttle.atOnce();

        assertThat(demanded).as("demand was looked at").hasValue(1);
        assertThat(clock.pending()).as("another look").isOne();
    }

    private CreationThrottle throttle(boolean isTooLong, AtomicInteger demanded) {
        PoolConfig config = PoolConfig.builder().maxCreating(4).ticker(clock).build();
        CreationBackoff backoff = new CreationBackoff(config, permits, waiters, pool, () -> {});
        return new CreationThrottle(
                config,
                permits,
                waiters,
                pool,
                backoff,
                () -> isTooLong,
                demanded::incrementAndGet);
    }

    @Test
    void doesNotMatterForTheMinimum() {
        DemandFixture other = new DemandFixture() {};
        List<Integer> atOnce = new ArrayList<>();
        other.factory.onCreate = number -> atOnce.add(other.creating());
        other.waiting(MAX_SIZE);
        other.demand(4, 2).check();

        other.runCreators();

        assertThat(atOnce).startsWith(2, 2, 2, 1);
    }

    /** An outage's line says nothing of the members' pace, and has its own ramp. */
    @Test
    void isNotLookedAtDuringAnOutage() {
        factory.onCreate = this::fail;
        runCreators();

        ticker.advance(A_LOOK);

        assertThat(ticker.pending()).as("the retry").isOne();
    }
}
