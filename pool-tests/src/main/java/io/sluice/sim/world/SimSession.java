package io.sluice.sim.world;

import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Map;
import java.util.Objects;
import javax.sql.XAConnection;
import org.jspecify.annotations.Nullable;

/**
 * A session of the database, with the driver's connection. Takes its calls; its parts know its
 * leases, what is set in it, its transaction, its statements, what hangs in it and how it ends.
 */
final class SimSession implements InvocationHandler {

    final SessionLeases leases;
    final SessionAttributes attributes;
    final SessionWork work;
    final SessionStatements statements;
    final SessionHangs hangs;
    final SessionEnd end;

    private final SimDatabase database;
    private final Simulation simulation;
    private final int number;
    private final Connection connection;
    private final DriverKind kind;

    /** Does what belongs to branches; null if the session takes part in no global transactions. */
    private final @Nullable SimXaResource xa;

    /** Whether the present call is one of {@code xa}. */
    private boolean isInXa;

    /** Whether no connection was asked for: nothing but its own time limit ends what hangs. */
    private boolean isOfRecovery;

    private boolean isInRequest;

    /** How often it was reset. */
    private int life;

    /** Whether the pool has done nothing but validate since its lease. */
    private boolean isPinged;

    /** Whether the stack has ended in its driver, so that it is not known what was done. */
    private boolean isUnknown;

    /** Whether its server accepts no writes any more. */
    private boolean isDemoted;

    SimSession(SimDatabase database, int number, @Nullable SimBranches branches) {
        this.database = database;
        this.simulation = database.simulation;
        this.number = number;
        this.kind = database.kind;
        this.leases = new SessionLeases(this);
        this.attributes = new SessionAttributes(this);
        this.work = new SessionWork(this);
        this.statements = new SessionStatements(this);
        this.hangs = new SessionHangs(this);
        this.end = new SessionEnd(this);
        this.isOfRecovery = branches != null;
        this.xa = branches == null ? null : new SimXaResource(this, branches);
        this.connection = connection(database, this);
    }

    private static Connection connection(SimDatabase database, InvocationHandler handler) {
        if (database.vendor != SimVendor.NONE) {
            return VendorClasses.proxy(database.vendor, Connection.class, handler);
        }
        return database.plan.canCancel
                ? proxy(Cancelling.class, handler)
                : proxy(Connection.class, handler);
    }

