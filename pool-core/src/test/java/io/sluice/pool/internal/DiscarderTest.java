package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.PoolListener;
import io.sluice.pool.internal.base.CreatorThreads;
import io.sluice.pool.internal.base.DrainSignal;
import io.sluice.pool.internal.disposal.Destroyer;
import io.sluice.pool.internal.disposal.Discarder;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.Generations;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.HolderSets;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.internal.report.PoolEvents;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.ResourceFactory;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** All that wait for the end of a resource are told, whatever becomes of the others. */
class DiscarderTest {

    private static final long A_MINUTE = Duration.ofMinutes(1).toNanos();

    private final HandDrivenTicker ticker = new HandDrivenTicker();
    private final Journal journal = new Journal();
    private final RecordingOwner owner = new RecordingOwner();
    private final Epoch epoch = new Epoch(ticker, A_MINUTE, /* fixed= */ false, () -> {});
    private final HolderSlots<String> slots = new HolderSlots<>(1);
    private final WaiterQueue<String> waiters = owner.waiters(ticker, slots);
    private final CreationPermits permits = new CreationPermits(/* minSize= */ 0, 1);
    private final HolderSets<String> sets = new HolderSets<>(slots, waiters, permits);
    private final DrainSignal drains = new DrainSignal(ticker);
    private final Generations generations = new Generations(drains);
    private final CreatorThreads threads = new CreatorThreads("orders", ticker);

    @AfterEach
    void end() {
        threads.end();
    }

    private Discarder<String> discarder(Runnable demand) {
        return new Discarder<>(
                sets,
                permits,
                new Destroyer<>("orders", new Factory(), threads, ticker, A_MINUTE),
                generations,
                drains,
                new PoolEvents<>(
                        "orders",
                        new Factory(),
                        new Listener(),
                        FlightRecorder.none(),
                        threads,
                        ticker),
                demand);
    }

    private ResourceHolder<String> member() {
        permits.tryBegin(permits.get());
        int bornIn = generations.creationBegins();
        generations.creationEnded(bornIn);
        ResourceHolder<String> holder =
                new ResourceHolder<>("one", epoch, waiters, owner, 1, Long.MAX_VALUE, bornIn);
        sets.join(holder);
        return holder;
    }

    /** Checking demand may set an alarm, for which there may be no memory. */
    @Test
    void isToldToCloseAndFlushEvenIfDemandCannotBeChecked() throws Exception {
        Discarder<String> discarder =
                discarder(
                        () -> {
                            throw new InternalError("no alarm");
                        });
        ResourceHolder<String> holder = member();
        int after = generations.begin();
        sets.close();
        Background<Void> close = Background.start(() -> discarder.awaitDrain(A_MINUTE));
        close.awaitBlocked();

        discarder.discard(holder, DiscardReason.POOL_CLOSED, null);

        assertThat(close.get()).as("the clock stands still").isNull();
        journal.await("onDestroy one");
        assertThat(CreationPermits.total(permits.get())).isZero();
        assertThat(generations.isNothingLeftBefore(after)).isTrue();
    }

    private final class Listener implements PoolListener {
        @Override
        public void onDestroy(String pool, Object resource, Throwable failure) {
            journal.add("onDestroy " + resource);
        }
    }

    private static final class Factory implements ResourceFactory<String> {
        @Override
        public String create() {
            return "one";
        }

        @Override
        public void destroy(String resource) {}
    }
}
