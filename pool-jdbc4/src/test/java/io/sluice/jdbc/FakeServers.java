package io.sluice.jdbc;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Servers that are not there, each with a state that a test changes, behind a driver for their
 * URLs. A session lives through a change of role, as sessions of real servers may. A write is any
 * statement that is executed and is no query.
 */
final class FakeServers implements Driver, AutoCloseable {

    /** The state of a server. */
    enum State {
        PRIMARY,
        STANDBY,
        DOWN,
        WRONG_PASSWORD
    }

    private static final Pattern HOST = Pattern.compile("jdbc:[a-z]+://([^/]+)/.*");

    private final String product;
    private final SQLException refusedWrite;
    private final Map<String, State> states = new ConcurrentHashMap<>();

    /** What standbys answer next about their lag, the last of it from then on. */
    private final Map<String, Queue<String>> lags = new ConcurrentHashMap<>();

    private final List<String> connects = new CopyOnWriteArrayList<>();
    private final List<String> queries = new CopyOnWriteArrayList<>();
    private final List<String> written = new CopyOnWriteArrayList<>();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private volatile boolean autoCommit = true;

    /**
     * Makes the servers and registers their driver.
     *
     * @param product the name of the database
     * @param refusedWrite what a standby answers to a write
     */
    FakeServers(String product, SQLException refusedWrite) throws SQLException {
        this.product = product;
        this.refusedWrite = refusedWrite;
        DriverManager.registerDriver(this);
    }

    @Override
    public void close() throws SQLException {
        DriverManager.deregisterDriver(this);
    }

    /** Changes the state of a server. */
    void set(String host, State state) {
        states.put(host, state);
    }

    /**
     * Sets what a server answers to questions about its lag: one after the other, and the last from
     * then on.
     *
     * @param seconds "null" if it follows no other server
     */
    void lag(String host, String... seconds) {
        lags.put(host, new ConcurrentLinkedQueue<>(List.of(seconds)));
    }

    /** From now on new sessions are not in auto-commit mode. */
    void withoutAutoCommit() {
        autoCommit = false;
    }

    /** Returns the hosts that were connected to, in order. */
    List<String> connects() {
        return connects;
    }

    /** Returns what servers were asked. */
    List<String> queries() {
        return queries;
    }

    /** Returns the hosts that have accepted a write, in order. */
    List<String> written() {
        return written;
    }

    /** Returns how many writes were refused. */
    int refused() {
        return refused.get();
    }

    /** Returns how many sessions are open. */
    int open() {
        return open.get();
    }

    @Override
    public boolean acceptsURL(String url) {
        return HOST.matcher(url).matches();
    }

    @Override
    public Connection connect(String url, Properties info) throws SQLException {
        Matcher parts = HOST.matcher(url);
        if (!parts.matches()) {
            return null;
        }
        String host = parts.group(1);
        connects.add(host);
        State state = states.getOrDefault(host, State.PRIMARY);
        if (state == State.DOWN) {
            throw new SQLException("connection refused", "08001");
        }
        if (state == State.WRONG_PASSWORD) {
            throw new SQLException("wrong password", "28P01");
        }
        open.incrementAndGet();
        return new BareConnection(new Session(host, url).proxy(Connection.class));
    }

    /** Answers for a session and all that comes from it. */
    private final class Session {

        private final String host;
        private final String url;
        private volatile boolean readOnly;

        /** The transaction that is open, if auto-commit is off. */
        private volatile boolean inTransaction;

        /** What was asked last, and whether its only row is still to come. */
        private volatile String asked = "";

        private volatile boolean hasRow;

        Session(String host, String url) {
            this.host = host;
            this.url = url;
        }

        <T> T proxy(Class<T> type) {
            return type.cast(
                    Proxy.newProxyInstance(
                            FakeServers.class.getClassLoader(),
                            new Class<?>[] {type},
                            (self, method, arguments) -> answer(self, method, arguments)));
        }

        private Object answer(Object self, Method method, Object[] arguments) throws SQLException {
            return switch (method.getName()) {
                case "createStatement" -> proxy(Statement.class);
                case "getMetaData" ->
                        self instanceof ResultSet
                                ? proxy(ResultSetMetaData.class)
                                : proxy(DatabaseMetaData.class);
                case "getDatabaseProductName" -> product;
                case "getURL" -> url;
                case "executeQuery" -> {
                    ask((String) arguments[0]);
                    yield proxy(ResultSet.class);
                }
                case "getColumnCount" -> 1;
                case "getColumnLabel" -> asksLag() ? "Seconds_Behind_Source" : "role";
                case "getString" -> asksLag() ? lag() : state() == State.STANDBY ? "on" : "off";
                case "next" -> {
                    boolean had = hasRow;
                    hasRow = false;
                    yield had;
                }
                case "isValid" -> true;
                case "execute" -> {
                    write();
                    yield false;
                }
                case "getAutoCommit" -> autoCommit;
                case "rollback" -> {
                    inTransaction = false;
                    yield null;
                }
                case "commit" -> {
                    assertNoTransaction();
                    yield null;
                }
                case "isReadOnly" -> readOnly;
                case "setReadOnly" -> {
                    readOnly = (Boolean) arguments[0];
                    yield null;
                }
                case "close" -> {
                    if (self instanceof Connection) {
                        open.decrementAndGet();
                    }
                    yield null;
                }
                case "equals" -> self == arguments[0];
                case "hashCode" -> System.identityHashCode(self);
                case "toString" -> "session on " + host;
                default -> nothing(method.getReturnType());
            };
        }

        private boolean asksLag() {
            return asked.contains("seconds_behind") || asked.contains("REPLICA");
        }

        private String lag() {
            Queue<String> answers = lags.getOrDefault(host, new ConcurrentLinkedQueue<>());
            String next = answers.size() > 1 ? answers.remove() : answers.peek();
            return next == null ? "0" : next.equals("null") ? null : next;
        }

        private State state() {
            return states.getOrDefault(host, State.PRIMARY);
        }

        private void ask(String query) throws SQLException {
            if (state() == State.DOWN) {
                throw new SQLException("connection lost", "08006");
            }
            queries.add(query);
            asked = query;
            hasRow = true;
            inTransaction = !autoCommit;
        }

        private void write() throws SQLException {
            if (state() == State.STANDBY || readOnly) {
                refused.incrementAndGet();
                throw refusedWrite;
            }
            assertNoTransaction();
            written.add(host);
        }

        private void assertNoTransaction() {
            if (inTransaction) {
                throw new AssertionError("a transaction is open that nobody began");
            }
        }
    }

    private static Object nothing(Class<?> type) {
        if (type == boolean.class) {
            return false;
        }
        return type == int.class ? (Object) 0 : null;
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }
}
