package io.sluice.jdbc.internal;

import io.sluice.jdbc.handle.ConnectionHandle;
import io.sluice.jdbc.handle.ConnectionOwner;
import io.sluice.jdbc.internal.config.Secrets;
import io.sluice.jdbc.internal.connect.DriverCancel;
import io.sluice.jdbc.internal.connect.DriverSession;
import io.sluice.jdbc.internal.connect.PoolRules;
import io.sluice.jdbc.internal.connect.SqlErrors;
import io.sluice.jdbc.internal.xa.TransactionWork;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The driver's object of a {@link PhysicalConnection}, and whether it still serves. */
abstract class DriverConnection extends ConnectionOwner {

    /**
     * The session, if it has more than {@link #connection}: an XA connection, or a guarded view of
     * it; else null.
     */
    private final @Nullable DriverSession session;

    final Connection connection;
    final PoolRules rules;

    /** Null if the connection is never in a global transaction. */
    final @Nullable TransactionWork transactionWork;

    /**
     * The error after which this connection must not serve again. Shared: volatile, by any thread
     * with an open handle; read by the thread that ends the lease, before and after it cleans up.
     * Partner: {@code HotFields.word}. The holder is doomed after this is set.
     */
    private volatile @Nullable SQLException fatal;

    /**
     * Whether the pool aborts or has aborted this connection. Later failures on it say nothing
     * about other connections. Shared: volatile, by the thread that aborts, before the driver is
     * told. Partner: none (an error that the abort caused comes after it; two aborts at once may
     * both cancel).
     */
    private volatile boolean ended;

    /**
     * Whether the application has aborted this connection, which serves no other lease then. Later
     * failures on it say nothing about other connections. Shared: volatile, by the thread that
     * aborts, before the driver is told. Partner: none (as for {@code ended}).
     */
    private volatile boolean abortedInLease;

    /**
     * Whether the pool itself is using the connection. Then an abort has no statement of an
     * application to cancel. Shared: volatile, by the thread that validates or closes, before and
     * after; read by the thread that aborts. Partner: none (a thread that hangs there has set it
     * before; an abort just after it was cleared cancels for nothing).
     */
    private volatile boolean withPool;

    DriverConnection(
            DriverSession session, @Nullable TransactionWork transactionWork, PoolRules rules) {
        super(transactionWork == null ? null : transactionWork.gate());
        this.session = session.isPlain() ? null : session;
        this.connection = session.connection();
        this.transactionWork = transactionWork;
        this.rules = rules;
    }

    final void joined(Holder<?> newHolder) {
        holder = newHolder;
    }

    @Override
    public final Connection connection() {
        return connection;
    }

    @Override
    public final Connection guarded() {
        return session == null ? connection : session.guarded();
    }

    final DriverSession session() {
        return session == null ? DriverSession.of(connection, null) : session;
    }

    final String poolName() {
        return rules.poolName();
    }

    // Failures

    @Override
    public final SQLException failed(SQLException failure) {
        if (ended) {
            return SqlErrors.takenAway(poolName(), failure);
        }
        if (fatal == null && (rules.isFatal(failure) || rules.hasLostRole(failure, connection))) {
            lost(failure);
        }
        return failure;
    }

    @Override
    public final void foundInvalid(ConnectionHandle handle) {
        if (serves()) {
            lost(SqlErrors.invalid("isValid returned false to the application"));
        }
    }

    /** Returns whether the connection is neither lost nor aborted. */
    final boolean serves() {
        return fatal == null && !ended;
    }

    /** Returns the error after which this connection must not serve again, or null. */
    final @Nullable SQLException fatal() {
        return fatal;
    }

    final void lost(SQLException failure) {
        fatal = failure;
        doom(failure);
        if (!abortedInLease) {
            rules.suspectAll();
        }
    }

    /** Has this connection leave the pool, whose log and reports show the failure. */
    public final void doom(Throwable failure) {
        holder.doom(DiscardReason.BROKEN, Secrets.shown(failure));
    }

    /** The same for a connection that the calling thread has reserved. */
    final void discard(Throwable failure) {
        holder.discard(DiscardReason.BROKEN, Secrets.shown(failure));
    }

    @Override
    public final SQLException closedError(String what) {
        return SqlErrors.closedHandle(poolName(), what);
    }

    // Abort

    @Override
    public final void abortsInLease() {
        abortedInLease = true;
    }

    /** Called before the pool aborts the connection. */
    final void end() {
        ended = true;
    }

    final boolean isEnded() {
        return ended;
    }

    /** Called before and after the pool does something with the connection that may hang. */
    final void withPool(boolean now) {
        withPool = now;
    }

    /**
     * Returns whether the server may still be executing a statement of the application and can be
     * told to stop, before the pool aborts this connection. False after the first {@link #end},
     * since its caller cancels.
     */
    final boolean isToBeCancelled() {
        return !withPool
                && !ended
                && (transactionWork != null || DriverCancel.isKnownTo(connection));
    }

    /** Makes the server stop what it does for this connection, as far as the driver can. */
    final void cancelOnServer() throws ReflectiveOperationException {
        if (!DriverCancel.cancel(connection) && transactionWork != null) {
            transactionWork.cancel(); // the known statements of a global transaction
        }
    }

    /** Runs a call to the driver on another thread, so that it does not delay the caller. */
    final void runAside(Runnable task) {
        holder.runAside(task);
    }

    /** Shows only the class of the connection: its own text may contain addresses and secrets. */
    @Override
    public final String toString() {
        return connection.getClass().getName()
                + '@'
                + Integer.toHexString(System.identityHashCode(connection));
    }
}
