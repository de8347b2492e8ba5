package io.sluice.jdbc.handle;

import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Statement;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A result set that knows its origin. That is a statement, or the connection if it came from the
 * metadata of the database or was the value of a column or parameter.
 */
public final class ResultSetHandle extends DelegatingResultSet {
    /** The role of a result set for its statement, which decides when the driver closes it. */
    enum Kind {
        /** The current result of the statement. */
        CURRENT,
        /** An earlier result that was to stay open. */
        KEPT,
        /** Generated keys. */
        KEYS,
        /** A result set that belongs to no statement of the application. */
        DETACHED
    }

    private final ConnectionHandle connection;
    private final @Nullable StatementHandle statement;

    /**
     * Shared: racy, by threads that let the statement go on to its next result. Partner: none
     * (where two disagree on what the driver has closed, the driver refuses it).
     */
    private Kind kind;

    /** Which results of the statement this is one of. */
    private final short generation;

    ResultSetHandle(ResultSet delegate, StatementHandle statement, Kind kind) {
        super(delegate);
        this.connection = statement.connection;
        this.statement = statement;
        this.kind = kind;
        this.generation = statement.generation();
    }

    ResultSetHandle(ResultSet delegate, ConnectionHandle connection) {
        super(delegate);
        this.connection = connection;
        this.statement = null;
        this.kind = Kind.DETACHED;
        this.generation = 0;
    }

    /** The statement moves on to its next result and leaves this one open. */
    void keep() {
        if (kind == Kind.CURRENT) {
            kind = Kind.KEPT;
        }
    }

    /** Whether the driver closes this one when its statement moves on to the next result. */
    boolean endsWith(int current) {
        return kind == Kind.CURRENT
                || (kind == Kind.KEPT && current == Statement.CLOSE_ALL_RESULTS);
    }

    /** Whether the application has closed this result set, or its statement has ended it. */
    private boolean isOver() {
        return isMarkedClosed() || (statement != null && statement.generation() != generation);
    }

    /**
     * The flag of the connection counts as well, for the reason given in {@link StatementHandle}.
     */
    private void checkOpen() throws SQLException {
        if (isOver() || connection.isMarkedClosed()) {
            throw connection.closedError("ResultSet");
        }
    }

    @Override
    protected ResultSet delegate() throws SQLException {
        checkOpen();
        return resultSet;
    }

    @Override
    protected SQLException failed(SQLException failure) {
        // Through the statement, so that a kept one learns of its failure.
        return statement == null ? connection.failed(failure) : statement.failed(failure);
    }

    // Closing

    private HandleNode parent() {
        return statement == null ? connection : statement;
    }

    /**
     * Claims nothing, which would cost as much as all the rest. Two threads that close at the same
     * moment may both call the driver, which ignores the second close.
     */
    @Override
    public void close() throws SQLException {
        if (!isOver()) {
            markClosed();
            parent().passOver(this);
            closeClaimed();
        }
    }

