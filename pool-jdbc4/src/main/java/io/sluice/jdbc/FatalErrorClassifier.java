package io.sluice.jdbc;

import io.sluice.jdbc.internal.connect.KnownFatalErrors;
import java.sql.SQLException;

/**
 * Decides after which errors a connection must not be used again. It is asked about every {@link
 * SQLException} that a driver throws: during a lease on the thread of the lease, and at a
 * validation on the validating thread, which is the pool's or the acquiring one. It never sees
 * errors of the pool itself, such as the use of a closed handle. Must be thread-safe.
 *
 * <p>An extension of the standard classifier asks that first:
 *
 * <pre>{@code
 * FatalErrorClassifier standard = FatalErrorClassifier.standard();
 * FatalErrorClassifier withoutMemoryToo =
 *         e -> standard.isFatal(e) || "53200".equals(e.getSQLState());
 * }</pre>
 */
@FunctionalInterface
public interface FatalErrorClassifier {

    /**
     * Returns whether the connection that raised the error is unusable.
     *
     * @param error what the driver threw
     * @return true when the connection must be discarded; the pool then also validates every other
     *     connection before its next use, since the same cause may have broken them all
     */
    boolean isFatal(SQLException error);

    /**
     * Returns the classifier that is used unless another is configured. SQLState class 08 is fatal.
     * So are the states and vendor codes with which the known databases report the end of a
     * session, and the exception types that JDBC reserves for it. A query that exceeded its time
     * limit is not fatal.
     */
    static FatalErrorClassifier standard() {
        return KnownFatalErrors.INSTANCE;
    }
}
