package io.sluice.pool.fault;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.spi.ResourceFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntBinaryOperator;

/**
 * The whole life of a pool, with no memory at some points: whatever fails, it gives its ticker back
 * and a second close ends. Loaded and called as {@link FullHeapScenario} is.
 */
public final class FullHeapLife implements IntBinaryOperator {

    private static final long LIMIT_SECONDS = 10;

    private final CountingTicker ticker = new CountingTicker();
    private ResourcePool<Object> pool;

    @Override
    public int applyAsInt(int first, int last) {
        int points;
        MemoryFaults.begin(first, last);
        try {
            live();
        } catch (Exception | Error e) { // no memory, or nothing acquired for want of it
            if (e instanceof AssertionError failure) {
                throw failure;
            }
        } finally {
            points = MemoryFaults.end();
        }
        closeAgain();
        if (ticker.users.get() != 0) {
            throw new AssertionError("the ticker was not given back");
        }
        return points;
    }

    private void live() throws Exception {
        PoolConfig config =
                PoolConfig.builder()
                        .name("short-lived")
                        .minSize(1)
                        .maxSize(2)
                        .closeTimeout(Duration.ofMillis(100))
                        .ticker(ticker)
                        .build();
        pool = ResourcePool.open(config, new Factory());
        try (ResourcePool<Object> open = pool) {
            open.acquire(Duration.ofMillis(100)); // stays out
            open.close(Duration.ZERO);
        }
    }

    private void closeAgain() {
        ResourcePool<Object> opened = pool;
        if (opened == null) {
            return;
        }
        CompletableFuture<Void> closed = new CompletableFuture<>();
        Thread closer =
                new Thread(
                        () -> {
                            opened.close();
                            closed.complete(null);
                        });
        closer.setDaemon(true);
        closer.start();
        try {
            closed.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("the second close waits", e);
        }
    }

    private static final class CountingTicker extends TickerWithPoints {

        private final AtomicInteger users = new AtomicInteger();

        @Override
        public void open() {
            super.open();
            users.getAndIncrement();
        }

        @Override
        public void close() {
            super.close();
            users.getAndDecrement();
        }
    }

    private static final class Factory implements ResourceFactory<Object> {

        @Override
        public Object create() {
            return new Object();
        }

        @Override
        public void destroy(Object resource) {}
    }
}
