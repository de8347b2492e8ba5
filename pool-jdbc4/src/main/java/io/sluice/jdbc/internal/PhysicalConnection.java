package io.sluice.jdbc.internal;

import io.sluice.jdbc.handle.ConnectionAttribute;
import io.sluice.jdbc.handle.ConnectionHandle;
import io.sluice.jdbc.handle.ConnectionOwner;
import io.sluice.jdbc.handle.StatementStore;
import io.sluice.jdbc.internal.connect.DirtyReturnReporter;
import io.sluice.jdbc.internal.connect.DirtyState;
import io.sluice.jdbc.internal.connect.DriverCancel;
import io.sluice.jdbc.internal.connect.DriverSession;
import io.sluice.jdbc.internal.connect.MySqlSession;
import io.sluice.jdbc.internal.connect.PoolRules;
import io.sluice.jdbc.internal.connect.RequestBoundaries;
import io.sluice.jdbc.internal.connect.SqlErrors;
import io.sluice.jdbc.internal.connect.StatementCache;
import io.sluice.jdbc.internal.xa.Participation;
import io.sluice.jdbc.internal.xa.TranslatingXaResource;
import io.sluice.pool.spi.BranchGate;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.TransactionalResource;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * One connection of the driver, which the pool lends again and again. Does what is needed when a
 * lease begins or ends, and when the connection fails. <em>At rest</em> is the state that the next
 * lease expects: the configured values, or those that the driver reported before the first change.
 *
 * <p>The stamp of a handle says which lease it may end. A clean lease ends in a single step. For a
 * lease that left something to clean, the holder is reserved first: of two threads that close, one
 * wins, and the other makes no call to the driver.
 */
public final class PhysicalConnection extends ConnectionOwner implements TransactionalResource {

