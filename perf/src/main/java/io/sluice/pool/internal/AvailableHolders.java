package io.sluice.pool.internal;

import io.sluice.pool.internal.base.SystemTicker;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.HolderReturn;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.queue.Admission;
import io.sluice.pool.internal.queue.AvailableQueue;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.internal.queue.WaiterQueue;

import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * An {@link AvailableQueue} with nothing around it, for {@code perf/run queues}: nothing grows,
 * ages or ends. It is in the package of the queue, which is not visible elsewhere; the measurements
 * run on the class path, where that is allowed. Thread-safe.
 */
@NullMarked
public final class AvailableHolders {

    private static final int NO_LIMIT = Integer.MAX_VALUE;

    private final AvailableQueue<Object> queue;

    /**
     * Makes a queue in which some resources are available.
     *
     * @param resources how many
     */
    public AvailableHolders(int resources) {
        SystemTicker ticker = SystemTicker.INSTANCE;
        HolderSlots<Object> slots = new HolderSlots<>(resources);
        Admission admission = new Admission("queues", NO_LIMIT, new CreationPermits(resources));
        Owner owner = new Owner();
        WaiterQueue<Object> waiters =
                new WaiterQueue<>(
                        "queues",
                        ticker,
                        slots,
                        admission,
                        () -> {
                            throw Owner.unexpected();
                        });
        Epoch epoch = new Epoch(ticker, NO_LIMIT, /* fixed= */ false, () -> {});
        queue = new AvailableQueue<>(slots, waiters, ticker);
        for (int i = 0; i < resources; i++) {
            ResourceHolder<Object> holder =
                    new ResourceHolder<>(new Object(), epoch, waiters, owner, 1, Long.MAX_VALUE, 0);
            // Set once: the epoch never ticks here, so each release is the short one.
            holder.seen = epoch.value;
            slots.seat(holder);
            queue.put(holder);
        }
    }

    /** Takes an available holder, or returns null; a release of the holder gives it back. */
    public @Nullable Holder<Object> poll() {
        return queue.poll();
    }

    /** The pool's part, which is never needed here. */
    private static final class Owner implements HolderReturn<Object> {

        @Override
        public void requeue(ResourceHolder<Object> holder) {
            throw unexpected();
        }

        @Override
        public void publish(ResourceHolder<Object> holder) {
            throw unexpected();
        }

        @Override
        public void discard(
                ResourceHolder<Object> holder, DiscardReason reason, @Nullable Throwable cause) {
            throw unexpected();
        }

        @Override
        public boolean releaseInTransaction(ResourceHolder<Object> holder, long stamp) {
            throw unexpected();
        }

        @Override
        public void runAside(Runnable task) {
            throw unexpected();
        }

        private static IllegalStateException unexpected() {
            return new IllegalStateException(
                    "the queue asked for a pool; expected only takes and short releases");
        }
    }
}
