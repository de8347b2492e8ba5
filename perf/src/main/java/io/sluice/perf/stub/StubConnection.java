package io.sluice.perf.stub;

import java.lang.invoke.MethodHandles;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A connection to nothing. It keeps the state that pools read and reset, and answers that it is
 * valid. It prepares statements with ten rows. Plain statements only close; it makes them because
 * one of the pools wants one with each connection. It refuses everything else that would need a
 * server. Not thread-safe, as a lease is one thread's.
 */
public abstract class StubConnection implements Connection, Stub {

    /** Makes others; a plain call, since statements and results are made in each cycle. */
    private static final StubConnection FIRST =
            keeping(MethodHandles.lookup(), StubConnection.class);

    private final AtomicInteger open;
    private boolean closed;

    /**
     * Makes a connection.
     *
     * @param open counts the open connections; this one is included already
     */
    @SuppressWarnings("this-escape") // the setters that are made assign fields, and nothing else
    StubConnection(AtomicInteger open) throws SQLException {
        this.open = open;
        setAutoCommit(true);
        setTransactionIsolation(TRANSACTION_READ_COMMITTED);
        setHoldability(ResultSet.CLOSE_CURSORS_AT_COMMIT);
        setTypeMap(Map.of());
        setClientInfo(new Properties());
    }

    /** Returns the first object of a class, for a connection that refuses what needs a server. */
    static <T extends StubConnection> T keeping(MethodHandles.Lookup lookup, Class<T> partial) {
        return Completion.keeping(
                lookup,
                partial,
                "stub connection",
                "commit",
                "rollback",
                "getWarnings",
                "clearWarnings");
    }

    /** Returns a new one. */
    static StubConnection of(AtomicInteger open) throws SQLException {
        return FIRST.another(open);
    }

    /** Written by {@link Completion}. */
    abstract StubConnection another(AtomicInteger open) throws SQLException;

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            open.decrementAndGet();
        }
    }

    @Override
    public void abort(Executor executor) {
        close();
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public boolean isValid(int timeout) {
        return !closed;
    }

    @Override
    public String nativeSQL(String sql) {
        return sql;
    }

    @Override
    public Statement createStatement() throws SQLException {
        return prepareStatement("");
    }

    @Override
    public PreparedStatement prepareStatement(String sql) throws SQLException {
        if (closed) {
            throw new SQLException("the stub connection is closed");
        }
        return StubPreparedStatement.FIRST.another(this);
    }
}
