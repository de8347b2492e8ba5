package io.sluice.jdbc;

import java.io.PrintWriter;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.CommonDataSource;

/** What the sources of tests have to have and nobody asks them for: a log, and a login time-out. */
public abstract class SilentSource implements CommonDataSource {

    @Override
    public final PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public final void setLogWriter(PrintWriter out) {}

    @Override
    public final void setLoginTimeout(int seconds) {}

    @Override
    public final int getLoginTimeout() {
        return 0;
    }

    @Override
    public final Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("has none");
    }
}
