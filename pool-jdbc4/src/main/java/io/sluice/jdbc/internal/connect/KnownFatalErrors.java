package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.FatalErrorClassifier;
import io.sluice.jdbc.internal.connect.KnownError.Meaning;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The errors with which the known databases and drivers report the end of a session. Immutable. */
public final class KnownFatalErrors implements FatalErrorClassifier {

    /** The only instance. */
    public static final FatalErrorClassifier INSTANCE = new KnownFatalErrors();

    /** The limit for following causes and next exceptions, which may form a cycle. */
    private static final int DEPTH = 8;

    private KnownFatalErrors() {}

    @Override
    public boolean isFatal(SQLException error) {
        return any(error, KnownFatalErrors::isFatalItself, DEPTH);
    }

    /** Returns whether the server or the session of an error accepts no writes. */
    static boolean isReadOnly(SQLException error) {
        return any(error, each -> Vendor.say(Meaning.READ_ONLY, each), DEPTH);
    }

    private static boolean any(@Nullable Throwable error, Predicate<SQLException> test, int depth) {
        if (error == null || depth == 0) {
            return false;
        }
        if (error instanceof SQLException e
                && (test.test(e) || any(e.getNextException(), test, depth - 1))) {
            return true;
        }
        return any(error.getCause(), test, depth - 1);
    }

    private static boolean isFatalItself(SQLException error) {
        String state = error.getSQLState();
        if ((state != null && state.startsWith("08")) || Vendor.say(Meaning.ENDED, error)) {
            return true;
        }
        if (error instanceof SQLTimeoutException) {
            // The time limit of a query; the session goes on.
            return false;
        }
        // JDBC reserves the first for lost connections, and requires a close after the second.
        return error instanceof SQLNonTransientConnectionException
                || error instanceof SQLRecoverableException;
    }
}
