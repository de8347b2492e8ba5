package io.sluice.perf.soak;

import io.sluice.jdbc.Credentials;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.perf.command.Failures;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.fault.TcpProxy;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A server behind a network, a pool that connects to it, and the threads that use the pool. */
final class Site implements AutoCloseable {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** So many calls may fail at rest: each connection that was lost unnoticed costs one. */
    private static final int MOST_REFUSALS = 5;

    private final String name;
    private final SoakPlan plan;
    private final SoakServer server;
    private final TcpProxy proxy;
    private final Watch watch;
    private final Stalls stalls;
    private final Random random;
    private final SluiceDataSource source;
    private final String settings;
    private final List<Worker> workers = new ArrayList<>();
    private final Thread sampler;

    /** Workers share it during a call; at rest the thread of the run has it alone. */
    private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock(true);

    /** The holder of each of the driver's connections. */
    private final Map<Object, Worker> holders = Collections.synchronizedMap(new WeakHashMap<>());

    /** The driver's connections that were lost. */
    private final Map<Object, Boolean> lost = Collections.synchronizedMap(new WeakHashMap<>());

    /** What the provider returns. Volatile; set by the thread of the run. */
    private volatile String password = SoakServer.PASSWORD;

    /** The password on the server. */
    private String newPassword = SoakServer.PASSWORD;

    /** Whether it was changed since the last rest. Volatile; set by the thread of the run. */
    private volatile boolean isPasswordChanging;

    /** The number of the calm between two faults; 0 during a fault. Volatile; set by the run. */
    private volatile long calm;

    /** Volatile; set once, by the thread that closes. */
    private volatile boolean over;

    /**
     * Opens a pool and lets threads work.
     *
     * @param opening makes the pool
     */
    Site(String name, SoakPlan plan, SoakServer server, Watch watch, Stalls stalls, Opening opening)
            throws SQLException {
        this.name = name;
        this.plan = plan;
        this.server = server;
        this.watch = watch;
        this.stalls = stalls;
        this.random = new Random(plan.seed() ^ name.hashCode());
        this.proxy = TcpProxy.to(server.port());
        this.sampler = new Thread(this::sample, name + "-sampler");
        this.source = opening.open(this);
        this.settings = firstSettings();
        for (int id = 0; id < plan.threads(); id++) {
            workers.add(new Worker(this, id));
        }
    }

    /** Tries again: on a busy machine a first connect may exceed the limit. */
    private String firstSettings() throws SQLException {
        for (int refused = 0; ; refused++) {
            try (Connection connection = source.getConnection()) {
                return ask(connection, server.settings());
            } catch (SQLTransientConnectionException e) {
                if (refused == MOST_REFUSALS) {
                    source.close(Duration.ZERO);
                    proxy.close();
                    throw e;
                }
            }
        }
    }

    /** Makes the pool of a site. */
    interface Opening {

        SluiceDataSource open(Site site) throws SQLException;
    }

    /** Returns how a pool is to be configured. */
    JdbcPoolConfig config() {
        return plan.config(
                name, server.url(proxy.port()), () -> new Credentials(SoakServer.USER, password));
    }

    /** Opens the pool that is to be tried. */
    SluiceDataSource open() throws SQLException {
        return SluiceDataSource.create(config());
    }

    /** Starts the threads. */
    void start() {
        workers.forEach(Thread::start);
        sampler.setDaemon(true);
        sampler.start();
    }

    String name() {
        return name;
    }

    SoakPlan plan() {
        return plan;
    }

    SoakServer server() {
        return server;
    }

    TcpProxy proxy() {
        return proxy;
    }

    Watch watch() {
        return watch;
    }

    Stalls stalls() {
        return stalls;
    }

    Random random() {
        return random;
    }

    SluiceDataSource source() {
        return source;
    }

    /** Returns the settings of a session of which nothing was changed. */
    String settings() {
        return settings;
    }

    /** Returns the lock that a worker holds during a call. */
    Lock gate() {
        return gate.readLock();
    }

    long leases() {
        return workers.stream().mapToLong(Worker::leases).sum();
    }

    long failures() {
        return workers.stream().mapToLong(Worker::failures).sum();
    }

    // what happens to it

    long calm() {
        return calm;
    }

    /** Begins a calm, in which no call may fail, or ends it. */
    void setCalm(long number) {
        calm = number;
    }

    /** Changes the password on the server, and ends some sessions. */
    void changePassword() {
        isPasswordChanging = true;
        newPassword = SoakServer.PASSWORD + random.nextInt(1_000_000);
        server.changePassword(newPassword);
        server.terminate(random);
    }

    /** Has the provider return the new password. */
    void followPassword() {
        password = newPassword;
    }

    boolean isPasswordChanging() {
        return isPasswordChanging;
    }

    void resize(int size) {
        source.resize(Math.min(size, plan.connections()), size);
    }

    // what the workers see

    void acquired(Object driver, Worker by) {
        Worker holder = holders.putIfAbsent(driver, by);
        watch.check(
                Invariant.OWNER,
                holder == null,
                () -> by.getName() + " was given what " + holder + " has; " + this);
        watch.check(
                Invariant.LOST,
                !lost.containsKey(driver),
                () -> by.getName() + " was given a connection that was lost; " + this);
    }

    void released(Object driver, Worker by) {
        holders.remove(driver, by);
    }

    void lost(Object driver) {
        lost.put(driver, true);
    }

    // what anybody sees, at any time

