package io.sluice.testkit;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.Wrapper;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An object of a driver behind a proxy that may fail in its place. */
abstract class FaultyObject<T extends Wrapper> implements InvocationHandler {

    final T real;
    private final T proxy;

    FaultyObject(Class<T> type, T real) {
        this.real = real;
        this.proxy =
                type.cast(
                        Proxy.newProxyInstance(
                                FaultyObject.class.getClassLoader(), new Class<?>[] {type}, this));
    }

    final T proxy() {
        return proxy;
    }

    /** The connection that it belongs to. */
    abstract FaultyConnection connection();

    /** Does a call of JDBC. */
    abstract @Nullable Object call(Method method, @Nullable Object[] arguments) throws Throwable;

    @Override
    public final @Nullable Object invoke(
            Object self, Method method, @Nullable Object @Nullable [] given) throws Throwable {
        @Nullable Object[] arguments = given == null ? new Object[0] : given;
        switch (method.getName()) {
            case "equals" -> {
                return self == arguments[0];
            }
            case "hashCode" -> {
                return System.identityHashCode(self);
            }
            case "toString" -> {
                return "faulty " + real;
            }
            case "unwrap" -> {
                if (type(arguments).isInstance(self)) {
                    return self;
                }
            }
            case "isWrapperFor" -> {
                if (type(arguments).isInstance(self)) {
                    return true;
                }
            }
            default -> {}
        }
        try {
            return call(method, arguments);
        } catch (SQLException e) {
            if (method.getName().equals("setClientInfo")
                    && !(e instanceof SQLClientInfoException)) {
                throw new SQLClientInfoException(e.getMessage(), e.getSQLState(), Map.of(), e);
            }
            throw e;
        }
    }

    private static Class<?> type(@Nullable Object[] arguments) {
        return (Class<?>) Objects.requireNonNull(arguments[0]);
    }

    /** Passes a call on. What fails after the connection was lost, fails for that reason. */
    final @Nullable Object pass(Method method, @Nullable Object[] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getTargetException();
            if (cause instanceof SQLException && connection().isKilled()) {
                throw connection().lost(cause);
            }
            throw cause;
        }
    }
}
