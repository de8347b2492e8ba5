package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.internal.config.Durations;
import io.sluice.jdbc.internal.config.Secrets;
import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.PoolClosedException;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.ResourceCreationException;
import io.sluice.pool.TooManyWaitingException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds every {@link SQLException} that comes from the pool and not from a driver. */
public final class SqlErrors {

    /** The client cannot establish the connection. */
    private static final String NOT_CONNECTED = "08001";

    /**
     * A time-out that is not the database's fault: a state of class 08 would make callers fail
     * over.
     */
    private static final String EXHAUSTED = "HYT00";

    /** The connection does not exist (any more). */
    private static final String NO_CONNECTION = "08003";

    /** The user, or the tenant, is not one that the pool may serve. */
    private static final String NO_AUTHORIZATION = "28000";

    /** A transaction is in a state in which the call is not possible. */
    private static final String TRANSACTION_STATE = "25000";

    /** The call is not possible while a transaction is active. */
    private static final String ACTIVE_TRANSACTION = "25001";

    /** The transaction must not be ended this way. */
    private static final String TRANSACTION_END = "2D000";

    private SqlErrors() {}

    /**
     * A refusal under overload: without a stack trace, and with the message that its cause makes.
     */
    private static final class TooManyWaiting extends SQLTransientConnectionException {

        private static final long serialVersionUID = 1L;

        private final TooManyWaitingException reason;

        TooManyWaiting(TooManyWaitingException reason) {
            super(null, EXHAUSTED, 0, reason);
            this.reason = reason;
        }