    /** Each object of the driver can also do what only an application asks for. */
    static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(
                        SimSession.class.getClassLoader(),
                        new Class<?>[] {type, DriverObject.class},
                        handler));
    }

    static SQLException unsupported(String method) {
        return new SQLFeatureNotSupportedException(method, "0A000");
    }

    Connection connection() {
        return connection;
    }

    SimDatabase database() {
        return database;
    }

    void demote() {
        isDemoted = true;
    }

    boolean isDemoted() {
        return isDemoted;
    }

    boolean isUnknown() {
        return isUnknown;
    }

    void fail(String what) {
        simulation.fail(this + " " + what, new Throwable("here"));
    }

    // global transactions

    /** Whether it takes part in global transactions. */
    boolean isGlobal() {
        return xa != null;
    }

    boolean isOfRecovery() {
        return isOfRecovery;
    }

    boolean isInXa() {
        return isInXa;
    }

    @Nullable SimBranch branch() {
        return xa == null ? null : xa.own();
    }

    SimBranches branches() {
        return Objects.requireNonNull(database.branches);
    }

    boolean isBlind() {
        return xa != null && xa.isBlind();
    }

    /** Whether its user sees no branch since its server is none that has any. */
    boolean isOnStandby() {
        return isBlind() && number % 2 == 0;
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
                                end.close();
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
        return leases.inCall(
                () -> {
                    isInXa = true;
                    try {
                        return call.make();
                    } finally {
                        isInXa = false;
                    }
                });
    }

    // calls of the driver

    interface Call {
        @Nullable Object make() throws SQLException;
    }

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
                boolean isOver = end.isToldClosed();
                if (database.leaseOfCaller() == null) {
                    leases.freshness.validated();
                } else {
                    leases.inCall(() -> null);
                }
                yield isOver;
            }
            case "abort" -> {
                end.abort();
                yield null;
            }
            case "close" -> {
                if (xa == null) {
                    end.close();
                } else if (database.isBad(database.faults().closeFails())) {
                    throw new SQLException("does not close", "XX000"); // its session is another
                }
                yield null;
            }
            case "cancelQuery" -> {
                hangs.cancelAll();
                yield null;
            }
            case "workLate" -> {
                work.workLate();
                yield null;
            }
            case "setClientInfo" -> {
                try {
                    yield leases.inCall(() -> call(name, arguments, first));
                } catch (SQLException e) { // JDBC allows no other
                    throw e instanceof SQLClientInfoException
                            ? e
                            : new SQLClientInfoException(e.getMessage(), e.getSQLState(), Map.of());
                }
            }
            default -> leases.inCall(() -> call(name, arguments, first));
        };
    }

    private @Nullable Object call(
            String name, Object @Nullable [] arguments, @Nullable Object first)
            throws SQLException {
        boolean isByPool = database.leaseOfCaller() == null;
        boolean wasPinged = isPinged;
        isPinged = name.equals("isValid") && leases.served() != null && isByPool;
        if (wasPinged && name.equals("rollback") && database.vendor.isMySql()) {
            fail("is rolled back after a ping, which begins nothing");
        }
        if (name.equals("isValid")) {
            if (!isByPool) {
                work.hasWorked();
            }
            attributes.forgetPutBack(); // it goes to the server
            checkSupported(name);
            return isValid();
        }
        if (SimThread.framesLeft() < database.plan.driverFrames) {
            isUnknown = true;
            simulation.note(this + " finds the end of the stack");
            throw new StackOverflowError("in the driver, on purpose");
        }
        end.checkAlive();
        if (!isByPool && !name.equals("look")) {
            work.hasWorked(); // also in vain
        }
        checkSupported(name);
        if (!name.startsWith("set") && !isByPool) {
            attributes.forgetPutBack(); // it may have gone to the server
        }
        return switch (name) {
            case "createStatement" -> {
                asksServer();
                yield statements.open(number);
            }
            case "unwrap" -> {
                if (xa == null || first != Connection.class) {
                    throw unwrapRefusal(name);
                }
                yield connection; // a proxy, behind which nothing is seen
            }
            case "prepareStatement" -> statements.prepare(String.valueOf(first));
            case "change", "look" -> {
                attributes.shake();
                work.lend();
                if (name.equals("change")) {
                    attributes.changeSchema("other");
                }
                yield null;
            }
            case "getClientInfo" -> attributes.clientInfo(first);
            case "setClientInfo" -> {
                attributes.setClientInfo(Objects.requireNonNull(arguments));
                yield null;
            }
            case "createArrayOf" -> proxy(Array.class, VendorQuery.array(arguments));
            case "getMetaData" -> new SimAnswers(this).metaData();
            case "commit" -> {
                work.commitAsAsked();
                yield null;
            }
            case "rollback" -> {
                work.rollBack();
                yield null;
            }
            case "getWarnings" -> attributes.warning();
            case "clearWarnings" -> {
                attributes.clearWarnings();
                yield null;
            }
            case "beginRequest", "endRequest" -> {
                request(name);
                yield null;
            }
            case "setNetworkTimeout" -> {
                takesTime();
                attributes.setNetworkMillis(
                        arguments != null && arguments[1] instanceof Integer i ? i : 0);
                yield null;
            }
            case "getNetworkTimeout" -> attributes.networkMillis();
            default -> attributes.call(name, first);
        };
    }

    private SQLException unwrapRefusal(String name) {
        return switch (database.plan.unwrapRefusal) {
            case 1 -> throw new UnsupportedOperationException(name);
            case 2 -> throw new IllegalStateException("not a wrapper");
            case 3 -> throw new AbstractMethodError(name);
            default -> unsupported(name);
        };
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

    boolean isValid() {
        if (database.leaseOfCaller() == null
                && leases.served() != null
                && database.validatesForLeases
                && leases.freshness.needsNone()) {
            fail("is validated without a reason");
        }
        simulation.sleep(database.dice.someNanos(1_000));
        hangs.mayHangInValidation();
        if (end.isKilled() || database.dice.oneIn(database.faults().invalid())) {
            end.tellLost();
        }
        leases.freshness.validated();
        return !end.isCut();
    }

    /** In global transactions another thread may end the branch meanwhile. */
    void takesTime() throws SQLException {
        if (xa != null) {
            simulation.sleep(branches().more.someNanos(100));
            end.checkAlive();
        }
    }

    /** Another thread of its lease may do something meanwhile. */
    void asksServer() throws SQLException {
        if (database.plan.asksServer && database.leaseOfCaller() != null) {
            simulation.sleep(database.more.someNanos(100));
            end.checkAlive();
        }
    }

    // requests

    boolean isInRequest() {
        return isInRequest;
    }

    /** Whether a lease should be in a request, and is not. */
    boolean lacksRequest() {
        return xa == null && isInRequest != database.hasRequests;
    }

    int life() {
        return life;
    }

    /** A request begins, or ends. */
    private void request(String call) throws SQLException {
        if (!database.hasRequests) {
            if (xa != null) {
                fail("is told of a request, though its class has none");
            }
            throw unsupported(call);
        }
        boolean begins = call.equals("beginRequest");
        if (begins == isInRequest) {
            fail(begins ? "begins a request in another" : "ends a request that has not begun");
        }
        if (work.uncommitted() != null) {
            fail("has work of " + work.uncommitted() + " open at the boundary of a request");
        }
        isInRequest = begins;
        attributes.forgetPutBack();
        if (!begins && kind.endResets()) {
            attributes.reset();
            life++;
        }
        if (!begins && kind.endCloses()) {
            statements.closePrepared();
        }
    }

    @Override
    public String toString() {
        return "session " + number;
    }
}
