package io.sluice.jdbc.handle;

import io.sluice.pool.spi.BranchGate;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The state of one lease of a connection: its stamp, what happened in it, and what is left to clean
 * up. The base of a {@link ConnectionHandle}, whose JDBC methods record here what they do.
 *
 * <p>The flags are plain fields, written before the driver is called; the owner reads them on the
 * thread that closes. A change that another thread makes at that moment, without being ordered
 * before the close, may be missed.
 */
public abstract class LeaseHandle extends DelegatingConnection {
    /** In {@code state}: the connection was aborted. The sign bit. */
    private static final short ABORTED = (short) (1 << 15);

    /** In {@code state}: auto-commit was switched on last. Never set without its attribute. */
    private static final short AUTO_COMMIT_ON = 1 << 14;

    /** In {@code state}: the application has objects of the driver whose use is not tracked. */
    private static final short LENT = 1 << 12;

    /** In {@code state}: changes of two threads overlapped. Never cleared. */
    private static final short OVERLAPPED = 1 << 13;

    /** In {@code state}: a change may have failed halfway, or is not seen. Never cleared. */
    private static final short FAILED = 1 << 11;

    /** In {@code state}: a change of an attribute is in progress. */
    private static final short CHANGING = 1 << 10;

    /** In {@code state}: what was set last may not be what the driver has. */
    private static final int UNCERTAIN = LENT | OVERLAPPED | FAILED | CHANGING;

    /** In {@code activity}: nothing happened yet. */
    private static final byte NOTHING = 0;

    /** In {@code activity}: something was changed, lent or opened, or the connection aborted. */
    private static final byte TOUCHED = 1;

    /** The bit in {@code activity}: something was run. */
    private static final byte RAN_BIT = 1 << 1;

    /** The bit in {@code activity}: something was run since the last commit or rollback. */
    private static final byte WORKED_BIT = 1 << 2;

    /** The bit in {@code activity}: an attribute was put back, and nothing was run since. */
    private static final byte PUT_BACK_BIT = 1 << 3;

    /** The value of {@code activity} once something has run. */
    private static final byte WORKED = TOUCHED | RAN_BIT | WORKED_BIT;

    /**
     * Attributes that affect statements prepared without naming them. A lease that has changed one
     * neither uses statements of other leases nor leaves any to them.
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

    /** As {@link #owner()}, for stores at the end of the stack, where no method can be called. */
    public final ConnectionOwner owner;

    /** As {@link #stamp()}, for the same. */
    public final long stamp;

    /**
     * Attributes the application changed and the bits above. A short, so that a handle is 32 bytes:
     * one is made for every lease. Shared: atomic updates of bits, by any thread, before the driver
     * is called; CAS by the thread that ends a change; plain read by the thread that ends the
     * lease. Partner: {@code ResettableConnection.state}. An overlapping change is found by its
     * second write. A change by another thread during the close may be missed.
     */
    private short state;

    /**
     * What happened, as bits; never again {@code NOTHING} once it was something else. Shared:
     * plain, by calls that count as work, so that they cost no atomic operation; CAS by what sets
     * another bit; plain read by the thread that ends the lease. Partner: {@code
     * ResettableConnection.putBack}. What another thread does during the close may be missed.
     */
    private byte activity;

    LeaseHandle(ConnectionOwner owner, long stamp) {
        this.owner = owner;
        this.stamp = stamp;
    }

    // For the owner

    /**
     * The owner that made this handle.
     *
     * @return as it was given
     */
    public final ConnectionOwner owner() {
        return owner;
    }

    /**
     * The stamp of the lease, as it was given.
     *
     * @return any number
     */
    public final long stamp() {
        return stamp;
    }

    /**
     * The changed attributes, one bit per {@link ConnectionAttribute}. A bit is set before the
     * driver is called, so a change in progress counts. It is cleared when the driver refuses the
     * first change, or was only given the value it had. After {@link #abort} the result is not 0
     * either, so that one comparison identifies a clean lease.
     *
     * @return 0 if nothing has to be reset
     */
    public final int changes() {
        return state & ~(AUTO_COMMIT_ON | UNCERTAIN);
    }

    /**
     * Whether the values set through this handle may not be those of the driver. A change failed
     * halfway or is in progress, two overlapped, or the application has objects of the driver.
     *
     * @return true if what was changed has to be set back, whatever it was set to last
     */
    public final boolean isUncertain() {
        return (state & UNCERTAIN) != 0;
    }

    /**
     * Whether what was reported to {@link ConnectionOwner#putBack} still holds: nothing has run
     * since that may have changed it by SQL.
     *
     * @return false also if nothing was put back
     */
    public final boolean knowsPutBack() {
        return (activity & PUT_BACK_BIT) != 0;
    }

