package io.sluice.pool;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.fixture.FakeResource;
import io.sluice.pool.fixture.FakeResourceFactory;
import io.sluice.pool.fixture.ManualTicker;
import io.sluice.pool.fixture.PoolInvariants;
import io.sluice.pool.fixture.Workers;
import io.sluice.pool.fixture.Workers.Worker;
import io.sluice.pool.internal.PoolProbe;
import io.sluice.pool.spi.Holder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Fifty callers come at once to an empty pool of fifty, each for a moment: a handful of resources
 * serves them all, and most of these are closed again.
 */
class BurstTest {

    private static final int BURST = 50;
    private static final Duration CONNECT = ofMillis(100);
    private static final Duration LEASE = ofMillis(2);

    @RegisterExtension final PoolInvariants pools = new PoolInvariants();
    @RegisterExtension final Workers workers = new Workers();

    private final ManualTicker ticker = new ManualTicker();
    private final FakeResourceFactory factory = new FakeResourceFactory();

    private static Void lease(ResourcePool<FakeResource> pool) throws InterruptedException {
        Holder<FakeResource> holder = pool.acquire();
        long stamp = holder.stamp();
        holder.resource().use();
        holder.release(stamp);
        return null;
    }

    private List<Worker<Void>> burst(ResourcePool<FakeResource> pool) {
        List<Worker<Void>> users = new ArrayList<>();
        for (int i = 0; i < BURST; i++) {
            users.add(workers.start("user " + i, () -> lease(pool)));
        }
        return users;
    }

    /**
     * With a connect of 100 ms and leases of 2 ms, on a clock that moves only when every thread is
     * idle.
     */
    @Test
    void aBurstOnAnEmptyPoolIsServedWithinOneAndAHalfConnectsByTwelveAtMost() throws Exception {
        ResourcePool<FakeResource> pool =
                pools.open(PoolConfig.builder().maxSize(BURST), factory, ticker);
        Queue<Long> connecting = new ConcurrentLinkedQueue<>(); // since when
        factory.beforeCreation(() -> connecting.add(ticker.nanos()));
        factory.creation().hold();
        AtomicInteger holding = new AtomicInteger();
        long start = ticker.nanos();
        List<Worker<Void>> users = new ArrayList<>();
        for (int i = 0; i < BURST; i++) {
            users.add(workers.start("user " + i, () -> leaseForAWhile(pool, holding)));
        }

        while (!users.stream().allMatch(Worker::isDone)) {
            await("nobody has anything to do").until(() -> isAtRest(pool, users, holding));
            assertThat(Duration.ofNanos(ticker.nanos() - start))
                    .as("how long some have waited: " + pool.snapshot())
                    .isLessThan(CONNECT.multipliedBy(3).dividedBy(2));
            ticker.advance(ofMillis(1));
            long now = ticker.nanos();
            for (Long since = connecting.peek();
                    since != null && now - since >= CONNECT.toNanos();
                    since = connecting.peek()) {
                connecting.remove();
                factory.creation().letOneGo();
            }
        }

        factory.creation().letAllGo();
        await("nothing is in creation").until(pool::snapshot, now -> now.creating() == 0);
        assertThat(factory.createdCount()).isBetween(4, 12);
    }

    private Void leaseForAWhile(ResourcePool<FakeResource> pool, AtomicInteger holding)
            throws InterruptedException {
        Holder<FakeResource> holder = pool.acquire();
        long stamp = holder.stamp();
        long end = ticker.nanos() + LEASE.toNanos();
        holding.incrementAndGet();
        for (long left = LEASE.toNanos(); left > 0; left = end - ticker.nanos()) {
            ticker.park(holder, left);
        }
        holding.decrementAndGet();
        holder.release(stamp);
        return null;
    }

