package io.sluice.jdbc.handle;

import io.sluice.pool.spi.BranchGate;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Whom a handle talks back to: who made it and holds the driver's connection. A class, since calls
 * through one with a single subclass need no check of the receiver's type.
 *
 * <p>All methods are called on the thread of the application that made the JDBC call, several of
 * them at once if several threads use one connection, and never while the handle holds a lock.
 */
public abstract class ConnectionOwner {

    /**
     * Where the calls of a global transaction pass; null if the connections of this owner are never
     * in one, so that others pay no more than this comparison.
     */
    final @Nullable BranchGate gate;

    /** For owners whose connections are never in a global transaction. */
    protected ConnectionOwner() {
        this(null);
    }

    /**
     * For owners whose connections may be in global transactions.
     *
     * @param gate where the calls of transactions pass, or null for none
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
     * The same connection as applications may see it: with the guards that the driver has before
     * it, if any.
     *
     * @return as here, {@link #connection} where there are none
     */
    public Connection guarded() {
        return connection();
    }

    /**
     * Where prepared statements are kept between uses.
     *
     * @return the same for all handles of this owner; null, as here, if a statement ends with its
     *     use
     */
    public @Nullable StatementStore statements() {
        return null;
    }

    /**
     * Takes a connection handle back: the application closed it. The handle refuses every call from
     * before this call, and nothing has been closed or told to the driver yet.
     *
     * <p>May be called by two threads for the same handle if both close it at once; the owner
     * decides by {@link ConnectionHandle#stamp}, and the one that comes too late returns quietly.
     * Who won and finds {@link ConnectionHandle#hasOpenChildren} calls {@link
     * ConnectionHandle#closeChildren}.
     *
     * @param handle the handle that was closed
     * @throws SQLException what the application's {@code close} is to throw
     */
    public abstract void release(ConnectionHandle handle) throws SQLException;

    /**
     * Told before the application aborts the connection: when this has returned true nobody is
     * given that connection any more, even if the handle is closed before the driver is called.
     *
     * @param handle the handle that is used
     * @return false if its lease is over; then the driver is not called
     */
    public abstract boolean aborting(ConnectionHandle handle);

    /**
     * Sees every exception of the driver on its way to the application.
     *
     * @param failure what the driver threw
     * @return what the application gets, as a rule the same
     */
    public abstract SQLException failed(SQLException failure);

    /**
     * Told when the application has asked whether the connection is valid, and it is not.
     *
     * @param handle the open handle that is used
     */
    public abstract void foundInvalid(ConnectionHandle handle);

    /**
     * Told before the application changes an attribute of the connection, each time; the driver
     * still has the former value.
     *
     * @param handle the open handle that is used
     * @param attribute what is about to change
     * @throws SQLException if the change is not allowed; then the driver is not called
     */
    public abstract void changing(ConnectionHandle handle, ConnectionAttribute attribute)
            throws SQLException;

    /**
     * Says what the auto-commit mode is between leases.
     *
     * @return true, as here, for a connection like a driver makes it
     */
    public boolean restsInAutoCommit() {
        return true;
    }

    /**
     * Says whether a transaction may begin when an attribute is set with auto-commit off.
     *
     * @param attribute what is about to change
     * @return false only if it is certain; as here, if drivers keep the attribute to themselves
     */
    public boolean mayBeginTransaction(ConnectionAttribute attribute) {
        return switch (attribute) {
            case AUTO_COMMIT, HOLDABILITY, NETWORK_TIMEOUT, TYPE_MAP -> false;
            case ISOLATION, READ_ONLY, CATALOG, SCHEMA, CLIENT_INFO, SHARDING_KEY -> true;
        };
    }

    /**
     * Asked after {@link #changing} and before the driver, when the attribute was changed before in
     * this lease: whether the owner sets it back itself, since the driver's setter would do less.
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
     * Says whether a value is the one that an attribute has between leases.
     *
     * @param attribute what the application has set
     * @param value the value it has set
     * @return false also if that is not known
     */
    public boolean isAtRest(ConnectionAttribute attribute, @Nullable Object value) {
        return false;
    }

    /**
     * Finds out whether an attribute still has the value at rest after the driver has refused to
     * change it.
     *
     * @param attribute what was to change
     * @param failure what the driver threw
     * @return false also if that cannot be told
     */
    public boolean isUnchanged(ConnectionAttribute attribute, Throwable failure) {
        return false;
    }

    /**
     * Told when an attribute has the value at rest again that was changed in the lease.
     *
     * @param handle the open handle that is used
     * @param attribute what was put back
     * @param more whether what was put back before is so still
     */
    public void putBack(ConnectionHandle handle, ConnectionAttribute attribute, boolean more) {}

    /**
     * Told what the driver has answered to the application before anything was run in the lease.
     *
     * @param attribute what was asked for
     * @param value the answer
     */
    public void told(ConnectionAttribute attribute, @Nullable Object value) {}

    /**
     * Told, only where there is a gate, before the handle has a child to be found by {@link
     * LeaseHandle#cancelStatements}, and again when it may have had none in between.
     *
     * @param handle the open handle that is used
     */
    public void opening(ConnectionHandle handle) {}

    /**
     * Told, only where there is a gate and inside it, before the application gets an object of the
     * driver that can make the server work.
     */
    public void lending() {}

    /**
     * Told, only where there is a gate, each time before a statement is executed or a row of a
     * result set is written.
     *
     * @param handle the open handle that is used
     * @throws SQLException if the thread is in another transaction than the connection; then the
     *     driver is not called
     */
    public void checkTransaction(ConnectionHandle handle) throws SQLException {}

    /**
     * Makes the refusal for a call that the gate does not let in; it does not pass through {@link
     * #failed}.
     *
     * @param handle the open handle that is used
     * @return the exception that the application gets
     */
    public SQLException notLetIn(ConnectionHandle handle) {
        return closedError("Connection");
    }

    /**
     * Makes the refusal for a call that is the transaction manager's to make; it does not pass
     * through {@link #failed}.
     *
     * @param call what was called
     * @return the exception that the application gets
     */
    public SQLException notInTransaction(String call) {
        return closedError("Connection");
    }

    /**
     * Makes the refusal for a call on a closed handle; it does not pass through {@link #failed}.
     *
     * @param what what is closed: {@code Connection}, {@code Statement} or {@code ResultSet}
     * @return the exception that the application gets
     */
    public abstract SQLException closedError(String what);
}
