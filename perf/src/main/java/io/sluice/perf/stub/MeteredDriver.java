package io.sluice.perf.stub;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A driver that counts and delays connects, and then leaves the work to the driver of another URL.
 * It takes the URLs of its {@link Meter}s. Thread-safe.
 */
public final class MeteredDriver extends PrefixDriver {

    private static final String PREFIX = "jdbc:metered:";
    private static final AtomicLong NEXT = new AtomicLong();
    private static final ConcurrentMap<String, Meter> METERS = new ConcurrentHashMap<>();

    static {
        try {
            DriverManager.registerDriver(new MeteredDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Made for the driver manager. */
    public MeteredDriver() {
        super(PREFIX);
    }

    /**
     * Returns a new meter, which is known by its URL until it is closed.
     *
     * @param target the URL of the database behind it
     * @param connectTime the time of each connect besides what the database's driver needs
     */
    public static Meter meter(String target, Duration connectTime) {
        String url = PREFIX + NEXT.incrementAndGet();
        Meter meter = new Meter(url, target, connectTime);
        METERS.put(url, meter);
        return meter;
    }

    static void forget(Meter meter) {
        METERS.remove(meter.url());
    }

    @Override
    public @Nullable Connection connect(String url, @Nullable Properties info) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        Meter meter = METERS.get(url);
        if (meter == null) {
            throw new SQLException("the measurement of " + url + " is over", "08001");
        }
        return meter.connect(info == null ? new Properties() : info);
    }
}
