package io.sluice.pool.fault;

import io.sluice.jdbc.SluiceDataSource;
import io.sluice.pool.fixture.SilentSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntBinaryOperator;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/**
 * The start of a data source, with no memory at some points, and for a while at most: a caller that
 * waits for the start is told, the next start succeeds, and a close leaves no connection open.
 * Loaded and called as {@link FullHeapScenario} is.
 */
public final class FullHeapStart implements IntBinaryOperator {

    private static final long LIMIT_SECONDS = 10;
    private static final long WHILE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Source source = new Source();
    private final SluiceDataSource pool = new SluiceDataSource();
    private final Thread waiting = new Thread(this::acquire);
    private final Thread starting = new Thread(this::acquire);

    /** Lets another caller come while the first connection is made. */
    private final class Source extends SilentSource implements DataSource {

        private final JdbcDataSource h2 = new JdbcDataSource();
        private final Queue<Connection> made = new ConcurrentLinkedQueue<>();

        Source() {
            h2.setURL("jdbc:h2:mem:");
        }

        @Override
        public Connection getConnection() throws SQLException {
            if (waiting.getState() == Thread.State.NEW) {
                waiting.start();
                await("the other caller does not come", this::isWaiting);
            }
            Connection connection = h2.getConnection();
            made.add(connection);
            return connection;
        }

        /** Or has ended, for want of memory. */
        private boolean isWaiting() {
            return waiting.getState() != Thread.State.NEW
                    && waiting.getState() != Thread.State.RUNNABLE;
        }

        boolean isEmpty() {
            return made.stream().allMatch(this::isClosed);
        }

        private boolean isClosed(Connection connection) {
            try {
                return connection.isClosed();
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return getConnection();
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            throw new SQLException("wraps nothing");
        }

        @Override
        public boolean isWrapperFor(Class<?> type) {
            return false;
        }
    }

    private interface Condition {
        boolean holds();
    }

    private static void await(String failure, Condition condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!condition.holds()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError(failure);
            }
            LockSupport.parkNanos(100_000);
        }
    }

    @Override
    public int applyAsInt(int first, int last) {
        pool.setDataSource(source);
        pool.setAcquireTimeout(Duration.ofSeconds(3 * LIMIT_SECONDS));
        waiting.setDaemon(true);
        starting.setDaemon(true);
        MemoryFaults.begin(first, last);
        starting.start();
        long deadline = System.nanoTime() + WHILE_NANOS;
        while (starting.isAlive() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(100_000);
        }
        int points = MemoryFaults.end();
        await("the start goes on", () -> !starting.isAlive());
        await("a caller still waits for the start", () -> !waiting.isAlive());
        acquireAtLast();
        pool.close();
        await("a connection is still open", source::isEmpty);
        return points;
    }

    private void acquire() {
        try {
            pool.getConnection().close();
        } catch (SQLException | OutOfMemoryError e) {
            // There was no memory, here or for the start that was waited for.
        }
    }

    private void acquireAtLast() {
        try {
            pool.setMaxSize(1); // a start that has failed may be tried anew at once
        } catch (IllegalStateException e) {
            // It has started.
        }
        try {
            pool.getConnection().close();
        } catch (SQLException e) {
            throw new AssertionError("no connection, though there is memory again: " + e, e);
        }
    }
}
