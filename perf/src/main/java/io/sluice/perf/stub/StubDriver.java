package io.sluice.perf.stub;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A driver whose connections lead nowhere and answer at once, for every URL that begins with {@link
 * #URL}. It counts the open connections for each URL, so that a benchmark can distinguish a full
 * pool from one that is still growing. It also takes the URLs of {@link Meter}s. Thread-safe.
 */
public final class StubDriver implements Driver {

    /** The URL of the database that does not exist. */
    public static final String URL = "jdbc:stub:";

    /** The same for connections that have request boundaries. */
    public static final String WITH_REQUESTS = URL + "requests";

    private static final String METERED = "jdbc:metered:";
    private static final AtomicLong NEXT_METER = new AtomicLong();
    private static final ConcurrentMap<String, Meter> METERS = new ConcurrentHashMap<>();
    private static final ConcurrentMap<String, AtomicInteger> OPEN = new ConcurrentHashMap<>();

    static {
        try {
            DriverManager.registerDriver(new StubDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Made for the driver manager. */
    public StubDriver() {}

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

    /**
     * Returns a new meter, which is known by its URL until it is closed.
     *
     * @param target the URL of the database behind it
     * @param connectTime the time of each connect besides what the database's driver needs
     */
    public static Meter meter(String target, Duration connectTime) {
        String url = METERED + NEXT_METER.incrementAndGet();
        Meter meter = new Meter(url, target, connectTime);
        METERS.put(url, meter);
        return meter;
    }

    static void forget(Meter meter) {
        METERS.remove(meter.url());
    }

    @Override
    public @Nullable Connection connect(String url, @Nullable Properties info) throws SQLException {
        if (url.startsWith(METERED)) {
            Meter meter = METERS.get(url);
            if (meter == null) {
                throw new SQLException("the measurement of " + url + " is over", "08001");
            }
            return meter.connect(info == null ? new Properties() : info);
        }
        if (!acceptsURL(url)) {
            return null;
        }
        AtomicInteger open = counter(url);
        open.incrementAndGet();
        return url.equals(WITH_REQUESTS) ? StubRequestConnection.of(open) : StubConnection.of(open);
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith(URL) || url.startsWith(METERED);
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
        throw new SQLFeatureNotSupportedException("the driver does not log");
    }
}
