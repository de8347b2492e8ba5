package io.sluice.perf.peer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The proxy handler of a prepared statement: its result sets are proxies. */
final class StatementInvocations extends Invocations<PreparedStatement> {

    private final ConnectionInvocations connection;

    StatementInvocations(PreparedStatement delegate, ConnectionInvocations connection) {
        super(PreparedStatement.class, delegate);
        this.connection = connection;
    }

    /** Overrides the method of the same name. */
    public ResultSet executeQuery() throws SQLException {
        return new ResultSetInvocations(delegate().executeQuery()).proxy();
    }

    /** Overrides the method of the same name. */
    public Connection getConnection() {
        return connection.proxy();
    }

    /** Overrides the method of the same name. */
    public void close() throws SQLException {
        if (markClosed()) {
            connection.closed(this);
            driver().close();
        }
    }
}
