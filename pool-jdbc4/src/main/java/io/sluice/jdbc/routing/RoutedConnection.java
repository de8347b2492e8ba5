package io.sluice.jdbc.routing;

import io.sluice.jdbc.handle.DelegatingConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A connection that is taken from its pool by the first call that needs it. Settings of before are
 * kept until then. Thread-safe as a connection of the pool is; settings must be ordered before the
 * use of other threads.
 */
final class RoutedConnection extends DelegatingConnection {

    private final SluiceRouting routing;

    /**
     * The connection of a pool, once it has been needed. Shared: CAS by any thread; volatile read.
     * Partner: {@code closed}. A thread that takes a connection then reads the flag; one that
     * closes sets it first. One of them closes the connection.
     */
    private final AtomicReference<@Nullable Connection> target = new AtomicReference<>();

    /** Shared: volatile, to true by any thread. Partner: {@code target}. */
    private volatile boolean closed;

    // Null if not set.
    private @Nullable Boolean readOnly;
    private @Nullable Boolean autoCommit;
    private @Nullable Integer isolation;

    RoutedConnection(SluiceRouting routing) {
        this.routing = routing;
    }

    @Override
    protected Connection delegate() throws SQLException {
        Connection present = target.get();
        return present == null ? acquired() : present;
    }

    /** The pool's handle has seen it. */
    @Override
    protected SQLException failed(SQLException failure) {
        return failure;
    }

    private Connection acquired() throws SQLException {
        checkOpen();
        Connection mine = routing.acquire(Boolean.TRUE.equals(readOnly));
        Connection winner = null;
        try {
            set(mine);
            Connection other = target.compareAndExchange(null, mine);
            winner = other == null ? mine : other;
        } finally {
            if (winner != mine) {
                mine.close();
            }
        }
        if (closed) {
            winner.close();
        }
        return winner; // a closed one refuses the call
    }

    /** Auto-commit comes last: some drivers refuse the others in a transaction. */
    private void set(Connection acquired) throws SQLException {
        if (readOnly != null) {
            acquired.setReadOnly(readOnly);
        }
        if (isolation != null) {
            acquired.setTransactionIsolation(isolation);
        }
        if (autoCommit != null && autoCommit != acquired.getAutoCommit()) {
            acquired.setAutoCommit(autoCommit);
        }
    }

    /** Returns whether there is no connection yet, so that a setting can be kept. */
    private boolean isPending() throws SQLException {
        if (target.get() != null) {
            return false;
        }
        checkOpen();
        return true;
    }

    private void checkOpen() throws SQLException {
        if (closed) {
            throw routing.closed();
        }
    }

    @Override
    public void setReadOnly(boolean value) throws SQLException {
        if (isPending()) {
            readOnly = value;
        } else {
            super.setReadOnly(value);
        }
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        return isPending() ? Boolean.TRUE.equals(readOnly) : super.isReadOnly();
    }

    @Override
    public void setAutoCommit(boolean value) throws SQLException {
        if (isPending()) {
            autoCommit = value;
        } else {
            super.setAutoCommit(value);
        }
    }

    /** The mode that was told is set later, since a driver may begin with another. */
    @Override
    public boolean getAutoCommit() throws SQLException {
        if (isPending()) {
            if (autoCommit == null) {
                autoCommit = routing.autoCommit();
            }
            if (autoCommit != null) {
                return autoCommit;
            }
        }
        return super.getAutoCommit();
    }

    @Override
    public void setTransactionIsolation(int level) throws SQLException {
        if (isPending()) {
            isolation = level;
        } else {
            super.setTransactionIsolation(level);
        }
    }

    @Override
    public int getTransactionIsolation() throws SQLException {
        if (isolation != null && isPending()) {
            return isolation;
        }
        return super.getTransactionIsolation();
    }

    // Nothing has happened on a connection that was not needed yet.

    @Override
    public void commit() throws SQLException {
        if (!isPending()) {
            super.commit();
        }
    }

    @Override
    public void rollback() throws SQLException {
        if (!isPending()) {
            super.rollback();
        }
    }

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        return isPending() ? null : super.getWarnings();
    }

    @Override
    public void clearWarnings() throws SQLException {
        if (!isPending()) {
            super.clearWarnings();
        }
    }

    @Override
    public boolean isValid(int timeout) throws SQLException {
        return !closed && super.isValid(timeout);
    }

    @Override
    public boolean isClosed() throws SQLException {
        Connection present = target.get();
        return present == null ? closed : present.isClosed();
    }

    @Override
    public void close() throws SQLException {
        closed = true;
        Connection present = target.get();
        if (present != null) {
            present.close();
        }
    }

    @Override
    public void abort(Executor executor) throws SQLException {
        closed = true;
        Connection present = target.get();
        if (present != null) {
            present.abort(executor);
        }
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return type.isInstance(this) ? type.cast(this) : super.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this) || super.isWrapperFor(type);
    }
}
