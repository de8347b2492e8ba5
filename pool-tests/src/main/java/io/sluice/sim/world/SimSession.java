package io.sluice.sim.world;

import io.sluice.sim.scheduler.Simulation;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A session of the database, with the driver's connection. Notices when two leases use it at once,
 * when one sees what another has left, and when it is used after its end.
 *
 * <p>Of SQL it knows {@code WORK lease}, {@code SET lease} and {@code RESET}.
 */
final class SimSession implements InvocationHandler {

    private static final long LONGEST_HANG = Duration.ofSeconds(20).toNanos();

    /** The pool aborts a close that hangs, long before this. */
    private static final long LONGEST_CLOSE = Duration.ofMinutes(5).toNanos();

    private final SimDatabase database;
    private final Simulation simulation;
    private final int number;
    private final Connection connection;
    private final Map<String, Object> attributes = new LinkedHashMap<>(atRest());

    /** The lease that it served last. */
    private @Nullable String lease;

    /** The lease whose work is neither committed nor rolled back. */
    private @Nullable String uncommitted;

    /** The lease that has changed a setting. */
    private @Nullable String setting;

    private @Nullable SQLWarning warning;

    /** The thread in a call. */
    private @Nullable Thread user;

    private int networkMillis;
    private int openStatements;
    private boolean isKilled;
    private boolean isAborted;
    private boolean isClosed;

    /** What was told that the session is lost: a lease, or the pool. */
    private @Nullable String told;

    SimSession(SimDatabase database, int number) {
        this.database = database;
        this.simulation = database.simulation;
        this.number = number;
        this.connection = proxy(Connection.class, this);
    }