    /**
     * Whether the application called {@link #abort}; the connection is unusable then.
     *
     * @return true from before the driver was told
     */
    public final boolean aborted() {
        return state < 0;
    }

    /**
     * The auto-commit mode, as far as it was set through this handle. During a change and after a
     * failed one the mode is unknown and counts as off, the case that needs cleaning up.
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
     * Whether anything since the last commit or rollback opens a transaction when auto-commit is
     * off. Stays true once the application has an object of the driver that can reach the server by
     * itself (by {@link #unwrap}, or a large object).
     *
     * @return false if there is nothing to roll back, whatever the auto-commit mode
     */
    public final boolean mayHaveOpenTransaction() {
        return hasWorked() || (state & LENT) != 0;
    }

    /**
     * Whether this lease was seen to do anything since the last commit or rollback that opens a
     * transaction when auto-commit is off. Ignores what objects of the driver did that the
     * application has.
     *
     * @return true also if that was only the change of an attribute
     */
    public final boolean hasWorked() {
        return (activity & WORKED_BIT) != 0;
    }

    /**
     * Whether this lease made the driver do anything that can leave a warning.
     *
     * @return false if no call went to the server
     */
    public final boolean ran() {
        return (activity & RAN_BIT) != 0 || (state & LENT) != 0;
    }

    /**
     * Whether nothing at all happened in this lease. One comparison for the common case of an
     * application that only checks that it gets a connection; the other methods give the details.
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
     * Closes everything that was opened from this handle and is still open, last opened first,
     * despite failures. The owner calls this, without a lock, when it has decided that this
     * handle's lease ends. It needs no order among threads and may be called again.
     *
     * @throws SQLException the first failure, after it passed {@link ConnectionOwner#failed}; the
     *     other failures are suppressed in it
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
     * thread. A failure is ignored: the cancelling thread also waits for the calls to return.
     */
    public final void cancelStatements() {
        for (ChildNode child = firstChild(); child != null; child = child.next) {
            if (child instanceof StatementHandle statement) {
                statement.cancelQuietly();
            }
        }
    }

    // For the handles

    /** This handle as its owner and its children know it. */
    final ConnectionHandle self() {
        return (ConnectionHandle) this;
    }

    /** The driver's object, also when this handle is closed. */
    final Connection driver() {
        return owner.connection();
    }

    /** Records that the server is about to work, or has worked. */
    final void worked() {
        activity = WORKED;
    }

    /**
     * Admits a call that may make the server work; {@link #leave} must follow when this has
     * returned. Costs one comparison where there are no global transactions.
     */
    final void enter() throws SQLException {
        activity = WORKED;
        BranchGate gate = owner.gate;
        if (gate != null && !gate.enter(stamp)) {
            throw notLetIn();
        }
    }

    /**
     * The same for the execution of a statement and for other writes: refused to a thread that is
     * in another transaction than the lease. Checked at each execution, since a transaction may
     * begin, be suspended or end between any two calls without notice. Not checked elsewhere, since
     * only making a statement writes nothing.
     */
    final void enterExecution() throws SQLException {
        activity = WORKED;
        BranchGate gate = owner.gate;
        if (gate != null) {
            if (!gate.enter(stamp)) {
                throw notLetIn();
            }
            checkTransaction(gate);
        }
    }

    /** The same for a call whose caller records whether it is work. */
    final void enterUnnoted() throws SQLException {
        BranchGate gate = owner.gate;
        if (gate != null && !gate.enter(stamp)) {
            throw notLetIn();
        }
    }

    private void checkTransaction(BranchGate gate) throws SQLException {
        boolean right = false;
        try {
            checkOpen();
            owner.checkTransaction(self());
            right = true;
        } finally {
            if (!right) {
                gate.leave(stamp);
            }
        }
    }

    /** The call has returned. */
    final void leave() {
        BranchGate gate = owner.gate;
        if (gate != null) {
            gate.leave(stamp);
        }
    }

    /** Refuses where {@link #enter} would, for values that the server gets with the execution. */
    final void checkGate() throws SQLException {
        BranchGate gate = owner.gate;
        if (gate != null && !gate.admits(stamp)) {
            throw notLetIn();
        }
    }

    private SQLException notLetIn() throws SQLException {
        checkOpen();
        return owner.notLetIn(self());
    }

    /** Whether the connection is in a global transaction now. */
    final boolean inTransaction() {
        BranchGate gate = owner.gate;
        return gate != null && gate.isFor(stamp);
    }

    /** Refuses a call that only the transaction manager may make. */
    final void checkNoTransaction(String call) throws SQLException {
        checkOpen();
        if (inTransaction()) {
            throw owner.notInTransaction(call);
        }
    }

