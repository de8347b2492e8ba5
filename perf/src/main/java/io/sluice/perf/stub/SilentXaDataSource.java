package io.sluice.perf.stub;

import java.io.PrintWriter;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/** A source with one user, without a log and without a login time-out. */
public abstract class SilentXaDataSource implements XADataSource {

    /** For subclasses. */
    protected SilentXaDataSource() {}

    @Override
    public final XAConnection getXAConnection(String user, String password) throws SQLException {
        return getXAConnection();
    }

    @Override
    public final @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public final void setLogWriter(PrintWriter out) {
        // Nothing is logged.
    }

    @Override
    public final void setLoginTimeout(int seconds) {
        // There is no limit.
    }

    @Override
    public final int getLoginTimeout() {
        return 0;
    }

    @Override
    public final Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("nothing is logged");
    }
}
