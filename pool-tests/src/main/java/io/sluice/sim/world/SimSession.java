package io.sluice.sim.world;

import io.sluice.sim.scheduler.Hooks;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import javax.sql.XAConnection;
import org.jspecify.annotations.Nullable;

/**
 * A session of the database, with the driver's connection. Notices when two leases use it at once,
 * when one sees what another has left, and when it is used after its end.
 *
 * <p>Of SQL it knows {@code WORK lease}, {@code SET lease} and {@code RESET}.
 */
final class SimSession implements InvocationHandler {

    /** What runs for so long is known to all that would cancel it. */
    private static final long LONG_HANG = Duration.ofMillis(500).toNanos();

    private static final long LONGEST_CANCEL = Duration.ofSeconds(10).toNanos();

    /** The same where no thread stalls. */
    private static final long LONG_CANCEL = Duration.ofSeconds(2).toNanos();

    private static final Duration SLOW_CLOSE = Duration.ofSeconds(5);

    private static final long LONGEST_HANG = Duration.ofSeconds(20).toNanos();

    /** The pool aborts a close that hangs, long before this. */
    private static final long LONGEST_CLOSE = Duration.ofMinutes(5).toNanos();

    /** Longer than it takes a thread that is not stalled to note what it was told. */
    private static final long KNOWN_NANOS = Duration.ofMillis(1).toNanos();

    /** What an object of the driver does after its branch. */
    private static final String LATE = "late work";

    private final SimDatabase database;
    private final Simulation simulation;
    private final int number;
    private final Connection connection;
    private final DriverKind kind;
    private final Map<String, Object> attributes;
    private final Properties clientInfo = new Properties();
    private final List<SimPrepared> prepared = new ArrayList<>();

    /** Attributes that the lease has set back, and nothing has happened since. */
    private final Set<String> putBack = new HashSet<>();

    private final Freshness freshness;

    /** The lease of which the session knows. */
    private @Nullable String served;

    private @Nullable Thread servedTo;

    /** The lease that it served last. */
    private @Nullable String lease;

    /** The lease whose work is neither committed nor rolled back. */
    private @Nullable String uncommitted;

    /** The lease that has changed a setting. */
    private @Nullable String setting;

    private @Nullable SQLWarning warning;

    /** The threads in a call. */
    private final List<Thread> users = new ArrayList<>(2);

    /** The schema to which a rollback returns; null unless a transaction may have changed it. */
    private @Nullable Object schemaBefore;

    /** How often it was reset. */
    private int life;

    /** Whether the lease has done anything since its last commit or rollback. */
    private boolean hasWorked;

    /** The same at its end. */
    private boolean leftWork;

    private boolean inRequest;

    /** Whether the stack has ended in its driver, so that it is not known what was done. */
    private boolean isUnknown;

    private boolean isNotRolledBack;

    /** Whether an object of the driver has worked after its lease. */
    private boolean hasLateWork;

    /** The client info to which a rollback returns; null unless a transaction has changed it. */
    private @Nullable Properties infoBefore;

    /** Whether the pool has done nothing but validate since its lease. */
    private boolean isPinged;

    /** Whether an object of the driver was used in the branch, which may be used after it. */
    private boolean isLent;

    /** Whether what the lease has set may not be what the pool knows of. */
    private boolean isShaken;

    /** Does what belongs to branches; null if the session takes part in no global transactions. */
    private final @Nullable SimXaResource xa;

    /** Whether the present call is one of {@code xa}. */
    private boolean isInXa;

    /** Whether no connection was asked for: nothing but its own time limit ends what hangs. */
    private boolean isOfRecovery;

    /** Since when the statement hangs that runs; and how many cancels were tried before. */
    private long hangsSince = Long.MAX_VALUE;

    private int triedBefore;

    /** Since when a cancel of the pool hangs. */
    private long cancelledSince = Long.MAX_VALUE;

    /** How many cancels were tried. */
    private int tried;

    /** How many cancels have arrived. */
    private int cancels;

    private int networkMillis;
    private final List<SimStatement> open = new ArrayList<>();
    private boolean isKilled;
    private boolean isHalfClosed;

    /** Whether its server accepts no writes any more. */
    private boolean isDemoted;

    private boolean isAborted;
    private boolean isClosed;

    /** What was told that the session is lost: a lease, or the pool. */
    private @Nullable String told;

