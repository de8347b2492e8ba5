package io.sluice.jdbc.xa;

import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.internal.xa.Translation;
import io.sluice.pool.fixture.SilentSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** A driver whose calls a test can hold, or make fail, at exact points. For one test at a time. */
public final class HookedXaDataSource extends SilentSource implements XADataSource {

    /** What happens at the points. */
    static class Hooks {

        /** Inside the driver, before a statement is executed. */
        void beforeExecute() {}

        void afterExecute() {}

        /** The application, or the pool, is done with a statement. */
        void beforeStatementClose() {}

        /** Inside the driver, before it asks its server for metadata. */
        void beforeMetaData() {}

        void afterMetaData() {}

        /** A statement is cancelled; returns whether the driver is asked as well. */
        boolean onCancel() {
            return true;
        }

        /** The pool makes a connection ready for a branch. */
        void beforeAutoCommitOff() {}

        /** The pool rolls a connection back itself. */
        void onSessionRollback() {}

        void beforeStart() throws XAException {}

        void afterStart() {}

        /** A session is opened. */
        void onOpen() throws SQLException {}

        /** Of a session that serves the pool, or one without a connection. */
        void beforeCommit(boolean pooled) throws XAException {}

        void afterCommit(boolean pooled) throws XAException {}

        void afterPrepare() throws XAException {}

        void beforeRollback(boolean pooled) throws XAException {}

        void afterRollback() {}

        void beforeForget(boolean pooled) throws XAException {}

        /** Of the branches that a server lists as prepared or decided by itself. */
        Xid[] afterScan(Xid[] listed) {
            return listed;
        }
    }

    static volatile Hooks hooks = new Hooks();
    static volatile XADataSource target;

    /** Behind the hooks the driver's answers are put right, as they are without hooks. */
    static volatile boolean translated;

    /** What was opened by the data sources that were made after one reset and before the next. */
    static final class Sessions {
        private final AtomicInteger open = new AtomicInteger();
        private final List<String> users = new CopyOnWriteArrayList<>();

        /** Returns when none is open, not even of a pass of recovery that began before the end. */
        void awaitClosed() {
            await("all sessions are closed").until(() -> open.get() == 0);
        }
    }

    private static volatile Sessions sinceReset = new Sessions();

    /**
     * The counts of this test: a pass of recovery that had begun outlives its pool, and its
     * sessions do not concern the next test.
     */
    private final Sessions sessions = sinceReset;

    /** Returns how many sessions are open that data sources made since the reset have opened. */
    static int sessions() {
        return sinceReset.open.get();
    }

    /** Returns the users of the sessions they have opened, in order. */
    static List<String> users() {
        return sinceReset.users;
    }

    /**
     * Forgets what earlier tests did.
     *
     * @return what is opened from now on
     */
    static Sessions reset(XADataSource newTarget) {
        target = newTarget;
        hooks = new Hooks();
        translated = false;
        sinceReset = new Sessions();
        return sinceReset;
    }

    /** One step of a call. */
    private interface Step {
        Object call() throws Throwable;
    }

    private interface Around {
        Object call(Method method, Step step) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Object behind, Around around) {
        return type.cast(
                Proxy.newProxyInstance(
                        HookedXaDataSource.class.getClassLoader(),
                        new Class<?>[] {type},
                        (self, method, arguments) ->
                                around.call(
                                        method,
                                        () -> {
                                            try {
                                                return method.invoke(behind, arguments);
                                            } catch (InvocationTargetException e) {
                                                throw e.getCause();
                                            }
                                        })));
    }

    @Override
    public XAConnection getXAConnection() throws SQLException {
        hooks.onOpen();
        sessions.users.add("");
        return hooked(target.getXAConnection());
    }

    @Override
    public XAConnection getXAConnection(String user, String password) throws SQLException {
        hooks.onOpen();
        sessions.users.add(user);
        return hooked(target.getXAConnection(user, password));
    }

    private XAConnection hooked(XAConnection connection) {
        sessions.open.incrementAndGet();
        AtomicBoolean closed = new AtomicBoolean();
        AtomicBoolean pooled = new AtomicBoolean();
        return proxy(
                XAConnection.class,
                connection,
                (method, step) -> {
                    if (method.getName().equals("close")) {
                        try {
                            return step.call();
                        } finally { // a driver may fail to close a session that was killed
                            if (!closed.getAndSet(true)) {
                                sessions.open.decrementAndGet();
                            }
                        }
                    }
                    Object result = step.call();
                    if (result instanceof XAResource resource) {
                        return hooked(translated ? Translation.of(resource) : resource, pooled);
                    }
                    if (result instanceof Connection physical) {
                        pooled.set(true);
                        return hooked(physical);
                    }
                    return result;
                });
    }

    private static XAResource hooked(XAResource resource, AtomicBoolean pooled) {
        return proxy(
                XAResource.class,
                resource,
                (method, step) -> {
                    if (method.getName().equals("start")) {
                        hooks.beforeStart();
                    }
                    if (method.getName().equals("commit")) {
                        hooks.beforeCommit(pooled.get());
                    }
                    if (method.getName().equals("rollback")) {
                        hooks.beforeRollback(pooled.get());
                    }
                    if (method.getName().equals("forget")) {
                        hooks.beforeForget(pooled.get());
                    }
                    Object result = step.call();
                    if (method.getName().equals("recover")) {
                        return hooks.afterScan((Xid[]) result);
                    }
                    if (method.getName().equals("start")) {
                        hooks.afterStart();
                    }
                    if (method.getName().equals("commit")) {
                        hooks.afterCommit(pooled.get());
                    }
                    if (method.getName().equals("prepare")) {
                        hooks.afterPrepare();
                    }
                    if (method.getName().equals("rollback")) {
                        hooks.afterRollback();
                    }
                    return result;
                });
    }

    private static Connection hooked(Connection connection) {
        return proxy(
                Connection.class,
                connection,
                (method, step) -> {
                    if (method.getName().equals("setAutoCommit")) {
                        hooks.beforeAutoCommitOff();
                    }
                    if (method.getName().equals("rollback")) {
                        hooks.onSessionRollback();
                    }
                    Object result = step.call();
                    return switch (method.getName()) {
                        case "createStatement" -> hooked((Statement) result);
                        case "getMetaData" -> hooked((DatabaseMetaData) result);
                        default -> result;
                    };
                });
    }

    private static DatabaseMetaData hooked(DatabaseMetaData metaData) {
        return proxy(
                DatabaseMetaData.class,
                metaData,
                (method, step) -> {
                    hooks.beforeMetaData();
                    try {
                        return step.call();
                    } finally {
                        hooks.afterMetaData();
                    }
                });
    }

    private static Statement hooked(Statement statement) {
        return proxy(
                Statement.class,
                statement,
                (method, step) -> {
                    if (method.getName().equals("cancel") && !hooks.onCancel()) {
                        return null;
                    }
                    if (method.getName().equals("close")) {
                        hooks.beforeStatementClose();
                    }
                    if (!method.getName().startsWith("execute")) {
                        return step.call();
                    }
                    hooks.beforeExecute();
                    try {
                        return step.call();
                    } finally {
                        hooks.afterExecute();
                    }
                });
    }
}