    @Override
    void closeClaimed() throws SQLException {
        try {
            resultSet.close();
            if (statement != null) {
                statement.resultSetClosed();
            }
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /** Asks the driver too: it closes result sets at the end of a transaction, for example. */
    @Override
    public boolean isClosed() throws SQLException {
        if (isOver() || connection.isMarkedClosed()) {
            return true;
        }
        try {
            if (!resultSet.isClosed()) {
                return false;
            }
        } catch (SQLException e) {
            throw failed(e);
        }
        markClosed();
        parent().passOver(this);
        return true;
    }

    // Moving and writing, which can make the server work, after a commit in a new transaction

    @Override
    public boolean next() throws SQLException {
        connection.enter();
        try {
            return super.next();
        } finally {
            connection.leave();
        }
    }

    @Override
    public void beforeFirst() throws SQLException {
        connection.enter();
        try {
            super.beforeFirst();
        } finally {
            connection.leave();
        }
    }

    @Override
    public void afterLast() throws SQLException {
        connection.enter();
        try {
            super.afterLast();
        } finally {
            connection.leave();
        }
    }

    @Override
    public boolean first() throws SQLException {
        connection.enter();
        try {
            return super.first();
        } finally {
            connection.leave();
        }
    }

    @Override
    public boolean last() throws SQLException {
        connection.enter();
        try {
            return super.last();
        } finally {
            connection.leave();
        }
    }

    @Override
    public boolean absolute(int row) throws SQLException {
        connection.enter();
        try {
            return super.absolute(row);
        } finally {
            connection.leave();
        }
    }

    @Override
    public boolean relative(int rows) throws SQLException {
        connection.enter();
        try {
            return super.relative(rows);
        } finally {
            connection.leave();
        }
    }

    @Override
    public boolean previous() throws SQLException {
        connection.enter();
        try {
            return super.previous();
        } finally {
            connection.leave();
        }
    }

    @Override
    public void insertRow() throws SQLException {
        connection.enterExecution();
        try {
            super.insertRow();
        } finally {
            connection.worked();
            connection.leave();
        }
    }

    @Override
    public void updateRow() throws SQLException {
        connection.enterExecution();
        try {
            super.updateRow();
        } finally {
            connection.worked();
            connection.leave();
        }
    }

    @Override
    public void deleteRow() throws SQLException {
        connection.enterExecution();
        try {
            super.deleteRow();
        } finally {
            connection.worked();
            connection.leave();
        }
    }

    @Override
    public void refreshRow() throws SQLException {
        connection.enter();
        try {
            super.refreshRow();
        } finally {
            connection.worked();
            connection.leave();
        }
    }

    // Calls for which some drivers send a statement of their own to the server

    @Override
    public SQLWarning getWarnings() throws SQLException {
        connection.enterUnnoted();
        try {
            return super.getWarnings();
        } finally {
            connection.leave();
        }
    }

    // Values with a life of their own

    @Override
    public @Nullable Object getObject(int columnIndex) throws SQLException {
        return connection.lendObject(super.getObject(columnIndex));
    }

    @Override
    public @Nullable Object getObject(String columnLabel) throws SQLException {
        return connection.lendObject(super.getObject(columnLabel));
    }

    @Override
    public @Nullable Object getObject(int columnIndex, Map<String, Class<?>> map)
            throws SQLException {
        return connection.lendObject(super.getObject(columnIndex, map));
    }

    @Override
    public @Nullable Ref getRef(int columnIndex) throws SQLException {
        return connection.lend(super.getRef(columnIndex));
    }

    @Override
    public @Nullable Blob getBlob(int columnIndex) throws SQLException {
        return connection.lend(super.getBlob(columnIndex));
    }

    @Override
    public @Nullable Clob getClob(int columnIndex) throws SQLException {
        return connection.lend(super.getClob(columnIndex));
    }

    @Override
    public @Nullable Array getArray(int columnIndex) throws SQLException {
        return connection.lend(super.getArray(columnIndex));
    }

    @Override
    public @Nullable Object getObject(String columnLabel, Map<String, Class<?>> map)
            throws SQLException {
        return connection.lendObject(super.getObject(columnLabel, map));
    }

    @Override
    public @Nullable Ref getRef(String columnLabel) throws SQLException {
        return connection.lend(super.getRef(columnLabel));
    }

    @Override
    public @Nullable Blob getBlob(String columnLabel) throws SQLException {
        return connection.lend(super.getBlob(columnLabel));
    }

    @Override
    public @Nullable Clob getClob(String columnLabel) throws SQLException {
        return connection.lend(super.getClob(columnLabel));
    }

    @Override
    public @Nullable Array getArray(String columnLabel) throws SQLException {
        return connection.lend(super.getArray(columnLabel));
    }

    @Override
    public @Nullable NClob getNClob(int columnIndex) throws SQLException {
        return connection.lend(super.getNClob(columnIndex));
    }

    @Override
    public @Nullable NClob getNClob(String columnLabel) throws SQLException {
        return connection.lend(super.getNClob(columnLabel));
    }

    @Override
    public @Nullable SQLXML getSQLXML(int columnIndex) throws SQLException {
        return connection.lend(super.getSQLXML(columnIndex));
    }

    @Override
    public @Nullable SQLXML getSQLXML(String columnLabel) throws SQLException {
        return connection.lend(super.getSQLXML(columnLabel));
    }

    @Override
    public <T> @Nullable T getObject(int columnIndex, Class<T> type) throws SQLException {
        return connection.lendObject(super.getObject(columnIndex, type), type);
    }

    @Override
    public <T> @Nullable T getObject(String columnLabel, Class<T> type) throws SQLException {
        return connection.lendObject(super.getObject(columnLabel, type), type);
    }

    // Statement and driver's object

    /**
     * The statement's handle.
     *
     * @return null if this result set came from the metadata of the database or is the value of a
     *     column or parameter
     */
    @Override
    public @Nullable Statement getStatement() throws SQLException {
        checkOpen();
        return statement;
    }

    /** The driver's object leads to its statement, which may then not be kept for another use. */
    @Override
    public <T> T unwrap(Class<T> iface) throws SQLException {
        checkOpen();
        if (iface.isInstance(this)) {
            return iface.cast(this);
        }
        T found = iface.isInstance(resultSet) ? iface.cast(resultSet) : super.unwrap(iface);
        if (statement instanceof PreparedStatementHandle prepared) {
            prepared.note(StatementTrace.LASTING);
        }
        return connection.lend(found);
    }

    @Override
    public boolean isWrapperFor(Class<?> iface) throws SQLException {
        checkOpen();
        return iface.isInstance(this) || iface.isInstance(resultSet) || super.isWrapperFor(iface);
    }

    @Override
    public String toString() {
        return describe(resultSet, isOver());
    }
}
