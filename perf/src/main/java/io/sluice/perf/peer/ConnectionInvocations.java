package io.sluice.perf.peer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** The proxy handler of a connection: its statements are proxies and closed with it. */
final class ConnectionInvocations extends Invocations<Connection> {

    /** Guarded by itself. */
    private final List<StatementInvocations> open = new ArrayList<>();

    ConnectionInvocations(Connection delegate) {
        super(Connection.class, delegate);
    }

    /** Returns the source for the client of a physical connection. */
    static DataSource source(Connection connection) {
        return ConnectingSource.of(() -> new ConnectionInvocations(connection).proxy());
    }

    /** Overrides the method of the same name. */
    public PreparedStatement prepareStatement(String sql) throws SQLException {
        StatementInvocations statement =
                new StatementInvocations(delegate().prepareStatement(sql), this);
        synchronized (open) {
            open.add(statement);
        }
        return statement.proxy();
    }

    void closed(StatementInvocations statement) {
        synchronized (open) {
            open.remove(statement);
        }
    }

    /**
     * Overrides the method of the same name: the lease ends, the driver's connection stays open.
     */
    public void close() throws SQLException {
        if (markClosed()) {
            List<StatementInvocations> left;
            synchronized (open) {
                left = List.copyOf(open);
            }
            for (StatementInvocations statement : left) {
                statement.close();
            }
        }
    }
}
