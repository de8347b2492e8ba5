package io.sluice.jdbc.internal;

import io.sluice.jdbc.handle.ConnectionAttribute;
import io.sluice.jdbc.handle.ConnectionHandle;
import io.sluice.jdbc.handle.HandleOwner;
import io.sluice.jdbc.handle.StatementStore;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One connection of the driver, which the pool lends again and again: what is done when a lease of
 * it begins and ends, and when it fails.
 *
 * <p>A lease ends by the stamp of its handle. A clean one ends in a single step. For one that left
 * something to clean, the holder is reserved first: of two threads that close, one wins, and the
 * other has not made a single call to the driver.
 */
public final class PhysicalConnection extends HandleOwner {

    private final Connection connection;
    private final PoolRules rules;
    private final DirtyState state;

    /** The driver wants to know where leases begin and end. */
    private final boolean boundaries;

    /**
     * Nothing is to be done at the end of a lease in which no attribute was changed and no
     * statement is open.
     */
    private final boolean plain;

    /** Null unless the pool is strict. */
    private final @Nullable StrictWatch watch;

    /** Null if a statement ends with its use. */
    private final @Nullable StatementCache statements;

    /** Set once, before anybody can acquire the holder. */
    @SuppressWarnings("NullAway.Init")
    private Holder<PhysicalConnection> holder;

    /**
     * Something is to be done at the beginning of the next lease. Plain: written by who ends a
     * lease before it does, read by who begins the next after it has. A second thread that closes
     * the same handle may set it too late; then it is done for nothing.
     */
    private boolean unsettled = true;

    /**
     * The error after which this connection must not serve again. Volatile: any thread with an open
     * handle sets it.
     */
    private volatile @Nullable SQLException fatal;

    PhysicalConnection(
            Connection connection,
            PoolRules rules,
            DirtyState state,
            boolean boundaries,
            @Nullable StatementCache statements) {
        this.connection = connection;
        this.rules = rules;
        this.state = state;
        this.boundaries = boundaries;
        this.watch = rules.isStrict() ? new StrictWatch(rules.poolName()) : null;
        this.statements = statements;
        this.plain = state.autoCommit() && rules.resetSql() == null && !boundaries;
    }

    @Override
    public Connection connection() {
        return connection;
    }

    @Override
    public @Nullable StatementStore statements() {
        return statements;
    }

    /** Called before the connection is closed, which closes the statements that were kept. */
    void forgetStatements() {
        if (statements != null) {
            statements.close();
        }
    }

    boolean restsInAutoCommit() {
        return state.autoCommit();
    }

    void joined(Holder<PhysicalConnection> newHolder) {
        holder = newHolder;
    }

    /** Says whether {@link #settle} must be called before the next handle is made. */
    public boolean isUnsettled() {
        return unsettled;
    }

    /**
     * Does what a new lease needs: the warnings of the last one go, and the driver learns that a
     * request begins.
     *
     * @param stamp the stamp of the lease
     * @return false if the connection failed at that; the lease is over then and the connection
     *     discarded
     */
    public boolean settle(long stamp) {
        try {
            connection.clearWarnings();
            if (boundaries) {
                connection.beginRequest();
            }
            if (watch != null) {
                watch.acquired();
            }
            unsettled = boundaries || watch != null;
            return true;
        } catch (SQLException | RuntimeException e) { // a driver may throw anything
            if (e instanceof SQLException failure) {
                failed(failure);
            }
            if (holder.reserve(stamp)) {
                holder.discard(DiscardReason.BROKEN, e);
            }
            return false;
        }
    }

    /** Makes the handle of a lease. */
    public ConnectionHandle handle(long stamp) {
        return new ConnectionHandle(this, stamp);
    }

    @Override
    public void release(ConnectionHandle handle) {
        if (plain && handle.untouched()) {
            holder.release(handle.stamp());
        } else {
            releaseWithCare(handle);
        }
    }

    private void releaseWithCare(ConnectionHandle handle) {
        boolean ran = handle.ran() || handle.changes() != 0;
        boolean nothingToDo =
                handle.changes() == 0
                        && !handle.hasOpenChildren()
                        && !boundaries
                        && !(ran && rules.resetSql() != null)
                        && (state.autoCommit() || !handle.mayHaveOpenTransaction());
        if (nothingToDo) {
            if (ran) {
                unsettled = true;
            }
            holder.release(handle.stamp());
            return;
        }
        // Before the first call to the driver: whoever loses here must not touch what is no longer
        // theirs.
        if (!holder.reserve(handle.stamp())) {
            return;
        }
        if (handle.aborted()) {
            holder.discard(DiscardReason.EVICTED, null);
            return;
        }
        Throwable unfit = whyUnfit(handle);
        if (unfit == null) {
            if (ran) {
                unsettled = true;
            }
            holder.requeue();
            return;
        }
        holder.discard(DiscardReason.BROKEN, unfit);
        if (unfit instanceof Error e) {
            throw e;
        }
    }

    /** Cleans up after a lease; returns why the connection must not serve again, or null. */
    private @Nullable Throwable whyUnfit(ConnectionHandle handle) {
        if (fatal != null) {
            return fatal; // a call to a dead connection would only hold up who closes
        }
        try {
            clean(handle);
            return fatal; // closing a statement may have told
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
        // The driver is asked as well: a change of the mode that failed leaves us in doubt.
        boolean inTransaction =
                handle.mayHaveOpenTransaction()
                        && !handle.autoCommit(state.autoCommit())
                        && !connection.getAutoCommit();
        if (inTransaction) {
            connection.rollback();
        }
        if (watch != null) {
            List<String> changed = state.notAtRest(handle.changes());
            watch.closed(this, inTransaction, childrenOpen, changed);
        }
        // After the rollback: switching auto-commit on would commit, and isolation cannot be
        // changed in a transaction.
        state.reset(handle.changes(), handle.ran() ? rules.resetSql() : null);
        if (boundaries) {
            connection.endRequest();
        }
    }

    @Override
    public SQLException failed(SQLException failure) {
        if (fatal == null && rules.isFatal(failure)) {
            fatal = failure;
            holder.doom(DiscardReason.BROKEN, failure);
            rules.suspectAll();
        }
        return failure;
    }

    @Override
    public void changing(ConnectionHandle handle, ConnectionAttribute attribute)
            throws SQLException {
        try {
            state.remember(attribute);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public SQLException closedError(String what) {
        return SqlErrors.closedHandle(what);
    }

    /** Only what kind of connection it is: its own text may carry addresses and secrets. */
    @Override
    public String toString() {
        return connection.getClass().getName()
                + '@'
                + Integer.toHexString(System.identityHashCode(connection));
    }
}