    private void sample() {
        int beside = 0;
        while (!over) {
            PoolSnapshot seen = source.snapshot();
            watch.check(
                    Invariant.LIMIT,
                    seen.total() + seen.creating() <= plan.connections(),
                    seen::toString);
            boolean isBeside = seen.waiting() > 0 && seen.available() > 0 && !seen.suspended();
            beside = isBeside ? beside + 1 : 0;
            watch.check(Invariant.WAITER, beside != plan.looks(LOOK_NANOS) / 10, seen::toString);
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
    }

    /** Returns whether every worker had a good call since a moment. */
    boolean isRecovered(long since) {
        return workers.stream().allMatch(worker -> worker.lastGood() - since > 0);
    }

    // at rest

    /** Stops the workers between two calls. */
    void rest() throws InterruptedException {
        for (int i = 0; i < 3 * plan.looks(LOOK_NANOS); i++) {
            if (gate.writeLock().tryLock(LOOK_NANOS, TimeUnit.NANOSECONDS)) {
                watch.holds(Invariant.ENDED);
                return;
            }
        }
        watch.check(Invariant.ENDED, false, this::stacks);
        throw new IllegalStateException("a call does not end: " + stacks());
    }

    private String stacks() {
        StringBuilder text = new StringBuilder(toString());
        for (Worker worker : workers) {
            text.append('\n').append(worker.getName());
            for (StackTraceElement frame : worker.getStackTrace()) {
                text.append("\n    at ").append(frame);
            }
        }
        return text.toString();
    }

    /** Lets the workers go on. */
    void goOn() {
        gate.writeLock().unlock();
    }

    /** Checks that all connections can be had, that no more can, and that both sides agree. */
    void checkRest() throws InterruptedException {
        isPasswordChanging = false;
        proxy.forgetConnects();
        checkCapacity();
        checkCounts(plan.connections());
    }

    private void checkCapacity() throws InterruptedException {
        Set<Object> drivers = Collections.newSetFromMap(new IdentityHashMap<>());
        Set<Connection> held = new HashSet<>();
        int refused = 0;
        int broken = 0;
        String last = "";
        try {
            while (held.size() < plan.connections()
                    && refused <= MOST_REFUSALS
                    && broken <= plan.connections()) {
                Connection connection;
                try {
                    connection = source.getConnection();
                } catch (SQLException e) {
                    refused++;
                    last = trace(e);
                    continue;
                }
                try {
                    ask(connection, "SELECT 1");
                    drivers.add(connection.unwrap(server.driverType()));
                    held.add(connection);
                } catch (SQLException e) {
                    broken++;
                    last = trace(e);
                    connection.close();
                }
            }
            String seen = held.size() + " connections, " + this + " " + last;
            watch.check(Invariant.CAPACITY, held.size() == plan.connections(), () -> seen);
            watch.check(Invariant.OWNER, drivers.size() == held.size(), () -> seen);
            watch.check(Invariant.CAPACITY, isOneMoreRefused(held), () -> "one more; " + seen);
        } catch (SQLException e) {
            watch.check(Invariant.ERROR, false, () -> trace(e));
        } finally {
            held.forEach(Site::close);
        }
    }

    private boolean isOneMoreRefused(Set<Connection> held) throws InterruptedException {
        try {
            held.add(source.acquireAsync(Duration.ofMillis(20)).get());
            return false;
        } catch (ExecutionException e) {
            return true;
        }
    }

    private void checkCounts(int expected) {
        String seen = "";
        for (int i = 0; i < plan.looks(LOOK_NANOS); i++) {
            PoolSnapshot pool = source.snapshot();
            int sessions = server.sessions();
            boolean agrees =
                    pool.available() == expected
                            && pool.total() == expected
                            && pool.creating() + pool.waiting() == 0
                            && sessions == expected;
            if (agrees) {
                watch.holds(Invariant.COUNTS);
                return;
            }
            seen = pool + ", sessions on the server: " + sessions;
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
        String last = seen;
        watch.check(Invariant.COUNTS, false, () -> last);
    }

    // the end

    /** Ends the workers, closes the pool, and checks that nothing is left. */
    void checkClosed() throws InterruptedException {
        over = true;
        workers.forEach(Worker::end);
        for (Worker worker : workers) {
            worker.join();
        }
        source.close();
        String left = "";
        for (int i = 0; i < plan.looks(LOOK_NANOS); i++) {
            left = left();
            if (left.isEmpty()) {
                break;
            }
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
        String last = left;
        watch.check(Invariant.CLOSED_POOL, left.isEmpty(), () -> last);
    }

    private String left() {
        List<String> threads =
                Thread.getAllStackTraces().keySet().stream()
                        .map(Thread::getName)
                        .filter(thread -> thread.startsWith("sluice-" + name + "-"))
                        .toList();
        int sessions = server.sessions();
        return sessions == 0 && threads.isEmpty()
                ? ""
                : sessions + " sessions and the threads " + threads;
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException("a connection cannot be closed", e);
        }
    }

    /** Returns the first column of the first row, as text. */
    static String ask(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet reply = statement.executeQuery(query)) {
            return reply.next() ? String.valueOf(reply.getString(1)) : "";
        }
    }

    /** Returns an exception as it is in a log. */
    static String trace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return Failures.withoutSecrets(text.toString());
    }

    @Override
    public void close() {
        over = true;
        workers.forEach(Worker::end);
        source.close(Duration.ZERO);
        proxy.close();
        server.close();
    }

    @Override
    public String toString() {
        return source.snapshot().toString();
    }
}
