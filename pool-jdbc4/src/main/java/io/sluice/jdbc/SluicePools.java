package io.sluice.jdbc;

import io.sluice.jdbc.internal.config.NearestName;
import io.sluice.jdbc.internal.config.OptionValues;
import io.sluice.jdbc.internal.config.PropertiesReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Several pools that are configured in one file and start and close together. Thread-safe.
 *
 * <p>{@code pool.orders.url=...} sets {@link JdbcOption#URL} of the pool {@code orders}; a key
 * without {@code pool.} is for every pool that does not set the option itself. A pool takes its
 * name from its keys. The options of a pool may be those of another pool, as with {@link
 * JdbcPoolConfig#load(Path)}; of a file of Bitronix each resource is a pool with its unique name.
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
     * Reads a properties file in UTF-8 and starts every pool in it. The whole file is checked
     * before the first pool starts; if a pool does not start, those that have started are closed
     * again.
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

    static SluicePools start(NavigableMap<String, OptionValues> configured) throws SQLException {
        NavigableMap<String, SluiceDataSource> started = new TreeMap<>();
        try {
            for (OptionValues values : configured.values()) {
                JdbcPoolConfig config = JdbcPoolConfig.of(values);
                started.put(config.name(), SluiceDataSource.create(config));
            }
        } catch (Throwable e) { // leave nothing open, whatever was thrown
            Throwable ignored = closeEach(started.values(), pool -> pool.close(Duration.ZERO), e);
            throw e;
        }
        return new SluicePools(started);
    }

    /**
     * Returns the pool of that name; it is closed together with these pools.
     *
     * @throws IllegalArgumentException if there is none
     */
    public SluiceDataSource get(String name) {
        SluiceDataSource pool = pools.get(name);
        if (pool == null) {
            String nearest = NearestName.nearest(name, pools.navigableKeySet());
            throw new IllegalArgumentException(
                    "unknown pool "
                            + name
                            + "; "
                            + (nearest == null
                                    ? "expected one of "
                                            + String.join(", ", pools.navigableKeySet())
                                    : "did you mean " + nearest)
                            + ": correct the name, or add the pool to the file");
        }
        return pool;
    }

    /** Returns the names of the pools in alphabetical order; never changes. */
    public Set<String> names() {
        return pools.navigableKeySet();
    }

    /**
     * Closes all pools at the same time, waiting at most {@link JdbcOption#CLOSE_TIMEOUT} of each
     * for its connections in use. An interrupt does not end the wait; the interrupt flag is kept.
     */
    @Override
    public void close() {
        close(Thread::new);
    }

    /** Closes on the calling thread each pool for which no thread can be started. */
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
        boolean interrupted = Thread.interrupted(); // or a pool would be closed by force
        Throwable failure = closeEach(rest, SluiceDataSource::close, null);
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
        if (failure instanceof Error e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
    }

    /**
     * Closes one pool after the other, whatever is thrown.
     *
     * @param before what has failed before, or null
     * @return the first failure, with the others suppressed; null if there is none
     */
    private static @Nullable Throwable closeEach(
            Collection<SluiceDataSource> pools,
            Consumer<SluiceDataSource> close,
            @Nullable Throwable before) {
        Throwable failure = before;
        for (SluiceDataSource pool : pools) {
            try {
                close.accept(pool);
            } catch (RuntimeException | Error e) { // a clock or a manager may throw anything
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
