package io.sluice.perf.peer;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
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
}