    /**
     * Records that the application gets an object of the driver that can make the server work. In a
     * global transaction it is refused once the branch is being ended: then it must be known
     * whether the application has such an object.
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

    /** Adds the child, or closes it again if this handle was closed meanwhile. */
    final <H extends ChildNode> H open(H child) throws SQLException {
        touch(); // before it is linked: see untouched()
        if (owner.gate != null && firstChild() == null) {
            owner.opening(self());
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

    /** Whether statements prepared now may differ from those of other leases. */
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

    /** Whether an attribute surely has the value at rest: nothing was run, and it was not set. */
    final boolean isPristine(ConnectionAttribute attribute) {
        return !ran() && (state & (attribute.bit() | UNCERTAIN)) == 0 && !inTransaction();
    }

    /** Records that the server works, or has worked, without changing what was put back. */
    final void workedOnAttribute() {
        byte now;
        do {
            now = activity;
        } while (!ACTIVITY.compareAndSet(this, now, (byte) (now | WORKED)));
    }

    /**
     * Records a change of an attribute, before the driver is called; {@link #changed} or {@link
     * #changeFailed} must follow.
     *
     * @return whether it is the first of this attribute in the lease
     */
    final boolean beginChange(ConnectionAttribute attribute) {
        touch();
        short bits = (short) (attribute.bit() | CHANGING);
        short before = (short) STATE.getAndBitwiseOr(this, bits);
        if ((before & CHANGING) != 0) {
            // The attribute again: the other change may have ended and cleared its bit.
            note(attribute.bit() | OVERLAPPED);
        }
        return (before & attribute.bit()) == 0;
    }

    /**
     * The driver has accepted the value. If that is the one at rest, a first change was none, and a
     * later one has put the attribute back.
     */
    final void changed(ConnectionAttribute attribute, boolean first, boolean atRest) {
        if (!atRest) {
            endChange(0);
        } else if (first) {
            endChange(attribute.bit() | autoCommitOn(attribute));
        } else {
            endChange(0);
            boolean transactional =
                    !autoCommit(owner.restsInAutoCommit())
                            && (hasWorked() || owner.mayBeginTransaction(attribute));
            if (!isUncertain() && !transactional && !inTransaction()) {
                putBack(attribute);
            }
        }
    }

    /** The driver has thrown; the caller has found out whether the value at rest is still set. */
    final void changeFailed(ConnectionAttribute attribute, boolean first, boolean unchanged) {
        if (unchanged && first) {
            endChange(attribute.bit() | autoCommitOn(attribute));
        } else {
            note(FAILED);
            endChange(0);
        }
    }

    private static int autoCommitOn(ConnectionAttribute attribute) {
        return attribute == ConnectionAttribute.AUTO_COMMIT ? AUTO_COMMIT_ON : 0;
    }

    /** Clears the bits of a change, unless another one overlaps with it. */
    private void endChange(int bits) {
        short now;
        do {
            now = state;
        } while (!STATE.compareAndSet(
                this, now, (short) (now & ~(CHANGING | ((now & OVERLAPPED) != 0 ? 0 : bits)))));
    }

    private void putBack(ConnectionAttribute attribute) {
        byte now = activity;
        owner.putBack(self(), attribute, (now & PUT_BACK_BIT) != 0);
        // If another thread runs something at this moment, the bit stays clear.
        boolean ignored = ACTIVITY.compareAndSet(this, now, (byte) (now | PUT_BACK_BIT));
    }

    /** Records that something happened, if nothing did so far. */
    private void touch() {
        if (activity == NOTHING) {
            ACTIVITY.compareAndSet(this, NOTHING, TOUCHED);
        }
    }

    final void note(int bits) {
        touch();
        short ignored = (short) STATE.getAndBitwiseOr(this, (short) bits);
    }

    /** Records that a prepared statement gets another text, which may change anything. */
    final void noteText() {
        note(FAILED);
    }

    /** Records the mode that is known now; off while it is unknown. */
    final void noteAutoCommit(boolean on) {
        if (on) {
            note(AUTO_COMMIT_ON);
        } else {
            short ignored = (short) STATE.getAndBitwiseAnd(this, (short) ~AUTO_COMMIT_ON);
        }
    }

    /** Whether no prepared branch keeps the connection; then none can be prepared from now on. */
    final boolean mayAbort() {
        BranchGate gate = owner.gate;
        return gate == null || gate.claimForAbort(stamp);
    }

    /** Records that the connection is about to be aborted. */
    final void noteAbort() {
        note(ABORTED);
    }

    final void transactionEnds() {
        byte now = activity;
        if ((now & WORKED_BIT) != 0) {
            activity = (byte) (now & ~WORKED_BIT);
        }
    }
}
