package io.sluice.jdbc.fault;

import io.sluice.jdbc.SluiceDataSource;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.fault.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/**
 * Watches a pool and its server until both count as many connections as there may be, and none is
 * under way. Immutable.
 *
 * @param size how many there may be
 */
record FullService(SluiceDataSource pool, PostgresServer server, String user, int size) {

    /**
     * Returns when that was so first, in {@link System#nanoTime}.
     *
     * @param right whether the sessions of the server, by their process ids, are those that are to
     *     be there: what the pool counts may be lost and not known to be
     */
    long await(Predicate<List<Integer>> right, Duration limit) throws SQLException {
        try (Connection admin = server.admin()) {
            Awaitility.await("all connections of " + pool)
                    .atMost(limit)
                    .until( // the server is asked no sooner than it has to be
                            () ->
                                    isFull()
                                            ? PostgresServer.sessions(admin, user)
                                            : List.<Integer>of(),
                            sessions -> isRight(sessions, right));
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
