package io.sluice.pool.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.fixture.Deep;
import io.sluice.pool.fixture.FakeResource;
import io.sluice.pool.fixture.FakeResourceFactory;
import io.sluice.pool.fixture.Faults;
import io.sluice.pool.fixture.PoolInvariants;
import io.sluice.pool.fixture.Workers;
import io.sluice.pool.fixture.Workers.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Random pools under random users with random faults, round after round, each checked at its end:
 * no resource was ever used by two threads, none is lost, the maximum was never passed, no thread
 * waits beside something available, every permit is back; and what existed before a flush by a
 * deadline is gone after it, or it says how much is not.
 *
 * <p>{@code -Dsluice.seed=…} repeats the choices of a run, though not the order in which threads
 * come to make them; {@code -Dsluice.stress.seconds=…} says for how long, or {@code
 * -Dsluice.deep=true} for minutes.
 */
class PoolStressIT {

    private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(400);
    private static final long SECONDS =
            Long.getLong("sluice.stress.seconds", Deep.isAsked() ? 300 : 10);

    @RegisterExtension final PoolInvariants pools = new PoolInvariants();
    @RegisterExtension final Workers workers = new Workers();

    private long leases;

    @Test
    void whateverHappensNothingIsSharedLostOrForgotten() throws Exception {
        long seed = Long.getLong("sluice.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        int rounds = 0;
        try {
            do {
                round(random.split(), rounds++);
            } while (System.nanoTime() < end);
        } catch (Throwable e) {
            throw new AssertionError(
                    "round " + rounds + " of -Dsluice.seed=" + seed + " failed: " + e.getMessage(),
                    e);
        }
        System.out.println(
                "PoolStressIT: "
                        + rounds
                        + " rounds, "
                        + leases
                        + " leases, -Dsluice.seed="
                        + seed);
        assertThat(leases).isPositive();
    }

    private void round(SplittableRandom random, int number) throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        FakeResourceFactory factory = new FakeResourceFactory().connectTimeout(CONNECT_TIMEOUT);
        boolean calm =
                random.nextInt(4) == 0; // now and then nothing goes wrong: races of the healthy
        if (!calm) {
            factory.faults(
                    new Faults(
                            random.split(),
                            200,
                            random.nextInt(300),
                            random.nextInt(20),
                            30,
                            50,
                            over));
        }
        ResourcePool<FakeResource> pool = pools.open(config(random), factory);
        Duration time = Duration.ofMillis(random.nextInt(100, 1_000));
        long stop = System.nanoTime() + time.toNanos();
        int count = random.nextInt(2, 13);
        List<Worker<Long>> users = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StressUser user = new StressUser(pool, factory, random.split(), stop, calm);
            users.add(workers.start("round " + number + " user " + i, user));
        }
        boolean closed = random.nextInt(3) == 0;
        Duration drain = Duration.ofMillis(random.nextInt(30));
        interruptSome(random.split(), users, stop);
        if (closed) {
            pool.close(drain);
        }
        for (Worker<Long> user : users) {
            leases += user.result();
        }
        over.countDown();
        pools.checkAndClose();
    }

    private static PoolConfig.Builder config(SplittableRandom random) {
        int maxSize = random.nextInt(1, 7);
        return PoolConfig.builder()
                .maxSize(maxSize)
                .minSize(random.nextInt(maxSize + 1))
                .maxCreating(random.nextInt(1, 5))
                .maxWaiting(random.nextInt(5) == 0 ? 4 : Integer.MAX_VALUE)
                .connectTimeout(CONNECT_TIMEOUT)
                .closeTimeout(Duration.ofMillis(100))
                .idleTimeout(Duration.ofMillis(random.nextInt(5, 100)))
                .maxLifetime(Duration.ofMillis(random.nextInt(20, 500)))
                .keepaliveInterval(Duration.ofMillis(random.nextInt(3, 50)))
                .leakThreshold(Duration.ofMillis(random.nextInt(4) == 0 ? 5 : 0))
                .validateAfterIdle(Duration.ofMillis(random.nextInt(20)));
    }

    private static void interruptSome(
            SplittableRandom random, List<Worker<Long>> users, long stop) {
        while (System.nanoTime() < stop) {
            users.get(random.nextInt(users.size())).interrupt();
            for (int i = random.nextInt(2_000); i > 0; i--) {
                Thread.onSpinWait();
            }
            Thread.yield();
        }
    }
}
