package io.sluice.jdbc;

import io.sluice.pool.fixture.SilentSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;

/** Gives connections of a driver as they are, and remembers them for the test. */
final class RememberingDataSource extends SilentSource implements DataSource {

    private final String url;
    private final String username;
    private final String password;
    private final List<Connection> connections = new CopyOnWriteArrayList<>();

    RememberingDataSource(String url, String username, String password) {
        this.url = url;
        this.username = username;
        this.password = password;
    }

    List<Connection> connections() {
        return connections;
    }

    /** A connection that is not remembered. */
    Connection other() throws SQLException {
        return DriverManager.getConnection(url, username, password);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = other();
        connections.add(connection);
        return connection;
    }

    @Override
    public Connection getConnection(String otherName, String otherPassword) throws SQLException {
        throw new SQLFeatureNotSupportedException("has a user of its own");
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        return type.cast(this);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
