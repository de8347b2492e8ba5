package io.sluice.jdbc.internal.xa;

import io.sluice.jdbc.JdbcPoolConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * What Sluice knows about XA on one database.
 *
 * @param drivers what the names of its drivers' classes begin with
 * @param translation corrects the XA resource of a session
 * @param needsConnection whether recovery asks the server which prepared branches the user may see
 * @param prerequisites what the server needs for XA; null if nothing
 */
record XaVendor(
        List<String> drivers,
        Translation translation,
        boolean needsConnection,
        @Nullable Prerequisites prerequisites) {

    /** Corrects an XA resource where it deviates from the specification. */
    interface Translation {

        /** The connection is that of the same session; null where it is not needed. */
        TranslatingXaResource of(XAResource driver, @Nullable Connection connection);
    }

    /** Finds what a server lacks for XA. */
    interface Prerequisites {

        /** Returns a sentence for each thing that is missing; may leave a transaction open. */
        List<String> missing(JdbcPoolConfig config, Connection connection) throws SQLException;
    }

    boolean isOf(String className) {
        return drivers.stream().anyMatch(className::startsWith);
    }
}
