package io.sluice.perf.stub;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A driver whose connections lead nowhere and answer at once, for {@link #URL}. It counts the
 * connections it has open, so that a benchmark can tell a filled pool from one that is still
 * growing. Thread-safe.
 */
public final class StubDriver implements Driver {

    /** The URL of the database that is not there. */
    public static final String URL = "jdbc:stub:";

    private static final AtomicInteger OPEN = new AtomicInteger();

    static {
        try {
            DriverManager.registerDriver(new StubDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Returns how many connections of this driver are open in this virtual machine. */
    public static int open() {
        return OPEN.get();
    }

    /** Told by a connection when it is closed for the first time. */
    static void closedOne() {
        OPEN.decrementAndGet();
    }

    @Override
    public @Nullable Connection connect(String url, @Nullable Properties info) {
        if (!acceptsURL(url)) {
            return null;
        }
        OPEN.incrementAndGet();
        return new StubConnection();
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith(URL);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("the stub driver does not log");
    }
}
