package io.sluice.jdbc.handle;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A prepared statement of a {@link ConnectionHandle}. */
public class PreparedStatementHandle extends DelegatingPreparedStatement {
    PreparedStatementHandle(PreparedStatement delegate, ConnectionHandle connection) {
        super(delegate, connection);
    }

    /**
     * Every call counts as work: descriptions are fetched from the server, and some drivers write a
     * large object when it is bound.
     */
    @Override
    protected final PreparedStatement preparedDelegate() throws SQLException {
        checkOpen();
        connection.worked();
        return preparedStatement;
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        executing();
        try {
            return opened(super.executeQuery(), ResultSetHandle.Kind.CURRENT);
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
}
