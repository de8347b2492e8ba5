package io.sluice.pool.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.fixture.FakeResource;
import io.sluice.pool.fixture.FakeResourceFactory;
import io.sluice.pool.fixture.PoolInvariants;
import io.sluice.pool.spi.Holder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is done for requests without a thread at the end of the stack fails, and costs the pool
 * nothing; each request ends.
 */
@Timeout(300)
@Tag("once")
class RequestStackTest {

    private static final int PLACES = 4;
    private static final int ROUNDS = 3;
    private static final long STACK_BYTES = 400_000;
    private static final Duration LONG = Duration.ofSeconds(30);

    /** From the end of the stack up to where there is plenty of it. */
    private static final int FRAMES = 400;

    @RegisterExtension final PoolInvariants pools = new PoolInvariants();

    private ResourcePool<FakeResource> pool;
    private int overflows;

    private void open(Duration validateAfterIdle) throws Exception {
        pool =
                pools.open(
                        PoolConfig.builder()
                                .maxSize(PLACES)
                                .validateAfterIdle(validateAfterIdle)
                                .acquireTimeout(Duration.ofSeconds(10)),
                        new FakeResourceFactory());
        releaseAll(acquireAll()); // creates all
        useOnce();
    }

    /** What is linked for the first time takes more stack than the pool leaves for it. */
    private void useOnce() throws Exception {
        List<Holder<FakeResource>> leases = acquireAll();
        List<CompletableFuture<Holder<FakeResource>>> requests = new ArrayList<>();
        for (int i = 0; i < 5 * PLACES; i++) {
            requests.add(pool.acquireAsync(LONG, Runnable::run));
        }
        for (int i = 0; i < requests.size(); i += i < PLACES ? 1 : 2) { // in front and between
            requests.get(i).cancel(true);
        }
        releaseAll(leases);
        for (CompletableFuture<Holder<FakeResource>> request : requests) {
            if (!request.isCancelled()) {
                release(request.get(10, TimeUnit.SECONDS));
            }
        }
    }

    private List<Holder<FakeResource>> acquireAll() throws Exception {
        List<Holder<FakeResource>> all = new ArrayList<>();
        for (int i = 0; i < PLACES; i++) {
            all.add(pool.acquire());
        }
        return all;
    }

    private static void releaseAll(List<Holder<FakeResource>> leases) {
        leases.forEach(RequestStackTest::release);
    }

    private static void release(Holder<FakeResource> holder) {
        holder.release(holder.stamp());
    }

    private void assertThatAllIsThere() throws Exception {
        assertThat(overflows).as("steps at the end of the stack").isPositive();
        releaseAll(acquireAll());
        await("no request in line").until(() -> pool.snapshot().waiting() == 0);
    }

