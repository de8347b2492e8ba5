package io.sluice.jdbc.internal;

import io.sluice.jdbc.handle.ConnectionAttribute;
import io.sluice.jdbc.handle.ConnectionHandle;
import io.sluice.jdbc.internal.connect.DriverSession;
import io.sluice.jdbc.internal.connect.MySqlSession;
import io.sluice.jdbc.internal.connect.PoolRules;
import io.sluice.jdbc.internal.connect.RestingState;
import io.sluice.jdbc.internal.xa.TransactionWork;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a {@link PhysicalConnection}. <em>At rest</em> is the state that the next lease
 * expects: the configured values, or those that the driver reported before the first change.
 */
abstract class ResettableConnection extends DriverConnection {

    private static final VarHandle STATE;
    private static final VarHandle PUT_BACK;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(ResettableConnection.class, "state", RestingState.class);
            PUT_BACK = lookup.findVarHandle(ResettableConnection.class, "putBack", PutBack.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * The attributes at rest, as far as they are known; an immutable value. Shared: CAS by a thread
     * about to change an attribute that is not known here; volatile read by the reset. Partner:
     * {@code LeaseHandle.state}. The value is here before the bit that asks for it. Of two threads
     * the first stays, and it asked the driver before either changed the attribute.
     */
    private volatile RestingState state;

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
    final boolean autoCommit;

    /** Whether setting the catalog or the schema begins no transaction, as with MySQL. */
    private final boolean setsOutsideTransactions;

    ResettableConnection(
            DriverSession session,
            @Nullable TransactionWork transactionWork,
            PoolRules rules,
            RestingState state) {
        super(session, transactionWork, rules);
        this.state = state;
        this.autoCommit = state.autoCommit();
        this.setsOutsideTransactions = MySqlSession.is(connection);
    }

    @Override
    public final boolean restsInAutoCommit() {
        return autoCommit;
    }

    @Override
    public final boolean mayBeginTransaction(ConnectionAttribute attribute) {
        return switch (attribute) {
            case CATALOG, SCHEMA -> !setsOutsideTransactions;
            case CLIENT_INFO, SHARDING_KEY -> true; // MySQL's driver may call a procedure for it
            case ISOLATION, READ_ONLY -> !state.knows(attribute); // then the driver is asked first
            case AUTO_COMMIT, HOLDABILITY, NETWORK_TIMEOUT, TYPE_MAP ->
                    super.mayBeginTransaction(attribute);
        };
    }

    @Override
    public final void changing(ConnectionHandle handle, ConnectionAttribute attribute)
            throws SQLException {
        PutBack back = putBack;
        while (back != null
                && (back.bits() & attribute.bit()) != 0
                && !PUT_BACK.compareAndSet(
                        this, back, new PutBack(back.stamp(), back.bits() & ~attribute.bit()))) {
            back = putBack;
        }
        RestingState known = state;
        if (known.knows(attribute)) {
            return;
        }
        try {
            Object asked = known.ask(connection, attribute);
            learned(attribute, asked);
        } catch (SQLException e) {
            SQLException failure = failed(e);
            if (fatal() != null) {
                throw failure;
            }
            // The application may still set it, but the value cannot be restored then.
        }
    }

    private void learned(ConnectionAttribute attribute, Object value) {
        RestingState known;
        do {
            known = state;
        } while (!STATE.compareAndSet(this, known, known.with(attribute, value)));
    }

    @Override
    public final void told(ConnectionAttribute attribute, @Nullable Object value) {
        if (!state.knows(attribute)) {
            learned(attribute, RestingState.asResting(value));
        }
    }

    @Override
    public final boolean setsBack(ConnectionAttribute attribute, @Nullable Object value)
            throws SQLException {
        try {
            return state.setsBack(connection, attribute, value);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public final boolean isAtRest(ConnectionAttribute attribute, @Nullable Object value) {
        return state.isResting(attribute, value);
    }

    @Override
    public final boolean isUnchanged(ConnectionAttribute attribute, Throwable failure) {
        return serves() && state.isUnchanged(connection, attribute, failure);
    }

    @Override
    public final void putBack(
            ConnectionHandle handle, ConnectionAttribute attribute, boolean more) {
        PutBack before;
        PutBack after;
        do {
            before = putBack;
            int others =
                    more && before != null && before.stamp() == handle.stamp() ? before.bits() : 0;
            after = new PutBack(handle.stamp(), others | attribute.bit());
        } while (!PUT_BACK.compareAndSet(this, before, after));
    }

    /** Returns the bits of changed attributes, without those that surely are at rest again. */
    final int toSetBack(ConnectionHandle handle) {
        int changes = handle.changes();
        if (changes == 0 || handle.isUncertain()) {
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

    /** Returns the attributes that the lease left with other values than at rest. */
    final List<String> notAtRest(ConnectionHandle handle) throws SQLException {
        return state.notAtRest(connection, toSetBack(handle));
    }

    /**
     * Restores the changed attributes. No transaction may be open before, and none is afterwards.
     *
     * @param ran whether the reset statement of the pool, if it has one, is executed too
     */
    final void reset(int changes, boolean ran) throws SQLException {
        state.reset(connection, changes, ran ? rules.resetSql() : null);
    }
}
