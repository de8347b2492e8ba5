package io.sluice.jdbc.internal;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.internal.config.OptionValues;
import io.sluice.jdbc.internal.connect.SqlErrors;
import io.sluice.pool.PoolCounters;
import io.sluice.pool.PoolObserver;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.ResourcePool;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The life of a data source. Its settings can be changed before the start, one start succeeds, and
 * nothing starts after the close.
 *
 * <p>For a moment after a failed start, callers get the same failure. While a database is down,
 * callers retry at once and often, and must not all reach it.
 *
 * <p>The lock guards the fields; no driver, pool or listener is called under it. (To add an
 * observer to a pool is no more than a store.)
 */
public final class Lifecycle {

    /** The longest pause between starts; the shortest is half of it. */
    private static final long PAUSE_NANOS = Duration.ofMillis(500).toNanos();

    private final ReentrantLock lock = new ReentrantLock();

    /** Shared: plain, under the lock. Partner: {@code lock}. */
    private final OptionValues settings;

    private final Function<OptionValues, JdbcPoolConfig> build;
    private final LongSupplier clock;
    private final LongSupplier pause;

    /**
     * The start under way or done; null before it, and after one that failed. Shared: plain, under
     * the lock. Partner: {@code lock}. A start that fails leaves {@code failure} in the same step.
     */
    private @Nullable Start start;

    /** Immutable. Shared: plain, under the lock. Partner: {@code lock}. */
    private List<PoolObserver> observers = List.of();

    /**
     * The last start if it has failed, until another begins or a setting is changed. Shared: plain,
     * under the lock. Partner: {@code lock}.
     */
    private @Nullable Failure failure;

    /**
     * Shared: plain, under the lock. Partner: {@code lock}. A start that follows a close sees this
     * flag; a close that follows a start sees {@code opened}.
     */
    private boolean closed;

    /**
     * A failed start.
     *
     * @param at when it failed
     * @param until when another may be tried
     */
    private record Failure(Throwable cause, long at, long until) {}

    /** One attempt to start. Callers that arrive meanwhile wait for it. */
    private static final class Start {

        final JdbcPoolConfig config;
        final List<PoolObserver> observers;

        /**
         * Shared: completed by the starting thread, outside the lock. Partner: {@code start}. On
         * failure {@code start} is null before that. Waiters retry if this is cancelled or null.
         */
        final CompletableFuture<@Nullable OpenPool> done = new CompletableFuture<>();

        /**
         * Shared: plain, under the lock, once, before the first connection is made. Partner: {@code
         * lock}. A start that finds {@code closed} goes no further; a later close finds this.
         */
        @Nullable OpenPool opened;

        Start(JdbcPoolConfig config, List<PoolObserver> observers) {
            this.config = config;
            this.observers = observers;
        }
    }

    /**
     * @param build makes a configuration, or throws an {@link IllegalArgumentException}
     */
    public Lifecycle(OptionValues settings, Function<OptionValues, JdbcPoolConfig> build) {
        this(settings, build, System::nanoTime, Lifecycle::pauseNanos);
    }

    /**
     * @param clock the time in nanoseconds, from any origin
     * @param pause for how many nanoseconds the failure of a start is repeated to callers
     */
    Lifecycle(
            OptionValues settings,
            Function<OptionValues, JdbcPoolConfig> build,
            LongSupplier clock,
            LongSupplier pause) {
        this.settings = settings;
        this.build = build;
        this.clock = clock;
        this.pause = pause;
    }

    /** Random, so that processes that lost a database do not come back to it in step. */
    static long pauseNanos() {
        return ThreadLocalRandom.current().nextLong(PAUSE_NANOS / 2, PAUSE_NANOS);
    }

    // Settings

