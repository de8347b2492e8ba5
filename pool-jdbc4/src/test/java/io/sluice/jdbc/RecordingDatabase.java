package io.sluice.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * A database that is not there: records each call to its connections as "c1.rollback()" or
 * "c1.execute(SELECT 1)", keeps what is set, and does what a test scripts for a method before it
 * answers.
 */
public final class RecordingDatabase extends SilentSource implements DataSource {

    /** What happens when a method is called, before its answer. */
    public interface Script {
        void run() throws Throwable;
    }

    /** Reads of attributes are plenty and change nothing; they are recorded on their own. */
    private final List<String> calls = new CopyOnWriteArrayList<>();

    private final List<String> reads = new CopyOnWriteArrayList<>();
    private final Map<String, Script> scripts = new ConcurrentHashMap<>();
    private final Map<String, Object> defaults = new ConcurrentHashMap<>();

    /** The method at which the driver makes the session like new, if any. */
    private volatile String resettingMethod = "";

    private volatile boolean allClosed;

    /** Connections that report themselves as not valid. */
    private final Set<String> lost = ConcurrentHashMap.newKeySet();

    private final AtomicInteger connections = new AtomicInteger();
    private final Kind kind;

    /** The interfaces of connections beside those of JDBC. */
    private enum Kind {
        BARE,
        WITH_REQUESTS,
        WITH_CANCEL
    }

    public RecordingDatabase() {
        this(Kind.BARE);
    }

    private RecordingDatabase(Kind kind) {
        this.kind = kind;
        defaults.put("AutoCommit", true);
        defaults.put("ReadOnly", false);
        defaults.put("TransactionIsolation", Connection.TRANSACTION_READ_COMMITTED);
        defaults.put("Holdability", ResultSet.HOLD_CURSORS_OVER_COMMIT);
        defaults.put("Catalog", "main");
        defaults.put("Schema", "public");
        defaults.put("NetworkTimeout", 0);
        defaults.put("TypeMap", Map.of());
        defaults.put("ClientInfo", new Properties());
        defaults.put("DatabaseProductName", "Recording");
    }

    /** A database whose connections have methods of their own for the boundaries of requests. */
    public static RecordingDatabase withRequests() {
        return new RecordingDatabase(Kind.WITH_REQUESTS);
    }

    /** A database whose driver can cancel what it does for a connection. */
    public static RecordingDatabase withCancel() {
        return new RecordingDatabase(Kind.WITH_CANCEL);
    }

    /** Sets what fresh connections answer for an attribute, such as "AutoCommit". */
    public void byDefault(String attribute, Object value) {
        defaults.put(attribute, value);
    }

    /** Scripts every call of a method from now on. */
    public void on(String method, Script script) {
        scripts.put(method, script);
    }

    public void onThrow(String method, Throwable failure) {
        on(
                method,
                () -> {
                    throw failure;
                });
    }

    /** From now on the driver reports every object as closed. */
    public void closeAll() {
        allClosed = true;
    }

    /** From now on a call of this method gives a connection back its first attributes. */
    public void resetsAt(String method) {
        resettingMethod = method;
    }

    public void noScript(String method) {
        scripts.remove(method);
    }

    /** Returns the calls so far that change something, and forgets them. */
    public List<String> takeCalls() {
        List<String> taken = List.copyOf(calls);
        calls.clear();
        return taken;
    }

    /** Returns the reads of attributes so far, and forgets them. */
    public List<String> takeReads() {
        List<String> taken = List.copyOf(reads);
        reads.clear();
        return taken;
    }

    /** From now on a connection, such as "c1", answers that it is closed and not valid. */
    public void lose(String connection) {
        lost.add(connection);
    }

    public int connections() {
        return connections.get();
    }

    @Override
    public Connection getConnection() throws SQLException {
        return connect("connect()");
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return connect("connect(" + username + ", " + password + ")");
    }

    private Connection connect(String call) throws SQLException {
        calls.add(call);
        play("connect");
        String name = "c" + connections.incrementAndGet();
        Connection proxy = proxy(Connection.class, new Session(name));
        return switch (kind) {
            case BARE -> new BareConnection(proxy);
            case WITH_REQUESTS -> proxy;
            case WITH_CANCEL -> new CancellingConnection(proxy, () -> cancel(name));
        };
    }

    private void cancel(String name) throws SQLException {
        calls.add(name + ".cancelQuery()");
        play("cancelQuery");
    }

    private void play(String method) throws SQLException {
        try {
            script(method);
        } catch (SQLException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private void script(String method) throws Throwable {
        Script script = scripts.get(method);
        if (script != null) {
            script.run();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(
                        RecordingDatabase.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** Answers for a connection and whatever comes from it. */
    private final class Session implements InvocationHandler {

        private final String name;
        private final Map<String, Object> attributes = new ConcurrentHashMap<>(defaults);

        Session(String name) {
            this.name = name;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            String called = method.getName();
            if (method.getDeclaringClass() == Object.class) {
                return switch (called) {
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    default -> name;
                };
            }
            List<Object> given = arguments == null ? List.of() : Arrays.asList(arguments);
            boolean reads = called.startsWith("get") || called.equals("isReadOnly");
            (reads ? RecordingDatabase.this.reads : calls).add(name + "." + called + text(given));
            script(called);
            if (called.equals(resettingMethod)) {
                attributes.clear();
                attributes.putAll(defaults);
            }
            if (called.startsWith("set")
                    && method.getReturnType() == void.class
                    && given.size() <= 2
                    && !given.isEmpty()) {
                Object value = given.get(given.size() - 1);
                if (value != null) {
                    attributes.put(called.substring(3), value);
                }
                return null;
            }
            return answer(method);
        }

        private String text(List<Object> arguments) {
            StringBuilder text = new StringBuilder("(");
            for (Object argument : arguments) {
                if (!(argument instanceof Runnable)
                        && !(argument instanceof java.util.concurrent.Executor)) {
                    text.append(text.length() > 1 ? ", " : "").append(argument);
                }
            }
            return text.append(')').toString();
        }

        private Object answer(Method method) {
            Class<?> type = method.getReturnType();
            if (type == Statement.class
                    || type == PreparedStatement.class
                    || type == CallableStatement.class
                    || type == ResultSet.class
                    || type == DatabaseMetaData.class) {
                return proxy(type, this);
            }
            String called = method.getName();
            if (called.equals("isValid")) {
                return !lost.contains(name);
            }
            if (called.equals("isClosed")) {
                return allClosed || lost.contains(name);
            }
            if (called.equals("execute") || called.equals("next")) {
                return true;
            }
            Object attribute = attributes.get(called.replaceFirst("^(get|is)", ""));
            if (attribute != null) {
                return attribute;
            }
            return type == boolean.class ? (Object) false : type == int.class ? (Object) 0 : null;
        }
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        return type.cast(this);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
