package io.sluice.pool.internal;

import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * An {@link AvailableQueue} with nothing around it, for {@code perf/run queues}: nothing grows,
 * ages or ends. In the package of the queue, which nobody else can see; the measurements run on the
 * class path, where that is allowed. Thread-safe.
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
        WaiterQueue<Object> waiters = new WaiterQueue<>("queues", NO_LIMIT, ticker);
        Epoch epoch = new Epoch(ticker, NO_LIMIT, /* fixed= */ false, () -> {});
        queue = new AvailableQueue<>(resources, new Owner(), waiters, ticker);
        for (int i = 0; i < resources; i++) {
            ResourceHolder<Object> holder =
                    new ResourceHolder<>(
                            new Object(), epoch, waiters, queue.owner(), 1, Long.MAX_VALUE, 0);
            // Looked at once and for all, for nobody makes the epoch tick: each release is the
            // short one.
            holder.seen = epoch.value;
            queue.seat(holder);
            queue.put(holder);
        }
    }

    /** Takes one that is available, or returns null; its own release gives it back. */
    public @Nullable Holder<Object> poll() {
        return queue.poll();
    }

    /** What a pool would do: nothing here gives it a reason to. */
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
        public void timedOut() {
            throw unexpected();
        }

        @Override
        public void timedOutUnreported() {
            throw unexpected();
        }

        @Override
        public void runAside(Runnable task) {
            throw unexpected();
        }

        @Override
        public void demand() {
            throw unexpected();
        }

        @Override
        public int spareCapacity() {
            return 0;
        }

        private static IllegalStateException unexpected() {
            return new IllegalStateException(
                    "the queue asked for a pool; expected only takes and short releases");
        }
    }
}
