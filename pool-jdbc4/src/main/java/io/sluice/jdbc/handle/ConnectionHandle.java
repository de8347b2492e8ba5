package io.sluice.jdbc.handle;

import io.sluice.pool.spi.Holder;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Struct;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The connection that an application sees during one lease. It is created per lease and never
 * reused; once closed it refuses every call and can touch nothing.
 *
 * <p>Creating and closing a handle is the hot path of a pool: a few fields, no list, no lock, no
 * fence.
 *
 * <p>It is written in four classes, each the base of the next. {@link LeaseHandle} has the state of
 * the lease, {@link AttributesHandle} the attributes, and {@link StatementsHandle} the statements.
 * The rest is here: transactions, objects of the driver, and the end.
 */
public final class ConnectionHandle extends StatementsHandle {
    /**
     * Wraps a connection for one lease.
     *
     * @param owner the owner that made this handle and whose connection it passes calls to
     * @param stamp identifies the lease to the owner
     */
    public ConnectionHandle(ConnectionOwner owner, long stamp) {
        super(owner, stamp);
    }

    // For the other handles

    /**
     * Wraps a value whose type only the driver knows. A result set becomes a handle, and an object
     * that can make the server work is recorded. The first line is a shortcut that checks no
     * interface.
     */
    @Nullable Object lendObject(@Nullable Object value) throws SQLException {
        if (value == null || value instanceof String || value instanceof Number) {
            return value;
        }
        if (value instanceof ResultSet results) {
            return opened(results);
        }
        if (value instanceof Blob
                || value instanceof Clob
                || value instanceof Array
                || value instanceof SQLXML
                || value instanceof Ref
                || value instanceof Struct) {
            return lend(value);
        }
        return value;
    }

    /**
     * The same for a value of a type that the application chose; if no handle has that type, the
     * application gets the driver's object.
     */
    <T> @Nullable T lendObject(@Nullable T value, Class<T> type) throws SQLException {
        Object seen = lendObject(value);
        if (value == null || seen == value) {
            return value;
        }
        return type.isInstance(seen) ? type.cast(seen) : lend(value);
    }

    /** Wraps a result set that belongs to no statement of the application. */
    @Nullable ResultSet opened(@Nullable ResultSet results) throws SQLException {
        return results == null ? null : open(new ResultSetHandle(results, this));
    }

    // The end of a lease

    /**
     * Gives the connection back to its owner; later calls do nothing. Does not call the driver: two
     * threads may close at once, and only the owner finds out which of them ends the lease.
     */
    @Override
    public void close() throws SQLException {
        if (isMarkedClosed()) {
            return;
        }
        markClosed();
        if (owner.gate == null) {
            // A second close does nothing.
            if (stamp > owner.holder.closing) { // else a later lease is being closed, too
                owner.holder.closing = stamp;
            }
            owner.release(this);
            return;
        }
        try {
            owner.release(this);
        } catch (StackOverflowError e) {
            // A store, because no method can be called.
            long mark = (stamp & ~Holder.FIRST) | Holder.DIRTY;
            long last = owner.holder.abandoned;
            if (last == 0 || mark - last > 0) { // else a later lease is abandoned, too
                owner.holder.abandoned = mark;
            }
            throw e;
        }
    }

