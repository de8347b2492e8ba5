package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A woken waiter that gets no processor, as a virtual thread whose carriers are busy, delays others
 * by a tick at most.
 */
class NoProcessorTest {

    private static final Duration TICK = Duration.ofMillis(250);
    private static final int PLACES = 3;

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final HandDrivenTicker ticker = fixture.ticker;
    private final List<Lease> leases = new ArrayList<>();
    private final List<Background<Lease>> waiters = new ArrayList<>();
    private final Set<Thread> withoutProcessor = ConcurrentHashMap.newKeySet();
    private final CountDownLatch processor = new CountDownLatch(1);
    private final AtomicInteger stuck = new AtomicInteger();
    private DefaultResourcePool<Resource> pool;

    @BeforeEach
    void allAreLeased() throws Exception {
        pool = fixture.open(config -> config.maxSize(PLACES));
        for (int i = 0; i < PLACES; i++) {
            leases.add(fixture.acquire());
        }
        ticker.onUnparked =
                () -> {
                    if (withoutProcessor.contains(Thread.currentThread())) {
                        awaitProcessor();
                    }
                };
    }

    private void awaitProcessor() {
        stuck.incrementAndGet();
        try {
            assertThat(processor.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while waiting for a processor", e);
        }
    }

    private void waiting(int threads) {
        for (int i = 0; i < threads; i++) {
            waiters.add(Background.start(() -> Lease.of(pool.acquire())));
            ticker.awaitParked(waiters.size());
            waiters.get(i).awaitBlocked(); // else it may find that time has gone on, and not park
        }
    }

    private void takeProcessorFrom(int waiter) {
        withoutProcessor.add(waiters.get(waiter).thread());
    }

    /** It waits for its processor now. */
    private void release(int lease, int stuckThen) {
        leases.get(lease).release();
        awaitStuck(stuckThen);
    }

    private void awaitStuck(int threads) {
        await(threads + " stuck").until(stuck::get, number -> number == threads);
    }

    @Test
    void aWokenWaiterKeepsNoOtherFromAnAvailableResource() throws Exception {
        waiting(3);
        takeProcessorFrom(0);
        release(0, 1);
        release(1, 1);
        release(2, 1);
        assertThat(pool.snapshot().available()).isEqualTo(3);
        assertThat(pool.snapshot().waiting()).isEqualTo(3);

        ticker.advanceQuietly(TICK);

        waiters.get(1).get().release();
        waiters.get(2).get().release();
        processor.countDown();
        waiters.get(0).get().release();
    }

    @Test
    void severalWokenWaitersKeepNoOtherFromAnAvailableResource() throws Exception {
        waiting(3);
        takeProcessorFrom(0);
        takeProcessorFrom(1);
        release(0, 1);

        ticker.advanceQuietly(TICK);
        awaitStuck(2);
        assertThat(waiters.get(2).isDone()).isFalse();
        ticker.advanceQuietly(TICK);

        waiters.get(2).get().release();
        leases.get(1).release(); // either of them may be the first now
        leases.get(2).release();
        processor.countDown();
        waiters.get(0).get().release();
        waiters.get(1).get().release();
    }

    /** Each tick wakes as many as there is something for. */
    @Test
    void ticksGoOnUntilOneThatHasAProcessorIsWoken() throws Exception {
        waiting(4);
        for (int waiter = 0; waiter < 3; waiter++) {
            takeProcessorFrom(waiter);
        }
        release(0, 1);

        for (int stuckThen = 2; stuckThen <= 3; stuckThen++) {
            ticker.advanceQuietly(TICK);
            awaitStuck(stuckThen);
        }
        ticker.advanceQuietly(TICK);

        waiters.get(3).get().release();
        processor.countDown();
        leases.get(1).release();
        leases.get(2).release();
        for (int waiter = 0; waiter < 3; waiter++) {
            waiters.get(waiter).get().release();
        }
    }

    /** However long no thread acquires or releases. */
    @Test
    void ticksGoOnWhileAThreadWaitsAndThenEnd() throws Exception {
        waiting(2);
        takeProcessorFrom(0);
        ticker.advanceQuietly(TICK.multipliedBy(40));
        release(0, 1);
        release(1, 1);

        ticker.advanceQuietly(TICK);

        waiters.get(1).get().release();
        processor.countDown();
        waiters.get(0).get().release();
        leases.get(2).release();
        ticker.advanceQuietly(TICK.multipliedBy(3));
        assertThat(ticker.pending()).as("alarms of a pool at rest").isZero();
    }
}
