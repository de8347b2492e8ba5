package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.ResourcePool;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.spi.Holder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A pool, requests without a thread, and an executor that waits for the test. */
abstract class AsyncFixture {

    static final Duration A_SECOND = Duration.ofSeconds(1);
    static final Duration A_MINUTE = Duration.ofMinutes(1);
    static final String CREATOR = "sluice-orders-creator-";

    /** Keeps what it is to run, until the test runs it. */
    static final class Held implements Executor {

        private final List<Runnable> tasks = new ArrayList<>();

        @Override
        public synchronized void execute(Runnable task) {
            tasks.add(task);
        }

        private synchronized Runnable take() {
            return tasks.isEmpty() ? null : tasks.remove(0);
        }

        void awaitTask() {
            await("a task").until(() -> size() > 0);
        }

        synchronized int size() {
            return tasks.size();
        }

        void runNext() {
            awaitTask();
            take().run();
        }
    }

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    final HandDrivenTicker ticker = fixture.ticker;
    final ScriptedFactory factory = fixture.factory;
    final Held held = new Held();

    ResourcePool<Resource> openWithOne() {
        return fixture.open(config -> config.maxSize(1));
    }

    static Lease lease(CompletableFuture<Holder<Resource>> stage) throws Exception {
        return Lease.of(stage.get(30, TimeUnit.SECONDS));
    }

    static <E extends Throwable> E failure(
            Class<E> type, CompletableFuture<Holder<Resource>> stage) {
        ExecutionException thrown =
                catchThrowableOfType(
                        ExecutionException.class, () -> stage.get(30, TimeUnit.SECONDS));
        assertThat(thrown).hasCauseInstanceOf(type);
        return type.cast(thrown.getCause());
    }

    void awaitWaiting(int number) {
        await(number + " waiting").until(() -> fixture.pool().snapshot().waiting() == number);
    }

    Background<Lease> waitInBackground(int parked) {
        Background<Lease> waiter = fixture.acquireInBackground();
        ticker.awaitParked(parked);
        waiter.awaitBlocked();
        return waiter;
    }

    static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
