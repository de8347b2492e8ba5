package io.sluice.jdbc.handle;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A prepared statement of a {@link ConnectionHandle}. */
public class PreparedStatementHandle extends DelegatingPreparedStatement {
    PreparedStatementHandle(PreparedStatement delegate, ConnectionHandle connection) {
        super(delegate, connection);
    }

    /** Every call counts as work: the driver may fetch descriptions from the server. */
    @Override
    protected final PreparedStatement preparedDelegate() throws SQLException {
        checkOpen();
        connection.worked();
        connection.checkGate();
        return preparedStatement;
    }

    @Override
    protected final PreparedStatement servedDelegate() throws SQLException {
        checkOpen();
        connection.enter();
        return preparedStatement;
    }

    @Override
    protected final void returned() {
        connection.leave();
    }

    @Override
    final void executingText() throws SQLException {
        connection.noteText();
        super.executingText();
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        executing();
        try {
            return opened(super.executeQuery());
        } finally {
            executed();
        }
    }

    @Override
    public int executeUpdate() throws SQLException {
        executing();
        try {
            return super.executeUpdate();
        } finally {
            executed();
        }
    }

    @Override
    public boolean execute() throws SQLException {
        note(StatementTrace.RESULTS);
        executing();
        try {
            return super.execute();
        } finally {
            executed();
        }
    }

    @Override
    public long executeLargeUpdate() throws SQLException {
        executing();
        try {
            return super.executeLargeUpdate();
        } finally {
            executed();
        }
    }

    // Calls that leave a trace on the driver's statement

    @Override
    public void setMaxRows(int max) throws SQLException {
        note(StatementTrace.MAX_ROWS);
        super.setMaxRows(max);
    }

    @Override
    public void setLargeMaxRows(long max) throws SQLException {
        note(StatementTrace.MAX_ROWS);
        super.setLargeMaxRows(max);
    }

    @Override
    public void setMaxFieldSize(int max) throws SQLException {
        note(StatementTrace.MAX_FIELD_SIZE);
        super.setMaxFieldSize(max);
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        note(StatementTrace.FETCH_SIZE);
        super.setFetchSize(rows);
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        note(StatementTrace.FETCH_DIRECTION);
        super.setFetchDirection(direction);
    }

    /** A statement that was made non-poolable is closed, even if it becomes poolable again. */
    @Override
    public void setPoolable(boolean poolable) throws SQLException {
        note(poolable ? StatementTrace.POOLABLE : StatementTrace.LASTING);
        super.setPoolable(poolable);
    }

    /** JDBC cannot read the former name. */
    @Override
    public void setCursorName(@Nullable String name) throws SQLException {
        note(StatementTrace.LASTING);
        super.setCursorName(name);
    }

    /** JDBC cannot read the former value. */
    @Override
    public void setEscapeProcessing(boolean enable) throws SQLException {
        note(StatementTrace.LASTING);
        super.setEscapeProcessing(enable);
    }

    /** JDBC cannot undo it. */
    @Override
    public void closeOnCompletion() throws SQLException {
        note(StatementTrace.LASTING);
        super.closeOnCompletion();
    }

    @Override
    public void addBatch() throws SQLException {
        note(StatementTrace.BATCH);
        super.addBatch();
    }

    @Override
    public void addBatch(String sql) throws SQLException {
        note(StatementTrace.BATCH);
        connection.noteText();
        super.addBatch(sql);
    }

    /** The use of the driver's object is not tracked. */
    @Override
    public <T> T unwrap(Class<T> iface) throws SQLException {
        T found = super.unwrap(iface);
        if (found != this) {
            note(StatementTrace.LASTING);
        }
        return found;
    }
}
