package io.sluice.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** Gives connections of a driver as they are, and remembers them for the test. */
final class RememberingDataSource implements DataSource {

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
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("has none");
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
