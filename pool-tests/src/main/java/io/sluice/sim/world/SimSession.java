package io.sluice.sim.world;

import io.sluice.sim.scheduler.Hooks;
import io.sluice.sim.scheduler.Simulation;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import javax.sql.XAConnection;
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

    private static final ResultSetMetaData ONE_COLUMN =
            proxy(
                    ResultSetMetaData.class,
                    (proxy, method, arguments) -> {
                        if (!method.getName().equals("getColumnCount")) {
                            throw unsupported(method.getName());
                        }
                        return 1;
                    });

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

    /** Does what belongs to branches; null if the session takes part in no global transactions. */
    private final @Nullable SimXaResource xa;

    /** Whether the present call is one of {@code xa}. */
    private boolean isInXa;

    /** Whether no connection was asked for: nothing but its own time limit ends what hangs. */
    private boolean isOfRecovery;

    /** How many cancels have arrived. */
    private int cancels;

    private int networkMillis;
    private int openStatements;
    private boolean isKilled;
    private boolean isHalfClosed;

    /** Whether its server accepts no writes any more. */
    private boolean isDemoted;

    private boolean isAborted;
    private boolean isClosed;

    /** What was told that the session is lost: a lease, or the pool. */
    private @Nullable String told;

    SimSession(SimDatabase database, int number, @Nullable SimBranches branches) {
        this.database = database;
        this.simulation = database.simulation;
        this.number = number;
        this.isOfRecovery = branches != null;
        this.xa = branches == null ? null : new SimXaResource(this, branches);
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

    void demote() {
        isDemoted = true;
    }

    SimDatabase database() {
        return database;
    }

    void kill() {
        isKilled = true;
        uncommitted = null;
        SimBranch branch = branch();
        if (branch != null) {
            branches().lost(branch);
        }
    }

    private @Nullable SimBranch branch() {
        return xa == null ? null : xa.own();
    }

    private SimBranches branches() {
        return Objects.requireNonNull(database.branches);
    }

    /** The pool ends the session. */
    private void endsBranch() {
        SimBranch branch = branch();
        if (branch != null) {
            branches().closed(branch, this);
        }
    }

    /** Returns the session as one that takes part in global transactions. */
    XAConnection xaConnection() {
        return proxy(
                XAConnection.class,
                (proxy, method, arguments) ->
                        switch (method.getName()) {
                            case "getConnection" -> {
                                isOfRecovery = false;
                                yield connection;
                            }
                            case "getXAResource" -> xa;
                            case "close" -> {
                                close();
                                yield null;
                            }
                            case "toString" -> toString();
                            case "hashCode" -> number;
                            case "equals" -> arguments != null && proxy == arguments[0];
                            default -> throw unsupported(method.getName());
                        });
    }

    /** A call of its XA resource. */
    @Nullable Object inXaCall(Call call) throws SQLException {
        return inCall(
                () -> {
                    isInXa = true;
                    try {
                        return call.make();
                    } finally {
                        isInXa = false;
                    }
                });
    }

    static SQLException unsupported(String method) {
        return new SQLFeatureNotSupportedException(method, "0A000");
    }

    boolean isAutoCommit() {
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

    interface Call {
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

    void checkAlive() throws SQLException {
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
            case "getMetaData" -> metaData();
            case "commit" -> {
                commit();
                yield null;
            }
            case "rollback" -> {
                checkNoBranch(name);
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

    /** As that of PostgreSQL, which is asked for its role in SQL. */
    private static DatabaseMetaData metaData() {
        return proxy(
                DatabaseMetaData.class,
                (proxy, method, arguments) ->
                        switch (method.getName()) {
                            case "getDatabaseProductName" -> "PostgreSQL";
                            case "getURL" -> "jdbc:simulated://server/database";
                            default -> throw unsupported(method.getName());
                        });
    }

    /** One row, which says whether the server is read-only. */
    private ResultSet role() {
        String answer = isDemoted ? "on" : "off";
        return proxy(
                ResultSet.class,
                (proxy, method, arguments) ->
                        switch (method.getName()) {
                            case "next" -> true;
                            case "getString" -> answer;
                            case "getMetaData" -> ONE_COLUMN;
                            case "close" -> null;
                            default -> throw unsupported(method.getName());
                        });
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

    private void checkNoBranch(String call) {
        if (branch() != null) {
            fail("is told to " + call + " within a " + branch());
        }
    }

    private void commit() {
        checkNoBranch("commit");
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
        answersNothing();
        if (isKilled || database.dice.oneIn(database.faults().invalid())) {
            tellLost();
        }
        return !isKilled && !isAborted;
    }

    /** What is half closed hangs until some time limit is over, and is lost then. */
    private void answersNothing() {
        if (isHalfClosed) {
            hang();
            kill();
        }
    }

    /** Until the connection is aborted, the time limit of the network is over, or a while. */
    void hang() {
        simulation.note(this + " hangs");
        long nanos = database.dice.nanosUpTo(Duration.ofNanos(LONGEST_HANG));
        long limitNanos = networkMillis == 0 ? nanos : Duration.ofMillis(networkMillis).toNanos();
        int before = cancels;
        simulation.await(
                () -> isAborted || (!isInXa && cancels > before), Math.min(nanos, limitNanos));
        if (limitNanos < nanos && cancels == before) {
            kill();
        }
    }

    private void abort() {
        simulation.note(this + " is aborted");
        endsBranch();
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
            if (!isAborted && !isOfRecovery) {
                fail("hangs in its close, and nothing aborts it");
            }
        }
        if (!isClosed) {
            isClosed = true;
            uncommitted = null;
            endsBranch();
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

        /** The lease that has executed it last. */
        private @Nullable String by;

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
                case "cancel" -> {
                    cancel(by);
                    yield null;
                }
                case "executeQuery" ->
                        inCall(
                                () -> {
                                    checkAlive();
                                    return role();
                                });
                case "execute" ->
                        inCall(
                                () -> {
                                    String sql = String.valueOf(first);
                                    by = sql.substring(sql.indexOf(' ') + 1);
                                    execute(sql);
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
        if (database.dice.oneIn(database.faults().losesInterrupts())) {
            boolean ignored = Hooks.interrupted();
        }
        isHalfClosed |= database.dice.oneIn(database.faults().halfClosed());
        answersNothing();
        if (database.dice.oneIn(database.faults().hangs())) {
            int before = cancels;
            hang();
            if (cancels > before && !isAborted) {
                throw new SQLException("the statement was cancelled", "57014");
            }
        }
        if (database.dice.oneIn(database.faults().killed())) {
            kill();
        }
        checkAlive();
        if (sql.startsWith("SET ")) {
            setting = by;
        }
        if (isDemoted && sql.startsWith("WORK ")) {
            refuseWrite(by);
        }
        SimBranch branch = branch();
        checkBranch(branch, by);
        if (branch != null) {
            branch.hasWork = true;
        } else if (!isAutoCommit()) {
            uncommitted = by;
        }
        warning = new SQLWarning("a warning for " + by);
    }

    /** An application that has asked for read-only has itself to blame. */
    private void refuseWrite(String by) throws SQLException {
        if (database.wantsPrimary && !Boolean.TRUE.equals(attributes.get("ReadOnly"))) {
            told = by;
            simulation.note(this + " says it is read-only");
        }
        throw new SQLException("read-only", "25006");
    }

    /** What a transaction does is in its branch, and nothing else is. */
    private void checkBranch(@Nullable SimBranch branch, String by) {
        if (branch != null
                && !(branch.state == SimBranch.State.ACTIVE && branch.transaction.equals(by))) {
            fail("works for " + by + " in a " + branch);
        }
        if (branch == null && database.isGlobal(by)) {
            fail("works for " + by + " outside of its branch");
        }
    }

    /** Takes some time, as another connection to the server does. */
    private void cancel(@Nullable String of) {
        simulation.sleep(database.dice.someNanos(10));
        cancels++;
        if (of != null && user != null && !of.equals(lease) && !isAborted && !isKilled) {
            fail("is cancelled for " + of + " while it serves " + lease);
        }
    }

    /** The first statement of a lease finds nothing of the lease before. */
    private void arrives(String by) {
        if (database.isOver(by)) {
            fail("is told to work by " + by + ", whose lease is over");
        }
        if (by.equals(lease) || isKilled || isAborted) {
            return;
        }
        // A transaction may have ended without its thread; its branch is looked at below.
        if (lease != null && !database.isOver(lease) && !database.isGlobal(lease)) {
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
