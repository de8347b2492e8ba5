package io.sluice.pool.fault;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.ResourceFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntBinaryOperator;

/**
 * Requests without a thread, with no memory at some points: each ends, and the pool is whole again
 * afterwards. Loaded and called as {@link FullHeapScenario} is.
 */
public final class FullHeapRequests implements IntBinaryOperator {

    private static final int PLACES = 2;
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Duration SOON = Duration.ofMillis(20);
    private static final Executor REFUSING =
            task -> {
                throw new RejectedExecutionException("on purpose");
            };

    private final AtomicInteger alive = new AtomicInteger();
    private final List<CompletableFuture<Holder<Object>>> stages = new ArrayList<>();

    /** Those whose time is over. */
    private final List<CompletableFuture<Holder<Object>>> late = new ArrayList<>();

    /** What a dependent or a step could not release. */
    private final Queue<Lease> left = new ConcurrentLinkedQueue<>();

    private ResourcePool<Object> pool;

    private record Lease(Holder<Object> holder, long stamp) {

        Lease(Holder<Object> holder) {
            this(holder, holder.stamp());
        }
    }

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
                                .closeTimeout(Duration.ofMillis(100))
                                .ticker(new TickerWithPoints())
                                .build(),
                        new Factory());
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
        await("all is destroyed", () -> alive.get() == 0);
        return points;
    }

    private void use() {
        awaitShortly(request(SOON, Runnable::run)); // is created for it
        awaitShortly(request(SOON, Runnable::run)); // is there at once, mostly
        step(() -> pool.suspectAll());
        awaitShortly(request(SOON, Runnable::run)); // is validated
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < PLACES; i++) {
            step(() -> leases.add(new Lease(pool.acquire(SOON))));
        }
        requestTooLate(Runnable::run);
        requestTooLate(REFUSING);
        late.forEach(FullHeapRequests::awaitShortly);
        List<Runnable> held = new ArrayList<>();
        CompletableFuture<Holder<Object>> taken = request(LIMIT, held::add);
        CompletableFuture<Holder<Object>> refused = request(LIMIT, REFUSING);
        CompletableFuture<Holder<Object>> served = request(LIMIT, Runnable::run);
        CompletableFuture<Holder<Object>> cancelled = request(LIMIT, Runnable::run);
        if (served != null) {
            CompletableFuture<Void> ignored =
                    served.thenRun(
                            () -> {
                                throw new OutOfMemoryError("on purpose, in a dependent");
                            });
        }
        cancel(cancelled);
        leases.forEach(this::release);
        awaitShortly(refused);
        awaitShortly(served);
        cancel(taken); // its executor mostly has the lease
        step(() -> held.forEach(Runnable::run));
    }

    /**
     * A request that is over needs no use of the pool to be told so. Everything is back, and no
     * request waits; the first use finds what else had to be put off.
     */
    private void check() {
        await("late requests end", () -> late.stream().allMatch(CompletableFuture::isDone));
        List<Lease> all = new ArrayList<>();
        try {
            for (int i = 0; i < PLACES; i++) {
                releaseLeft();
                all.add(new Lease(pool.acquire(LIMIT)));
            }
        } catch (Exception e) {
            throw new AssertionError(pool.snapshot().toString(), e);
        }
        for (CompletableFuture<Holder<Object>> stage : stages) {
            if (!stage.isDone()) {
                all.forEach(this::release);
                all.clear();
            }
            await("a request ends, number " + stages.indexOf(stage), stage::isDone);
        }
        all.forEach(this::release);
        releaseLeft();
        await("the pool is at rest", this::isAtRest);
    }

    private void releaseLeft() {
        for (Lease lease = left.poll(); lease != null; lease = left.poll()) {
            lease.holder.release(lease.stamp);
        }
    }

    private boolean isAtRest() {
        PoolSnapshot now = pool.snapshot();
        return now.creating() == 0
                && now.reserved() == 0
                && now.waiting() == 0
                && now.total() == now.available()
                && now.total() == alive.get();
    }

    /** A request whose dependent releases what it gets; null if there is no memory for it. */
    private CompletableFuture<Holder<Object>> request(Duration timeout, Executor executor) {
        CompletableFuture<Holder<Object>> stage;
        try {
            stage = pool.acquireAsync(timeout, executor);
        } catch (OutOfMemoryError e) {
            return null;
        }
        stages.add(stage);
        CompletableFuture<Void> ignored = stage.thenAccept(holder -> release(new Lease(holder)));
        return stage;
    }

    private void requestTooLate(Executor executor) {
        CompletableFuture<Holder<Object>> stage = request(Duration.ofMillis(1), executor);
        if (stage != null) {
            late.add(stage);
        }
    }

    private void release(Lease lease) {
        try {
            lease.holder.release(lease.stamp);
        } catch (OutOfMemoryError e) { // once more when there is memory
            left.add(lease);
        }
    }

    private static void cancel(CompletableFuture<Holder<Object>> stage) {
        if (stage != null) {
            stage.cancel(true);
        }
    }

    /** The request may also end later, when there is memory again. */
    private static void awaitShortly(CompletableFuture<Holder<Object>> stage) {
        if (stage != null) {
            step(() -> stage.get(SOON.toMillis(), TimeUnit.MILLISECONDS));
        }
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
                                + alive.get());
            }
            Thread.onSpinWait();
        }
    }

    /** Counts what exists. */
    private final class Factory implements ResourceFactory<Object> {

        @Override
        public Object create() {
            alive.incrementAndGet();
            return new Object();
        }

        @Override
        public void validate(Object resource, Duration limit) {}

        @Override
        public void destroy(Object resource) {
            alive.decrementAndGet();
        }
    }
}
