package io.sluice.testkit;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/**
 * A pool that remembers which thread took each connection, and where. Each lease costs a stack
 * trace, so it is for tests. Otherwise it is the pool that an application has. Thread-safe.
 *
 * @since 0.1.0
 */
public final class TrackedDataSource extends SluiceDataSource {

    private final Queue<Taken> taken = new ConcurrentLinkedQueue<>();

    private record Taken(Connection connection, OpenLease lease) {

        boolean isOver() {
            try {
                return connection.isClosed();
            } catch (SQLException e) {
                throw new IllegalStateException("isClosed failed", e);
            }
        }
    }

    /** Creates a pool to be configured with its setters. */
    public TrackedDataSource() {}

    /**
     * Creates a pool that starts with the first {@link #getConnection()}.
     *
     * @param config what the application configures
     */
    public TrackedDataSource(JdbcPoolConfig config) {
        super(config);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        add(connection, here());
        return connection;
    }

    @Override
    public CompletableFuture<Connection> acquireAsync(Duration timeout, Executor executor) {
        OpenLease lease = here();
        CompletableFuture<Connection> stage = super.acquireAsync(timeout, executor);
        CompletableFuture<Void> ignored = stage.thenAccept(each -> add(each, lease));
        return stage;
    }

    /**
     * Returns the leases that have begun and not ended, in the order of their begin. A lease counts
     * as ended when its connection is closed.
     *
     * @return the open leases, unmodifiable; empty if there is none
     */
    public List<OpenLease> openLeases() {
        return taken.stream().filter(each -> !each.isOver()).map(Taken::lease).toList();
    }

    private void add(Connection connection, OpenLease lease) {
        taken.removeIf(Taken::isOver);
        taken.add(new Taken(connection, lease));
    }

    /** The caller of this class, without its own two frames. */
    private static OpenLease here() {
        StackTraceElement[] stack = new Throwable().getStackTrace();
        return new OpenLease(
                Thread.currentThread().getName(), Arrays.asList(stack).subList(2, stack.length));
    }
}
