package io.sluice.jdbc.fault;

import io.sluice.jdbc.SluiceDataSource;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.fault.PostgresServer;
import io.sluice.pool.fixture.Await;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * Watches a pool and its server until both count as many connections as there may be, and none is
 * under way. Immutable.
 *
 * @param size how many there may be
 */
record FullService(SluiceDataSource pool, PostgresServer server, String user, int size) {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /**
     * Returns when that was so first, in {@link System#nanoTime}.
     *
     * @param right whether the sessions of the server, by their process ids, are those that are to
     *     be there: what the pool counts may be lost and not known to be
     */
    long await(Predicate<List<Integer>> right, Duration limit) throws SQLException {
        long since = System.nanoTime();
        try (Connection admin = server.admin()) {
            while (!isFull() || !isRight(PostgresServer.sessions(admin, user), right)) {
                if (System.nanoTime() - since > limit.toNanos()) {
                    throw Await.failure(
                            "waited in vain until all connections are there; "
                                    + pool.snapshot()
                                    + ", sessions "
                                    + PostgresServer.sessions(admin, user));
                }
                LockSupport.parkNanos(this, LOOK_NANOS);
            }
            return System.nanoTime();
        }
    }

    private boolean isFull() {
        PoolSnapshot now = pool.snapshot();
        return now.total() == size && now.creating() == 0;
    }

    private boolean isRight(List<Integer> sessions, Predicate<List<Integer>> right) {
        return sessions.size() == size && right.test(sessions);
    }
}
