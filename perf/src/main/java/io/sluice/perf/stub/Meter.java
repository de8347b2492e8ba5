package io.sluice.perf.stub;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the connections that are made to one database, and can make each of them take longer.
 * Every connection to {@link #url()} counts, until it is closed. Thread-safe.
 */
public final class Meter implements AutoCloseable {

    private final String url;
    private final String target;
    private final long connectNanos;
    private final AtomicInteger made = new AtomicInteger();
    private final AtomicInteger connecting = new AtomicInteger();

    /** The connections made, less those found closed at the last count. Guarded by itself. */
    private final List<Connection> connections = new ArrayList<>();

    /**
     * Makes a meter.
     *
     * @param url its own URL
     * @param target the URL of the database behind it
     * @param connectTime the time of each connect besides what the database's driver needs
     */
    Meter(String url, String target, Duration connectTime) {
        this.url = url;
        this.target = target;
        connectNanos = connectTime.toNanos();
    }

    /** Returns the URL to connect to. */
    public String url() {
        return url;
    }

    /** Returns how many connections have been made. */
    public int made() {
        return made.get();
    }

    /** Returns how many connections are being made at the moment. */
    public int connecting() {
        return connecting.get();
    }

    /**
     * Returns how many connections have been made and not closed. It asks the connections
     * themselves. The client has the driver's own connections, so that a contestant works as it
     * would without a meter.
     */
    public int open() throws SQLException {
        synchronized (connections) {
            for (Iterator<Connection> each = connections.iterator(); each.hasNext(); ) {
                if (each.next().isClosed()) {
                    each.remove();
                }
            }
            return connections.size();
        }
    }

    /** Makes a connection. */
    Connection connect(Properties info) throws SQLException {
        connecting.incrementAndGet();
        try {
            TimeUnit.NANOSECONDS.sleep(connectNanos);
            Connection connection = DriverManager.getConnection(target, info);
            made.incrementAndGet();
            synchronized (connections) {
                connections.add(connection);
            }
            return connection;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while connecting", "08001", e);
        } finally {
            connecting.decrementAndGet();
        }
    }

    @Override
    public void close() {
        StubDriver.forget(this);
    }
}
