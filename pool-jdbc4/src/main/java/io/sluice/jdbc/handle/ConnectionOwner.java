package io.sluice.jdbc.handle;

import io.sluice.pool.spi.BranchGate;
import io.sluice.pool.spi.Holder;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The owner of handles: it made them and holds the driver's connection. A class, since calls
 * through a class with a single subclass need no check of the receiver's type.
 *
 * <p>All methods are called on the application's thread that made the JDBC call, and never while
 * the handle holds a lock. Several may be called at once if several threads use one connection.
 */
public abstract class ConnectionOwner {

    /**
     * The gate for calls in a global transaction. Null if the connections of this owner are never
     * in one, so that other calls cost no more than this comparison.
     */
    final @Nullable BranchGate gate;

    /**
     * The holder of the connection in the pool, if there is one; public for stores at the end of
     * the stack. Shared: plain, once, before the holder has a slot. Partner: {@code
     * HolderSlots.slots}. The slot publishes it.
     */
    @SuppressWarnings("NullAway.Init")
    public Holder<?> holder;

    /** For owners whose connections are never in a global transaction. */
    protected ConnectionOwner() {
        this(null);
    }

    /**
     * For owners whose connections may be in global transactions.
     *
     * @param gate the gate for calls in transactions, or null for none
     */
    protected ConnectionOwner(@Nullable BranchGate gate) {
        this.gate = gate;
    }

    /**
     * The driver's connection, the same for all handles of this owner.
     *
     * @return the driver's object
     */
    public abstract Connection connection();

    /**
     * The same connection as applications may see it: behind the driver's guards, if any.
     *
     * @return by default {@link #connection}, for drivers without guards
     */
    public Connection guarded() {
        return connection();
    }

    /**
     * The store of prepared statements that are kept between uses.
     *
     * @return the same for all handles of this owner; null, the default, if a statement ends with
     *     its use
     */
    public @Nullable StatementStore statements() {
        return null;
    }

    /**
     * Takes back a connection handle that the application closed. The handle refuses every call
     * already; nothing has been closed or told to the driver yet.
     *
     * <p>Two threads that close the same handle at once may both call this. The owner decides by
     * {@link ConnectionHandle#stamp}, and the later call returns quietly. If {@link
     * ConnectionHandle#hasOpenChildren}, the winner calls {@link ConnectionHandle#closeChildren}.
     *
     * @param handle the handle that was closed
     * @throws SQLException what the application's {@code close} is to throw
     */
    public abstract void release(ConnectionHandle handle) throws SQLException;

    /**
     * Called before the application aborts the connection. Once this has returned true the
     * connection is not given out again, even if the handle is closed before the driver is called.
     *
     * @param handle the handle that is used
     * @return false if its lease is over; then the driver is not called
     */
    public abstract boolean aborting(ConnectionHandle handle);

    /**
     * Called after {@link #aborting}, before the driver is told of the abort. Not called if a
     * branch that may be prepared keeps the connection from it.
     */
    public void abortsInLease() {}

    /**
     * Sees every exception of the driver on its way to the application.
     *
     * @param failure what the driver threw
     * @return what the application gets, usually the same
     */
    public abstract SQLException failed(SQLException failure);

    /**
     * Called when the application has asked whether the connection is valid, and it is not.
     *
     * @param handle the open handle that is used
     */
    public abstract void foundInvalid(ConnectionHandle handle);

    /**
     * Called each time before the application changes an attribute of the connection; the driver
     * still has the former value.
     *
     * @param handle the open handle that is used
     * @param attribute what is about to change
     * @throws SQLException if the change is not allowed; then the driver is not called
     */
    public abstract void changing(ConnectionHandle handle, ConnectionAttribute attribute)
            throws SQLException;

    /**
     * Returns the auto-commit mode between leases.
     *
     * @return by default true, the mode of new connections
     */
    public boolean restsInAutoCommit() {
        return true;
    }

    /**
     * Returns whether setting an attribute with auto-commit off may begin a transaction.
     *
     * @param attribute what is about to change
     * @return false only if it certainly does not; by default for attributes that drivers set
     *     without the server
     */
    public boolean mayBeginTransaction(ConnectionAttribute attribute) {
        return switch (attribute) {
            case AUTO_COMMIT, HOLDABILITY, NETWORK_TIMEOUT, TYPE_MAP -> false;
            case ISOLATION, READ_ONLY, CATALOG, SCHEMA, CLIENT_INFO, SHARDING_KEY -> true;
        };
    }

    /**
     * Called after {@link #changing} and before the driver, if the attribute was changed before in
     * this lease. The owner may restore the value at rest itself where the driver's setter would do
     * less.
     *
     * @param attribute what is about to change
     * @param value what the application sets
     * @return true if the attribute has the value at rest now; then the driver is not called
     * @throws SQLException what the application gets
     */
    public boolean setsBack(ConnectionAttribute attribute, @Nullable Object value)
            throws SQLException {
        return false;
    }

    /**
     * Returns whether a value is the one that an attribute has between leases.
     *
     * @param attribute what the application has set
     * @param value the value it has set
     * @return false also if that is unknown
     */
    public boolean isAtRest(ConnectionAttribute attribute, @Nullable Object value) {
        return false;
    }

    /**
     * Determines whether an attribute still has the value at rest after the driver has refused to
     * change it.
     *
     * @param attribute what was to change
     * @param failure what the driver threw
     * @return false also if that is unknown
     */
    public boolean isUnchanged(ConnectionAttribute attribute, Throwable failure) {
        return false;
    }

    /**
     * Called when an attribute that was changed in the lease has the value at rest again.
     *
     * @param handle the open handle that is used
     * @param attribute what was put back
     * @param more whether what was put back before is still at rest
     */
    public void putBack(ConnectionHandle handle, ConnectionAttribute attribute, boolean more) {}

    /**
     * Called with what the driver has answered to the application before anything was run in the
     * lease.
     *
     * @param attribute what was asked for
     * @param value the answer
     */
    public void told(ConnectionAttribute attribute, @Nullable Object value) {}

    /**
     * Called, only where there is a gate, before the handle gets its first child, which {@link
     * LeaseHandle#cancelStatements} has to find. Two threads that open one at once may both call
     * this.
     *
     * @param handle the open handle that is used
     */
    public void opening(ConnectionHandle handle) {}

    /**
     * Called, only where there is a gate and inside it, before the application gets an object of
     * the driver that can make the server work.
     */
    public void lending() {}

    /**
     * Called, only where there is a gate, each time before a statement is executed or a row of a
     * result set is written.
     *
     * @param handle the open handle that is used
     * @throws SQLException if the thread is in another transaction than the connection; then the
     *     driver is not called
     */
    public void checkTransaction(ConnectionHandle handle) throws SQLException {}

    /**
     * Creates the exception for a call that the gate does not admit; it does not pass through
     * {@link #failed}.
     *
     * @param handle the open handle that is used
     * @return the exception that the application gets
     */
    public SQLException notLetIn(ConnectionHandle handle) {
        return closedError("Connection");
    }

    /**
     * Creates the exception for a call that only the transaction manager may make; it does not pass
     * through {@link #failed}.
     *
     * @param call what was called
     * @return the exception that the application gets
     */
    public SQLException notInTransaction(String call) {
        return closedError("Connection");
    }

    /**
     * Creates the exception for a call on a closed handle; it does not pass through {@link
     * #failed}.
     *
     * @param what what is closed: {@code Connection}, {@code Statement} or {@code ResultSet}
     * @return the exception that the application gets
     */
    public abstract SQLException closedError(String what);
}