    /** Takes the outcome of a request; returns null if it failed for want of stack. */
    private static @Nullable Holder<FakeResource> outcome(
            CompletableFuture<Holder<FakeResource>> stage) throws Exception {
        try {
            return stage.get(10, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            assertThat(e).hasCauseInstanceOf(StackOverflowError.class);
            return null;
        }
    }

    /** At first all is interpreted, later it is compiled. Some are quick, some are checked. */
    @ParameterizedTest
    @ValueSource(ints = {0, 500})
    void aRequestThereLeavesAllPlaces(int validateAfterIdleMillis) throws Exception {
        open(Duration.ofMillis(validateAfterIdleMillis));
        for (int round = 0; round < ROUNDS; round++) {
            CompletableFuture<?>[] made = new CompletableFuture<?>[FRAMES];
            AtTheEnd frames =
                    new AtTheEnd(step -> made[step] = pool.acquireAsync(LONG, Runnable::run));
            frames.run(round);

            for (CompletableFuture<?> each : made) {
                if (each != null) {
                    releaseOutcome(each);
                }
            }
        }

        assertThatAllIsThere();
    }

    @SuppressWarnings("unchecked") // an array has no type parameter
    private static void releaseOutcome(CompletableFuture<?> made) throws Exception {
        Holder<FakeResource> holder = outcome((CompletableFuture<Holder<FakeResource>>) made);
        if (holder != null) {
            release(holder);
        }
    }

    @Test
    void aReleaseThereServesARequestOrLeavesTheLease() throws Exception {
        open(Duration.ofMillis(500));
        for (int round = 0; round < 10 * ROUNDS; round++) {
            List<Holder<FakeResource>> leases = acquireAll();
            long[] stamps = leases.stream().mapToLong(Holder::stamp).toArray();
            List<CompletableFuture<Holder<FakeResource>>> requests = requests(Runnable::run);
            AtTheEnd frames =
                    new AtTheEnd(
                            step -> {
                                if (step < PLACES) {
                                    leases.get(step).release(stamps[step]);
                                }
                            });
            frames.run(round);

            for (int i = 0; i < PLACES; i++) {
                leases.get(i).release(stamps[i]); // does nothing where it was released
            }
            for (CompletableFuture<Holder<FakeResource>> request : requests) {
                release(request.get(10, TimeUnit.SECONDS));
            }
        }

        assertThatAllIsThere();
    }

    private List<CompletableFuture<Holder<FakeResource>>> requests(Executor executor) {
        List<CompletableFuture<Holder<FakeResource>>> requests = new ArrayList<>();
        for (int i = 0; i < PLACES; i++) {
            requests.add(pool.acquireAsync(LONG, executor));
        }
        return requests;
    }

    @Test
    void aCancellationThereLeavesAllPlaces() throws Exception {
        open(Duration.ofMillis(500));
        for (int round = 0; round < ROUNDS; round++) {
            List<Holder<FakeResource>> leases = acquireAll();
            List<CompletableFuture<Holder<FakeResource>>> requests = new ArrayList<>();
            for (int i = 0; i < FRAMES; i++) {
                requests.add(pool.acquireAsync(LONG, Runnable::run));
            }
            AtTheEnd frames = new AtTheEnd(step -> requests.get(step).cancel(true));
            frames.run(round);
            requests.stream().filter(request -> !request.isDone()).forEach(r -> r.cancel(true));
            releaseAll(leases);
        }

        assertThatAllIsThere();
    }

    @Test
    void aDeliveryThatFindsNoStackIsMadeElsewhere() throws Exception {
        open(Duration.ofMillis(500));
        for (int round = 0; round < 10 * ROUNDS; round++) {
            LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
            List<Holder<FakeResource>> leases = acquireAll();
            List<CompletableFuture<Holder<FakeResource>>> requests = requests(tasks::add);
            releaseAll(leases);
            List<Runnable> deliveries = new ArrayList<>();
            for (int i = 0; i < PLACES; i++) {
                deliveries.add(tasks.poll(10, TimeUnit.SECONDS));
            }
            AtTheEnd frames =
                    new AtTheEnd(
                            step -> {
                                if (step < PLACES) {
                                    deliveries.get(step).run();
                                }
                            });
            frames.run(round);

            deliveries.forEach(Runnable::run); // does nothing where it has run
            for (CompletableFuture<Holder<FakeResource>> request : requests) {
                release(request.get(10, TimeUnit.SECONDS));
            }
        }

        assertThatAllIsThere();
    }

    @Test
    void aDependentThatOverflowsLeavesTheLeaseToItsCaller() throws Exception {
        open(Duration.ofMillis(500));
        List<Holder<FakeResource>> leases = acquireAll();
        List<CompletableFuture<Holder<FakeResource>>> requests = requests(Runnable::run);
        List<CompletableFuture<Void>> dependents = new ArrayList<>();
        requests.forEach(request -> dependents.add(request.thenAccept(holder -> overflow())));

        releaseAll(leases);

        for (int i = 0; i < PLACES; i++) {
            release(requests.get(i).get(10, TimeUnit.SECONDS));
            await("a dependent").until(dependents.get(i)::isCompletedExceptionally);
            overflows++;
        }
        assertThatAllIsThere();
    }

    @SuppressWarnings("InfiniteRecursion") // down to the end of the stack
    private static void overflow() {
        overflow();
    }

    private interface Step {
        void run(int number);
    }

    /** Goes down to the end of the stack, and makes a step in each frame on the way up. */
    private final class AtTheEnd {

        private final Step step;
        private int made;

        AtTheEnd(Step step) {
            this.step = step;
        }

        /**
         * @param before frames of another size before those that go down, so that these end
         *     elsewhere
         */
        void run(int before) throws InterruptedException {
            Thread thread = new Thread(null, () -> begin(before), "test-deep", STACK_BYTES);
            thread.setDaemon(true);
            thread.start();
            thread.join();
        }

        private void begin(int before) {
            if (before > 0) {
                begin(before - 1);
            } else {
                down();
            }
        }

        @SuppressWarnings("InfiniteRecursion") // down to the end of the stack
        private void down() {
            try {
                down();
            } catch (StackOverflowError e) { // the end
                return;
            }
            up();
        }

        private void up() {
            try {
                if (made < FRAMES) {
                    int number = made;
                    made++;
                    step.run(number);
                }
            } catch (StackOverflowError e) {
                overflows++;
            }
        }
    }
}
