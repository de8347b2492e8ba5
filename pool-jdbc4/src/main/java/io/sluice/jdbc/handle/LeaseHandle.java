package io.sluice.jdbc.handle;

import io.sluice.pool.spi.Gate;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * What is known of one lease of a connection: by which stamp its owner knows it, what happened in
 * it, what is left to clean up. Part of {@link ConnectionHandle}, apart from it so that the
 * bookkeeping can be read in one piece; the JDBC methods are there.
 *
 * <p>The flags are plain fields, written before the driver is called; the owner reads them on the
 * thread that closes. What another thread does at that very moment without being ordered before the
 * close may be missed.
 */
public abstract class LeaseHandle extends DelegatingConnection {
    /** In {@code state}: the connection was aborted. The sign bit. */
    private static final short ABORTED = (short) (1 << 15);

    /** In {@code state}: auto-commit was switched on last. Never set without its attribute. */
    private static final short AUTO_COMMIT_ON = 1 << 14;

    /**
     * In {@code state}: the application has objects of the driver that we do not see being used.
     */
    private static final short LENT = 1 << 12;

    /** In {@code activity}: nothing happened yet. */
    private static final byte NOTHING = 0;

    /** In {@code activity}: something was changed, lent or opened, or the connection aborted. */
    private static final byte TOUCHED = 1;

    /** In {@code activity}: something was run, and committed or rolled back since. */
    private static final byte RAN = 2;

    /** In {@code activity}: something was run since the last commit or rollback. */
    private static final byte WORKED = 3;

    /**
     * Attributes that decide what a statement prepared without naming them is. A lease that has
     * changed one neither uses statements of other leases nor leaves any to them.
     */
    private static final int PREPARES_OTHERWISE =
            ConnectionAttribute.CATALOG.bit()
                    | ConnectionAttribute.SCHEMA.bit()
                    | ConnectionAttribute.HOLDABILITY.bit()
                    | ConnectionAttribute.TYPE_MAP.bit()
                    | ConnectionAttribute.SHARDING_KEY.bit();