    /** Whether it has said in a lease that it is lost. */
    private boolean isFoundLost;

    private long toldAt;

    SimSession(SimDatabase database, int number, @Nullable SimBranches branches) {
        this.database = database;
        this.simulation = database.simulation;
        this.number = number;
        this.kind = database.kind;
        this.attributes = atFirst(kind);
        this.freshness = new Freshness(database);
        this.isOfRecovery = branches != null;
        this.xa = branches == null ? null : new SimXaResource(this, branches);
        this.connection =
                database.vendor == SimVendor.NONE
                        ? proxy(Connection.class, this)
                        : VendorClasses.proxy(database.vendor, Connection.class, this);
    }

    boolean isOfRecovery() {
        return isOfRecovery;
    }

    private static Map<String, Object> atFirst(DriverKind kind) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("AutoCommit", true);
        values.put("ReadOnly", false);
        values.put("TransactionIsolation", Connection.TRANSACTION_READ_COMMITTED);
        values.put("Schema", kind.firstSchema());
        values.put("Holdability", ResultSet.CLOSE_CURSORS_AT_COMMIT);
        return values;
    }

    /** Each object of the driver can also do what only an application asks for. */
    static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(
                        SimSession.class.getClassLoader(),
                        new Class<?>[] {type, DriverObject.class},
                        handler));
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
        undo();
        SimBranch branch = branch();
        if (branch != null) {
            branches().lost(branch);
        }
    }

    private void undo() {
        if (uncommitted != null) {
            database.hasUndone(uncommitted);
        }
        uncommitted = null;
    }

    private @Nullable SimBranch branch() {
        return xa == null ? null : xa.own();
    }

    boolean isBlind() {
        return xa != null && xa.isBlind();
    }

    /** Whether its user sees no branch since its server is none that has any. */
    boolean isOnStandby() {
        return isBlind() && number % 2 == 0;
    }

    /** The driver of H2 leaves its session in auto-commit mode after a branch. */
    void endsBranchInAutoCommit() {
        attributes.put("AutoCommit", true);
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
        boolean[] isResourceFirst = new boolean[1];
        InvocationHandler handler =
                (proxy, method, arguments) ->
                        switch (method.getName()) {
                            case "getConnection" -> {
                                isOfRecovery &= isResourceFirst[0];
                                yield connection;
                            }
                            case "getXAResource" -> {
                                isResourceFirst[0] = true;
                                yield xa == null ? null : xa.asResource();
                            }
                            case "close" -> {
                                close();
                                yield null;
                            }
                            case "toString" -> toString();
                            case "hashCode" -> number;
                            case "equals" -> arguments != null && proxy == arguments[0];
                            default -> throw unsupported(method.getName());
                        };
        return database.vendor == SimVendor.NONE
                ? proxy(XAConnection.class, handler)
                : VendorClasses.proxy(database.vendor, XAConnection.class, handler);
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

    void fail(String what) {
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
            case "isWrapperFor" -> false;
            case "isClosed" -> {
                boolean isOver = isClosed || isAborted || isFoundClosed();
                if (database.leaseOfCaller() == null) {
                    freshness.validated();
                } else {
                    inCall(() -> null);
                }
                yield isOver;
            }
            case "abort" -> {
                abort();
                yield null;
            }
            case "close" -> {
                if (xa == null) {
                    close();
                } else if (database.isBad(database.faults().closeFails())) {
                    throw new SQLException("does not close", "XX000"); // its session is another
                }
                yield null;
            }
            case "workLate" -> {
                workLate();
                yield null;
            }
            case "setClientInfo" -> {
                try {
                    yield inCall(() -> call(name, arguments, first));
                } catch (SQLException e) { // JDBC allows no other
                    throw e instanceof SQLClientInfoException
                            ? e
                            : new SQLClientInfoException(e.getMessage(), e.getSQLState(), Map.of());
                }
            }
            default -> inCall(() -> call(name, arguments, first));
        };
    }

    interface Call {
        @Nullable Object make() throws SQLException;
    }

    void closed(SimStatement statement) {
        open.remove(statement);
    }

    /** A query of the pool was answered. */
    void validated() {
        freshness.validated();
    }

    boolean isDemoted() {
        return isDemoted;
    }

    /** One thread at a time; and none after the end. */
    @Nullable Object inCall(Call call) throws SQLException {
        Thread caller = Thread.currentThread();
        String by = database.leaseOfCaller();
        if (by != null && database.isOver(by)) {
            if (database.isHasty(by)) {
                throw new SQLException("came beside the end of its lease", "55000");
            }
            fail("is asked by " + by + ", whose lease is over");
        }
        for (Thread user : users) {
            if (user != caller && !Objects.equals(by, database.leaseOf(user))) {
                fail("is used by " + caller.getName() + " and by " + user.getName());
            }
        }
        if (isClosed && !isAborted) {
            fail("was closed and is used by " + caller.getName());
        }
        if (told != null && by != null && !told.equals(by)) {
            fail("has told " + told + " that it is lost, and serves " + by);
        }
        if (by != null && !by.equals(served) && !database.isGlobal(by)) {
            isFound(by);
        }
        isShaken |= by != null && caller != servedTo;
        users.add(caller);
        try {
            return call.make();
        } finally {
            if (by != null) {
                freshness.used();
            }
            users.remove(users.lastIndexOf(caller));
        }
    }

    /** A lease makes its first call: it finds nothing of the lease before. */
    private void isFound(String by) {
        String complaint =
                database.knowsFreshness ? freshness.complaint(database.waitedSince(by)) : null;
        if (complaint != null && !isKilled && !isAborted) {
            fail(complaint + " to " + by);
        }
        if (database.plan.standby != null && database.plan.standby.isLate(this)) {
            fail("serves " + by + " though its server is late");
        }
        served = by;
        servedTo = Thread.currentThread();
        isShaken = false;
        hasWorked = false;
        leftWork = false;
        putBack.clear();
        if (isKilled || isAborted) {
            return;
        }
        String found =
                (isAutoCommit() == database.restsInTransactions ? " another auto-commit" : "")
                        + (Boolean.TRUE.equals(attributes.get("ReadOnly")) ? " read-only" : "")
                        + (isAtRest("TransactionIsolation") ? "" : " another isolation")
                        + (isAtRest("Holdability") ? "" : " another holdability")
                        + (schema().equals(database.schemaOf(by)) ? "" : " another schema")
                        + (clientInfo.isEmpty() ? "" : " client info")
                        + (networkMillis == 0 ? "" : " a network time-out")
                        + (warning == null || kind.lacksClearWarnings() ? "" : " a warning")
                        + (uncommitted == null ? "" : " a transaction")
                        + (open.stream().anyMatch(each -> isOf(each, by)) ? " a statement" : "")
                        + (setting != null && database.resetsSettings ? " a setting" : "")
                        + (xa != null || inRequest == database.hasRequests ? "" : " no request");
        if (!found.isEmpty()) {
            fail("serves " + by + " with" + found);
        }
    }

    /** What is set may be something else from now on. */
    void forgetPutBack() {
        hasWorked = true;
        putBack.clear();
    }

    /** An application does something of which its pool cannot know. */
    void shake() {
        isShaken = true;
    }

    private boolean isAtRest(String attribute) {
        return Objects.equals(attributes.get(attribute), atFirst(kind).get(attribute));
    }

    String schema() {
        return String.valueOf(attributes.get("Schema"));
    }

    int life() {
        return life;
    }

    void closed(SimPrepared statement) {
        prepared.remove(statement);
    }

    /** To close a statement may take long. */
    void closesSlowly() {
        if (xa == null
                && !database.isLastResource
                && database.isBad(database.faults().closeHangs())) {
            Thread caller = Thread.currentThread();
            users.add(caller);
            simulation.await(() -> isAborted, database.more.nanosUpTo(SLOW_CLOSE));
            users.remove(users.lastIndexOf(caller));
            freshness.used(); // its lease ends after this
        }
    }

    /** To close a statement may take long, and fail in any way. */
    void mayNotClose(String sql) throws SQLException {
        closesSlowly();
        if (database.dice.oneIn(database.faults().closeFails())) {
            if (database.more.oneIn(2)) {
                throw new IllegalStateException("does not close " + sql);
            }
            throw new SQLException("does not close " + sql, "XX000");
        }
    }

    /** The same in a global transaction, also with an error. */
    void mayNotCloseAtAll() throws SQLException {
        if (branches().more.oneIn(database.faults().closeFails())) {
            throw new LinkageError("a statement that is left open does not close");
        }
    }

    /** What a pool does with a search path. */
    void restorePath(String path) throws SQLException {
        mayNotReset("a search path");
        changeSchema(path);
    }

    private void changeSchema(Object value) {
        if (!isAutoCommit() && schemaBefore == null && xa == null && !database.vendor.isMySql()) {
            schemaBefore = attributes.get("Schema");
        }
        attributes.put("Schema", value);
    }

    /** A lease, or the pool at its end, commits or rolls back. */
    private void endsWork() {
        if (database.leaseOfCaller() == null) {
            leftWork |= hasWorked;
            database.rollsBack(leftWork);
        }
        hasWorked = false;
    }

    private void endTransaction(boolean isUndone) {
        if (isUndone && infoBefore != null) {
            clientInfo.clear();
            clientInfo.putAll(infoBefore);
        }
        if (isUndone && schemaBefore != null) {
            attributes.put("Schema", schemaBefore);
        }
        schemaBefore = null;
        infoBefore = null;
        hasLateWork = false;
        if (isUndone) {
            undo();
        } else if (uncommitted != null) {
            database.hasCommitted(uncommitted);
        }
        uncommitted = null;
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

    /** Whether the server has ended it, or knows that its other end is gone. */
    boolean isGone() {
        return isKilled || isAborted || isClosed;
    }

    /** Whether it has told so that it is lost that all threads of the pool have to know by now. */
    boolean isKnownToBeLost() {
        return told != null
                && simulation.nanos() - toldAt > KNOWN_NANOS
                && simulation.stalledUntil() < toldAt;
    }

    void tellLost() {
        if (served != null && !isAborted) {
            if (!isFoundLost) { // to say it again is no other loss
                database.lost();
            }
            isFoundLost = true;
        } else {
            database.doubted();
        }
        database.refusesRollback(); // what was to be rolled back ends without an answer
        kill();
        String by = database.leaseOfCaller();
        told = by == null ? "the pool" : by;
        toldAt = simulation.nanos();
        simulation.note(this + " says it is lost");
    }

    private @Nullable Object call(
            String name, Object @Nullable [] arguments, @Nullable Object first)
            throws SQLException {
        boolean wasPinged = isPinged;
        isPinged = name.equals("isValid") && served != null && database.leaseOfCaller() == null;
        if (wasPinged && name.equals("rollback") && database.vendor.isMySql()) {
            fail("is rolled back after a ping, which begins nothing");
        }
        if (name.equals("isValid")) {
            hasWorked |= database.leaseOfCaller() != null;
            putBack.clear(); // it goes to the server
            checkSupported(name);
            return isValid();
        }
        if (SimThread.framesLeft() < database.plan.driverFrames) {
            isUnknown = true;
            simulation.note(this + " finds the end of the stack");
            throw new StackOverflowError("in the driver, on purpose");
        }
        checkAlive();
        hasWorked |= database.leaseOfCaller() != null && !name.equals("look"); // also in vain
        checkSupported(name);
        if (!name.startsWith("set") && database.leaseOfCaller() != null) {
            putBack.clear(); // it may have gone to the server
        }
        return switch (name) {
            case "createStatement" -> {
                asksServer();
                yield statement();
            }
            case "unwrap" -> {
                if (xa == null || first != Connection.class) {
                    throw unsupported(name);
                }
                yield connection; // a proxy, behind which nothing is seen
            }
            case "prepareStatement" -> {
                if (VendorQuery.isKnown(String.valueOf(first))) {
                    yield new VendorQuery(this, branches(), String.valueOf(first)).statement();
                }
                SimPrepared statement = new SimPrepared(this, String.valueOf(first));
                prepared.add(statement);
                yield statement.statement();
            }
            case "change", "look" -> {
                isShaken = true;
                isLent |= branch() != null;
                if (name.equals("change")) {
                    changeSchema("other");
                }
                yield null;
            }
            case "getClientInfo" ->
                    first == null
                            ? (Properties) clientInfo.clone()
                            : clientInfo.getProperty(String.valueOf(first));
            case "setClientInfo" -> {
                setClientInfo(Objects.requireNonNull(arguments));
                yield null;
            }
            case "createArrayOf" -> proxy(Array.class, VendorQuery.array(arguments));
            case "getMetaData" -> new SimAnswers(this).metaData();
            case "commit" -> {
                endsWork();
                if (database.isLastResource && database.more.oneIn(database.refusesCommits)) {
                    throw refusedCommit();
                }
                commit();
                yield null;
            }
            case "rollback" -> {
                if (isAutoCommit() && (xa != null || database.leaseOfCaller() == null)) {
                    fail("is rolled back in auto-commit mode");
                }
                checkNoBranch(name);
                rollbackMayFail();
                endsWork();
                endTransaction(/* isUndone= */ true);
                yield null;
            }
            case "getWarnings" -> warning;
            case "clearWarnings" -> {
                if (lease != null
                        && (database.plan.failsToBegin || database.isBad(kind.beginFails()))) {
                    throw new SQLException("warnings cannot be cleared", "XX000");
                }
                warning = null;
                yield null;
            }
            case "beginRequest", "endRequest" -> {
                if (!database.hasRequests) {
                    if (xa != null) {
                        fail("is told of a request, though its class has none");
                    }
                    throw unsupported(name);
                }
                request(name.equals("beginRequest"));
                yield null;
            }
            case "setNetworkTimeout" -> {
                takesTime();
                networkMillis = arguments != null && arguments[1] instanceof Integer i ? i : 0;
                yield null;
            }
            case "getNetworkTimeout" -> networkMillis;
            default -> attribute(name, first);
        };
    }

    /** In global transactions another thread may end the branch meanwhile. */
    void takesTime() throws SQLException {
        if (xa != null) {
            simulation.sleep(branches().more.someNanos(100));
            checkAlive();
        }
    }

    /** Another thread of its lease may do something meanwhile. */
    private void asksServer() throws SQLException {
        if (database.plan.asksServer && database.leaseOfCaller() != null) {
            simulation.sleep(database.more.someNanos(100));
            checkAlive();
        }
    }

    private void checkSupported(String name) throws SQLException {
        boolean lacks =
                switch (name) {
                    case "getNetworkTimeout", "setNetworkTimeout" -> kind.lacksNetworkTimeout();
                    case "isValid" -> kind.lacksIsValid();
                    case "clearWarnings" -> kind.lacksClearWarnings();
                    default -> false;
                };
        if (lacks && kind.lacksMethods()) {
            throw new AbstractMethodError(name);
        }
        if (lacks) {
            throw unsupported(name);
        }
    }

    /** A request begins, or ends. */
    private void request(boolean begins) {
        if (begins == inRequest) {
            fail(begins ? "begins a request in another" : "ends a request that has not begun");
        }
        if (uncommitted != null) {
            fail("has work of " + uncommitted + " open at the boundary of a request");
        }
        inRequest = begins;
        putBack.clear();
        if (!begins && kind.endResets()) {
            attributes.putAll(atFirst(kind));
            clientInfo.clear();
            life++;
        }
        if (!begins && kind.endCloses()) {
            prepared.forEach(SimPrepared::over);
            prepared.clear();
        }
    }

    /** Sets one client info, or several, of which one may be refused. */
    private void setClientInfo(Object[] arguments) throws SQLException {
        if (database.vendor.isMySql() && !isAutoCommit() && infoBefore == null) {
            infoBefore = (Properties) clientInfo.clone(); // a procedure is called for it
            uncommitted = database.leaseOfCaller();
        }
        Map<Object, Object> given = new TreeMap<>();
        if (arguments[0] instanceof Properties several) {
            given.putAll(several);
        } else {
            given.put(arguments[0], arguments[1] == null ? "" : arguments[1]);
        }
        for (Map.Entry<Object, Object> each : given.entrySet()) {
            if (each.getKey().equals("refused")) {
                isShaken = true;
                throw new SQLClientInfoException("no such client info", "0A000", Map.of());
            }
            if (each.getValue().equals("")) {
                clientInfo.remove(each.getKey());
            } else {
                clientInfo.put(each.getKey(), each.getValue());
            }
        }
    }

    private @Nullable Object attribute(String name, @Nullable Object value) throws SQLException {
        String attribute = name.replaceFirst("^(get|set|is)", "");
        if (!attributes.containsKey(attribute)) {
            throw unsupported(name);
        }
        if (name.equals("getAutoCommit") && isLent && branch() == null) {
            worksLate();
        }
        if (!name.startsWith("set")) {
            asksServer();
            return attributes.get(attribute);
        }
        boolean isByPool = database.leaseOfCaller() == null;
        if (isByPool && inRequest && served != null && xa == null && !database.hasTenants) {
            fail("is told " + attribute + " by the pool within a request");
        }
        if (isByPool
                && !isShaken
                && !(database.hasTenants && attribute.equals("Schema"))
                && putBack.contains(attribute)
                && Objects.equals(attributes.get(attribute), value)) {
            fail("is told " + attribute + " by the pool, though " + served + " has set it back");
        }
        if (kind.changesHalfway()
                && !attribute.equals("AutoCommit")
                && database.isBad(database.faults().resetFails())) {
            set(attribute, value);
        }
        mayNotReset(name);
        if (attribute.equals("AutoCommit") && Boolean.TRUE.equals(value)) {
            commit();
        }
        set(attribute, value);
        if (!isByPool && isAutoCommit()) {
            putBack.add(attribute);
        } else {
            putBack.remove(attribute);
        }
        return null;
    }

    /** An object of the driver that was given away writes once more, after the branch. */
    private void worksLate() {
        isLent = false;
        if (isAutoCommit()) {
            fail("commits what an object of its driver writes after the branch");
        }
        uncommitted = LATE;
    }

    private void set(String attribute, @Nullable Object value) {
        if (attribute.equals("Schema")) {
            changeSchema(value == null ? "" : value);
        } else {
            attributes.put(attribute, value == null ? "" : value);
        }
    }

    private void mayNotReset(String what) throws SQLException {
        if (database.dice.oneIn(database.faults().resetFails())) {
            isShaken = true;
            simulation.note(this + " refuses " + what);
            freshness.used(); // it has answered
            String why = what + " is refused";
            if (served == null && !database.hasTenants) {
                why += " by jdbc:simulated://server?password=" + SimDatabase.SECRET;
                database.mayFailUnchecked(why);
            }
            throw new SQLException(why, "XX000");
        }
    }

    /** A session whose rollback has failed for the pool serves no more. */
    private void rollbackMayFail() throws SQLException {
        try {
            mayNotReset("rollback");
        } catch (SQLException e) {
            database.refusesRollback();
            isNotRolledBack |= database.isLastResource || database.leaseOfCaller() == null;
            throw e;
        }
    }

    /** It is refused; or it was done, and the session is lost before its answer. */
    private SQLException refusedCommit() throws SQLException {
        if (database.more.oneIn(2)) {
            simulation.note(this + " refuses to commit");
            return new SQLException("a serialization failure", "40001");
        }
        simulation.note(this + " commits, and is lost before it can say so");
        commit();
        kill();
        return new SQLException("the commit is refused", "XX000");
    }

    private void checkNoBranch(String call) {
        if (branch() != null) {
            fail("is told to " + call + " within a " + branch());
        }
    }

    private void commit() {
        checkNoBranch("commit");
        if (hasLateWork && database.leaseOfCaller() == null && !database.hasTenants) {
            fail("commits what an object of its driver has left open");
        }
        if (uncommitted != null && !database.isWilling(uncommitted)) {
            fail("commits what " + uncommitted + " has not committed");
        }
        endTransaction(/* isUndone= */ false);
    }

    /** A driver that cannot validate knows at least of sessions that were killed. */
    private boolean isFoundClosed() {
        if (kind.lacksIsValid() && isKilled) {
            tellLost();
        }
        return kind.lacksIsValid() && isKilled;
    }

    private boolean isValid() {
        if (database.leaseOfCaller() == null
                && served != null
                && database.validatesForLeases
                && freshness.needsNone()) {
            fail("is validated without a reason");
        }
        simulation.sleep(database.dice.someNanos(1_000));
        if (database.dice.oneIn(database.faults().hangs())) {
            hang();
        }
        answersNothing();
        if (isKilled || database.dice.oneIn(database.faults().invalid())) {
            tellLost();
        }
        freshness.validated();
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
        database.doubted();
        if (limitNanos < nanos && cancels == before) {
            kill();
        }
    }

    private void abort() {
        simulation.note(this + " is aborted");
        database.doubted(); // a call beside it may fail, which counts as a loss
        if (hangsInCancelForLong()) {
            fail("is aborted late, since a cancel hangs");
        }
        if (branch() != null
                && tried == triedBefore
                && simulation.nanos() - LONG_HANG > hangsSince
                && !isKilled) {
            fail("is aborted, and its server goes on with a statement that nothing has cancelled");
        }
        String by = database.leaseOfCaller();
        if (by != null && served != null && !by.equals(served) && !database.isOver(served)) {
            fail("is aborted by " + by + " while it serves " + served);
        }
        endsBranch();
        isAborted = true;
        database.refusesRollback();
        undo();
        if (!isClosed) {
            isClosed = true;
            database.closed(this);
        }
    }

    private void close() throws SQLException {
        if (isClosed) {
            return;
        }
        if (!users.isEmpty()) {
            fail("is closed while " + users.get(0).getName() + " uses it");
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
            undo();
            endsBranch();
            database.closed(this);
        }
        if (database.dice.oneIn(database.faults().closeFails())) {
            throw new SQLException("does not close", "XX000");
        }
    }

    // statements

    private Statement statement() {
        SimStatement statement = new SimStatement(this, number, database.leaseOfCaller());
        open.add(statement);
        return proxy(Statement.class, statement);
    }

    void execute(String sql) throws SQLException {
        putBack.clear();
        if (sql.equals(SimDatabase.PING)) {
            checkAlive();
            freshness.validated();
            return;
        }
        if (sql.equals("INIT")) {
            attributes.put("Schema", "main");
            return;
        }
        if (sql.equals("RESET")) {
            checkAlive();
            mayNotReset(sql);
            setting = null;
            return;
        }
        hasWorked = true;
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
            hangsSince = simulation.nanos();
            triedBefore = tried;
            hang();
            hangsSince = Long.MAX_VALUE;
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
        if (sql.startsWith("USE ")) {
            changeSchema("other");
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
        if (branch == null && isAutoCommit() && database.isLastResource && database.isGlobal(by)) {
            fail("works for " + by + " in auto-commit mode");
        }
        if (branch == null && database.isGlobal(by) && !database.isLastResource) {
            fail("works for " + by + " outside of its branch");
        }
    }

    /** A pool that takes a connection away waits for its cancel a second at most. */
    private void hangInCancel() {
        simulation.note(this + " hangs in a cancel");
        if (Thread.currentThread().getName().startsWith("sluice-")) {
            cancelledSince = simulation.nanos();
        }
        simulation.await(() -> isAborted, LONGEST_HANG);
        if (!isAborted && !isKilled && hangsInCancelForLong()) {
            fail("is not taken away, since a cancel hangs");
        }
        cancelledSince = Long.MAX_VALUE;
    }

    private boolean hangsInCancelForLong() {
        boolean isStalled = simulation.stalledUntil() >= cancelledSince;
        return simulation.nanos() - (isStalled ? LONGEST_CANCEL : LONG_CANCEL) > cancelledSince;
    }

    /** Nothing of the lease is open that its threads have opened beside its end. */
    void checkClosed(String of) {
        if (!isKilled && !isAborted && open.stream().anyMatch(each -> of.equals(each.by()))) {
            fail("has a statement open of " + of + ", which has ended");
        }
    }

    /** What is done after a lease by an object of the driver, while the session is at rest. */
    private void workLate() {
        String by = database.leaseOfCaller();
        hasLateWork |= by != null && by.equals(served) && users.isEmpty() && !isAutoCommit();
    }

    /** A second thread of a lease may still be about to close one. */
    private boolean isOf(SimStatement statement, String another) {
        String by = statement.by();
        return !another.equals(by) && (by == null || !database.isHasty(by));
    }

    /** Takes some time, as another connection to the server does. */
    void cancel(@Nullable String of) {
        tried++;
        simulation.sleep(database.dice.someNanos(10));
        if (database.isBad(database.faults().closeHangs()) && !isAborted) {
            hangInCancel();
        }
        cancels++;
        if (of != null && !users.isEmpty() && !of.equals(lease) && !isAborted && !isKilled) {
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
        if (isNotRolledBack) {
            fail("serves " + by + " though its rollback has failed");
        }
        if (isUnknown) {
            fail("serves " + by + " though the stack ended in its driver");
        }
        if (uncommitted != null && !uncommitted.equals(by)) {
            fail("has work of " + uncommitted + " open when it serves " + by);
        }
        long left = open.stream().filter(each -> isOf(each, by)).count();
        if (left > 0) {
            fail("has " + left + " statements left open when it serves " + by);
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
