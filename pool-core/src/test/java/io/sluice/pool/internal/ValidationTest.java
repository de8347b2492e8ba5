package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.upkeep.Validation;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A resource that does not answer delays no caller beyond its own time-out. */
class ValidationTest {

    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final Duration FIVE_SECONDS = Duration.ofSeconds(5);
    private static final Duration LEAST = Duration.ofNanos(Validation.LEAST_NANOS);
    private static final Duration GRACE = Duration.ofNanos(Validation.GRACE_NANOS);

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final HandDrivenTicker ticker = fixture.ticker;
    private final Journal journal = fixture.journal;
    private final ScriptedFactory factory = fixture.factory;

    /** Opens a pool of one that looks at each resource before it serves. */
    private ResourcePool<Resource> open(Duration acquireTimeout) throws Exception {
        ResourcePool<Resource> pool =
                fixture.open(
                        config ->
                                config.maxSize(1)
                                        .acquireTimeout(acquireTimeout)
                                        .validateAfterIdle(Duration.ZERO));
        fixture.warmUp(1);
        return pool;
    }

    /** From now on the first resource answers nothing until it is aborted. */
    private Gate freeze() {
        Gate gate = new Gate();
        factory.onValidate =
                number -> {
                    if (number == 1) {
                        gate.pass();
                        throw new IOException("connection aborted");
                    }
                };
        factory.onAbort = number -> gate.open();
        return gate;
    }

    /** From now on nothing more is created before the gate is open. */
    private Gate holdCreation() {
        Gate gate = new Gate();
        factory.onCreate =
                number -> {
                    if (number > 1) {
                        gate.pass();
                    }
                };
        return gate;
    }

    @Test
    void comesOnceInItsIntervalThoughTheResourceIsNeverIdle() throws Exception {
        fixture.open(config -> config.maxSize(1).validationInterval(FIVE_SECONDS));
        fixture.warmUp(1);
        List<Integer> validated = new ArrayList<>();
        factory.onValidate = validated::add;
        for (int i = 0; i < 110; i++) {
            fixture.acquire().release();
            ticker.advance(Duration.ofMillis(100)); // less than makes it idle
        }
        assertThat(validated).as("within eleven seconds").containsExactly(1, 1);
    }

    @Test
    void comesOnceInItsIntervalThoughEachLeaseFollowsALongOneAtOnce() throws Exception {
        fixture.open(config -> config.maxSize(1).validationInterval(FIVE_SECONDS));
        fixture.warmUp(1);
        List<Integer> validated = new ArrayList<>();
        factory.onValidate = validated::add;
        for (int i = 0; i < 12; i++) {
            Lease lease = fixture.acquire();
            ticker.advance(A_SECOND);
            lease.release();
        }
        assertThat(validated).as("within twelve seconds").containsExactly(1, 1);
    }

    @Test
    void mayTakeAsLongAsConfiguredIfTheCallerHasThatMuchTime() throws Exception {
        open(Duration.ofSeconds(30));
        fixture.acquire().release();
        assertThat(factory.lastLimit).isEqualTo(FIVE_SECONDS);
    }

    @Test
    void mayTakeNoLongerThanTheCallerHasTime() throws Exception {
        ResourcePool<Resource> pool = open(A_SECOND);
        fixture.acquire().release();
        assertThat(factory.lastLimit).isEqualTo(A_SECOND);

        Lease.of(pool.acquire(Duration.ofMillis(700))).release();
        assertThat(factory.lastLimit).isEqualTo(Duration.ofMillis(700));
    }

    @Test
    void ofWhatAWaiterWasGivenMayTakeTheRestOfItsTime() throws Exception {
        open(A_SECOND);
        Lease lease = fixture.acquire();
        Background<Lease> waiter = fixture.acquireInBackground();
        ticker.awaitParked(1);
        ticker.advance(Duration.ofMillis(600));

        lease.release();

        waiter.get().release();
        assertThat(factory.lastLimit).isEqualTo(Duration.ofMillis(400));
    }

    @Test
    void getsALittleTimeEvenIfTheCallerHasAlmostNone() throws Exception {
        ResourcePool<Resource> pool = open(A_SECOND);
        Lease.of(pool.acquire(Duration.ofNanos(1))).release();
        assertThat(factory.lastLimit).isEqualTo(LEAST);
    }

    @Test
    void hasItsFullTimeWhenTheCallerDoesNotWantToWait() throws Exception {
        ResourcePool<Resource> pool = open(A_SECOND);
        Lease.of(pool.acquire(Duration.ZERO)).release();
        assertThat(factory.lastLimit).isEqualTo(FIVE_SECONDS);
    }

