package io.sluice.perf.stub;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A driver whose connections lead nowhere and answer at once, for every URL that begins with {@link
 * #URL}. It counts the open connections for each URL, so that a benchmark can distinguish a full
 * pool from one that is still growing. Thread-safe.
 */
public final class StubDriver extends PrefixDriver {

    /** The URL of the database that does not exist. */
    public static final String URL = "jdbc:stub:";

    private static final ConcurrentMap<String, AtomicInteger> OPEN = new ConcurrentHashMap<>();

    static {
        try {
            DriverManager.registerDriver(new StubDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Made for the driver manager. */
    public StubDriver() {
        super(URL);
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
        return StubConnection.of(open);
    }
}
