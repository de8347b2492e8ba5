package io.sluice.perf.xa;

import io.sluice.perf.stub.SilentXaDataSource;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import javax.sql.XAConnection;
import org.h2.jdbcx.JdbcDataSource;

/** An H2 to which a connect takes as long as it does over a network. */
public final class SlowXaDataSource extends SilentXaDataSource {

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
}
