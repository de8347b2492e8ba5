package io.sluice.pool;

import com.sun.management.OperatingSystemMXBean;
import io.sluice.pool.fixture.FakeResource;
import io.sluice.pool.fixture.FakeResourceFactory;
import io.sluice.pool.internal.SystemTicker;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.Ticker;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures what a hundred idle pools cost: the CPU time of this process and of the pools' own
 * threads, and the alarms raised, in ten seconds straight after traffic and in ten more; and first
 * what the process takes without any pool. Printed, not judged: run it on a machine that does
 * nothing else.
 */
public final class IdlePools {

    private static final int POOLS = 100;
    private static final int SECONDS = 10;

    private IdlePools() {}

    /** The system's clock, counting the alarms it raises. */
    private static final class CountingTicker implements Ticker {
        private final Ticker system = SystemTicker.INSTANCE;
        private final AtomicLong raised = new AtomicLong();

        @Override
        public long nanos() {
            return system.nanos();
        }

        @Override
        public Alarm schedule(Runnable task, long delayNanos) {
            return system.schedule(
                    () -> {
                        raised.incrementAndGet();
                        task.run();
                    },
                    delayNanos);
        }

        @Override
        public void park(Object blocker, long nanos) {
            system.park(blocker, nanos);
        }

        @Override
        public void open() {
            system.open();
        }

        @Override
        public void close() {
            system.close();
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        CountingTicker ticker = new CountingTicker();
        print(ticker, "before there are pools");
        List<ResourcePool<FakeResource>> pools = new ArrayList<>();
        for (int i = 0; i < POOLS; i++) {
            PoolConfig config =
                    PoolConfig.builder().name("idle-" + i).minSize(2).ticker(ticker).build();
            pools.add(ResourcePool.open(config, new FakeResourceFactory()));
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
        while (System.nanoTime() < end) {
            for (ResourcePool<FakeResource> pool : pools) {
                Holder<FakeResource> holder = pool.acquire();
                holder.release(holder.stamp());
            }
        }
        print(ticker, "with " + POOLS + " idle pools, straight after traffic");
        print(ticker, "with " + POOLS + " idle pools, after that");
        pools.forEach(pool -> pool.close(Duration.ZERO));
    }

    private static void print(CountingTicker ticker, String when) throws InterruptedException {
        long process = processNanos();
        Map<Long, Long> pools = nanosOfPoolThreads();
        long raised = ticker.raised.get();
        new CountDownLatch(1).await(SECONDS, TimeUnit.SECONDS);
        System.out.printf(
                "%d s %s: %.1f ms CPU of the process, %.2f ms of the pools' threads, %d alarms%n",
                SECONDS,
                when,
                (processNanos() - process) / 1e6,
                sumSince(pools) / 1e6,
                ticker.raised.get() - raised);
    }

    private static long processNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static double sumSince(Map<Long, Long> before) {
        return nanosOfPoolThreads().entrySet().stream()
                .mapToLong(now -> now.getValue() - before.getOrDefault(now.getKey(), 0L))
                .sum();
    }

    /** The CPU time of each of the pools' threads that lives: the timer's, and creators' if any. */
    private static Map<Long, Long> nanosOfPoolThreads() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Map<Long, Long> nanos = new HashMap<>();
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().startsWith("sluice")) {
                nanos.put(
                        thread.getThreadId(),
                        Math.max(0, threads.getThreadCpuTime(thread.getThreadId())));
            }
        }
        return nanos;
    }
}
