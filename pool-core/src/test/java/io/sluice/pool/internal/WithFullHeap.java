package io.sluice.pool.internal;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.internal.base.CreatorThreads;
import io.sluice.pool.internal.base.SystemTicker;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Runs alarms, the timer's first ones, in a full heap, and uses a pool when there is room again.
 * Started by {@link SystemTickerTest} with a small heap.
 */
final class WithFullHeap {

    private static final int ALARMS = 5;
    private static final long GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final OutOfMemoryError ON_PURPOSE = new OutOfMemoryError("on purpose");

    private static volatile boolean full;
    private static volatile int failed;
    private static volatile Object kept;
    private static volatile Thread timer;

    private WithFullHeap() {}

    private static final class Factory implements ResourceFactory<Object> {

        @Override
        public Object create() {
            return new Object();
        }

        @Override
        public void destroy(Object resource) {}
    }

    /** What keeps the heap full, down to the last few bytes. */
    private record Link(Object[] room, Object before) {}

    private static void takeAllRoom() {
        Object last = kept;
        for (int length = 1 << 20; length > 0; ) {
            try {
                last = new Link(new Object[length], last);
            } catch (OutOfMemoryError e) {
                length /= 2;
            }
        }
        kept = last;
    }

    /** Leaves its thread no byte, not even in what is set aside for it. */
    private static void fail() {
        takeAllRoom();
        failed++; // by the timer thread only
        throw ON_PURPOSE;
    }

    /** What the thread uses for the first time, it uses without memory. */
    private static Thread firstRunsWhenFull(Runnable task) {
        timer =
                CreatorThreads.daemon(
                        "timer",
                        () -> {
                            while (!full) {
                                Thread.yield(); // the other may have no processor
                            }
                            task.run();
                        });
        return timer;
    }

    public static void main(String[] arguments) throws Exception {
        System.getLogger("io.sluice.pool").log(System.Logger.Level.WARNING, "about to be full");
        Ticker ticker = new SystemTicker(WithFullHeap::firstRunsWhenFull);
        ticker.open();
        CountDownLatch onTime = new CountDownLatch(1);
        for (int i = 1; i <= ALARMS; i++) {
            ticker.schedule(WithFullHeap::fail, i * GAP_NANOS);
        }
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
        takeAllRoom();
        full = true;
        while (failed < ALARMS && timer.isAlive() && System.nanoTime() - deadline < 0) {
            Thread.yield();
        }
        kept = null;
        if (failed < ALARMS) {
            throw new AssertionError("only " + failed + " alarms of " + ALARMS + " have run");
        }
        ticker.schedule(onTime::countDown, 0);
        if (!onTime.await(2, TimeUnit.MINUTES)) {
            throw new AssertionError("no alarm runs any more");
        }
        usePool();
        System.out.println("served after the heap was full");
    }

    private static void usePool() throws InterruptedException {
        PoolConfig config =
                PoolConfig.builder().maxSize(1).acquireTimeout(Duration.ofMinutes(1)).build();
        try (ResourcePool<Object> pool = ResourcePool.open(config, new Factory())) {
            Holder<Object> holder = pool.acquire();
            holder.release(holder.stamp());
        }
    }
}
