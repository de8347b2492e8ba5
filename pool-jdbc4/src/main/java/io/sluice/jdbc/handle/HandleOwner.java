package io.sluice.jdbc.handle;

import java.sql.SQLException;

/**
 * The one interface through which a handle talks back to who made it.
 *
 * <p>All methods are called on the thread of the application that made the JDBC call, several of
 * them at once if several threads use one connection, and never while the handle holds a lock.
 */
public interface HandleOwner {
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
    void release(ConnectionHandle handle) throws SQLException;

    /**
     * Sees every exception of the driver on its way to the application.
     *
     * @param failure what the driver threw
     * @return what the application gets, as a rule the same
     */
    SQLException failed(SQLException failure);

    /**
     * Told before the application changes an attribute of the connection, each time; the driver
     * still has the former value.
     *
     * @param handle the open handle that is used
     * @param attribute what is about to change
     * @throws SQLException if the change is not allowed; then the driver is not called
     */
    void changing(ConnectionHandle handle, ConnectionAttribute attribute) throws SQLException;

    /**
     * Makes the refusal for a call on a closed handle; it does not pass through {@link #failed}.
     *
     * @param what what is closed: {@code Connection}, {@code Statement} or {@code ResultSet}
     * @return the exception that the application gets
     */
    SQLException closedError(String what);
}
