package io.sluice.pool.internal;

import io.sluice.pool.internal.base.SystemTicker;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.HolderReturn;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.queue.Admission;
import io.sluice.pool.internal.queue.AvailableQueue;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.DetachedWaiters;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Ticker;
import java.util.ArrayList;
import java.util.List;

/**
 * A queue of available holders with nothing around it but what it needs: no growth, no
 * housekeeping, no destruction.
 */
final class Seats {

    final HolderSlots<Integer> slots;
    final WaiterQueue<Integer> waiters;
    final DetachedWaiters<Integer> requests;
    final AvailableQueue<Integer> queue;
    private final Owner owner = new Owner();
    final Epoch epoch;
    final Ticker ticker;
    final List<ResourceHolder<Integer>> holders = new ArrayList<>();
    final List<ResourceHolder<Integer>> discarded = new ArrayList<>();

    /** What happens when a thread that has begun to wait asks for growth. */
    Runnable onDemand = () -> {};

    /** Seats holders, all reserved. */
    Seats(int count, Ticker ticker) {
        this.ticker = ticker;
        slots = new HolderSlots<>(count);
        Admission admission =
                new Admission("test", Integer.MAX_VALUE, new CreationPermits(/* minSize= */ 0, 0));
        waiters = new WaiterQueue<>("test", ticker, slots, admission, () -> onDemand.run());
        requests = new DetachedWaiters<>(waiters);
        queue = new AvailableQueue<>(slots, waiters, ticker);
        epoch = new Epoch(ticker, 1_000_000, /* fixed= */ true, () -> {});
        for (int number = 0; number < count; number++) {
            ResourceHolder<Integer> holder = holder(number);
            holders.add(holder);
            slots.seat(holder);
        }
    }

    Seats(int count) {
        this(count, SystemTicker.INSTANCE);
    }

    ResourceHolder<Integer> holder(int number) {
        return new ResourceHolder<>(number, epoch, waiters, owner, 1, Long.MAX_VALUE, 0);
    }

    private final class Owner implements HolderReturn<ResourceHolder<Integer>> {

        @Override
        public void runAside(Runnable task) {
            throw new AssertionError("nothing blocks here");
        }

        @Override
        public void requeue(ResourceHolder<Integer> holder) {
            publish(holder);
        }

        @Override
        public void publish(ResourceHolder<Integer> holder) {
            if (!waiters.handOverOrOffer(holder)) {
                discard(holder, DiscardReason.EVICTED, null);
            }
        }

        @Override
        public void discard(ResourceHolder<Integer> holder, DiscardReason reason, Throwable cause) {
            synchronized (discarded) {
                discarded.add(holder);
            }
        }

        @Override
        public boolean releaseInTransaction(ResourceHolder<Integer> holder, long stamp) {
            return false;
        }
    }
}
