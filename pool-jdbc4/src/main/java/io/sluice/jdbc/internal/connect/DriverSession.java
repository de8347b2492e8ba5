package io.sluice.jdbc.internal.connect;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.XAConnection;
import org.jspecify.annotations.Nullable;

/**
 * The result of a connect: a connection of the driver, and its XA session if that has to be closed
 * with it.
 *
 * @param connection the driver's connection, the same for the life of the session
 * @param guarded the same connection as the driver wants applications to see it
 * @param xa the session that can take part in global transactions, or null
 */
public record DriverSession(Connection connection, Connection guarded, @Nullable XAConnection xa) {

    /** A session whose connection is as applications may see it. */
    public static DriverSession of(Connection connection, @Nullable XAConnection xa) {
        return new DriverSession(connection, connection, xa);
    }

    /** Says whether there is nothing but the connection: {@link #of} makes the same of it again. */
    public boolean isPlain() {
        return guarded == connection && xa == null;
    }

    /** Closes all, whatever becomes of the first. */
    public void close() throws SQLException {
        try {
            connection.close();
        } finally {
            if (xa != null) {
                xa.close();
            }
        }
    }
}
