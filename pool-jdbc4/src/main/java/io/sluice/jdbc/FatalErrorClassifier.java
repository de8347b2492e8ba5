package io.sluice.jdbc;

import io.sluice.jdbc.internal.connect.KnownFatalErrors;
import java.sql.SQLException;

/**
 * Says after which errors a connection must not serve again. Asked about every {@link SQLException}
 * that a driver throws during a lease, on the thread of the lease, and at a validation, on the
 * thread that validates, which is the pool's or that of who acquires; errors of the pool itself,
 * such as the use of a closed handle, are never put to it. Must be thread-safe.
 *
 * <p>To add to the standard, ask it first:
 *
 * <pre>{@code
 * FatalErrorClassifier standard = FatalErrorClassifier.standard();
 * FatalErrorClassifier readOnlyReplicaToo =
 *         e -> standard.isFatal(e) || "25006".equals(e.getSQLState());
 * }</pre>
 */
@FunctionalInterface
public interface FatalErrorClassifier {

    /**
     * Says whether the connection that raised the error is of no use any more.
     *
     * @param error what the driver threw
     * @return true when the connection must be discarded; it also makes the pool validate every
     *     other connection before it serves again, since what broke one may have broken all
     */
    boolean isFatal(SQLException error);

    /**
     * Returns the classifier that is used unless another is configured: SQLState class 08, the
     * states and vendor codes with which the known databases say that they have ended the session,
     * and the exception types that JDBC reserves for that. A query that ran into its time limit is
     * not fatal.
     */
    static FatalErrorClassifier standard() {
        return KnownFatalErrors.INSTANCE;
    }
}
