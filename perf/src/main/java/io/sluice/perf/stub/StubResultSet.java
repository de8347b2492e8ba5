package io.sluice.perf.stub;

import java.lang.invoke.MethodHandles;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Ten rows that count from 1, the same number in every column. Not thread-safe, as a lease is one
 * thread's.
 */
abstract class StubResultSet implements ResultSet, Stub {

    /** Makes others; a plain call, since statements and results are made in each cycle. */
    static final StubResultSet FIRST =
            Completion.refusing(
                    MethodHandles.lookup(), StubResultSet.class, "stub result set", "wasNull");

    /** How many rows there are. */
    static final int ROWS = 10;

    /** The value of a column that is read as text. */
    private static final String TEXT = "text";

    private final StubPreparedStatement statement;
    private int row;
    private boolean closed;

    StubResultSet(StubPreparedStatement statement) {
        this.statement = statement;
    }

    /** Written by {@link Completion}. */
    abstract StubResultSet another(StubPreparedStatement statement);

    @Override
    public boolean next() throws SQLException {
        checkOpen();
        if (row > ROWS) {
            return false;
        }
        row++;
        return row <= ROWS;
    }

    @Override
    public int getInt(int columnIndex) throws SQLException {
        checkRow();
        return row;
    }

    @Override
    public long getLong(int columnIndex) throws SQLException {
        checkRow();
        return row;
    }

    @Override
    public String getString(int columnIndex) throws SQLException {
        checkRow();
        return TEXT;
    }

    @Override
    public Statement getStatement() throws SQLException {
        checkOpen();
        return statement;
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public int getType() {
        return ResultSet.TYPE_FORWARD_ONLY;
    }

    private void checkRow() throws SQLException {
        checkOpen();
        if (row < 1 || row > ROWS) {
            throw new SQLException("the stub result set stands at no row");
        }
    }

    private void checkOpen() throws SQLException {
        if (closed) {
            throw new SQLException("the stub result set is closed");
        }
    }
}
