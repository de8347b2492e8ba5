package io.sluice.perf.peer;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The handler of a reflective proxy, as Sluice's ancestor has it: each call looks up whether this
 * class has a method of the same name and parameters, and invokes that one or the driver's. A
 * look-up reads two maps; the search itself is done once for each method. Thread-safe as far as the
 * driver's object is.
 *
 * @param <T> the interface of the driver's object
 */
abstract class Invocations<T> implements InvocationHandler {

    private static final ConcurrentMap<Class<?>, ConcurrentMap<Method, Method>> FOUND =
            new ConcurrentHashMap<>();

    private final Class<T> type;
    private final T delegate;
    private volatile boolean closed;

    Invocations(Class<T> type, T delegate) {
        this.type = type;
        this.delegate = delegate;
    }

    /** Returns a new proxy. */
    final T proxy() {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this));
    }

    @Override
    public final @Nullable Object invoke(
            Object proxy, Method method, @Nullable Object @Nullable [] args) throws Throwable {
        Method target = target(method);
        try {
            boolean own = target.getDeclaringClass().isInstance(this);
            return target.invoke(own ? this : delegate(), args);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    /** Returns the driver's object, or refuses when this one is closed. */
    final T delegate() throws SQLException {
        if (closed) {
            throw new SQLException(type.getSimpleName() + " is closed");
        }
        return delegate;
    }

    /** Returns the driver's object, closed or not. */
    final T driver() {
        return delegate;
    }

    /** Returns whether this is the first call. */
    final boolean markClosed() {
        boolean first = !closed;
        closed = true;
        return first;
    }

    /** Overrides the method of the same name of all three interfaces. */
    public final boolean isClosed() {
        return closed;
    }

    private Method target(Method method) {
        ConcurrentMap<Method, Method> found = FOUND.get(getClass());
        if (found == null) {
            FOUND.putIfAbsent(getClass(), new ConcurrentHashMap<>());
            return target(method);
        }
        Method target = found.get(method);
        if (target == null) {
            target = search(method);
            found.put(method, target);
        }
        return target;
    }

    private Method search(Method method) {
        try {
            Method own = getClass().getMethod(method.getName(), method.getParameterTypes());
            own.setAccessible(true); // avoids a check at each call, as a public class would
            return own;
        } catch (NoSuchMethodException e) {
            return method; // the driver's
        }
    }

    /** The handler of a connection: its statements are proxies and closed with it. */
    static final class OfConnection extends Invocations<Connection> {

        /** Guarded by itself. */
        private final List<OfStatement> open = new ArrayList<>();

        OfConnection(Connection delegate) {
            super(Connection.class, delegate);
        }

        /** Returns the source for the client of a physical connection. */
        static DataSource source(Connection connection) {
            return ConnectingSource.of(() -> new OfConnection(connection).proxy());
        }

        /** Overrides the method of the same name. */
        public PreparedStatement prepareStatement(String sql) throws SQLException {
            OfStatement statement = new OfStatement(delegate().prepareStatement(sql), this);
            synchronized (open) {
                open.add(statement);
            }
            return statement.proxy();
        }

        /**
         * Overrides the method of the same name: the lease ends, the driver's connection stays
         * open.
         */
        public void close() throws SQLException {
            if (markClosed()) {
                List<OfStatement> left;
                synchronized (open) {
                    left = List.copyOf(open);
                }
                for (OfStatement statement : left) {
                    statement.close();
                }
            }
        }
    }

    /** The handler of a prepared statement: its result sets are proxies. */
    static final class OfStatement extends Invocations<PreparedStatement> {

        private final OfConnection connection;

        OfStatement(PreparedStatement delegate, OfConnection connection) {
            super(PreparedStatement.class, delegate);
            this.connection = connection;
        }

        /** Overrides the method of the same name. */
        public ResultSet executeQuery() throws SQLException {
            return new OfResultSet(delegate().executeQuery()).proxy();
        }

        /** Overrides the method of the same name. */
        public Connection getConnection() {
            return connection.proxy();
        }

        /** Overrides the method of the same name. */
        public void close() throws SQLException {
            if (markClosed()) {
                synchronized (connection.open) {
                    connection.open.remove(this);
                }
                driver().close();
            }
        }
    }

    /** The handler of a result set. */
    static final class OfResultSet extends Invocations<ResultSet> {

        OfResultSet(ResultSet delegate) {
            super(ResultSet.class, delegate);
        }

        /** Overrides the method of the same name. */
        public void close() throws SQLException {
            if (markClosed()) {
                driver().close();
            }
        }
    }
}
