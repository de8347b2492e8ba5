package io.sluice.pool;

import io.sluice.jdbc.internal.connect.SqlErrors;
import io.sluice.pool.fixture.FakeResource;
import io.sluice.pool.fixture.FakeResourceFactory;
import io.sluice.pool.spi.Holder;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/**
 * A program in which a thread waits for a resource in vain, for the first time in its process. What
 * is loaded on the way is between {@link Begin} and {@link End} in the log of classes.
 */
final class FirstTimeout {

    /** One more than a time-out tells of. */
    private static final int SIZE = 6;

    private FirstTimeout() {}

    /** Loaded before it waits. */
    static final class Begin {}

    /** Loaded when it has been told. */
    static final class End {}

    public static void main(String[] arguments) throws Exception {
        ResourcePool<FakeResource> pool =
                ResourcePool.open(
                        PoolConfig.builder().name("orders").maxSize(SIZE).build(),
                        new FakeResourceFactory());
        // Another thread has them all, or it would look like a deadlock.
        List<Holder<FakeResource>> leases = inAnotherThread(() -> acquireAll(pool));
        Object begin = new Begin();
        SQLException failure = acquireInVain(pool);
        Object end = new End();
        System.out.println(List.of(begin, end, leases.size(), failure.getMessage()));
        System.exit(0); // the leases are still out
    }

    private static <T> T inAnotherThread(Callable<T> body) throws Exception {
        FutureTask<T> task = new FutureTask<>(body);
        new Thread(task).start();
        return task.get();
    }

    private static List<Holder<FakeResource>> acquireAll(ResourcePool<FakeResource> pool)
            throws InterruptedException {
        List<Holder<FakeResource>> leases = new ArrayList<>();
        while (leases.size() < SIZE) {
            leases.add(pool.acquire());
        }
        return leases;
    }

    private static SQLException acquireInVain(ResourcePool<FakeResource> pool)
            throws InterruptedException {
        try {
            pool.acquire(Duration.ofMillis(1));
            throw new AssertionError("all resources are leased");
        } catch (AcquireTimeoutException e) {
            return SqlErrors.refused("orders", e);
        }
    }
}