    private static final VarHandle STATE;
    private static final VarHandle ACTIVITY;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(LeaseHandle.class, "state", short.class);
            ACTIVITY = lookup.findVarHandle(LeaseHandle.class, "activity", byte.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final HandleOwner owner;
    private final long stamp;

    /**
     * Attributes the application changed and the bits above. Written by atomic operations, so that
     * two threads lose no bit (and without the monitor, so that an abort waits for nobody); read
     * plainly. A short, so that a handle is 32 bytes: one is made for every lease.
     */
    private short state;

    /**
     * The most that happened, one of the above; never again {@code NOTHING} once it was something
     * else. Plain, so that the many calls that count as work cost no atomic operation; but who only
     * touches does so by compare-and-set, for two threads may come at once and work must not be
     * lost.
     */
    private byte activity;

    LeaseHandle(HandleOwner owner, long stamp) {
        this.owner = owner;
        this.stamp = stamp;
    }

    // For the owner

    /**
     * The stamp of the lease, as it was given.
     *
     * @return any number
     */
    public final long stamp() {
        return stamp;
    }

    /**
     * What was changed: a bit per {@link ConnectionAttribute}. A bit is set before the driver is
     * called, so a change that failed or is still under way counts as one. After {@link #abort} the
     * result is not 0 either, whatever was changed, so that one comparison tells a clean lease.
     *
     * @return 0 if nothing has to be reset
     */
    public final int changes() {
        return state & ~(AUTO_COMMIT_ON | LENT);
    }

    /**
     * Whether the application called {@link #abort}; the connection is of no use then.
     *
     * @return true from before the driver was told
     */
    public final boolean aborted() {
        return state < 0;
    }

    /**
     * The auto-commit mode, as far as it went through this handle. While a change is under way and
     * when it has failed the mode is not known and counts as off, the case that needs cleaning up.
     *
     * @param initial the mode at the start of the lease
     * @return what the application set last, or {@code initial} if it set nothing
     */
    public final boolean autoCommit(boolean initial) {
        int now = state;
        return (now & ConnectionAttribute.AUTO_COMMIT.bit()) == 0
                ? initial
                : (now & AUTO_COMMIT_ON) != 0;
    }

    /**
     * Whether something happened since the last commit or rollback that opens a transaction when
     * auto-commit is off. Errs on the safe side: once the application was given an object of the
     * driver that can reach the server by itself (by {@link #unwrap}, or a large object) it stays
     * true.
     *
     * @return false if there is nothing to roll back, whatever the auto-commit mode
     */
    public final boolean mayHaveOpenTransaction() {
        return hasWorked() || (state & LENT) != 0;
    }

    /**
     * Whether this lease was seen to do something since the last commit or rollback that opens a
     * transaction when auto-commit is off. Says nothing of what objects of the driver did that the
     * application was given.
     *
     * @return true also if that was no more than the change of an attribute
     */
    public final boolean hasWorked() {
        return activity == WORKED;
    }

    /**
     * Whether this lease made the driver do anything that can leave a warning.
     *
     * @return false if no call went to the server
     */
    public final boolean ran() {
        return activity >= RAN || (state & LENT) != 0;
    }

    /**
     * Whether nothing at all happened in this lease. One comparison for the common case of who only
     * asks whether there is a connection; for the rest see the other questions.
     *
     * @return true if nothing was run, changed, lent or aborted, and nothing is open
     */
    public final boolean untouched() {
        return activity == NOTHING;
    }

    /**
     * Whether statements or result sets are open that {@link #closeChildren} would close.
     *
     * @return false if there is nothing to close
     */
    public final boolean hasOpenChildren() {
        return hasChildren();
    }

    /**
     * Closes what was opened from this handle and is still open, last opened first, each whatever
     * became of the others. To be called by the owner, without a lock, when it has decided that
     * this handle's lease ends; needs no order among threads and may be called again.
     *
     * @throws SQLException the first failure, after it passed {@link HandleOwner#failed}; the other
     *     failures are suppressed in it
     */
    public final void closeChildren() throws SQLException {
        Exception failure = null;
        for (ChildNode child = takeChildren(); child != null; child = child.next) {
            try {
                if (child.claim()) {
                    child.closeClaimed();
                }
            } catch (SQLException | RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else if (failure != e) {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure instanceof SQLException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
    }

    /**
     * Asks the driver to cancel what runs in the statements of this handle; may be called by any
     * thread. What fails is left to whoever waits for the calls to return.
     */
    public final void cancelStatements() {
        for (ChildNode child = firstChild(); child != null; child = child.next) {
            if (child instanceof StatementHandle statement) {
                statement.cancelQuietly();
            }
        }
    }

    // For the handles

    /** The driver's object, also when this handle is closed. */
    final Connection driver() {
        return owner.connection();
    }

    /** Notes that the server is about to work, or has. */
    final void worked() {
        activity = WORKED;
    }

    /**
     * Lets a call in that may make the server work; {@link #leave} must follow when this has
     * returned. Costs one comparison where there are no global transactions.
     */
    final void enter() throws SQLException {
        activity = WORKED;
        Gate gate = owner.gate;
        if (gate != null && !gate.enter(stamp)) {
            throw notLetIn();
        }
    }

    /**
     * The same for the execution of a statement, and for what else writes: it is refused to a
     * thread that is in another transaction than the lease. Looked at each time and here only: a
     * transaction may begin, be suspended or end between any two calls of a thread, and nobody
     * tells; and what only makes a statement writes nothing.
     */
    final void enterExecution() throws SQLException {
        activity = WORKED;
        Gate gate = owner.gate;
        if (gate != null) {
            if (!gate.enter(stamp)) {
                throw notLetIn();
            }
            checkTransaction(gate);
        }
    }

    /** The same for a call of which the caller notes whether it is work. */
    final void enterUnnoted() throws SQLException {
        Gate gate = owner.gate;
        if (gate != null && !gate.enter(stamp)) {
            throw notLetIn();
        }
    }

    private void checkTransaction(Gate gate) throws SQLException {
        boolean right = false;
        try {
            checkOpen();
            owner.checkTransaction((ConnectionHandle) this);
            right = true;
        } finally {
            if (!right) {
                gate.leave(stamp);
            }
        }
    }

    /** The call has returned. */
    final void leave() {
        Gate gate = owner.gate;
        if (gate != null) {
            gate.leave(stamp);
        }
    }

    /**
     * Refuses where {@link #enter} would, for values that the server learns of with the execution.
     */
    final void checkGate() throws SQLException {
        Gate gate = owner.gate;
        if (gate != null && !gate.admits(stamp)) {
            throw notLetIn();
        }
    }

    private SQLException notLetIn() throws SQLException {
        checkOpen();
        return owner.notLetIn((ConnectionHandle) this);
    }

    /** Whether the connection is in a global transaction now. */
    final boolean inTransaction() {
        Gate gate = owner.gate;
        return gate != null && gate.isFor(stamp);
    }

    /** Refuses what is the transaction manager's to do. */
    final void checkNoTransaction(String call) throws SQLException {
        checkOpen();
        if (inTransaction()) {
            throw owner.notInTransaction(call);
        }
    }

    /**
     * Notes that the application gets an object of the driver that can make the server work. In a
     * global transaction it is refused once the branch is being ended: at the end of the branch it
     * must be known whether anybody has such an object.
     */
    final <T> T lend(T value) throws SQLException {
        note(LENT);
        if (owner.gate != null) {
            enterUnnoted();
            try {
                owner.lending();
            } finally {
                leave();
            }
        }
        return value;
    }

    /** Takes the child in, or closes it again if this handle was closed meanwhile. */
    final <H extends ChildNode> H open(H child) throws SQLException {
        touch(); // before it is linked: see untouched()
        if (owner.gate != null && firstChild() == null) {
            owner.opening((ConnectionHandle) this);
        }
        if (!link(child)) {
            SQLException refusal = closedError("Connection");
            try {
                if (child.claim()) {
                    child.closeClaimed();
                }
            } catch (SQLException | RuntimeException e) {
                refusal.addSuppressed(e);
            }
            throw refusal;
        }
        return child;
    }

    /** Whether what is prepared now may not be what it is in other leases. */
    final boolean preparesOtherwise() {
        return (state & PREPARES_OTHERWISE) != 0;
    }

    final SQLException closedError(String what) {
        return owner.closedError(what);
    }

    final void checkOpen() throws SQLException {
        if (isMarkedClosed()) {
            throw closedError("Connection");
        }
    }

    @Override
    protected final Connection delegate() throws SQLException {
        checkOpen();
        return driver();
    }

    @Override
    protected final SQLException failed(SQLException failure) {
        return owner.failed(failure);
    }

    /** Notes that something happened, if nothing did so far. */
    private void touch() {
        if (activity == NOTHING) {
            ACTIVITY.compareAndSet(this, NOTHING, TOUCHED);
        }
    }

    final void note(int bits) {
        touch();
        short ignored = (short) STATE.getAndBitwiseOr(this, (short) bits);
    }

    /** Notes the mode that is known now; off while it is not known. */
    final void noteAutoCommit(boolean on) {
        if (on) {
            note(AUTO_COMMIT_ON);
        } else {
            short ignored = (short) STATE.getAndBitwiseAnd(this, (short) ~AUTO_COMMIT_ON);
        }
    }

    /** Whether no prepared branch keeps the connection; from now on none can be prepared then. */
    final boolean mayAbort() {
        Gate gate = owner.gate;
        return gate == null || gate.take(stamp);
    }

    /** Notes that the connection is about to be aborted. */
    final void noteAbort() {
        note(ABORTED);
    }

    final void transactionEnds() {
        if (activity == WORKED) {
            activity = RAN;
        }
    }
}