    @Override
    public boolean isClosed() throws SQLException {
        if (isMarkedClosed()) {
            return true;
        }
        try {
            return driver().isClosed();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /**
     * Returns false on a closed handle, as JDBC requires, without checking the time-out. A
     * connection that the driver finds invalid is lost.
     */
    @Override
    public boolean isValid(int timeout) throws SQLException {
        if (isMarkedClosed()) {
            return false;
        }
        enter();
        try {
            boolean valid = driver().isValid(timeout);
            if (!valid) {
                owner.foundInvalid(this);
            }
            return valid;
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            leave();
        }
    }

    /**
     * Passes the abort on and records it; does nothing on a closed handle, nor if the lease ends
     * before the owner was told. The handle still has to be closed, and then the connection leaves
     * the pool. In a global transaction that may be prepared the connection stays, since the branch
     * may end with it; the handle is unusable all the same.
     */
    @Override
    public void abort(Executor executor) throws SQLException {
        if (isMarkedClosed()) {
            return;
        }
        noteAbort();
        // Check the lease, not the flag: it may end right here, and the next lease has this
        // connection.
        if (!owner.aborting(this) || !mayAbort()) {
            return;
        }
        owner.abortsInLease();
        try {
            driver().abort(executor);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    // Transactions

    /**
     * Clears the flag before the driver is called, so that work that another thread begins
     * meanwhile sets it again. Sets it again if the transaction may not have ended.
     */
    @Override
    public void commit() throws SQLException {
        checkNoTransaction("commit");
        transactionEnds();
        try {
            super.commit();
        } catch (SQLException | RuntimeException | Error e) { // a driver may throw anything
            worked();
            throw e;
        }
    }

    /** As {@link #commit}. */
    @Override
    public void rollback() throws SQLException {
        checkNoTransaction("rollback");
        transactionEnds();
        try {
            super.rollback();
        } catch (SQLException | RuntimeException | Error e) { // a driver may throw anything
            worked();
            throw e;
        }
    }

    @Override
    public void rollback(Savepoint savepoint) throws SQLException {
        checkNoTransaction("rollback to a savepoint");
        enter();
        try {
            super.rollback(savepoint);
        } finally {
            leave();
        }
    }

    @Override
    public Savepoint setSavepoint() throws SQLException {
        checkNoTransaction("setSavepoint");
        return beginSavepoint(super::setSavepoint);
    }

    @Override
    public Savepoint setSavepoint(String name) throws SQLException {
        checkNoTransaction("setSavepoint");
        return beginSavepoint(() -> super.setSavepoint(name));
    }

    @Override
    public void releaseSavepoint(Savepoint savepoint) throws SQLException {
        checkNoTransaction("releaseSavepoint");
        enter();
        try {
            super.releaseSavepoint(savepoint);
        } finally {
            leave();
        }
    }

    // Objects of the driver

    @Override
    public DatabaseMetaData getMetaData() throws SQLException {
        enter();
        try {
            return new DatabaseMetaDataHandle(super.getMetaData(), this);
        } finally {
            leave();
        }
    }

    @Override
    public Array createArrayOf(String typeName, @Nullable Object[] elements) throws SQLException {
        enter();
        try {
            return super.createArrayOf(typeName, elements);
        } finally {
            leave();
        }
    }

    @Override
    public Struct createStruct(String typeName, @Nullable Object[] attributes) throws SQLException {
        enter();
        try {
            return super.createStruct(typeName, attributes);
        } finally {
            leave();
        }
    }

    @Override
    public Blob createBlob() throws SQLException {
        enterUnnoted();
        try {
            return lend(super.createBlob());
        } finally {
            leave();
        }
    }

    @Override
    public Clob createClob() throws SQLException {
        enterUnnoted();
        try {
            return lend(super.createClob());
        } finally {
            leave();
        }
    }

    @Override
    public NClob createNClob() throws SQLException {
        enterUnnoted();
        try {
            return lend(super.createNClob());
        } finally {
            leave();
        }
    }

    @Override
    public SQLXML createSQLXML() throws SQLException {
        enterUnnoted();
        try {
            return lend(super.createSQLXML());
        } finally {
            leave();
        }
    }

    @Override
    public <T> T unwrap(Class<T> iface) throws SQLException {
        checkOpen();
        if (iface.isInstance(this)) {
            return iface.cast(this);
        }
        Connection guarded = owner.guarded();
        return lend(iface.isInstance(guarded) ? iface.cast(guarded) : super.unwrap(iface));
    }

    @Override
    public boolean isWrapperFor(Class<?> iface) throws SQLException {
        checkOpen();
        return iface.isInstance(this)
                || iface.isInstance(owner.guarded())
                || super.isWrapperFor(iface);
    }

    @Override
    public String toString() {
        return describe(driver(), isMarkedClosed());
    }
}