    private static final VarHandle STATE;
    private static final VarHandle PUT_BACK;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(PhysicalConnection.class, "state", DirtyState.class);
            PUT_BACK = lookup.findVarHandle(PhysicalConnection.class, "putBack", PutBack.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * The session, if it has more than {@link #connection}: an XA connection, or a guarded view of
     * it; else null.
     */
    private final @Nullable DriverSession session;

    private final Connection connection;
    private final PoolRules rules;

    /**
     * The attributes at rest, as far as they are known; an immutable value. Shared: CAS by a thread
     * about to change an attribute that is not known here; volatile read by the reset. Partner:
     * {@code LeaseHandle.state}. The value is here before the bit that asks for it. Of two threads
     * the first stays, and it asked the driver before either changed the attribute.
     */
    private volatile DirtyState state;

    /** Whether setting the catalog or the schema begins no transaction, as with MySQL. */
    private final boolean setsOutsideTransactions;

    /**
     * The attributes that the application itself has set back in a lease; an immutable value with
     * the stamp. Shared: CAS by a thread that changes an attribute, before and after the driver is
     * called; volatile read by the thread that ends the lease, which compares the stamp. Partner:
     * {@code LeaseHandle.activity}. Its bit says that nothing was run since, and is set after this.
     */
    private volatile @Nullable PutBack putBack;

    /**
     * Attributes that have the value at rest again.
     *
     * @param stamp the lease
     * @param bits the bits of the attributes
     */
    private record PutBack(long stamp, int bits) {}

    /** The auto-commit mode at rest, which is the same in every {@link #state}. */
    private final boolean autoCommit;

    /** Null if the driver does not need to know where leases begin and end. */
    private final @Nullable RequestBoundaries boundaries;

    /** Whether the driver can clear warnings; if not, they stay. */
    private final boolean clearsWarnings;

    /**
     * Whether an untouched lease leaves nothing to do at its end: there are no request boundaries,
     * and it cannot be in a global transaction. One check for the common case; {@link #release}
     * handles the rest.
     */
    private final boolean plain;

    /** Null if the connection is never in a global transaction. */
    private final @Nullable Participation participation;

    /** Null unless dirty returns are reported. */
    private final @Nullable DirtyReturnReporter watch;

    /** Null if statements are not kept. */
    private final @Nullable StatementCache statements;

    /**
     * The holder of this connection in the pool. Shared: plain, once, before the holder has a slot.
     * Partner: {@code HolderSlots.slots}. The slot publishes it.
     */
    @SuppressWarnings("NullAway.Init")
    private Holder<PhysicalConnection> holder;

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
     * Whether the pool itself is using the connection. Then an abort has no statement of an
     * application to cancel. Shared: volatile, by the thread that validates or closes, before and
     * after; read by the thread that aborts. Partner: none (a thread that hangs there has set it
     * before; an abort just after it was cleared cancels for nothing).
     */
    private volatile boolean withPool;

    PhysicalConnection(
            DriverSession session,
            @Nullable Participation participation,
            PoolRules rules,
            DirtyState state,
            @Nullable RequestBoundaries boundaries,
            boolean clearsWarnings,
            @Nullable StatementCache statements) {
        super(participation == null ? null : participation.gate());
        this.session = session.isPlain() ? null : session;
        this.connection = session.connection();
        this.participation = participation;
        this.rules = rules;
        this.state = state;
        this.autoCommit = state.autoCommit();
        this.setsOutsideTransactions = MySqlSession.is(connection);
        this.boundaries = boundaries;
        this.clearsWarnings = clearsWarnings;
        this.watch = rules.reportsDirtyReturns() ? new DirtyReturnReporter(rules.poolName()) : null;
        this.statements = statements;
        this.plain = participation == null && boundaries == null;
    }

    @Override
    public Connection connection() {
        return connection;
    }

    @Override
    public Connection guarded() {
        return session == null ? connection : session.guarded();
    }

    @Override
    public @Nullable StatementStore statements() {
        return statements;
    }

    DriverSession session() {
        return session == null ? DriverSession.of(connection, null) : session;
    }

    /** Called before the connection is closed, which also closes the kept statements. */
    void forgetStatements() {
        if (statements != null) {
            statements.close();
        }
    }

    /** Called before the pool aborts the connection. */
    void end() {
        ended = true;
    }

    /** Called before and after the pool does something with the connection that may hang. */
    void withPool(boolean now) {
        withPool = now;
    }

    /**
     * Returns whether the server may still be executing a statement of the application and can be
     * told to stop, before the pool aborts this connection. False after the first {@link #end},
     * since its caller cancels.
     */
    boolean isToBeCancelled() {
        return !withPool && !ended && (participation != null || DriverCancel.isKnownTo(connection));
    }

    /** Makes the server stop what it does for this connection, as far as the driver can. */
    void cancelOnServer() throws ReflectiveOperationException {
        if (!DriverCancel.cancel(connection) && participation != null) {
            participation.cancel(); // the known statements of a global transaction
        }
    }

    String poolName() {
        return rules.poolName();
    }

    /** Runs a call to the driver on another thread, so that it does not delay the caller. */
    void runAside(Runnable task) {
        holder.runAside(task);
    }

    @Override
    public boolean restsInAutoCommit() {
        return autoCommit;
    }

    void joined(Holder<PhysicalConnection> newHolder) {
        holder = newHolder;
    }

    /** Returns whether {@link #plainHandle} is all that a new lease needs. */
    public boolean isReady() {
        return ready;
    }

    /** Returns whether {@link #settle} must be called before the next handle is made. */
    public boolean isUnsettled() {
        return unsettled;
    }

    private void setUnsettled(boolean value) {
        unsettled = value;
        ready = !value && participation == null;
    }

    /**
     * Prepares the connection for a new lease: clears the warnings of the last one, and tells the
     * driver that a request begins.
     *
     * @param stamp the stamp of the lease
     * @return false if the connection has failed; then the lease is over and the connection
     *     discarded
     */
    public boolean settle(long stamp) {
        if (participation != null && participation.owns(stamp)) {
            return true; // settled when it was enlisted
        }
        try {
            if (clearsWarnings) {
                connection.clearWarnings();
            }
            if (boundaries != null) {
                boundaries.begin(connection, statements);
            }
            if (watch != null) {
                watch.acquired();
            }
            setUnsettled(boundaries != null || watch != null);
            return true;
        } catch (SQLException | RuntimeException | Error e) { // a driver may throw anything
            if (e instanceof SQLException failure) {
                failed(failure);
            }
            if (holder.reserve(stamp)) {
                holder.discard(DiscardReason.BROKEN, e);
            }
            if (e instanceof Error error) {
                throw error;
            }
            return false;
        }
    }

    /** Makes the handle of a lease. */
    public ConnectionHandle handle(long stamp) {
        return participation != null && participation.owns(stamp)
                ? participation.handle(this, stamp)
                : plainHandle(stamp);
    }

    /** Makes the handle of a lease that is in no transaction. */
    public ConnectionHandle plainHandle(long stamp) {
        return new ConnectionHandle(this, stamp);
    }

    @Override
    public void release(ConnectionHandle handle) {
        if (plain && handle.untouched()) {
            holder.release(handle.stamp());
        } else if (participation != null && participation.owns(handle.stamp())) {
            releaseInTransaction(participation, handle);
        } else if (boundaries == null && handle.untouched()) {
            holder.release(handle.stamp());
        } else {
            releaseWithCare(handle);
        }
    }

    @Override
    public boolean aborting(ConnectionHandle handle) {
        return holder.evict(handle.stamp());
    }

    /**
     * Closes a handle. The transaction keeps the connection, so nothing is rolled back or reset
     * here.
     */
    private void releaseInTransaction(Participation transaction, ConnectionHandle handle) {
        boolean won = true;
        Error failure = null;
        try {
            won = transaction.close(handle);
        } catch (SQLException e) {
            failed(e);
            holder.doom(DiscardReason.BROKEN, e);
        } catch (RuntimeException | Error e) { // a driver may throw anything
            holder.doom(DiscardReason.BROKEN, e);
            failure = e instanceof Error error ? error : null;
        }
        if (won) {
            if (handle.aborted()) {
                holder.evict(handle.stamp()); // the lease may be over: see Participation.close
            }
            holder.releaseInTransaction(handle.stamp());
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void releaseWithCare(ConnectionHandle handle) {
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
            if (ran) {
                setUnsettled(true);
            }
            holder.requeue();
            return;
        }
        holder.discard(DiscardReason.BROKEN, unfit);
        if (unfit instanceof Error e) {
            throw e;
        }
    }

    /** Cleans up after a lease; returns why the connection must not be used again, or null. */
    private @Nullable Throwable whyUnfit(ConnectionHandle handle) {
        if (fatal != null) {
            return fatal; // a call to a dead connection would only delay the close
        }
        try {
            clean(handle);
            return fatal; // closing a statement may have set it
        } catch (SQLException e) {
            failed(e);
            return e;
        } catch (RuntimeException | Error e) { // a driver may throw anything
            return e;
        }
    }

    /** Returns the bits of changed attributes, without those that surely are at rest again. */
    private int toSetBack(ConnectionHandle handle) {
        int changes = handle.changes();
        if (changes == 0 || handle.inDoubt()) {
            return changes;
        }
        if (handle.autoCommit(autoCommit) == autoCommit) {
            changes &= ~ConnectionAttribute.AUTO_COMMIT.bit();
        }
        PutBack back = putBack;
        return back != null && back.stamp() == handle.stamp() && handle.knowsPutBack()
                ? changes & ~back.bits()
                : changes;
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
            List<String> changed = state.notAtRest(connection, toSetBack(handle));
            // A driver object that the application got counts above, but need not have been used.
            watch.closed(this, inTransaction && handle.hasWorked(), childrenOpen, changed);
        }
        // Before the reset: the driver may undo settings of the pool there.
        if (boundaries != null) {
            boundaries.end(connection, statements);
        }
        // After the rollback: switching auto-commit on would commit, and isolation cannot be
        // changed in a transaction.
        state.reset(connection, toSetBack(handle), handle.ran() ? rules.resetSql() : null);
    }

    @Override
    public SQLException failed(SQLException failure) {
        if (ended) {
            return SqlErrors.takenAway(poolName(), failure);
        }
        if (fatal == null && rules.isFatal(failure)) {
            lost(failure);
        }
        return failure;
    }

    @Override
    public void foundInvalid(ConnectionHandle handle) {
        if (fatal == null && !ended) {
            lost(SqlErrors.invalid("isValid returned false to the application"));
        }
    }

    private void lost(SQLException failure) {
        fatal = failure;
        holder.doom(DiscardReason.BROKEN, failure);
        rules.suspectAll();
    }

    @Override
    public boolean mayBeginTransaction(ConnectionAttribute attribute) {
        return switch (attribute) {
            case CATALOG, SCHEMA -> !setsOutsideTransactions;
            case CLIENT_INFO, SHARDING_KEY -> true; // MySQL's driver may call a procedure for it
            case ISOLATION, READ_ONLY -> !state.knows(attribute); // then the driver is asked first
            case AUTO_COMMIT, HOLDABILITY, NETWORK_TIMEOUT, TYPE_MAP ->
                    super.mayBeginTransaction(attribute);
        };
    }

    @Override
    public void changing(ConnectionHandle handle, ConnectionAttribute attribute)
            throws SQLException {
        PutBack back = putBack;
        while (back != null
                && (back.bits() & attribute.bit()) != 0
                && !PUT_BACK.compareAndSet(
                        this, back, new PutBack(back.stamp(), back.bits() & ~attribute.bit()))) {
            back = putBack;
        }
        DirtyState known = state;
        if (known.knows(attribute)) {
            return;
        }
        try {
            Object asked = known.ask(connection, attribute);
            learned(attribute, asked);
        } catch (SQLException e) {
            SQLException failure = failed(e);
            if (fatal != null) {
                throw failure;
            }
            // The application may still set it, but the value cannot be restored then.
        }
    }

    private void learned(ConnectionAttribute attribute, Object value) {
        DirtyState known;
        do {
            known = state;
        } while (!STATE.compareAndSet(this, known, known.with(attribute, value)));
    }

    @Override
    public void told(ConnectionAttribute attribute, @Nullable Object value) {
        if (!state.knows(attribute)) {
            learned(attribute, DirtyState.asResting(value));
        }
    }

    @Override
    public boolean setsBack(ConnectionAttribute attribute, @Nullable Object value)
            throws SQLException {
        try {
            return state.setsBack(connection, attribute, value);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean isAtRest(ConnectionAttribute attribute, @Nullable Object value) {
        return state.isResting(attribute, value);
    }

    @Override
    public boolean isUnchanged(ConnectionAttribute attribute, Throwable failure) {
        return fatal == null && !ended && state.isUnchanged(connection, attribute, failure);
    }

    @Override
    public void putBack(ConnectionHandle handle, ConnectionAttribute attribute, boolean more) {
        PutBack before;
        PutBack after;
        do {
            before = putBack;
            int others =
                    more && before != null && before.stamp() == handle.stamp() ? before.bits() : 0;
            after = new PutBack(handle.stamp(), others | attribute.bit());
        } while (!PUT_BACK.compareAndSet(this, before, after));
    }

    @Override
    public SQLException closedError(String what) {
        return SqlErrors.closedHandle(poolName(), what);
    }

    // In a global transaction

    private Participation participation() {
        if (participation == null) {
            throw new IllegalStateException(
                    "this connection does not take part in global transactions");
        }
        return participation;
    }

    @Override
    public String resourceManagerName() {
        return rules.poolName();
    }

    @Override
    public XAResource xaResource() {
        return participation().resource();
    }

    @Override
    public boolean isLastResource() {
        return participation().isLastResource();
    }

    @Override
    public BranchGate gate() {
        return participation().gate();
    }

    @Override
    public boolean preparedOutlivesClose() {
        return participation().preparedOutlivesClose();
    }

    @Override
    public boolean servesAfter(XAException refusal) {
        return participation().servesAfter(refusal);
    }

    /**
     * Only errors known to mean a lost connection count here: the configured classifier may call
     * any error fatal, even on a good connection.
     */
    @Override
    public void xaFailed(XAException failure) {
        SQLException cause = TranslatingXaResource.cause(failure);
        if (fatal == null && !ended && cause != null && TranslatingXaResource.isLost(cause)) {
            lost(cause);
        }
    }

    /** As {@link #xaFailed}: otherwise a good connection might be closed over a prepared branch. */
    @Override
    public boolean isLost() {
        SQLException failure = fatal;
        return ended || (failure != null && TranslatingXaResource.isLost(failure));
    }

    @Override
    public boolean isKept() {
        return participation != null && participation.gate().isKept();
    }

    @Override
    public boolean take(long stamp) {
        return participation == null || participation.gate().take(stamp);
    }

    @Override
    public void enlisting(Object transaction) throws SQLException {
        try {
            if (unsettled && clearsWarnings) {
                connection.clearWarnings();
            }
            if (boundaries != null) {
                boundaries.begin(connection, statements);
            }
            if (autoCommit) {
                connection.setAutoCommit(false);
            }
        } catch (SQLException e) {
            throw failed(e);
        }
        setUnsettled(false); // handles that share the connection begin nothing
        participation().enlisting(transaction);
    }

    @Override
    public void cancel() {
        participation().cancel();
    }

    @Override
    public void abort() throws SQLException {
        end(); // first: later failures on it say nothing about other connections
        connection.abort(DirtyState.SAME_THREAD);
    }

    /**
     * Brings the connection back to rest after its transaction. The caller has the connection to
     * itself.
     *
     * @throws SQLException why the connection must not be used again
     */
    void transactionEnded() throws SQLException {
        if (fatal != null) {
            throw fatal;
        }
        Participation over = participation();
        boolean clean = over.isClean();
        try {
            if (!clean) {
                over.closeChildren();
            }
            boolean now = connection.getAutoCommit();
            if (!now) {
                connection.rollback(); // there should be nothing left to roll back
            }
            if (boundaries != null) {
                boundaries.end(connection, statements);
                now = connection.getAutoCommit();
            }
            boolean atRest = now == autoCommit;
            if (!clean) {
                int mode = atRest ? 0 : ConnectionAttribute.AUTO_COMMIT.bit();
                state.reset(
                        connection, over.changes() | mode, over.ran() ? rules.resetSql() : null);
            } else if (!atRest) {
                connection.setAutoCommit(autoCommit);
            }
        } catch (SQLException e) {
            throw failed(e);
        }
        setUnsettled((!clean && over.ran()) || boundaries != null || watch != null);
        over.over();
    }

    @Override
    public void opening(ConnectionHandle handle) {
        participation().opening(handle);
    }

    @Override
    public void lending() {
        participation().lending();
    }

    @Override
    public void checkTransaction(ConnectionHandle handle) throws SQLException {
        participation().check(handle.stamp());
    }

    @Override
    public SQLException notLetIn(ConnectionHandle handle) {
        return participation().gate().isSuspended(handle.stamp())
                ? SqlErrors.suspended()
                : SqlErrors.transactionOver();
    }

    @Override
    public SQLException notInTransaction(String call) {
        return SqlErrors.notInTransaction(call);
    }

    /** Shows only the class of the connection: its own text may contain addresses and secrets. */
    @Override
    public String toString() {
        return connection.getClass().getName()
                + '@'
                + Integer.toHexString(System.identityHashCode(connection));
    }
}
