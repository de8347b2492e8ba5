package io.sluice.testkit;

import io.sluice.jdbc.SluicePool;
import io.sluice.pool.PoolSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What is true of every pool, to be checked at the end of a test. A failure is an {@link
 * AssertionError} that names the pool and its counts. Thread-safe.
 *
 * @since 0.1.0
 */
public final class PoolChecks {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final long PAUSE_NANOS = 1_000_000;

    private PoolChecks() {}

    /**
     * Fails if the application has a connection of this pool that it has not closed. The failure
     * tells which thread has it. Of a {@link TrackedDataSource} it also tells where it was
     * acquired; of another pool, what that thread executes now.
     *
     * @param pool any pool, also one that is closed or was never started
     * @throws AssertionError if a lease is open
     */
    public static void noLeaseIsOpen(SluicePool pool) {
        List<?> open =
                pool instanceof TrackedDataSource tracked ? tracked.openLeases() : pool.leases();
        if (!open.isEmpty()) {
            throw new AssertionError(
                    pool.snapshot().name()
                            + ": "
                            + open.size()
                            + (open.size() == 1 ? " connection was" : " connections were")
                            + " not closed; close each in a try-with-resources statement\n    "
                            + open.stream()
                                    .map(Object::toString)
                                    .collect(Collectors.joining("\n    ")));
        }
    }

    /**
     * Fails unless the counts of this pool add up: each connection is in one state, no more exist
     * or are in creation than {@code maxSize}, and no thread waits beside an available connection.
     * While connections are on their way it waits, for at most ten seconds of real time.
     *
     * @param pool any pool
     * @throws AssertionError if a count is wrong and stays so
     */
    public static void booksBalance(SluicePool pool) {
        await(pool, "its counts do not add up", PoolChecks::balances);
    }

    /**
     * Fails unless this pool is closed and has left nothing: no connection, no attempt to connect,
     * no waiting thread. It waits for that for at most ten seconds of real time.
     *
     * @param pool a pool that was closed
     * @throws AssertionError if something is left
     */
    public static void nothingIsLeft(SluicePool pool) {
        await(
                pool,
                "not all of it is closed",
                counts -> counts.total() + counts.creating() + counts.waiting() == 0);
    }

    /**
     * Returns when the counts of a pool are as a test expects. Threads of the pool create and close
     * connections, so a count may change a moment after its cause.
     *
     * @param pool any pool
     * @param condition what to wait for, at most ten seconds of real time
     * @return the counts that fulfilled it
     * @throws AssertionError if it is not fulfilled in time, with the last counts
     */
    public static PoolSnapshot await(SluicePool pool, Predicate<PoolSnapshot> condition) {
        return await(pool, "its counts are not the expected ones", condition);
    }

    private static PoolSnapshot await(
            SluicePool pool, String otherwise, Predicate<PoolSnapshot> condition) {
        long start = System.nanoTime();
        PoolSnapshot counts = pool.snapshot();
        while (!condition.test(counts)) {
            if (System.nanoTime() - start > LIMIT.toNanos()) {
                throw new AssertionError(counts.name() + ": " + otherwise + ": " + counts);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
            counts = pool.snapshot();
        }
        return counts;
    }

    private static boolean balances(PoolSnapshot counts) {
        int inStates =
                counts.available()
                        + counts.accessible()
                        + counts.inaccessible()
                        + counts.reserved();
        boolean waitInVain = counts.waiting() > 0 && counts.available() > 0 && !counts.suspended();
        return inStates <= counts.total()
                && counts.total() + counts.creating() <= counts.maxSize()
                && !waitInVain;
    }
}
