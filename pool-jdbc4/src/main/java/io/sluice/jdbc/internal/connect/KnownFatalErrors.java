package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.FatalErrorClassifier;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The errors with which the known databases and drivers report the end of a session. Immutable. */
public final class KnownFatalErrors implements FatalErrorClassifier {

    /** The only instance. */
    public static final FatalErrorClassifier INSTANCE = new KnownFatalErrors();

    /** The limit for following causes and next exceptions, which may form a cycle. */
    private static final int DEPTH = 8;

    /** States outside class 08 that mean the end of a session wherever they occur. */
    private static final Set<String> STATES =
            Set.of(
                    // PostgreSQL: ended by an administrator, a crash of another backend, a start or
                    // stop, or a dropped database; time limits on idle sessions and transactions.
                    "57P01",
                    "57P02",
                    "57P03",
                    "57P04",
                    "57P05",
                    "25P03",
                    "25P04",
                    // Sybase's driver: the connection is closed already, or its stream is broken.
                    "JZ0C0",
                    "JZ0C1",
                    // H2, whose states are its codes: connection broken, database closing, database
                    // closed.
                    "90067",
                    "90098",
                    "90121");

    /**
     * Vendor codes that mean the end of a session when they come with this state. The state
     * distinguishes vendors, since the same number means something else to each of them.
     */
    private static final Map<String, Set<Integer>> CODES_BY_STATE =
            Map.of(
                    // Oracle: session killed, idle limit or connect limit exceeded. Other ends of a
                    // session come as SQLRecoverableException.
                    "61000",
                    Set.of(28, 2396, 2399),
                    // MySQL: disconnected for being idle (4031), session killed (3169).
                    "HY000",
                    Set.of(4031, 3169),
                    // MariaDB: connection killed; the same state with 1317 is a killed query only.
                    "70100",
                    Set.of(1927),
                    // DB2: the server is stopping, or has ended all its sessions.
                    "55032",
                    Set.of(-1224));

    /**
     * SQL Server: the session is being killed, or the server shuts down. Its states are not
     * specific.
     */
    private static final Set<Integer> SQL_SERVER_CODES = Set.of(596, 6005);

    private static final String SQL_SERVER = "com.microsoft.sqlserver.";

    private KnownFatalErrors() {}

    @Override
    public boolean isFatal(SQLException error) {
        return isFatal(error, DEPTH);
    }

    private static boolean isFatal(@Nullable Throwable error, int depth) {
        if (error == null || depth == 0) {
            return false;
        }
        if (error instanceof SQLException e
                && (isFatalItself(e) || isFatal(e.getNextException(), depth - 1))) {
            return true;
        }
        return isFatal(error.getCause(), depth - 1);
    }

    private static boolean isFatalItself(SQLException error) {
        String state = error.getSQLState();
        if (state != null) {
            if (state.startsWith("08") || STATES.contains(state)) {
                return true;
            }
            if (CODES_BY_STATE.getOrDefault(state, Set.of()).contains(error.getErrorCode())) {
                return true;
            }
        }
        if (error instanceof SQLTimeoutException) {
            // The time limit of a query; the session goes on.
            return false;
        }
        // JDBC reserves the first for lost connections, and requires a close after the second.
        return error instanceof SQLNonTransientConnectionException
                || error instanceof SQLRecoverableException
                || (error.getClass().getName().startsWith(SQL_SERVER)
                        && SQL_SERVER_CODES.contains(error.getErrorCode()));
    }
}
