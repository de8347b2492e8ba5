package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.queue.Fairness;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How many leases may begin elsewhere while a thread waits. The waiting threads get no processor,
 * so they take nothing by themselves, and one running thread has every other lease.
 */
class OvertakingTest {

    private static final int RESOURCES = 5;
    private static final int WAITERS = 4;
    private static final Duration LONGER_THAN_A_TICK = Duration.ofMillis(300);

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final CountDownLatch processor = new CountDownLatch(1);
    private final Deque<Lease> leases = new ArrayDeque<>();
    private final List<Background<Lease>> waiters = new ArrayList<>();
    private DefaultResourcePool<Resource> pool;

    @BeforeEach
    void everyResourceIsOnLease() throws Exception {
        pool = fixture.open(config -> config.maxSize(RESOURCES));
        for (int i = 0; i < RESOURCES; i++) {
            leases.add(fixture.acquire());
        }
    }

    @AfterEach
    void everyWaiterHasItsResource() throws Exception {
        processor.countDown();
        leases.forEach(Lease::release);
        for (Background<Lease> waiter : waiters) {
            assertThat(waiter.get().release()).isTrue();
        }
    }

    private void letThreadsWait() {
        fixture.ticker.onUnparked = this::awaitProcessor;
        for (int i = 1; i <= WAITERS; i++) {
            waiters.add(Background.start(() -> Lease.of(pool.acquire())));
            fixture.ticker.awaitParked(i);
        }
    }

    private void awaitProcessor() {
        try {
            processor.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Ends the oldest lease after a while; returns whether its resource went to a waiter. */
    private boolean release(long nanos) {
        fixture.ticker.advanceQuietly(Duration.ofNanos(nanos));
        int before = pool.snapshot().waiting();
        assertThat(leases.remove().release()).isTrue();
        return pool.snapshot().waiting() < before;
    }

    /** Lets the running thread have one more lease, in place of one that it ends. */
    private boolean use(long nanos) throws InterruptedException {
        boolean served = release(nanos);
        if (!served) {
            leases.add(Lease.of(pool.acquire()));
        }
        return served;
    }

    @ParameterizedTest
    @ValueSource(longs = {100, 1_700, 40_000, 59_000})
    void whereLeasesAreShortEachInLineHasItsTurn(long nanos) throws Exception {
        letThreadsWait();
        long overtaken = 0;
        for (int place = 1; place <= WAITERS; place++) {
            long most = place * (Fairness.TURN_NANOS / nanos + 1 + 32 * RESOURCES);
            while (!use(nanos)) {
                overtaken++;
                assertThat(overtaken).as("leases that overtook number " + place).isLessThan(most);
            }
            assertThat((overtaken + place) * nanos)
                    .as("time until the turn of number " + place)
                    .isGreaterThanOrEqualTo(place * Fairness.TURN_NANOS);
        }
    }

    @Test
    void whereLeasesAreLongNoThreadIsOvertaken() throws Exception {
        for (int i = 0; i < RESOURCES; i++) {
            use(Fairness.LONG_LEASE_NANOS);
        }
        letThreadsWait();
        List<Integer> released = new ArrayList<>();
        for (int place = 1; place <= WAITERS; place++) {
            released.add(leases.element().number());
            assertThat(release(0)).as("number " + place + " is served").isTrue();
        }

        processor.countDown();
        for (int i = 0; i < WAITERS; i++) {
            assertThat(waiters.get(i).get().number()).isEqualTo(released.get(i));
        }
    }

    @Test
    void whereLeasesHaveBecomeLongThatFollowEachOtherAtOnceNoThreadIsOvertaken() throws Exception {
        for (int i = 0; i < RESOURCES; i++) {
            use(0);
        }
        for (int i = 0; i < 10 * RESOURCES; i++) {
            fixture.ticker.advance(LONGER_THAN_A_TICK);
            use(0);
        }
        letThreadsWait();
        for (int place = 1; place <= WAITERS; place++) {
            assertThat(release(0)).as("number " + place + " is served").isTrue();
        }
    }
}
