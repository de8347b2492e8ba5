package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.internal.connect.KnownError.Meaning;
import java.sql.SQLException;

/** The failures to connect that waiting does not mend. */
public final class PermanentFailures {

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
                || Vendor.say(Meaning.PERMANENT, error)
                || isWrongStatement(error);
    }

    /** 42: a configured statement has wrong syntax, or names something that does not exist. */
    private static boolean isWrongStatement(SQLException error) {
        return (error instanceof RefusedOptionException || error instanceof NotValidException)
                && isOfClass("42", error);
    }

    /** Whether the database refused the credentials. */
    static boolean isAuthentication(SQLException error) {
        return isOfClass("28", error) || Vendor.say(Meaning.LOGIN, error);
    }

    private static boolean isOfClass(String stateClass, SQLException error) {
        String state = error.getSQLState();
        return state != null && state.startsWith(stateClass);
    }
}
