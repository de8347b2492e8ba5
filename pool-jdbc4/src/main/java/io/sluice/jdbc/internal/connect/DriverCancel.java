package io.sluice.jdbc.internal.connect;

import java.lang.reflect.Method;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * The cancel call of PostgreSQL's driver, which JDBC lacks. It makes the server stop whatever it
 * does for a connection, from any thread and without a statement. Drivers derived from it have the
 * method under the same name.
 *
 * <p>An abort needs it, since that driver then only closes the socket. A working server does not
 * look at the socket before its statement ends; in auto-commit mode it has committed by then.
 */
public final class DriverCancel {

    private static final String CANCEL = "cancelQuery";

    private DriverCancel() {}

    public static boolean isKnownTo(Connection connection) {
        return method(connection) != null;
    }

    /**
     * Asks the server to cancel, over a connection that the driver makes for it.
     *
     * @return false if the driver has no such method
     * @throws ReflectiveOperationException if the method could not be called, or has thrown
     */
    public static boolean cancel(Connection connection) throws ReflectiveOperationException {
        Method method = method(connection);
        if (method == null) {
            return false;
        }
        method.invoke(connection);
        return true;
    }

    private static @Nullable Method method(Connection connection) {
        try {
            return connection.getClass().getMethod(CANCEL);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }
}
