package io.sluice.jdbc.handle;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A driver made of proxies: records every call in order, gives a fresh object where JDBC objects
 * are asked for, knows which of its objects were closed, and does otherwise what a test scripts.
 */
final class FakeDriver {
    /** What a method does; null stands for what it does by default. */
    interface Script {
        Object run(Object target, Object[] arguments) throws Throwable;
    }

    /** One call on an object of the driver. Arguments are compared by the test. */
    record Call(Object target, Method method, List<Object> arguments) {
        String name() {
            return method.getName();
        }
    }

    private static final Set<Class<?>> MADE =
            Set.of(
                    Statement.class,
                    PreparedStatement.class,
                    CallableStatement.class,
                    ResultSet.class,
                    DatabaseMetaData.class);

    final List<Call> calls = new CopyOnWriteArrayList<>();
    private final Map<String, Script> scripts = new ConcurrentHashMap<>();
    private final Map<Object, Boolean> closed = new ConcurrentHashMap<>();

    /** Says what the methods of this name do from now on, whatever their object. */
    void on(String method, Script script) {
        scripts.put(method, script);
    }

    void onReturn(String method, Object result) {
        on(method, (target, arguments) -> result);
    }

    void onThrow(String method, Throwable failure) {
        on(
                method,
                (target, arguments) -> {
                    throw failure;
                });
    }

    void byDefault(String method) {
        scripts.remove(method);
    }

    boolean isClosed(Object driverObject) {
        return closed.containsKey(driverObject);
    }

    /** As if the driver closed one of its objects by itself. */
    void close(Object driverObject) {
        closed.put(driverObject, true);
    }

    List<String> callNames() {
        return calls.stream().map(Call::name).toList();
    }

    long count(Object target, String method) {
        return calls.stream()
                .filter(call -> call.target() == target && call.name().equals(method))
                .count();
    }

    Connection connection() {
        return make(Connection.class);
    }

    <T> T make(Class<T> type, Class<?>... others) {
        Class<?>[] types = Arrays.copyOf(others, others.length + 1);
        types[others.length] = type;
        InvocationHandler handler = this::invoke;
        return type.cast(Proxy.newProxyInstance(FakeDriver.class.getClassLoader(), types, handler));
    }

    private Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> target == arguments[0];
                case "hashCode" -> System.identityHashCode(target);
                default -> "jdbc:fake://host?user=scott&password=tiger";
            };
        }
        calls.add(
                new Call(target, method, arguments == null ? List.of() : Arrays.asList(arguments)));
        Script script = scripts.get(method.getName());
        if (script != null) {
            return script.run(target, arguments);
        }
        switch (method.getName()) {
            case "close" -> closed.put(target, true);
            case "isClosed" -> {
                return isClosed(target);
            }
            default -> {}
        }
        Class<?> type = method.getReturnType();
        if (MADE.contains(type)) {
            return make(type);
        }
        if (type == boolean.class) {
            return false;
        }
        if (type == int.class) {
            return 0;
        }
        if (type == long.class) {
            return 0L;
        }
        return null;
    }
}
