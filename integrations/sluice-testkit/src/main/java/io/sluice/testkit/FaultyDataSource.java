package io.sluice.testkit;

import io.sluice.pool.spi.Ticker;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source in front of the one of the application, embedded or real, that fails on demand.
 * Without a fault it passes every call on. Give it to a pool as the option {@code dataSource}.
 *
 * <p>A fault holds until {@link #heal}; several may hold at once. Failures are {@link
 * SQLException}s with the SQLStates of PostgreSQL's driver: 08001 for a refused connect, 08006 for
 * a lost connection, 08007 for a commit whose outcome is unknown, 25006 for a refused write, 57014
 * for a cancelled statement. Times go by the {@linkplain #clock() clock}, which a test can advance.
 *
 * <p>Connections, statements and result sets are wrapped; metadata and large objects are the
 * driver's own. {@code unwrap} leads to the driver's objects, but not for the interfaces of JDBC.
 * What a pool or a framework does for classes of one driver only, it does not do for these.
 * Thread-safe; nothing is null unless it says so.
 *
 * @since 0.1.0
 */
public final class FaultyDataSource implements DataSource {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final long NANOS_OF_MILLI = 1_000_000;

    private final DataSource source;
    private final VirtualClock clock;

    /** Guards all that follows. Nothing of the driver is called under it. */
    private final Object monitor = new Object();

    private final Set<FaultyConnection> open = new HashSet<>();
    private final Set<HeldCall> held = new HashSet<>();
    private boolean refuses;
    private Duration connectDelay = Duration.ZERO;
    private Duration lifetime = Duration.ZERO;
    private int mostStatements;
    private boolean hangs;
    private @Nullable CommitOutcome lostCommit;
    private int hanging;
    private long connects;
    private long statements;

    /**
     * Puts faults before a data source, with a clock of its own.
     *
     * @param source the application's data source, not a pool; it is not closed
     */
    public FaultyDataSource(DataSource source) {
        this(source, new VirtualClock());
    }

    /**
     * Puts faults before a data source.
     *
     * @param source the application's data source, not a pool; it is not closed
     * @param clock the time of all delays and limits
     */
    public FaultyDataSource(DataSource source, VirtualClock clock) {
        this.source = Objects.requireNonNull(source, "source");
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /**
     * Puts faults before the database of a URL, whose driver {@link java.sql.DriverManager} finds.
     *
     * @param url the JDBC URL
     * @param username the user to connect as, or null if the URL is enough
     * @param password the password, or null
     * @param clock the time of all delays and limits
     * @return a data source for that database
     */
    public static FaultyDataSource forUrl(
            String url, @Nullable String username, @Nullable String password, VirtualClock clock) {
        return new FaultyDataSource(new UrlSource(url, username, password), clock);
    }

    /**
     * Refuses to connect, as a server that is down: SQLState 08001. Open connections live on.
     *
     * @return this
     */
    public FaultyDataSource refuseConnects() {
        synchronized (monitor) {
            refuses = true;
        }
        return this;
    }

    /**
     * Lets each attempt to connect take this time first, or until {@link #heal}.
     *
     * @param delay how long, by the clock
     * @return this
     */
    public FaultyDataSource delayConnects(Duration delay) {
        synchronized (monitor) {
            connectDelay = positive(delay, "delay");
        }
        return this;
    }

    /**
     * Kills each connection that is opened from now on when it has been open for this time. See
     * {@link #killConnections} for what that means.
     *
     * @param time how long a connection lives, by the clock
     * @return this
     */
    public FaultyDataSource killAfter(Duration time) {
        synchronized (monitor) {
            lifetime = positive(time, "time");
        }
        return this;
    }

    /**
     * Kills each connection that is opened from now on when it has executed so many statements. The
     * next call that needs the server fails: a statement, a commit, a rollback, a validation. See
     * {@link #killConnections} for what that means.
     *
     * @param count how many statements a connection executes, at least 1
     * @return this
     */
    public FaultyDataSource killAfterStatements(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("count is " + count + "; expected 1 or more");
        }
        synchronized (monitor) {
            mostStatements = count;
        }
        return this;
    }

    /**
     * Kills every open connection now, as a server that ends its sessions: what was not committed
     * is rolled back, calls in progress and all later ones fail with SQLState 08006. When this
     * returns, the driver's connections are closed.
     *
     * @return how many connections were killed
     */
    public int killConnections() {
        List<FaultyConnection> victims;
        synchronized (monitor) {
            victims = List.copyOf(open);
        }
        victims.forEach(FaultyConnection::kill);
        return victims.size();
    }

    /**
     * Lets every statement and validation hang before it reaches the database. Such a call ends
     *
     * <ul>
     *   <li>by its query time-out with a {@link java.sql.SQLTimeoutException}, or {@code
     *       Statement.cancel} from another thread: SQLState 57014, and the connection is as before
     *   <li>by the network time-out of the connection, its abort, close or kill: SQLState 08006,
     *       and the connection is lost
     *   <li>by {@link #heal}: then it is executed
     * </ul>
     *
     * @return this
     */
    public FaultyDataSource hangStatements() {
        synchronized (monitor) {
            hangs = true;
        }
        return this;
    }

    /**
     * Moves the role of the primary to another server. Connections that are open now stay, and
     * refuse writes with SQLState 25006; connections that are opened from now on can write. A write
     * is a statement whose first word says so, such as INSERT or CREATE.
     *
     * @return this
     */
    public FaultyDataSource failOver() {
        synchronized (monitor) {
            open.forEach(FaultyConnection::demote);
        }
        return this;
    }

    /**
     * Lets the next {@code commit} lose its answer, and its connection: it fails with SQLState
     * 08007, whatever the server did. Only one commit is lost; those of auto-commit are not.
     *
     * @param outcome what the server does
     * @return this
     */
    public FaultyDataSource loseNextCommit(CommitOutcome outcome) {
        synchronized (monitor) {
            lostCommit = Objects.requireNonNull(outcome, "outcome");
        }
        return this;
    }

    /**
     * Ends all faults. Calls that hang go on. Connections that were killed stay lost, and those
     * that refuse writes still do.
     */
    public void heal() {
        Set<HeldCall> waiting;
        synchronized (monitor) {
            refuses = false;
            connectDelay = Duration.ZERO;
            lifetime = Duration.ZERO;
            mostStatements = 0;
            hangs = false;
            lostCommit = null;
            waiting = Set.copyOf(held);
        }
        waiting.forEach(HeldCall::goOn);
    }

    /**
     * Returns when at least so many calls hang: delayed connects and hanging statements. Use it
     * before the clock is advanced.
     *
     * @param calls how many, at least
     * @throws AssertionError if there are fewer after ten seconds of real time
     * @throws InterruptedException if the thread is interrupted
     */
    public void awaitHanging(int calls) throws InterruptedException {
        long start = System.nanoTime();
        synchronized (monitor) {
            while (hanging < calls) {
                long left = LIMIT.toNanos() - (System.nanoTime() - start);
                if (left <= 0) {
                    throw new AssertionError(hanging + " calls hang; expected " + calls);
                }
                monitor.wait(left / NANOS_OF_MILLI + 1);
            }
        }
    }

    /** Returns the clock that all times go by. */
    public VirtualClock clock() {
        return clock;
    }

    /** Returns how many connections were asked for, also in vain. */
    public long connects() {
        synchronized (monitor) {
            return connects;
        }
    }

    /** Returns how many connections are open, without those that were killed. */
    public int openConnections() {
        synchronized (monitor) {
            return open.size();
        }
    }

    /** Returns how many statements and batches have reached the database. */
    public long statements() {
        synchronized (monitor) {
            return statements;
        }
    }

    /**
     * Connects, unless a fault says otherwise.
     *
     * @throws SQLException with SQLState 08001 if connects are refused, or what the data source
     *     throws
     */
    @Override
    public Connection getConnection() throws SQLException {
        awaitConnect();
        return opened(source.getConnection());
    }

    /**
     * Connects as another user, unless a fault says otherwise.
     *
     * @param username passed on, may be null
     * @param password passed on, may be null
     * @throws SQLException with SQLState 08001 if connects are refused, or what the data source
     *     throws
     */
    @Override
    public Connection getConnection(@Nullable String username, @Nullable String password)
            throws SQLException {
        awaitConnect();
        return opened(source.getConnection(username, password));
    }

    private void awaitConnect() throws SQLException {
        HeldCall call = null;
        Duration delay;
        synchronized (monitor) {
            connects++;
            delay = connectDelay;
            if (!delay.isZero()) {
                call = hold(null, null);
            }
        }
        if (call != null) {
            await(call, call::goOn, delay);
        }
        synchronized (monitor) {
            if (refuses) {
                throw new SQLException("Connection refused by a fault of the test", "08001");
            }
        }
    }

    private Connection opened(Connection real) {
        FaultyConnection connection;
        Duration time;
        synchronized (monitor) {
            connection = new FaultyConnection(real, this, mostStatements);
            open.add(connection);
            time = lifetime;
        }
        if (!time.isZero()) {
            connection.killBy(clock.schedule(connection::killAside, time.toNanos()));
        }
        return connection.proxy();
    }

    /** Called under the monitor. */
    private HeldCall hold(
            @Nullable FaultyConnection connection, @Nullable FaultyStatement<?> statement) {
        HeldCall call = new HeldCall(connection, statement);
        held.add(call);
        return call;
    }

    /** Returns the call that hangs from now on; null if statements do not hang. */
    @Nullable HeldCall holdIfHanging(
            FaultyConnection connection, @Nullable FaultyStatement<?> statement)
            throws SQLException {
        synchronized (monitor) {
            connection.checkAlive(); // a kill that comes later finds the call
            return hangs ? hold(connection, statement) : null;
        }
    }

    void cancelled(FaultyStatement<?> statement) {
        failAll(
                call -> call.statement == statement,
                new SQLException("Statement cancelled while it hung", "57014"));
    }

    /** Waits for the end of a call; after the limit, unless that is zero, it is ended. */
    void await(HeldCall call, Runnable atLimit, Duration limit) throws SQLException {
        Ticker.Alarm alarm = limit.isZero() ? null : clock.schedule(atLimit, limit.toNanos());
        clock.hangs(1);
        synchronized (monitor) {
            hanging++; // only now: a test may advance the clock
            monitor.notifyAll();
        }
        try {
            call.await();
        } finally {
            if (alarm != null) {
                alarm.cancel();
            }
            clock.hangs(-1);
            synchronized (monitor) {
                hanging--;
                held.remove(call);
            }
        }
    }

    void executed() {
        synchronized (monitor) {
            statements++;
        }
    }

    @Nullable CommitOutcome takeLostCommit() {
        synchronized (monitor) {
            CommitOutcome outcome = lostCommit;
            lostCommit = null;
            return outcome;
        }
    }

    /** A connection is closed or lost: what it executes fails. */
    void ended(FaultyConnection connection, SQLException failure) {
        synchronized (monitor) {
            open.remove(connection);
        }
        failAll(call -> call.connection == connection, failure);
    }

    private void failAll(Predicate<HeldCall> which, SQLException failure) {
        List<HeldCall> calls;
        synchronized (monitor) {
            calls = held.stream().filter(which).toList();
        }
        calls.forEach(call -> call.fail(failure));
    }

    private static Duration positive(Duration value, String name) {
        if (value.isZero() || value.isNegative()) {
            throw new IllegalArgumentException(
                    name + " is " + value + "; expected more than nothing");
        }
        return value;
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return type.isInstance(this) ? type.cast(this) : source.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this) || source.isWrapperFor(type);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return source.getLogWriter();
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter writer) throws SQLException {
        source.setLogWriter(writer);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        source.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return source.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return source.getParentLogger();
    }

    @Override
    public String toString() {
        return "FaultyDataSource[" + source.getClass().getName() + "]";
    }
}
