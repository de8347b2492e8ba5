package io.sluice.perf.stub;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A driver whose connections lead nowhere and answer at once, for every URL that begins with {@link
 * #URL}. It counts the connections that are open for each URL, so that a benchmark can tell a
 * filled pool from one that is still growing. Thread-safe.
 */
public final class StubDriver implements Driver {

    /** The URL of the database that is not there. */
    public static final String URL = "jdbc:stub:";

    private static final ConcurrentMap<String, AtomicInteger> OPEN = new ConcurrentHashMap<>();

    static {
        try {
            DriverManager.registerDriver(new StubDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Returns how many connections are open in this virtual machine.
     *
     * @param url the URL they were made for
     */
    public static int open(String url) {
        return counter(url).get();
    }

    private static AtomicInteger counter(String url) {
        return OPEN.computeIfAbsent(url, ignored -> new AtomicInteger());
    }

    @Override
    public @Nullable Connection connect(String url, @Nullable Properties info) {
        if (!acceptsURL(url)) {
            return null;
        }
        AtomicInteger open = counter(url);
        open.incrementAndGet();
        return new StubConnection(open);
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