        @Override
        public String getMessage() {
            return reason.getMessage();
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    /**
     * Converts a refusal of the pool to an exception of JDBC; an interrupt stays visible on the
     * thread.
     */
    public static SQLException refused(String pool, Throwable reason) {
        // The cause of a time-out is the failure of a creator, whose interrupt is not the caller's.
        boolean interrupted =
                reason.getCause() instanceof InterruptedException
                        && !(reason instanceof AcquireTimeoutException);
        if (interrupted || reason instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            return new SQLTransientConnectionException(
                    "Pool " + pool + ": interrupted while waiting for a connection",
                    NOT_CONNECTED,
                    reason);
        }
        if (reason instanceof TooManyWaitingException tooMany) {
            return new TooManyWaiting(tooMany);
        }
        SQLException driver = sqlCause(reason);
        String state =
                driver != null ? stateOf(driver) : isExhausted(reason) ? EXHAUSTED : NOT_CONNECTED;
        int code = driver == null ? 0 : driver.getErrorCode();
        if (reason instanceof PoolClosedException) {
            return new SQLNonTransientConnectionException(
                    reason.getMessage(), NO_CONNECTION, reason);
        }
        if (reason instanceof ResourceCreationException failed) {
            if (failed.getCause() instanceof PoolClosedException closed) {
                return refused(pool, closed);
            }
            return failed.isPermanent()
                    ? new SQLNonTransientConnectionException(
                            withRoot(failed), state, code, causeOf(failed))
                    : new SQLTransientConnectionException(
                            withRoot(failed), state, code, causeOf(failed));
        }
        // The cause as it is: programs find the details of a time-out there.
        return new SQLTransientConnectionException(textOf(reason), state, code, reason);
    }

    /** Whether the application has all connections, and no attempt to connect has failed. */
    private static boolean isExhausted(Throwable reason) {
        if (!(reason instanceof AcquireTimeoutException timeout) || timeout.getCause() != null) {
            return false;
        }
        PoolSnapshot pool = timeout.snapshot();
        return pool != null
                && (pool.suspended()
                        || (pool.total() + pool.creating() >= pool.maxSize()
                                && pool.accessible() + pool.inaccessible()
                                        > pool.creating() + pool.reserved()));
    }

    /** The pool is closed. */
    public static SQLException poolClosed(String pool) {
        return new SQLNonTransientConnectionException(
                "Pool " + pool + " is closed; create a new data source", NO_CONNECTION);
    }

    /** Another thread is starting the pool and takes too long. */
    public static SQLException startTakesLong(String pool, Duration waited) {
        return new SQLTransientConnectionException(
                "Pool "
                        + pool
                        + " is still being started by another thread; gave up waiting after "
                        + Durations.format(waited),
                NOT_CONNECTED);
    }

    /** Another thread tried to start the pool, and failed. */
    public static SQLException startFailed(String pool, Throwable failure) {
        String message = "Pool " + pool + " could not be started: " + textOf(failure);
        return notStarted(message, failure);
    }

    /**
     * A start has failed a moment ago.
     *
     * @param ago the time since then
     * @param left the time until a caller tries again
     */
    public static SQLException startFailedRecently(
            String pool, Throwable failure, Duration ago, Duration left) {
        String message =
                "Pool "
                        + pool
                        + " could not be started "
                        + ago.toMillis()
                        + " ms ago; next attempt in "
                        + left.toMillis()
                        + " ms: "
                        + textOf(failure);
        return notStarted(message, failure);
    }

    private static SQLException notStarted(String message, Throwable failure) {
        if (!(failure instanceof SQLException error)) {
            return new SQLNonTransientConnectionException(message, NOT_CONNECTED, failure);
        }
        String state = stateOf(error);
        int code = error.getErrorCode();
        return error instanceof SQLNonTransientException
                ? new SQLNonTransientConnectionException(message, state, code, error)
                : new SQLTransientConnectionException(message, state, code, error);
    }

    /** The configuration cannot work; found out when the pool was to start. */
    public static SQLException badConfiguration(String pool, Exception cause) {
        return badSource(pool, textOf(cause), cause);
    }

    /** A configured class or object is unavailable; a retry does not help. */
    public static SQLException badSource(String pool, String message, @Nullable Throwable cause) {
        return new SQLNonTransientConnectionException(
                "Pool " + pool + ": " + message, NOT_CONNECTED, cause);
    }

    /** A connection of another user was requested. */
    public static SQLException otherUser(
            String pool, @Nullable String own, @Nullable String asked) {
        return new SQLInvalidAuthorizationSpecException(
                "Pool "
                        + pool
                        + " connects "
                        + (own == null ? "with credentials of its own" : "as " + own)
                        + " and not as "
                        + asked
                        + (asked != null && asked.equals(own) ? " with another password" : "")
                        + "; call getConnection() without credentials, or open a pool for that user",
                NO_AUTHORIZATION);
    }

    /** A connection was requested without a tenant. */
    public static SQLException noTenant(String pool) {
        return new SQLInvalidAuthorizationSpecException(
                "Pool "
                        + pool
                        + ": the thread has no tenant, so the connection could see the data of"
                        + " another; make the TenantResolver return its name",
                NO_AUTHORIZATION);
    }

    /** A tenant has a name that means something else to the database. */
    public static SQLException badTenant(String pool, String tenant) {
        return new SQLInvalidAuthorizationSpecException(
                "Pool "
                        + pool
                        + ": no tenant can have the name "
                        + tenant
                        + ", which the database takes for the user of the pool; rename its role",
                NO_AUTHORIZATION);
    }

    /** A tenant has all the connections that it may have. */
    public static SQLException tenantExhausted(
            String pool, String tenant, int max, Duration waited) {
        return new SQLTransientConnectionException(
                "Pool "
                        + pool
                        + ": tenant "
                        + tenant
                        + " has its maximum of connections, "
                        + max
                        + ", and none came back within "
                        + waited.toMillis()
                        + " ms (acquireTimeout); hold connections for a shorter time, or raise the"
                        + " maximum of each tenant",
                EXHAUSTED);
    }

    /** Connections in global transactions are shared by all leases of the transaction. */
    public static SQLException tenantsInTransactions(String pool) {
        return new SQLNonTransientException(
                "Pool "
                        + pool
                        + ": its connections take part in global transactions, in which tenants"
                        + " would share one; set transactions = off",
                TRANSACTION_STATE);
    }

    /** A credentials provider returned nothing. */
    static SQLException noCredentials(String pool, Class<?> provider) {
        return new SQLInvalidAuthorizationSpecException(
                "Pool "
                        + pool
                        + ": credentialsProvider "
                        + provider.getName()
                        + " returned null; return Credentials, or throw an SQLException",
                NO_AUTHORIZATION);
    }

    /** A handle was used after it was closed. */
    public static SQLException closedHandle(String pool, String what) {
        String prefix = "Pool " + pool;
        return switch (what) {
            case "Connection" ->
                    new SQLNonTransientConnectionException(
                            prefix
                                    + ": this connection is closed; get another from the data source",
                            NO_CONNECTION);
            case "ResultSet" ->
                    new SQLException(
                            prefix
                                    + ": this result set is closed, or its statement or connection is;"
                                    + " execute the query again",
                            "24000");
            default ->
                    new SQLException(
                            prefix
                                    + ": this statement is closed, or its connection is;"
                                    + " create another",
                            "HY010");
        };
    }

    /** What a driver says of a connection that the pool has aborted does not say why. */
    public static SQLException takenAway(String pool, SQLException failure) {
        return new SQLNonTransientConnectionException(
                "Pool "
                        + pool
                        + ": this connection was taken away while in use: the pool was closed"
                        + " or flushed, or the transaction was ended by its manager: "
                        + textOf(failure),
                NO_CONNECTION,
                failure.getErrorCode(),
                failure);
    }

    /** A connection was taken away before its caller had it. */
    public static SQLException takenAwayInAcquire(String pool, SQLException failure) {
        return new SQLTransientConnectionException(
                "Pool "
                        + pool
                        + ": a connection was taken away during its acquire, as the pool was"
                        + " flushed or closed; acquire again: "
                        + textOf(failure),
                NOT_CONNECTED,
                failure.getErrorCode(),
                failure);
    }

    /** The transaction of the thread does not allow an acquire. */
    public static SQLException transactionRefused(String pool, IllegalStateException reason) {
        return new SQLNonTransientException(
                "Pool " + pool + ": " + textOf(reason), TRANSACTION_STATE, reason);
    }

    /** A connection was used after its transaction. */
    public static SQLException transactionOver() {
        return new SQLNonTransientException(
                "the transaction of this connection has ended, is completing or has timed"
                        + " out; close the connection and get another in a new transaction",
                TRANSACTION_STATE);
    }

    /** A connection was used while its transaction is suspended. */
    public static SQLException suspended() {
        return new SQLNonTransientException(
                "the transaction of this connection is suspended; resume it before using the"
                        + " connection, or get another connection",
                TRANSACTION_STATE);
    }

    /** A connection was used by a thread that is not in its transaction. */
    public static SQLException otherTransaction() {
        return new SQLNonTransientException(
                "this connection belongs to a transaction that this thread is not in; resume that"
                        + " transaction, or get another connection",
                TRANSACTION_STATE);
    }

    /** A connection that is in no transaction was used in one. */
    public static SQLException acquiredBefore() {
        return new SQLNonTransientException(
                "this connection was acquired before the transaction of this thread began,"
                        + " and is not part of it; get another connection in the transaction",
                TRANSACTION_STATE);
    }

    /** The application calls what JDBC forbids in a transaction that is the manager's. */
    public static SQLException notInTransaction(String call) {
        if (call.equals("setReadOnly")) {
            return new SQLNonTransientException(
                    "setReadOnly is not possible on a connection in a global transaction; set readOnly"
                            + " of the pool, or call it outside of transactions",
                    ACTIVE_TRANSACTION);
        }
        return new SQLNonTransientException(
                call
                        + " is not possible on a connection in a global transaction; commit or roll"
                        + " back with the transaction manager",
                TRANSACTION_END);
    }

    /** A connection said that it is not valid. */
    public static SQLException invalid(String detail) {
        return new NotValidException(detail, "08006");
    }

    /**
     * No server has the role that a pool wants.
     *
     * @param found what is known of each server
     * @param failure why none could be reached; null if some could, and have another role
     */
    static SQLException noServer(String role, List<String> found, @Nullable SQLException failure) {
        return new SQLTransientConnectionException(
                "targetRole is "
                        + role
                        + " and no server has that role: "
                        + String.join(", ", found)
                        + "; the pool tries again until one has it",
                failure == null ? NOT_CONNECTED : stateOf(failure),
                failure == null ? 0 : failure.getErrorCode(),
                failure);
    }

    /** A new connection refused the query that is to validate it. */
    public static SQLException refusedQuery(String sql, Throwable cause) {
        return new NotValidException(
                "validationQuery is \""
                        + sql
                        + "\" and fails on a new connection; correct or remove it ("
                        + textOf(cause)
                        + ")",
                cause instanceof SQLException error ? stateOf(error) : NOT_CONNECTED,
                cause);
    }

    /** A configured statement or value was refused; a lost connection is not the option's fault. */
    static SQLException refusedOption(JdbcOption option, SQLException refusal) {
        String state = refusal.getSQLState();
        return state != null && state.startsWith("08")
                ? refusal
                : new RefusedOptionException(
                        option.key()
                                + " failed: "
                                + textOf(refusal)
                                + "; check that its value is right for this database",
                        refusal);
    }

    /** The data source wraps nothing of the type. */
    public static SQLException noWrapper(Class<?> type) {
        return new SQLException(
                "a SluiceDataSource does not wrap "
                        + type.getName()
                        + "; call isWrapperFor first, or unwrap a connection",
                "HY000");
    }

    /** Sluice logs with {@link System.Logger}. */
    public static SQLFeatureNotSupportedException noParentLogger() {
        return new SQLFeatureNotSupportedException(
                "Sluice logs with System.Logger, which has no parent logger of java.util.logging",
                "0A000");
    }

    /** All connections of a pool are alike. */
    public static SQLFeatureNotSupportedException noConnectionBuilder() {
        return new SQLFeatureNotSupportedException(
                "a SluiceDataSource has no connection builder, since all its connections have the"
                        + " same user and sharding key; use getConnection(), and one pool for"
                        + " each user",
                "0A000");
    }

    /** A data source in front of pools has no user of its own. */
    public static SQLFeatureNotSupportedException noUser(String dataSource) {
        return new SQLFeatureNotSupportedException(
                "a "
                        + dataSource
                        + " has no connections of a user, since they come from a pool, which has"
                        + " one; use getConnection() without credentials",
                "0A000");
    }

    /** For a method of the interface that works only before the start. */
    public static SQLFeatureNotSupportedException notSupported(IllegalStateException late) {
        return new SQLFeatureNotSupportedException(late.getMessage(), "0A000", late);
    }

    /** Its message; some failures have none, and only their class tells what they are. */
    public static String textOf(Throwable failure) {
        String message = failure.getMessage();
        return message == null ? failure.toString() : message;
    }

    /**
     * Adds the root cause: some drivers only report that they failed, and the root names the host.
     */
    private static String withRoot(Throwable reason) {
        String message = textOf(reason);
        Throwable root = reason;
        for (int depth = 0; root.getCause() != null && depth < 8; depth++) {
            root = root.getCause();
        }
        String more = root.getMessage();
        return more == null || message.contains(more)
                ? message
                : message + " (" + Secrets.mask(root.toString()) + ")";
    }

    /** Returns the first SQLException among the causes, or null. */
    public static @Nullable SQLException sqlCause(Throwable reason) {
        Throwable cause = reason.getCause();
        for (int depth = 0; cause != null && depth < 8; depth++) {
            if (cause instanceof SQLException e) {
                return e;
            }
            cause = cause.getCause();
        }
        return null;
    }

    private static String stateOf(SQLException driver) {
        String state = driver.getSQLState();
        return state == null || state.isEmpty() ? NOT_CONNECTED : state;
    }

    private static Throwable causeOf(Throwable reason) {
        Throwable cause = reason.getCause();
        return cause == null ? reason : cause;
    }
}