    @Test
    void thatHangsIsAbortedWhenTheTimeOfItsCallerIsOver() throws Exception {
        open(A_SECOND);
        Gate creation = holdCreation();
        Gate frozen = freeze();
        Background<Lease> caller = fixture.acquireInBackground();
        frozen.awaitEntered();
        ticker.advance(A_SECOND.plus(GRACE).minusNanos(1));
        assertThat(ticker.hasAlarmIn(Duration.ofNanos(1))).as("for the abort").isTrue();

        ticker.advance(Duration.ofNanos(1));

        AcquireTimeoutException late =
                catchThrowableOfType(AcquireTimeoutException.class, caller::get);
        assertThat(late.waited()).isEqualTo(A_SECOND.plus(GRACE));
        journal.await("onDestroy 1");
        assertThat(journal.entries("onDiscard")).containsExactly("onDiscard 1 INVALID");
        assertThat(fixture.discardCause.get())
                .isInstanceOf(TimeoutException.class)
                .hasMessageStartingWith("validating a resource took longer than 1000 ms (")
                .satisfies(e -> assertThat(e.getSuppressed()[0]).hasMessage("connection aborted"));
        creation.open();
    }

    /** Each of many callers that meet a dead one goes on to the next within its own time. */
    @Test
    void thatHangsLeavesItsCallerTimeForAnother() throws Exception {
        open(Duration.ofSeconds(30));
        Gate frozen = freeze();
        Background<Lease> caller = fixture.acquireInBackground();
        frozen.awaitEntered();

        ticker.advance(FIVE_SECONDS.plus(GRACE));

        Lease lease = caller.get();
        assertThat(lease.number()).isEqualTo(2);
        lease.release();
    }

    /** It says nothing of the resource, and the next validation would end in the same way. */
    @Test
    void thatFindsTheEndOfTheStackIsFollowedByNoOther() throws Exception {
        ResourcePool<Resource> pool =
                fixture.open(config -> config.maxSize(2).validateAfterIdle(Duration.ZERO));
        fixture.warmUp(2);
        List<Integer> validated = new ArrayList<>();
        StackOverflowError end = new StackOverflowError("on purpose");
        factory.onValidate =
                number -> {
                    validated.add(number);
                    if (validated.size() == 1) {
                        throw end;
                    }
                };

        assertThat(catchThrowable(pool::acquire)).isSameAs(end);

        assertThat(validated).hasSize(1);
    }

    @Test
    void thatAnswersJustWhenItIsGivenUpDoesNotServe() throws Exception {
        open(Duration.ofSeconds(30));
        Gate gate = new Gate();
        factory.onValidate =
                number -> {
                    if (number == 1) {
                        gate.pass();
                    }
                };
        Background<Lease> caller = fixture.acquireInBackground();
        gate.awaitEntered();
        ticker.advance(FIVE_SECONDS.plus(GRACE));
        journal.await("abort 1");

        gate.open(); // the answer is there, and that it was aborted as well

        Lease lease = caller.get();
        assertThat(lease.number()).isEqualTo(2);
        lease.release();
    }

    @Test
    void thatHasAnsweredLeavesNothingOnTheClock() throws Exception {
        open(A_SECOND);
        int before = ticker.pending();
        fixture.acquire().release();
        assertThat(ticker.pending()).isEqualTo(before);
        ticker.advance(FIVE_SECONDS);
        assertThat(journal.count("abort")).isZero();
    }

    @Test
    void inTheBackgroundIsBoundedAsWell() throws Exception {
        Gate frozen = freeze();
        fixture.open(config -> config.maxSize(1).keepaliveInterval(Duration.ofMinutes(1)));
        fixture.warmUp(1);
        ticker.advance(Duration.ofMinutes(1));
        frozen.awaitEntered();

        ticker.advance(FIVE_SECONDS.plus(GRACE));

        journal.await("onDestroy 1");
        assertThat(journal.entries("onDiscard")).containsExactly("onDiscard 1 INVALID");
    }

    @Test
    void isNeverAbortedOnTheClocksThread() throws Exception {
        open(Duration.ofSeconds(30));
        Gate frozen = new Gate();
        factory.onValidate = number -> frozen.pass();
        factory.onAbort =
                number -> {
                    journal.add("aborted on " + Thread.currentThread().getName());
                    frozen.open();
                };
        Background<Lease> caller = fixture.acquireInBackground();
        frozen.awaitEntered();
        factory.onValidate = number -> {};

        ticker.advance(FIVE_SECONDS.plus(GRACE));

        journal.await("aborted on sluice-orders-creator-");
        caller.get().release();
    }
}
