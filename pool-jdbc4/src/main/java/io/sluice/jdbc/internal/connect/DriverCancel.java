package io.sluice.jdbc.internal.connect;

import java.lang.reflect.Method;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * What PostgreSQL's driver can and JDBC does not know: to have the server stop whatever it does for
 * a connection, from any thread and without a statement to ask for it. Drivers that descend from it
 * have the method by the same name.
 *
 * <p>It is needed where a connection is aborted, for there that driver closes the socket and no
 * more: a server that is working does not look at the socket before it is through, and has
 * committed by then if that was in auto-commit.
 */
public final class DriverCancel {

    private static final String CANCEL = "cancelQuery";

    private DriverCancel() {}

    public static boolean isKnownTo(Connection connection) {
        return method(connection) != null;
    }

    /**
     * Asks the server, over a connection that the driver makes for it.
     *
     * @return false if the driver has no such method
     * @throws ReflectiveOperationException if it could not be called, or what it has thrown
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
