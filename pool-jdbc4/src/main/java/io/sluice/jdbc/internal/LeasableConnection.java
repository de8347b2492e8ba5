package io.sluice.jdbc.internal;

import io.sluice.jdbc.handle.ConnectionHandle;
import io.sluice.jdbc.handle.StatementStore;
import io.sluice.jdbc.internal.config.Secrets;
import io.sluice.jdbc.internal.connect.DirtyReturnReporter;
import io.sluice.jdbc.internal.connect.DriverSession;
import io.sluice.jdbc.internal.connect.PoolRules;
import io.sluice.jdbc.internal.connect.RequestBoundaries;
import io.sluice.jdbc.internal.connect.RestingState;
import io.sluice.jdbc.internal.connect.SqlErrors;
import io.sluice.jdbc.internal.connect.StatementCache;
import io.sluice.jdbc.internal.xa.TransactionWork;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The beginning and the end of a lease of a {@link PhysicalConnection} outside of transactions.
 *
 * <p>The stamp of a handle says which lease it may end. A clean lease ends in a single step. For a
 * lease that left something to clean, the holder is reserved first. Of two threads that close, one
 * wins, and the other makes no call to the driver.
 */
abstract class LeasableConnection extends ResettableConnection {

    /** Null if the driver does not need to know where leases begin and end. */
    final @Nullable RequestBoundaries boundaries;

    /** Whether the driver can clear warnings; if not, they stay. */
    private final boolean clearsWarnings;

    /** Null unless dirty returns are reported. */
    private final @Nullable DirtyReturnReporter watch;

    /** Null if statements are not kept. */
    private final @Nullable StatementCache statements;

    /**
     * Whether something is to be done at the beginning of the next lease. Shared: plain, by the
     * thread that ends a lease, before it does; plain read by the next. Partner: {@code
     * HotFields.word}. A second thread that closes the same handle may set it late; then something
     * is done for nothing.
     */
    private boolean unsettled = true;

    /**
     * Whether there is nothing to do at the beginning of the next lease, and it cannot be in a
     * global transaction. One check for the common case. Shared: plain, written with {@link
     * #unsettled}. Partner: {@code HotFields.word}.
     */
    private boolean ready;

    /**
     * Whether the driver knows of a request that has not ended. An untouched lease leaves its
     * request to the next one. Shared: plain, by the thread that has the lease or has reserved the
     * holder. Partner: {@code HotFields.word}.
     */
    private boolean inRequest;

    /**
     * The tenant that the session is still switched to; null if that is unknown, as during a lease.
     * Shared: plain, by the thread that has the lease. Partner: {@code HotFields.word}.
     */
    private @Nullable String tenant;

    /**
     * Run when the pool ends the connection; null if the lease need not know. Shared: volatile, by
     * the thread that has the lease, before it reads {@code ended}; read by a thread that ends the
     * connection, after it has written that. Partner: {@code DriverConnection.ended}. One of them
     * sees the other's.
     */
    private volatile @Nullable Runnable atEnd;

    LeasableConnection(
            DriverSession session,
            @Nullable TransactionWork transactionWork,
            PoolRules rules,
            RestingState state,
            @Nullable RequestBoundaries boundaries,
            boolean clearsWarnings,
            @Nullable StatementCache statements) {
        super(session, transactionWork, rules, state);
        this.boundaries = boundaries;
        this.clearsWarnings = clearsWarnings;
        this.watch = rules.reportsDirtyReturns() ? new DirtyReturnReporter(rules.poolName()) : null;
        this.statements = statements;
    }

    @Override
    public final @Nullable StatementStore statements() {
        return statements;
    }

    /** Called before the connection is closed, which also closes the kept statements. */
    final void forgetStatements() {
        if (statements != null) {
            statements.close();
        }
    }

    // Tenants

    /** A change of the session that stays after the lease. */
    public interface LastingChange {
        void make(Connection driver) throws SQLException;
    }

    /** Returns the holder of the connection in the pool. */
    public final Holder<?> holder() {
        return holder;
    }

    /** Returns whether leases may share this connection in a global transaction. */
    public final boolean isTransactional() {
        return transactionWork != null;
    }

    /** Returns the tenant that the last lease has kept, which is unknown from now on, or null. */
    public final @Nullable String takeTenant() {
        String kept = tenant;
        tenant = null;
        return kept;
    }

    /** Keeps the tenant for the next lease, unless the session is reset in between. */
    public final void keepTenant(String present) {
        if (rules.resetSql() == null && boundaries == null) {
            tenant = present;
        }
    }

    /**
     * Runs a task when the pool ends the connection, or now if that has begun. So a lease that is
     * taken away can clean up. Replaces the task of the lease before.
     *
     * @param task thread-safe; throws nothing, and does nothing once its lease is closed
     */
    public final void whenEnded(Runnable task) {
        atEnd = task;
        if (isEnded()) {
            task.run();
        }
    }

    /** Called once the connection can no longer be acquired. */
    final void runAtEnd() {
        Runnable task = atEnd;
        if (task != null) {
            task.run();
        }
    }

    /**
     * Changes the session at the beginning of a lease, for later ones too. The change is committed,
     * so that no rollback undoes it. Kept statements are closed, since they may belong to the
     * session of before.
     *
     * @throws SQLException if the driver refuses or fails, without secrets; no transaction is open
     *     then
     */
    public final void change(LastingChange change) throws SQLException {
        try {
            if (statements != null) {
                statements.closeAll();
            }
            change.make(connection);
            if (!autoCommit) {
                connection.commit();
            }
        } catch (SQLException e) {
            SQLException failure =
                    isEnded() ? SqlErrors.takenAwayInAcquire(rules.poolName(), e) : failed(e);
            rollBack(failure);
            throw Secrets.cleared(failure);
        } catch (RuntimeException e) { // a driver may throw anything
            doom(e);
            throw SqlErrors.refused(rules.poolName(), Secrets.cleared(e));
        } catch (Error e) {
            doom(e);
            throw e;
        }
    }

