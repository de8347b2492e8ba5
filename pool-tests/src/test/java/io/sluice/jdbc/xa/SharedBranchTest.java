package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.Startup;
import jakarta.transaction.Status;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two pools on one server whose driver says so. Narayana joins them into one branch, which is ended
 * on one of them. Atomikos does not join them, so each has its own.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SharedBranchTest {

    private TransactionManager transactions;
    private SluiceDataSource one;
    private SluiceDataSource other;

    /** What was asked of the server, by whatever connection. */
    private static final List<String> CALLS = new CopyOnWriteArrayList<>();

    /** The server says at the end of what is to be rolled back that it can only be that. */
    private static volatile boolean tellsAtTheEnd;

    /** The connections of each branch; only the sessions are of H2. */
    private static final Map<Xid, List<Connection>> BRANCHES = new ConcurrentHashMap<>();

    /** A driver whose connections may work in one branch together. */
    private static XADataSource sharing() {
        return proxy(
                XADataSource.class,
                (self, method, arguments) -> {
                    Connection session = XaDatabase.H2.direct();
                    XAResource resource = resource(session);
                    return proxy(
                            XAConnection.class,
                            (xaSelf, call, ignored) -> {
                                switch (call.getName()) {
                                    case "getXAResource":
                                        return resource;
                                    case "getConnection":
                                        return session;
                                    default: // it is closed
                                        session.close();
                                        return null;
                                }
                            });
                });
    }

    private static XAResource resource(Connection session) {
        return proxy(
                XAResource.class,
                (self, method, arguments) -> {
                    String call = method.getName();
                    switch (call) {
                        case "isSameRM":
                            return true;
                        case "getTransactionTimeout":
                            return 0;
                        case "setTransactionTimeout":
                            return false;
                        case "recover":
                            return new Xid[0];
                        default:
                            break;
                    }
                    Xid xid = (Xid) arguments[0];
                    if (call.equals("start")) {
                        boolean joins = (int) arguments[1] == XAResource.TMJOIN;
                        CALLS.add(joins ? "join" : "start");
                        BRANCHES.computeIfAbsent(xid, key -> new CopyOnWriteArrayList<>())
                                .add(session);
                        return null;
                    }
                    CALLS.add(call);
                    boolean failed = call.equals("end") && (int) arguments[1] == XAResource.TMFAIL;
                    if (failed && tellsAtTheEnd) {
                        throw new XAException(XAException.XA_RBROLLBACK);
                    }
                    if (call.equals("commit") || call.equals("rollback")) {
                        for (Connection each : BRANCHES.remove(xid)) {
                            if (call.equals("commit")) {
                                each.commit();
                            } else {
                                each.rollback();
                            }
                        }
                    }
                    return call.equals("prepare") ? XAResource.XA_OK : null;
                });
    }

    private static <T> T proxy(Class<T> type, java.lang.reflect.InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(
                        SharedBranchTest.class.getClassLoader(),
                        new Class<?>[] {type},
                        (self, method, arguments) ->
                                switch (method.getName()) {
                                    case "toString" -> "a shared " + type.getSimpleName();
                                    case "hashCode" -> System.identityHashCode(self);
                                    case "equals" -> self == arguments[0];
                                    default -> handler.invoke(self, method, arguments);
                                }));
    }

    private void begin(Manager manager) throws Exception {
        XaDatabase.H2.newTable();
        HookedXaDataSource.reset(sharing());
        CALLS.clear();
        BRANCHES.clear();
        tellsAtTheEnd = false;
        transactions = manager.get();
        one = pool("one", manager);
        other = pool("other", manager);
        transactions.begin();
    }

    private static SluiceDataSource pool(String name, Manager manager) throws SQLException {
        return SluiceDataSource.create(
                JdbcPoolConfig.builder()
                        .name(name)
                        .xaDataSourceClassName(HookedXaDataSource.class.getName())
                        .transactionManager(manager.option())
                        .startup(Startup.LAZY)
                        .maxSize(1)
                        .build());
    }

    @AfterEach
    void close() throws Exception {
        if (transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
            transactions.rollback();
        }
        one.close();
        other.close();
        await("all is closed").until(() -> HookedXaDataSource.sessions() == 0);
    }

    private static void insert(SluiceDataSource pool, int number) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO numbers VALUES (" + number + ")");
        }
    }

    private void assertBothServeOn() throws Exception {
        assertThat(one.snapshot().inaccessible()).isZero();
        assertThat(other.snapshot().inaccessible()).isZero();
        int before = XaDatabase.H2.committed();
        transactions.begin();
        insert(other, 3);
        insert(one, 4);
        transactions.commit();
        assertThat(XaDatabase.H2.committed()).isEqualTo(before + 2);
        assertThat(one.snapshot().total()).isEqualTo(1);
        assertThat(other.snapshot().total()).isEqualTo(1);
        await("no session is open but theirs, once a pass of recovery is over")
                .until(() -> HookedXaDataSource.sessions() == 2);
    }

    @ParameterizedTest
    @EnumSource
    void committedTogether(Manager manager) throws Exception {
        begin(manager);
        insert(one, 1);
        insert(other, 2);

        transactions.commit();

        if (manager == Manager.NARAYANA) {
            assertThat(CALLS).containsExactly("start", "join", "end", "end", "commit");
        } else {
            assertThat(CALLS).startsWith("start", "start").endsWith("commit", "commit");
        }
        assertThat(XaDatabase.H2.committed()).isEqualTo(2);
        assertBothServeOn();
    }

    @ParameterizedTest
    @EnumSource
    void rolledBackTogether(Manager manager) throws Exception {
        begin(manager);
        insert(one, 1);
        insert(other, 2);

        transactions.rollback();

        assertThat(XaDatabase.H2.committed()).isZero();
        assertBothServeOn();
    }

    /** As XA lets it: Narayana ends both, and rolls back on the first of them alone. */
    @Test
    void rolledBackTogetherByAServerThatSaysSoWhenTheyEnd() throws Exception {
        begin(Manager.NARAYANA);
        tellsAtTheEnd = true;
        insert(one, 1);
        insert(other, 2);

        transactions.rollback();

        assertThat(CALLS).containsExactly("start", "join", "end", "end", "rollback");
        assertThat(XaDatabase.H2.committed()).isZero();
        await("both are at rest, for nothing has failed")
                .until(() -> one.snapshot().available() == 1 && other.snapshot().available() == 1);
        assertBothServeOn();
    }

    @ParameterizedTest
    @EnumSource
    void suspendedTogether(Manager manager) throws Exception {
        begin(manager);
        insert(one, 1);
        insert(other, 2);
        Transaction suspended = transactions.suspend();
        transactions.resume(suspended);
        insert(other, 5);
        insert(one, 6);

        transactions.commit();

        assertThat(XaDatabase.H2.committed()).isEqualTo(4);
        assertBothServeOn();
    }
}
