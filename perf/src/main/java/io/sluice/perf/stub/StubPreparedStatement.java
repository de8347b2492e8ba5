package io.sluice.perf.stub;

import java.lang.invoke.MethodHandles;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A statement that accepts any SQL and any parameter, and answers with a {@link StubResultSet}. As
 * a driver's does, it closes its result set when it is closed or executed again. Not thread-safe,
 * as a lease is one thread's.
 */
abstract class StubPreparedStatement implements PreparedStatement, Stub {

    /** Makes others; a plain call, since statements and results are made in each cycle. */
    static final StubPreparedStatement FIRST =
            Completion.refusing(
                    MethodHandles.lookup(),
                    StubPreparedStatement.class,
                    "stub statement",
                    "getWarnings",
                    "clearWarnings");

    private final StubConnection connection;
    private boolean closed;
    private @Nullable StubResultSet results;

    StubPreparedStatement(StubConnection connection) {
        this.connection = connection;
    }

    /** Written by {@link Completion}. */
    abstract StubPreparedStatement another(StubConnection connection);

    @Override
    public void setInt(int parameterIndex, int x) throws SQLException {
        checkOpen();
    }

    @Override
    public void setString(int parameterIndex, @Nullable String x) throws SQLException {
        checkOpen();
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        checkOpen();
        closeResults();
        StubResultSet made = StubResultSet.FIRST.another(this);
        results = made;
        return made;
    }

    @Override
    public void close() {
        closed = true;
        closeResults();
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public Connection getConnection() throws SQLException {
        checkOpen();
        return connection;
    }

    private void closeResults() {
        StubResultSet open = results;
        if (open != null) {
            open.close();
            results = null;
        }
    }

    private void checkOpen() throws SQLException {
        if (closed) {
            throw new SQLException("the stub statement is closed");
        }
    }
}
