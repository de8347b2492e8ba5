package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.growth.CreationThrottle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An attempt to create that hangs does not hold up the recovery. */
class HangingProbeTest {

    private static final Duration A_SECOND = Duration.ofSeconds(1);

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final HandDrivenTicker ticker = fixture.ticker;
    private final Journal journal = fixture.journal;
    private final ScriptedFactory factory = fixture.factory;
    private DefaultResourcePool<Resource> pool;

    @Test
    void isFollowedByAnotherWithinASecond() throws Exception {
        Gate hanging = new Gate();
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        throw new IllegalStateException("connection refused");
                    }
                    if (number == 2) {
                        hanging.pass();
                    }
                };
        fixture.open(config -> config.maxSize(4).maxCreating(2));
        Background<Lease> first = fixture.acquireInBackground();
        journal.await("onCreateFailure");
        List<Background<Boolean>> others = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            others.add(Background.start(() -> fixture.acquire().release()));
        }
        ticker.awaitParked(4);
        ticker.advance(Duration.ofMillis(40)); // the first retry
        hanging.awaitEntered();
        assertThat(factory.attempts()).as("one at a time").isEqualTo(2);

        ticker.advance(A_SECOND);

        journal.await("onCreate 3");
        for (Background<Boolean> other : others) {
            await("one more served") // the member that is there does not serve them all
                    .until(() -> isDoneAfterALook(other));
            assertThat(other.get()).isTrue();
        }
        hanging.open();
        first.get().release();
    }

    /** However long it may take: its limit is ten seconds. */
    @Test
    void givesItsPermitBackAndWhatItBringsInVainIsDestroyed() throws Exception {
        Gate hanging = new Gate();
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        throw new IllegalStateException("connection refused");
                    }
                    if (number == 2) {
                        hanging.pass();
                    }
                };
        pool = fixture.open(config -> config.maxSize(40).maxCreating(1));
        Background<Lease> waiter = fixture.acquireInBackground();
        journal.await("onCreateFailure");
        ticker.awaitParked(1);
        ticker.advance(Duration.ofMillis(40)); // the first retry
        hanging.awaitEntered();

        ticker.advance(Duration.ofMillis(500));

        Lease lease = waiter.get();
        assertThat(lease.number()).isEqualTo(3);
        await("it is given up").until(pool::snapshot, now -> now.creating() == 0);
        hanging.open();
        journal.await("destroy 2");
        lease.release();
    }

    /** A resource that is there need not wait for one that may come. */
    @Test
    void servesWhenItComesBackThoughAnotherHasItsPermit() throws Exception {
        Gate first = new Gate();
        Gate second = new Gate();
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        throw new IllegalStateException("connection refused");
                    }
                    (number == 2 ? first : second).pass();
                };
        pool = fixture.open(config -> config.maxSize(1));
        Background<Lease> waiter = fixture.acquireInBackground();
        journal.await("onCreateFailure");
        ticker.awaitParked(1);
        ticker.advance(Duration.ofMillis(40)); // the first retry
        first.awaitEntered();
        ticker.advance(Duration.ofMillis(500));
        second.awaitEntered();

        first.open();

        Lease lease = waiter.get();
        assertThat(lease.number()).isEqualTo(2);
        assertThat(pool.snapshot().total()).isOne();
        assertThat(pool.snapshot().creating()).isZero();
        second.open();
        journal.await("destroy 3");
        lease.release();
    }

    /** However many have failed: the pause is counted from the beginning of an attempt. */
    @Test
    void thatIsGivenUpIsFollowedByTheNextAtOnce() throws Exception {
        List<Gate> gates = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            gates.add(new Gate());
        }
        factory.onCreate =
                number -> {
                    if (number <= gates.size()) {
                        gates.get(number - 1).pass();
                    }
                };
        fixture.open(config -> config.maxSize(1).connectTimeout(A_SECOND));
        Background<Lease> waiter = fixture.acquireInBackground();
        for (Gate gate : gates) {
            gate.awaitEntered();
            ticker.advance(A_SECOND);
            ticker.advance(Duration.ofMillis(10));
        }

        Lease lease = waiter.get();

        // Not the very next where its thread stalls until it is late as well.
        assertThat(lease.number()).isGreaterThan(gates.size());
        gates.forEach(Gate::open);
        lease.release();
    }

    /** Over a long outage, whatever it is that each attempt meets. */
    @Test
    void attemptsAreFourASecondAtTheMost() throws Exception {
        factory.onCreate =
                number -> {
                    throw new IllegalStateException("connection refused");
                };
        pool = fixture.open(config -> config.maxSize(8).acquireTimeout(Duration.ofHours(1)));
        for (int i = 0; i < 8; i++) {
            fixture.acquireInBackground();
        }
        ticker.awaitParked(8);
        journal.await("onCreateFailure");
        Duration step = Duration.ofMillis(10);
        for (int i = 0; i < 500; i++) { // five seconds: backed off
            step(step);
        }
        int before = factory.attempts();

        for (int i = 0; i < 3_000; i++) {
            step(step);
        }

        // Thirty seconds, in which attempts are a second apart at most; one may be under way.
        assertThat(factory.attempts() - before).isBetween(29, 121);
    }

    /**
     * Returns whether this is already completed; lets the time until the next look at the line
     * pass.
     */
    private boolean isDoneAfterALook(Background<?> other) {
        Duration next = ticker.untilNext();
        if (next != null && next.toNanos() <= CreationThrottle.LOOK_NANOS) {
            ticker.advance(next);
        }
        return other.isDone();
    }

    /** Lets time pass, and lets all attempts that were begun come to their end. */
    private void step(Duration time) {
        ticker.advance(time);
        await("the end of the attempts").until(pool::snapshot, now -> now.creating() == 0);
        journal.await("onCreateFailure", factory.attempts());
    }
}