    private void rollBack(SQLException failure) {
        if (autoCommit || !serves()) {
            return;
        }
        try {
            connection.rollback();
        } catch (SQLException | RuntimeException | Error e) { // the transaction may still be open
            doom(e);
            if (e != failure) { // some drivers throw the same again
                failure.addSuppressed(e);
            }
        }
    }

    // Beginning

    /** Returns whether {@link #plainHandle} is all that a new lease needs. */
    public final boolean isReady() {
        return ready;
    }

    /** Returns whether the lease must be settled before its handle is made. */
    public final boolean isUnsettled() {
        return unsettled;
    }

    private void setUnsettled(boolean value) {
        unsettled = value;
        ready = !value && transactionWork == null;
    }

    /** Records that the connection is settled, apart from what each lease begins with. */
    final void settled(boolean ran) {
        setUnsettled(ran || watch != null || (boundaries != null && !inRequest));
    }

    /** Makes the handle of a lease that is in no transaction. */
    public final ConnectionHandle plainHandle(long stamp) {
        return new ConnectionHandle(this, stamp);
    }

    /**
     * Clears the warnings of the last lease, and tells the driver that a request begins.
     *
     * @return false if the connection has failed; then the lease is over and the connection
     *     discarded
     */
    final boolean settleOutside(long stamp) {
        try {
            if (clearsWarnings) {
                connection.clearWarnings();
            }
            beginRequest();
            if (watch != null) {
                watch.acquired();
            }
            settled(/* ran= */ false);
            return true;
        } catch (SQLException | RuntimeException | Error e) { // a driver may throw anything
            if (e instanceof SQLException failure) {
                failed(failure);
            }
            if (holder.reserve(stamp)) {
                discard(e);
            }
            if (e instanceof Error error) {
                throw error;
            }
            return false;
        }
    }

    /**
     * The same for a lease that begins in a transaction, whose handles share the connection and
     * begin nothing themselves.
     */
    final void settleInside() throws SQLException {
        try {
            if (unsettled && clearsWarnings) {
                connection.clearWarnings();
            }
            beginRequest();
            if (autoCommit) {
                connection.setAutoCommit(false);
            }
        } catch (SQLException e) {
            throw failed(e);
        }
        setUnsettled(false);
    }

    private void beginRequest() throws SQLException {
        if (boundaries != null && !inRequest) {
            boundaries.begin(connection, statements);
            inRequest = true;
        }
    }

    // End

    @Override
    public final boolean aborting(ConnectionHandle handle) {
        return holder.evict(handle.stamp());
    }

    /** Ends a lease that may have left something to clean up. */
    final void releaseWithCare(ConnectionHandle handle) {
        boolean ran = handle.ran() || handle.changes() != 0;
        boolean nothingToDo =
                toSetBack(handle) == 0
                        && !handle.hasOpenChildren()
                        && boundaries == null
                        && !(ran && rules.resetSql() != null)
                        && (autoCommit || !handle.mayHaveOpenTransaction());
        if (nothingToDo) {
            if (ran) {
                setUnsettled(true);
            }
            holder.release(handle.stamp());
            return;
        }
        // Before the first call to the driver: the thread that loses here must not touch a
        // connection that is no longer its own.
        if (!holder.reserve(handle.stamp())) {
            return;
        }
        if (handle.aborted()) {
            holder.discard(DiscardReason.EVICTED, null);
            return;
        }
        Throwable unfit = whyUnfit(handle);
        if (unfit == null) {
            settled(ran);
            holder.requeue();
            return;
        }
        discard(unfit);
        if (unfit instanceof Error e) {
            throw e;
        }
    }

    /** Cleans up after a lease; returns why the connection must not be used again, or null. */
    private @Nullable Throwable whyUnfit(ConnectionHandle handle) {
        if (fatal() != null) {
            return fatal(); // a call to a dead connection would only delay the close
        }
        try {
            clean(handle);
            return fatal(); // closing a statement may have set it
        } catch (SQLException e) {
            failed(e);
            return e;
        } catch (RuntimeException | Error e) { // a driver may throw anything
            return e;
        }
    }

    private void clean(ConnectionHandle handle) throws SQLException {
        boolean childrenOpen = handle.hasOpenChildren();
        handle.closeChildren();
        // The driver is asked as well, since after a failed change the mode is in doubt.
        boolean inTransaction =
                handle.mayHaveOpenTransaction()
                        && !handle.autoCommit(autoCommit)
                        && !connection.getAutoCommit();
        if (inTransaction) {
            connection.rollback();
        }
        if (watch != null) {
            List<String> changed = notAtRest(handle);
            // A driver object that the application got counts above, but need not have been used.
            watch.closed(this, inTransaction && handle.hasWorked(), childrenOpen, changed);
        }
        // Before the reset: the driver may undo settings of the pool there.
        endRequest();
        // After the rollback: switching auto-commit on would commit, and isolation cannot be
        // changed in a transaction.
        reset(toSetBack(handle), handle.ran());
    }

    final void endRequest() throws SQLException {
        if (boundaries != null) {
            inRequest = false; // whatever the driver does
            boundaries.end(connection, statements);
        }
    }
}