    private static Map<String, Object> atRest() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("AutoCommit", true);
        values.put("ReadOnly", false);
        values.put("TransactionIsolation", Connection.TRANSACTION_READ_COMMITTED);
        values.put("Schema", "main");
        values.put("Holdability", ResultSet.CLOSE_CURSORS_AT_COMMIT);
        return values;
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(
                        SimSession.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    Connection connection() {
        return connection;
    }

    void kill() {
        isKilled = true;
        uncommitted = null;
    }

    static SQLException unsupported(String method) {
        return new SQLFeatureNotSupportedException(method, "0A000");
    }

    private boolean isAutoCommit() {
        return Boolean.TRUE.equals(attributes.get("AutoCommit"));
    }

    private void fail(String what) {
        simulation.fail(this + " " + what, new Throwable("here"));
    }

    // calls of the driver

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
            throws Throwable {
        String name = method.getName();
        Object first = arguments == null || arguments.length == 0 ? null : arguments[0];
        return switch (name) {
            case "toString" -> toString();
            case "hashCode" -> number;
            case "equals" -> proxy == first;
            case "isClosed" -> isClosed || isAborted;
            case "abort" -> {
                abort();
                yield null;
            }
            case "close" -> {
                close();
                yield null;
            }
            default -> inCall(() -> call(name, arguments, first));
        };
    }

    private interface Call {
        @Nullable Object make() throws SQLException;
    }

    /** One thread at a time; and none after the end. */
    private @Nullable Object inCall(Call call) throws SQLException {
        Thread caller = Thread.currentThread();
        if (user != null && user != caller) {
            fail("is used by " + caller.getName() + " and by " + user.getName());
        }
        if (isClosed && !isAborted) {
            fail("was closed and is used by " + caller.getName());
        }
        String by = database.leaseOfCaller();
        if (told != null && by != null && !told.equals(by)) {
            fail("has told " + told + " that it is lost, and serves " + by);
        }
        Thread before = user;
        user = caller;
        try {
            return call.make();
        } finally {
            user = before;
        }
    }

    private void checkAlive() throws SQLException {
        if (isAborted) {
            throw new SQLException("the connection was aborted", "08003");
        }
        if (isKilled) {
            throw lost("the session was killed", "57P01");
        }
    }

    private SQLException lost(String why, String state) {
        tellLost();
        return new SQLException(why, state);
    }

    private void tellLost() {
        kill();
        String by = database.leaseOfCaller();
        told = by == null ? "the pool" : by;
        simulation.note(this + " says it is lost");
    }

    private @Nullable Object call(
            String name, Object @Nullable [] arguments, @Nullable Object first)
            throws SQLException {
        if (name.equals("isValid")) {
            return isValid();
        }
        checkAlive();
        return switch (name) {
            case "createStatement" -> statement();
            case "commit" -> {
                commit();
                yield null;
            }
            case "rollback" -> {
                mayNotReset(name);
                uncommitted = null;
                yield null;
            }
            case "getWarnings" -> warning;
            case "clearWarnings" -> {
                warning = null;
                yield null;
            }
            case "beginRequest", "endRequest" -> {
                if (!database.hasRequests) {
                    throw unsupported(name);
                }
                yield null;
            }
            case "setNetworkTimeout" -> {
                networkMillis = arguments != null && arguments[1] instanceof Integer i ? i : 0;
                yield null;
            }
            case "getNetworkTimeout" -> networkMillis;
            default -> attribute(name, first);
        };
    }

    private @Nullable Object attribute(String name, @Nullable Object value) throws SQLException {
        String attribute = name.replaceFirst("^(get|set|is)", "");
        if (!attributes.containsKey(attribute)) {
            throw unsupported(name);
        }
        if (!name.startsWith("set")) {
            return attributes.get(attribute);
        }
        mayNotReset(name);
        if (attribute.equals("AutoCommit") && Boolean.TRUE.equals(value)) {
            commit();
        }
        attributes.put(attribute, value == null ? "" : value);
        return null;
    }

    private void mayNotReset(String what) throws SQLException {
        if (database.dice.oneIn(database.faults().resetFails())) {
            simulation.note(this + " refuses " + what);
            throw new SQLException(what + " is refused", "XX000");
        }
    }

    private void commit() {
        if (uncommitted != null && !database.isWilling(uncommitted)) {
            fail("commits what " + uncommitted + " has not committed");
        }
        uncommitted = null;
    }

    private boolean isValid() {
        simulation.sleep(database.dice.someNanos(1_000));
        if (database.dice.oneIn(database.faults().hangs())) {
            hang();
        }
        if (isKilled || database.dice.oneIn(database.faults().invalid())) {
            tellLost();
        }
        return !isKilled && !isAborted;
    }

    /** Until the connection is aborted, the time limit of the network is over, or a while. */
    private void hang() {
        simulation.note(this + " hangs");
        long nanos = database.dice.nanosUpTo(Duration.ofNanos(LONGEST_HANG));
        long limitNanos = networkMillis == 0 ? nanos : Duration.ofMillis(networkMillis).toNanos();
        simulation.await(() -> isAborted, Math.min(nanos, limitNanos));
        if (limitNanos < nanos) {
            kill();
        }
    }

    private void abort() {
        simulation.note(this + " is aborted");
        isAborted = true;
        uncommitted = null;
        if (!isClosed) {
            isClosed = true;
            database.closed(this);
        }
    }

    private void close() throws SQLException {
        if (isClosed) {
            return;
        }
        if (user != null) {
            fail("is closed while " + user.getName() + " uses it");
        }
        simulation.sleep(database.dice.someNanos(10));
        if (database.dice.oneIn(database.faults().closeHangs())) {
            simulation.note(this + " hangs in its close");
            simulation.await(() -> isAborted, LONGEST_CLOSE);
            if (!isAborted) {
                fail("hangs in its close, and nothing aborts it");
            }
        }
        if (!isClosed) {
            isClosed = true;
            uncommitted = null;
            database.closed(this);
        }
        if (database.dice.oneIn(database.faults().closeFails())) {
            throw new SQLException("does not close", "XX000");
        }
    }

    // statements

    private Statement statement() {
        openStatements++;
        return proxy(Statement.class, new Open());
    }

    private final class Open implements InvocationHandler {

        private boolean isOver;

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
                throws Throwable {
            String name = method.getName();
            Object first = arguments == null ? null : arguments[0];
            return switch (name) {
                case "toString" -> "a statement of " + SimSession.this;
                case "hashCode" -> number;
                case "equals" -> proxy == first;
                case "isClosed" -> isOver;
                case "close" -> {
                    openStatements -= isOver ? 0 : 1;
                    isOver = true;
                    yield null;
                }
                case "execute" ->
                        inCall(
                                () -> {
                                    execute(String.valueOf(first));
                                    return false;
                                });
                default -> throw unsupported(name);
            };
        }
    }

    private void execute(String sql) throws SQLException {
        if (sql.equals("RESET")) {
            checkAlive();
            mayNotReset(sql);
            setting = null;
            return;
        }
        String by = sql.substring(sql.indexOf(' ') + 1);
        arrives(by);
        checkAlive();
        simulation.sleep(database.dice.someNanos(100));
        if (database.dice.oneIn(database.faults().hangs())) {
            hang();
        }
        if (database.dice.oneIn(database.faults().killed())) {
            kill();
        }
        checkAlive();
        if (sql.startsWith("SET ")) {
            setting = by;
        }
        if (!isAutoCommit()) {
            uncommitted = by;
        }
        warning = new SQLWarning("a warning for " + by);
    }

    /** The first statement of a lease finds nothing of the lease before. */
    private void arrives(String by) {
        if (database.isOver(by)) {
            fail("is told to work by " + by + ", whose lease is over");
        }
        if (by.equals(lease) || isKilled || isAborted) {
            return;
        }
        if (lease != null && !database.isOver(lease)) {
            fail("serves " + by + " and " + lease + " at once");
        }
        if (uncommitted != null) {
            fail("has work of " + uncommitted + " open when it serves " + by);
        }
        if (openStatements > 1) {
            fail("has " + (openStatements - 1) + " statements left open when it serves " + by);
        }
        if (setting != null && database.resetsSettings) {
            fail("has a setting of " + setting + " when it serves " + by);
        }
        lease = by;
    }

    @Override
    public String toString() {
        return "session " + number;
    }
}
