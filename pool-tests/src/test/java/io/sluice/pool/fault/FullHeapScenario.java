package io.sluice.pool.fault;

import io.sluice.pool.FlushMode;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.ResourceFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntBinaryOperator;

/**
 * All that a small pool does, with no memory at some points; and whether it is whole again
 * afterwards. Loaded by {@link FaultyMemoryLoader}, and called through an interface of the JDK.
 *
 * <p>Called with the first and the last point that have no memory; returns how many points there
 * were, or fails.
 */
public final class FullHeapScenario implements IntBinaryOperator {

    private static final int PLACES = 2;
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Duration SOON = Duration.ofMillis(40);

    private final Factory factory = new Factory();
    private final List<Lease> leases = new ArrayList<>();
    private ResourcePool<Object> pool;

    private record Lease(Holder<Object> holder, long stamp) {}

    /** A step of an application, which may find no memory at any time. */
    private interface Step {
        void run() throws Exception;
    }

    @Override
    public int applyAsInt(int first, int last) {
        pool =
                ResourcePool.open(
                        PoolConfig.builder()
                                .name("full")
                                .maxSize(PLACES)
                                .validateAfterIdle(Duration.ofMillis(4))
                                .keepaliveInterval(Duration.ofMillis(30))
                                .connectTimeout(Duration.ofMillis(100))
                                .closeTimeout(Duration.ofMillis(100))
                                .ticker(new TickerWithPoints())
                                .build(),
                        factory);
        factory.reset();
        MemoryFaults.begin(first, last);
        int points;
        try {
            use();
        } finally {
            points = MemoryFaults.end();
        }
        try {
            check();
        } finally {
            pool.close(Duration.ZERO);
        }
        await("all is destroyed: " + factory.alive, factory.alive::isEmpty);
        return points;
    }

    private void use() {
        factory.failures.set(1);
        acquire(0);
        acquire(1);
        Thread waiter = start(() -> acquire(2));
        release(0);
        join(waiter);
        discard(2);
        acquire(0);
        step(() -> leases.get(1).holder.doom(DiscardReason.EVICTED, null));
        release(1);
        acquire(1);
        release(0);
        release(1);
        factory.invalid.set(1);
        step(() -> pool.suspectAll());
        acquire(0);
        release(0);
        step(() -> pool.flush(FlushMode.IDLE));
        acquire(0);
        step(() -> pool.flush(FlushMode.GRACEFUL));
        step(() -> pool.flush(FlushMode.IMMEDIATE));
        release(0);
        acquire(0);
        step(() -> pool.suspend());
        release(0);
        step(() -> pool.resume());
        acquire(0);
        factory.refusals.set(1);
        acquire(1);
        release(0);
        release(1);
    }

    /** Everything is back, and nothing is left over. */
    private void check() {
        for (Lease lease : leases) {
            if (lease != null) {
                lease.holder.release(lease.stamp); // which may have failed
            }
        }
        step(() -> pool.resume());
        List<Lease> all = new ArrayList<>();
        try {
            for (int i = 0; i < PLACES; i++) {
                Holder<Object> holder = pool.acquire(LIMIT);
                all.add(new Lease(holder, holder.stamp()));
            }
        } catch (Exception e) {
            throw new AssertionError(pool.snapshot().toString(), e);
        }
        all.forEach(lease -> lease.holder.release(lease.stamp));
        await("the pool is at rest: ", this::isAtRest);
    }

    private boolean isAtRest() {
        PoolSnapshot now = pool.snapshot();
        return now.creating() == 0
                && now.reserved() == 0
                && now.waiting() == 0
                && now.total() == now.available()
                && now.total() == factory.alive.size();
    }

    private void await(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > LIMIT.toNanos()) {
                throw new AssertionError(
                        "waited in vain until "
                                + what
                                + ": "
                                + pool.snapshot()
                                + ", exist "
                                + factory.alive.size());
            }
            Thread.onSpinWait();
        }
    }

    private void acquire(int place) {
        step(
                () -> {
                    Holder<Object> holder = pool.acquire(SOON);
                    Lease lease = new Lease(holder, holder.stamp());
                    synchronized (leases) {
                        while (leases.size() <= place) {
                            leases.add(null);
                        }
                        leases.set(place, lease);
                    }
                });
    }

    private void release(int place) {
        step(
                () -> {
                    Lease lease = leases.get(place);
                    lease.holder.release(lease.stamp);
                });
    }

    private void discard(int place) {
        step(
                () -> {
                    Lease lease = leases.get(place);
                    if (lease.holder.reserve(lease.stamp)) {
                        lease.holder.discard(DiscardReason.BROKEN, null);
                    }
                });
    }

    private static void step(Step step) {
        try {
            step.run();
        } catch (Throwable e) { // no memory, or nothing acquired for want of it
            if (e instanceof AssertionError failure) {
                throw failure;
            }
        }
    }

    private static Thread start(Runnable work) {
        Thread thread = new Thread(work, "test-waiter");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while a waiter waits", e);
        }
    }

    /** Knows what exists. */
    private static final class Factory implements ResourceFactory<Object> {

        private final Set<Object> alive = ConcurrentHashMap.newKeySet();
        private final AtomicInteger failures = new AtomicInteger();
        private final AtomicInteger invalid = new AtomicInteger();
        private final AtomicInteger refusals = new AtomicInteger();

        void reset() {
            failures.set(0);
            invalid.set(0);
            refusals.set(0);
        }

        private static boolean takeOne(AtomicInteger left) {
            return left.getAndUpdate(many -> Math.max(0, many - 1)) > 0;
        }

        @Override
        public Object create() {
            if (takeOne(failures)) {
                throw new IllegalStateException("cannot connect, on purpose");
            }
            Object resource = new Object();
            alive.add(resource);
            return resource;
        }

        @Override
        public void joined(Object resource, Holder<Object> holder) {
            if (takeOne(refusals)) {
                throw new IllegalStateException("refused, on purpose");
            }
        }

        @Override
        public void validate(Object resource, Duration limit) {
            if (takeOne(invalid)) {
                throw new IllegalStateException("not valid, on purpose");
            }
        }

        @Override
        public void destroy(Object resource) {
            if (!alive.remove(resource)) {
                throw new AssertionError("destroyed twice");
            }
        }
    }
}
