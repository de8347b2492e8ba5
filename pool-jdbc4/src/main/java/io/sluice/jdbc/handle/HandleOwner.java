package io.sluice.jdbc.handle;

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
public abstract class HandleOwner {

    /** For subclasses. */
    protected HandleOwner() {}

    /**
     * The driver's connection, the same for all handles of this owner.
     *
     * @return the driver's object
     */
    public abstract Connection connection();

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
     * Sees every exception of the driver on its way to the application.
     *
     * @param failure what the driver threw
     * @return what the application gets, as a rule the same
     */
    public abstract SQLException failed(SQLException failure);

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
     * Makes the refusal for a call on a closed handle; it does not pass through {@link #failed}.
     *
     * @param what what is closed: {@code Connection}, {@code Statement} or {@code ResultSet}
     * @return the exception that the application gets
     */
    public abstract SQLException closedError(String what);
}
