package io.sluice.jdbc;

import io.sluice.jdbc.internal.config.NearestName;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Several pools that are configured in one file, and start and end together. Thread-safe.
 *
 * <p>{@code pool.orders.url=...} sets {@link JdbcOption#URL} of the pool {@code orders}; a key
 * without {@code pool.} is for every pool that does not set the option itself. A pool has the name
 * that its keys have.
 *
 * <pre>{@code
 * try (SluicePools pools = SluicePools.load(Path.of("pools.properties"))) {
 *     SluiceDataSource orders = pools.get("orders");
 * }
 * }</pre>
 */
public final class SluicePools implements AutoCloseable {

    private final NavigableMap<String, SluiceDataSource> pools;

    private SluicePools(NavigableMap<String, SluiceDataSource> pools) {
        this.pools = Collections.unmodifiableNavigableMap(pools);
    }

    /**
     * Reads a properties file in UTF-8 and starts every pool of it. The whole file is checked
     * before the first pool starts; if one does not start, those that have are closed again.
     *
     * @throws IOException if the file is missing, cannot be read, or is not in UTF-8
     * @throws IllegalArgumentException if a key is unknown, a value is bad, options do not fit
     *     together, or there is no pool
     * @throws SQLException if a pool cannot start, as with {@link SluiceDataSource#create}
     */
    public static SluicePools load(Path file) throws IOException, SQLException {
        return start(PropertiesReader.ofSystem().loadPools(file));
    }

    /**
     * Starts every pool of these properties, as {@link #load(Path)} does for a file.
     *
     * @throws IllegalArgumentException if a key is unknown, a value is bad, options do not fit
     *     together, or there is no pool
     * @throws SQLException if a pool cannot start, as with {@link SluiceDataSource#create}
     */
    public static SluicePools load(Properties properties) throws SQLException {
        return start(PropertiesReader.ofSystem().readPools(properties));
    }

    private static SluicePools start(NavigableMap<String, JdbcPoolConfig> configs)
            throws SQLException {
        NavigableMap<String, SluiceDataSource> started = new TreeMap<>();
        try {
            for (JdbcPoolConfig config : configs.values()) {
                started.put(config.name(), SluiceDataSource.create(config));
            }
        } catch (Throwable e) { // whatever it was, nothing must be left open
            for (SluiceDataSource pool : started.values()) {
                try {
                    pool.close(Duration.ZERO);
                } catch (RuntimeException again) {
                    e.addSuppressed(again);
                }
            }
            throw e;
        }
        return new SluicePools(started);
    }

    /**
     * Returns the pool of that name; closed as well when these pools are.
     *
     * @throws IllegalArgumentException if there is none
     */
    public SluiceDataSource get(String name) {
        SluiceDataSource pool = pools.get(name);
        if (pool == null) {
            String nearest = NearestName.nearest(name, pools.navigableKeySet());
            throw new IllegalArgumentException(
                    "there is no pool "
                            + name
                            + "; expected "
                            + (nearest == null
                                    ? "one of " + String.join(", ", pools.navigableKeySet())
                                    : nearest + ", perhaps")
                            + ": correct the name, or add the pool to the file");
        }
        return pool;
    }

    /** Returns the names of the pools in alphabetical order; never changes. */
    public Set<String> names() {
        return pools.navigableKeySet();
    }

    /**
     * Closes the pools, all at the same time; waits for connections in use for at most {@link
     * JdbcOption#CLOSE_TIMEOUT} of each. When the thread is interrupted it goes on, and stays so.
     */
    @Override
    public void close() {
        close(Thread::new);
    }

    /** A pool for which there is no thread to be had is closed by the calling one. */
    void close(ThreadFactory threads) {
        List<Thread> closers = new ArrayList<>();
        List<SluiceDataSource> rest = new ArrayList<>();
        pools.forEach(
                (name, pool) -> {
                    try {
                        Thread closer = threads.newThread(pool::close);
                        closer.setName("sluice-" + name + "-closer");
                        closers.add(closer);
                        closer.start();
                    } catch (RuntimeException | Error e) {
                        rest.add(pool);
                    }
                });
        boolean interrupted = Thread.interrupted(); // a pool would be closed by force
        RuntimeException failure = closeEach(rest);
        for (Thread closer : closers) {
            while (closer.isAlive()) {
                try {
                    closer.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Closes one after the other, whatever becomes of each; returns the first failure. */
    private static @Nullable RuntimeException closeEach(List<SluiceDataSource> pools) {
        RuntimeException failure = null;
        for (SluiceDataSource pool : pools) {
            try {
                pool.close();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else if (failure != e) {
                    failure.addSuppressed(e);
                }
            }
        }
        return failure;
    }

    @Override
    public String toString() {
        return "SluicePools" + pools.values();
    }
}
