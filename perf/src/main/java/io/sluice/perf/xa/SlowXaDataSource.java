package io.sluice.perf.xa;

import java.io.PrintWriter;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;

/** An H2 to which a connect takes as long as it does over a network. */
public final class SlowXaDataSource implements XADataSource {

    /** How long a connect takes. */
    static final int CONNECT_MILLIS = 20;

    private final JdbcDataSource target = new JdbcDataSource();

    /** Made by pools. */
    public SlowXaDataSource() {
        target.setUser("sa");
    }

    /** Set by pools. */
    public void setUrl(String url) {
        target.setURL(url);
    }

    /** Returns what was set. */
    public String getUrl() {
        return target.getURL();
    }

    @Override
    public XAConnection getXAConnection() throws SQLException {
        try {
            TimeUnit.MILLISECONDS.sleep(CONNECT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while connecting", e);
        }
        return target.getXAConnection();
    }

    @Override
    public XAConnection getXAConnection(String user, String password) throws SQLException {
        return getXAConnection();
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        // Nothing is logged.
    }

    @Override
    public void setLoginTimeout(int seconds) {
        // It takes the time it takes.
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("nothing is logged");
    }
}
