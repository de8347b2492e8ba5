package io.sluice.perf.peer;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source for our own contestants; only {@link #getConnection()} does anything. */
abstract class ConnectingSource implements DataSource {

    /** Connects as the settings say. */
    static Connection connect(PeerSettings settings) throws SQLException {
        String user = settings.user();
        Connection connection =
                user == null
                        ? DriverManager.getConnection(settings.url())
                        : DriverManager.getConnection(settings.url(), user, settings.password());
        connection.setAutoCommit(settings.autoCommit());
        return connection;
    }

    @Override
    public final Connection getConnection(String username, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("one user only: call getConnection()");
    }

    @Override
    public final @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public final void setLogWriter(PrintWriter out) throws SQLException {
        throw new SQLFeatureNotSupportedException("nothing is logged");
    }

    @Override
    public final void setLoginTimeout(int seconds) throws SQLException {
        throw new SQLFeatureNotSupportedException("connections are made before the measurement");
    }

    @Override
    public final int getLoginTimeout() {
        return 0;
    }

    @Override
    public final Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("nothing is logged");
    }

    @Override
    public final <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("nothing to unwrap to " + type.getName());
    }

    @Override
    public final boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