    /**
     * Changes a setting; null unsets it.
     *
     * @throws IllegalStateException after the start and after the close
     * @throws IllegalArgumentException if the value is out of range
     */
    public void set(JdbcOption option, @Nullable Object value) {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException(
                        option
                                + " cannot be changed: pool "
                                + name()
                                + " is closed; create a new data source");
            }
            if (start != null) {
                throw new IllegalStateException(
                        option
                                + " cannot be changed: pool "
                                + name()
                                + " has started; set it before the start, or use resize for"
                                + " minSize and maxSize");
            }
            settings.set(option, value);
            failure = null; // the change may fix it
        } finally {
            lock.unlock();
        }
    }

    /** Returns a setting, or its default, or null if it has none. */
    public @Nullable Object get(JdbcOption option) {
        lock.lock();
        try {
            return settings.get(option);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the name of the pool, and makes one up if none is set. */
    public String name() {
        lock.lock();
        try {
            return settings.ensureName();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the configuration that the pool runs with, or would start with now.
     *
     * @throws IllegalArgumentException if it has not started and the options do not fit together
     */
    public JdbcPoolConfig configuration() {
        lock.lock();
        try {
            if (start != null) {
                return start.config;
            }
            settings.ensureName(); // so that each configuration has the same name
            return build.apply(settings);
        } finally {
            lock.unlock();
        }
    }

    public Duration acquireTimeout() {
        return (Duration) Objects.requireNonNull(get(JdbcOption.ACQUIRE_TIMEOUT));
    }

    /** Refuses a user or password that is not the configured one. */
    public void checkUser(@Nullable String username, @Nullable String password)
            throws SQLException {
        lock.lock();
        try {
            String own = settings.text(JdbcOption.USERNAME);
            boolean same =
                    settings.get(JdbcOption.CREDENTIALS_PROVIDER) == null
                            && Objects.equals(own, username)
                            && Objects.equals(settings.text(JdbcOption.PASSWORD), password);
            if (!same) {
                throw SqlErrors.otherUser(name(), own, username);
            }
        } finally {
            lock.unlock();
        }
    }

    // Start and end

    /**
     * Returns the running pool; the first caller starts it, others wait for that start.
     *
     * @throws SQLException if the start fails, has failed a moment ago, or takes too long, if the
     *     thread is interrupted, or the pool is closed
     */
    public OpenPool started() throws SQLException {
        long since = clock.getAsLong();
        for (; ; ) {
            Start current;
            boolean mine = false;
            lock.lock();
            try {
                if (closed) {
                    throw SqlErrors.poolClosed(name());
                }
                if (start == null) {
                    checkPause();
                    start = new Start(config(), observers);
                    failure = null;
                    mine = true;
                }
                current = start;
            } finally {
                lock.unlock();
            }
            if (mine) {
                return run(current);
            }
            try {
                OpenPool opened = await(current, since);
                if (opened != null) {
                    return opened;
                }
            } catch (CancellationException e) {
                // The interrupt concerned the starting thread only: try again.
            }
        }
    }

    /** Refuses a caller shortly after a failed start. Called under the lock. */
    private void checkPause() throws SQLException {
        Failure last = failure;
        if (last == null) {
            return;
        }
        long now = clock.getAsLong();
        long left = last.until - now;
        if (left > 0) {
            throw SqlErrors.startFailedRecently(
                    name(), last.cause, Duration.ofNanos(now - last.at), Duration.ofNanos(left));
        }
    }

    private JdbcPoolConfig config() throws SQLException {
        settings.ensureName(); // as in configuration
        try {
            return build.apply(settings);
        } catch (IllegalArgumentException e) {
            throw SqlErrors.badConfiguration(name(), e);
        }
    }

    private OpenPool run(Start mine) throws SQLException {
        try {
            OpenPool opened = OpenPool.open(mine.config, mine.observers);
            try {
                connect(mine, opened);
            } catch (Throwable e) { // leave nothing open, whatever was thrown
                opened.closeAfter(e);
                throw e;
            }
            mine.done.complete(opened);
            return opened;
        } catch (Throwable e) { // the waiting threads must be told
            failed(mine, e);
            throw e;
        }
    }

    /**
     * A start that was interrupted has failed for the interrupted thread only. There may be no
     * memory, which must neither leave the start under way nor its waiters without an answer.
     */
    private void failed(Start mine, Throwable why) {
        boolean interrupted = Thread.currentThread().isInterrupted();
        try {
            lockWithoutMemory();
            try {
                start = null; // before waiters are told: their next attempt starts anew
                failure = null;
                if (!interrupted) {
                    long now = clock.getAsLong();
                    failure = new Failure(why, now, now + pause.getAsLong());
                }
            } finally {
                lock.unlock();
            }
            if (interrupted) {
                mine.done.cancel(/* mayInterruptIfRunning= */ false);
            } else {
                mine.done.completeExceptionally(why);
            }
        } finally {
            mine.done.complete(null); // unless they have been told; takes no memory
        }
    }

    /** A contended lock takes memory for its queue; this one is held for moments only. */
    @SuppressWarnings("ThreadPriorityCheck") // the thread that has the lock may want a processor
    private void lockWithoutMemory() {
        while (!lock.tryLock()) {
            Thread.yield();
        }
    }

    private void connect(Start mine, OpenPool opened) throws SQLException {
        lock.lock();
        try {
            if (closed) {
                throw SqlErrors.poolClosed(name());
            }
            mine.opened = opened; // from here on, close() reaches it
            observers.forEach(opened.pool()::observe); // some were added meanwhile
            without(observers, mine.observers).forEach(opened.pool()::unobserve);
        } finally {
            lock.unlock();
        }
        opened.connectFirst();
    }

    /** Returns null if the other start has failed and there was no memory to say why. */
    private @Nullable OpenPool await(Start other, long since) throws SQLException {
        Duration limit = other.config.acquireTimeout();
        long waited = clock.getAsLong() - since;
        try {
            return other.done.get(limit.toNanos() - waited, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw SqlErrors.startFailed(name(), e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            throw SqlErrors.startTakesLong(name(), limit);
        } catch (InterruptedException e) {
            throw SqlErrors.refused(name(), e);
        }
    }

    /**
     * Closes the pool; no start succeeds afterwards.
     *
     * @param drain how long connections may still be in use, or null for the configured time
     */
    public PoolSnapshot close(@Nullable Duration drain) {
        OpenPool opened;
        Duration limit;
        lock.lock();
        try {
            closed = true;
            opened = start == null ? null : start.opened;
            limit = drain != null ? drain : closeTimeout();
        } finally {
            lock.unlock();
        }
        return opened == null ? snapshot() : opened.close(limit);
    }

    private Duration closeTimeout() {
        return settings.time(JdbcOption.CLOSE_TIMEOUT);
    }

    /** The pool once it is open; null before its start. */
    public @Nullable ResourcePool<PhysicalConnection> opened() {
        lock.lock();
        try {
            OpenPool opened = start == null ? null : start.opened;
            return opened == null ? null : opened.pool();
        } finally {
            lock.unlock();
        }
    }

    /** Adds an observer to the pool, be it open or not yet, unless it was added before. */
    public void observe(PoolObserver added) {
        lock.lock();
        try {
            List<PoolObserver> all = without(List.of(added), observers);
            all.add(added);
            observers = List.copyOf(all);
            ResourcePool<?> opened = opened();
            if (opened != null) {
                opened.observe(added);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Removes an observer from the pool, be it open or not yet. */
    public void unobserve(PoolObserver removed) {
        lock.lock();
        try {
            observers = List.copyOf(without(List.of(removed), observers));
            ResourcePool<?> opened = opened();
            if (opened != null) {
                opened.unobserve(removed);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Compares identities, since {@code equals} is code of the application. */
    private static List<PoolObserver> without(List<PoolObserver> some, List<PoolObserver> all) {
        List<PoolObserver> rest = new ArrayList<>(all);
        rest.removeIf(each -> some.stream().anyMatch(removed -> removed == each));
        return rest;
    }

    /** Returns the counts of the pool; before its start only its name and sizes are set. */
    public PoolSnapshot snapshot() {
        OpenPool opened;
        lock.lock();
        try {
            opened = start == null ? null : start.opened;
            if (opened == null) {
                int minSize = settings.number(JdbcOption.MIN_SIZE);
                int maxSize = settings.number(JdbcOption.MAX_SIZE);
                return new PoolSnapshot(
                        name(), 0, minSize, maxSize, 0, 0, 0, 0, 0, 0, false, PoolCounters.NONE);
            }
        } finally {
            lock.unlock();
        }
        return opened.pool().snapshot();
    }

    @Override
    public String toString() {
        lock.lock();
        try {
            return name() + (closed ? ", closed" : start == null ? ", not started" : ", started");
        } finally {
            lock.unlock();
        }
    }
}
