package io.sluice.jdbc.internal.connect;

import java.sql.SQLException;
import java.util.Map;
import java.util.Set;

/** The failures to connect that waiting does not mend. */
public final class PermanentFailures {

    /** By state, since the same vendor code means something else to each vendor. */
    private static final Map<String, Set<Integer>> LOGIN_CODES_BY_STATE =
            Map.of(
                    // Oracle: user or password wrong, account locked.
                    "72000",
                    Set.of(1017, 28000),
                    // SQL Server: login failed.
                    "S0001",
                    Set.of(18456));

    private static final Map<String, Set<Integer>> CODES_BY_STATE =
            Map.of(
                    // SQL Server: no such database.
                    "S0001",
                    Set.of(4060),
                    // MySQL and MariaDB: no such database, or none that this user may see.
                    "42000",
                    Set.of(1044, 1049));

    private PermanentFailures() {}

    /** A failure that is permanent by nature: a configured class or object is unavailable. */
    static final class SourceException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        SourceException(String message) {
            super(message);
        }
    }

    public static boolean isPermanent(Throwable failure) {
        if (failure instanceof SourceException || failure instanceof LinkageError) {
            return true;
        }
        if (!(failure instanceof SQLException error)) {
            return false;
        }
        // 3D: no such catalog, which is what PostgreSQL calls a database.
        return isAuthentication(error)
                || isOfClass("3D", error)
                || has(CODES_BY_STATE, error)
                || isWrongStatement(error);
    }

    /** 42: a configured statement has wrong syntax, or names something that does not exist. */
    private static boolean isWrongStatement(SQLException error) {
        return (error instanceof RefusedOptionException || error instanceof NotValidException)
                && isOfClass("42", error);
    }

    /** Whether the database refused the credentials. */
    static boolean isAuthentication(SQLException error) {
        return isOfClass("28", error) || has(LOGIN_CODES_BY_STATE, error);
    }

    private static boolean isOfClass(String stateClass, SQLException error) {
        String state = error.getSQLState();
        return state != null && state.startsWith(stateClass);
    }

    private static boolean has(Map<String, Set<Integer>> codesByState, SQLException error) {
        String state = error.getSQLState();
        return state != null
                && codesByState.getOrDefault(state, Set.of()).contains(error.getErrorCode());
    }
}