    /** Whether all wait for the clock: a thread that was woken or served has yet to move. */
    private boolean isAtRest(
            ResourcePool<FakeResource> pool, List<Worker<Void>> users, AtomicInteger holding) {
        int left = (int) users.stream().filter(user -> !user.isDone()).count();
        PoolSnapshot now = pool.snapshot();
        return now.accessible() == holding.get()
                && now.waiting() + now.accessible() == left
                && (now.waiting() == 0 || now.available() == 0)
                && now.reserved() == 0
                && now.creating() == factory.creation().stuck()
                && ticker.parked() == left; // last: a thread with a holder has parked anew since
    }

    /** As on a machine so busy that threads start late: what they were to do is done by then. */
    @Test
    void creatorsThatBeginAfterTheBurstIsServedMakeNothing() throws Exception {
        ResourcePool<FakeResource> pool =
                pools.open(PoolConfig.builder().maxSize(BURST).maxCreating(BURST), factory, ticker);
        Semaphore mayBegin = new Semaphore(4);
        PoolProbe.of(pool).startThreadsWhen(mayBegin);
        factory.creation().hold();
        try {
            List<Worker<Void>> users = burst(pool);
            await("one is on its way for each")
                    .until(pool::snapshot, now -> now.creating() == BURST);
            factory.creation().letAllGo();
            for (Worker<Void> user : users) {
                user.result();
            }
        } finally {
            mayBegin.release(BURST);
        }

        await("nothing is in creation").until(pool::snapshot, now -> now.creating() == 0);
        assertThat(factory.createdCount()).as("of the four that began in time").isBetween(1, 4);
    }

    @Test
    void afterABurstAndUnderLightLoadThePoolIsBackAtItsMinimum() throws Exception {
        ResourcePool<FakeResource> pool =
                pools.open(
                        PoolConfig.builder()
                                .maxSize(BURST)
                                .minSize(2)
                                .idleTimeout(ofMinutes(10))
                                .maxLifetime(ZERO),
                        factory,
                        ticker);
        await("the minimum exists").until(pool::snapshot, now -> now.available() == 2);
        List<Holder<FakeResource>> holders = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            holders.add(pool.acquire());
        }
        holders.forEach(holder -> holder.release(holder.stamp()));

        ticker.advance(ofMinutes(20), ofSeconds(1), () -> leaseOnce(pool));

        // On other threads, of which each gives its permit back when its resource is gone.
        await("the others are destroyed").until(pool::snapshot, now -> now.total() == 2);
        assertThat(factory.alive()).hasSize(2);
    }

    private static void leaseOnce(ResourcePool<FakeResource> pool) {
        try {
            lease(pool);
            // Kept alive on other threads, in no time at all, or the clock would overtake them.
            await("nobody is being looked at").until(pool::snapshot, now -> now.reserved() == 0);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * The same in real time, with a connect of 100 ms and leases of 2 ms. Its figures are printed;
     * no test hangs on them.
     */
    @Test
    void aBurstInRealTimeIsServedToTheLast() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        ResourcePool<FakeResource> pool = pools.open(PoolConfig.builder().maxSize(BURST), factory);
        factory.beforeCreation(() -> never.await(100, TimeUnit.MILLISECONDS));
        long start = System.nanoTime();
        List<Worker<Void>> users = new ArrayList<>();
        for (int i = 0; i < BURST; i++) {
            users.add(
                    workers.start(
                            "user " + i,
                            () -> {
                                Holder<FakeResource> holder = pool.acquire();
                                long stamp = holder.stamp();
                                never.await(2, TimeUnit.MILLISECONDS);
                                assertThat(holder.release(stamp)).isTrue();
                                return null;
                            }));
        }
        for (Worker<Void> user : users) {
            user.result();
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        await("nothing is in creation").until(pool::snapshot, now -> now.creating() == 0);
        System.out.println(
                "BurstTest: "
                        + BURST
                        + " served in "
                        + millis
                        + " ms, "
                        + factory.createdCount()
                        + " created");
    }
}
