package io.sluice.jdbc.handle;

import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.ShardingKey;
import java.sql.Statement;
import java.sql.Struct;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The connection that an application sees during one lease. It is created per lease and never
 * reused; once closed it refuses every call and can touch nothing.
 *
 * <p>Creating a handle and closing it, with nothing in between, is the hot path of a pool: a few
 * fields, no list, no lock, no fence.
 *
 * <p>The state of the lease, what happened in it and what is left to clean up, is in {@link
 * LeaseHandle}.
 */
public final class ConnectionHandle extends LeaseHandle {
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
     * Wraps a value whose type only the driver knows: a result set becomes a handle, and an object
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

    /** The store to search before the driver is asked for a statement, or null. */
    private @Nullable StatementStore store() {
        StatementStore store = owner.statements();
        return store == null || preparesOtherwise() ? null : store;
    }

    // The end of a lease

    /**
     * Gives the connection back to its owner; later calls do nothing. Does not call the driver: two
     * threads may close at once, and which of them ends the lease is known only when the owner has
     * compared stamps.
     */
    @Override
    public void close() throws SQLException {
        if (isMarkedClosed()) {
            return;
        }
        markClosed();
        owner.release(this);
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
     * connection that the driver finds invalid is lost, unless the application has aborted it.
     */
    @Override
    public boolean isValid(int timeout) throws SQLException {
        if (isMarkedClosed()) {
            return false;
        }
        enter();
        try {
            boolean valid = driver().isValid(timeout);
            if (!valid && !aborted()) {
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
        try {
            driver().abort(executor);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    // Children

    @Override
    public Statement createStatement() throws SQLException {
        enterUnnoted();
        try {
            return open(new PlainStatementHandle(super.createStatement(), this));
        } finally {
            leave();
        }
    }

    @Override
    public Statement createStatement(int resultSetType, int resultSetConcurrency)
            throws SQLException {
        enterUnnoted();
        try {
            return open(
                    new PlainStatementHandle(
                            super.createStatement(resultSetType, resultSetConcurrency), this));
        } finally {
            leave();
        }
    }

    @Override
    public Statement createStatement(
            int resultSetType, int resultSetConcurrency, int resultSetHoldability)
            throws SQLException {
        enterUnnoted();
        try {
            return open(
                    new PlainStatementHandle(
                            super.createStatement(
                                    resultSetType, resultSetConcurrency, resultSetHoldability),
                            this));
        } finally {
            leave();
        }
    }

    @Override
    public PreparedStatement prepareStatement(String sql) throws SQLException {
        worked();
        enterUnnoted();
        try {
            StatementStore store = store();
            if (store != null) {
                return open(StatementUse.prepared(this, store, StatementKey.of(sql)));
            }
            return open(new PreparedStatementHandle(super.prepareStatement(sql), this));
        } finally {
            leave();
        }
    }

    @Override
    public PreparedStatement prepareStatement(
            String sql, int resultSetType, int resultSetConcurrency) throws SQLException {
        worked();
        enterUnnoted();
        try {
            StatementStore store = store();
            if (store != null) {
                return open(
                        StatementUse.prepared(
                                this,
                                store,
                                StatementKey.of(sql, resultSetType, resultSetConcurrency)));
            }
            return open(
                    new PreparedStatementHandle(
                            super.prepareStatement(sql, resultSetType, resultSetConcurrency),
                            this));
        } finally {
            leave();
        }
    }

    @Override
    public PreparedStatement prepareStatement(
            String sql, int resultSetType, int resultSetConcurrency, int resultSetHoldability)
            throws SQLException {
        worked();
        enterUnnoted();
        try {
            StatementStore store = store();
            if (store != null) {
                return open(
                        StatementUse.prepared(
                                this,
                                store,
                                StatementKey.of(
                                        sql,
                                        resultSetType,
                                        resultSetConcurrency,
                                        resultSetHoldability)));
            }
            return open(
                    new PreparedStatementHandle(
                            super.prepareStatement(
                                    sql, resultSetType, resultSetConcurrency, resultSetHoldability),
                            this));
        } finally {
            leave();
        }
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys)
            throws SQLException {
        worked();
        enterUnnoted();
        try {
            StatementStore store = store();
            if (store != null) {
                return open(
                        StatementUse.prepared(
                                this, store, StatementKey.of(sql, autoGeneratedKeys)));
            }
            return open(
                    new PreparedStatementHandle(
                            super.prepareStatement(sql, autoGeneratedKeys), this));
        } finally {
            leave();
        }
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int[] columnIndexes) throws SQLException {
        worked();
        enterUnnoted();
        try {
            StatementStore store = store();
            if (store != null) {
                return open(
                        StatementUse.prepared(this, store, StatementKey.of(sql, columnIndexes)));
            }
            return open(
                    new PreparedStatementHandle(super.prepareStatement(sql, columnIndexes), this));
        } finally {
            leave();
        }
    }

    @Override
    public PreparedStatement prepareStatement(String sql, String[] columnNames)
            throws SQLException {
        worked();
        enterUnnoted();
        try {
            StatementStore store = store();
            if (store != null) {
                return open(StatementUse.prepared(this, store, StatementKey.of(sql, columnNames)));
            }
            return open(
                    new PreparedStatementHandle(super.prepareStatement(sql, columnNames), this));
        } finally {
            leave();
        }
    }

    @Override
    public CallableStatement prepareCall(String sql) throws SQLException {
        worked();
        enterUnnoted();
        try {
            StatementStore store = store();
            if (store != null) {
                return open(StatementUse.call(this, store, StatementKey.ofCall(sql)));
            }
            return open(new CallableStatementHandle(super.prepareCall(sql), this));
        } finally {
            leave();
        }
    }

    @Override
    public CallableStatement prepareCall(String sql, int resultSetType, int resultSetConcurrency)
            throws SQLException {
        worked();
        enterUnnoted();
        try {
            StatementStore store = store();
            if (store != null) {
                return open(
                        StatementUse.call(
                                this,
                                store,
                                StatementKey.ofCall(sql, resultSetType, resultSetConcurrency)));
            }
            return open(
                    new CallableStatementHandle(
                            super.prepareCall(sql, resultSetType, resultSetConcurrency), this));
        } finally {
            leave();
        }
    }

    @Override
    public CallableStatement prepareCall(
            String sql, int resultSetType, int resultSetConcurrency, int resultSetHoldability)
            throws SQLException {
        worked();
        enterUnnoted();
        try {
            StatementStore store = store();
            if (store != null) {
                return open(
                        StatementUse.call(
                                this,
                                store,
                                StatementKey.ofCall(
                                        sql,
                                        resultSetType,
                                        resultSetConcurrency,
                                        resultSetHoldability)));
            }
            return open(
                    new CallableStatementHandle(
                            super.prepareCall(
                                    sql, resultSetType, resultSetConcurrency, resultSetHoldability),
                            this));
        } finally {
            leave();
        }
    }

    @Override
    public DatabaseMetaData getMetaData() throws SQLException {
        enter();
        try {
            return new DatabaseMetaDataHandle(super.getMetaData(), this);
        } finally {
            leave();
        }
    }

    // Attributes

    /** A setter of the driver. */
    private interface Setter {
        /** Returns whether the driver has accepted the value. */
        boolean set() throws SQLException;
    }

    /**
     * Changes an attribute. The owner is asked, and the change is recorded, before the driver is
     * called: a change that fails halfway, or runs while another thread closes, may have been made.
     *
     * <p>All of it is inside the gate. The thread that ends a branch uses the connection, and the
     * application must not change its network time-out, for example, meanwhile.
     *
     * @param value the new value, or this handle if that cannot be compared
     */
    private void change(ConnectionAttribute attribute, @Nullable Object value, Setter setter)
            throws SQLException {
        checkOpen();
        enterUnnoted();
        try {
            boolean work = owner.mayBeginTransaction(attribute);
            if (work) {
                workedOnAttribute();
            }
            owner.changing(this, attribute);
            if (work) {
                workedOnAttribute(); // a concurrent commit may have cleared the first record
            }
            boolean first = beginChange(attribute);
            try {
                boolean back = !first && owner.setsBack(attribute, value);
                boolean unchanged = !back && !setter.set();
                if (unchanged) {
                    changeFailed(attribute, first, /* unchanged= */ true);
                } else {
                    changed(attribute, first, back || owner.isAtRest(attribute, value));
                }
            } catch (SQLException | RuntimeException | Error e) { // a driver may throw anything
                workedOnAttribute(); // the failed call or the check may have worked
                changeFailed(attribute, first, owner.isUnchanged(attribute, e));
                throw e;
            }
        } finally {
            leave();
        }
    }

    @Override
    public void setAutoCommit(boolean autoCommit) throws SQLException {
        if (autoCommit) {
            checkNoTransaction("setAutoCommit(true)");
        } else if (inTransaction()) {
            checkOpen();
            return; // already off, and some drivers refuse even that
        }
        change(
                ConnectionAttribute.AUTO_COMMIT,
                autoCommit,
                () -> {
                    noteAutoCommit(false);
                    super.setAutoCommit(autoCommit);
                    if (autoCommit) {
                        noteAutoCommit(true);
                    }
                    return true;
                });
    }

    @Override
    public void setTransactionIsolation(int level) throws SQLException {
        change(
                ConnectionAttribute.ISOLATION,
                level,
                () -> {
                    super.setTransactionIsolation(level);
                    return true;
                });
    }

    @Override
    public void setReadOnly(boolean readOnly) throws SQLException {
        checkNoTransaction("setReadOnly");
        change(
                ConnectionAttribute.READ_ONLY,
                readOnly,
                () -> {
                    super.setReadOnly(readOnly);
                    return true;
                });
    }

    @Override
    public void setCatalog(@Nullable String catalog) throws SQLException {
        change(
                ConnectionAttribute.CATALOG,
                catalog,
                () -> {
                    super.setCatalog(catalog);
                    return true;
                });
    }

    @Override
    public void setSchema(@Nullable String schema) throws SQLException {
        change(
                ConnectionAttribute.SCHEMA,
                schema,
                () -> {
                    super.setSchema(schema);
                    return true;
                });
    }

    @Override
    public void setShardingKey(ShardingKey shardingKey) throws SQLException {
        change(
                ConnectionAttribute.SHARDING_KEY,
                this,
                () -> {
                    super.setShardingKey(shardingKey);
                    return true;
                });
    }

    @Override
    public void setShardingKey(ShardingKey shardingKey, ShardingKey superShardingKey)
            throws SQLException {
        change(
                ConnectionAttribute.SHARDING_KEY,
                this,
                () -> {
                    super.setShardingKey(shardingKey, superShardingKey);
                    return true;
                });
    }

    @Override
    public boolean setShardingKeyIfValid(ShardingKey shardingKey, int timeout) throws SQLException {
        boolean[] valid = new boolean[1];
        change(
                ConnectionAttribute.SHARDING_KEY,
                this,
                () -> valid[0] = super.setShardingKeyIfValid(shardingKey, timeout));
        return valid[0];
    }

    @Override
    public boolean setShardingKeyIfValid(
            ShardingKey shardingKey, ShardingKey superShardingKey, int timeout)
            throws SQLException {
        boolean[] valid = new boolean[1];
        change(
                ConnectionAttribute.SHARDING_KEY,
                this,
                () ->
                        valid[0] =
                                super.setShardingKeyIfValid(
                                        shardingKey, superShardingKey, timeout));
        return valid[0];
    }

    @Override
    public void setHoldability(int holdability) throws SQLException {
        change(
                ConnectionAttribute.HOLDABILITY,
                holdability,
                () -> {
                    super.setHoldability(holdability);
                    return true;
                });
    }

    @Override
    public void setNetworkTimeout(Executor executor, int milliseconds) throws SQLException {
        change(
                ConnectionAttribute.NETWORK_TIMEOUT,
                milliseconds,
                () -> {
                    super.setNetworkTimeout(executor, milliseconds);
                    return true;
                });
    }

    @Override
    public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
        change(
                ConnectionAttribute.TYPE_MAP,
                this,
                () -> {
                    super.setTypeMap(map);
                    return true;
                });
    }

    @Override
    public void setClientInfo(String name, @Nullable String value) throws SQLClientInfoException {
        try {
            change(
                    ConnectionAttribute.CLIENT_INFO,
                    this,
                    () -> {
                        super.setClientInfo(name, value);
                        return true;
                    });
        } catch (SQLException e) {
            throw ClientInfoFailure.of(e, name);
        }
    }

    @Override
    public void setClientInfo(Properties properties) throws SQLClientInfoException {
        try {
            change(
                    ConnectionAttribute.CLIENT_INFO,
                    this,
                    () -> {
                        super.setClientInfo(properties);
                        return true;
                    });
        } catch (SQLException e) {
            throw ClientInfoFailure.of(e, properties);
        }
    }

    // Some drivers ask the server for these, with a statement of their own.

    /** Not work: the call that left a warning was. */
    @Override
    public SQLWarning getWarnings() throws SQLException {
        enterUnnoted();
        try {
            return super.getWarnings();
        } finally {
            leave();
        }
    }

    @Override
    public int getTransactionIsolation() throws SQLException {
        boolean pristine = isPristine(ConnectionAttribute.ISOLATION);
        enter();
        try {
            int value = super.getTransactionIsolation();
            if (pristine) {
                owner.told(ConnectionAttribute.ISOLATION, value);
            }
            return value;
        } finally {
            leave();
        }
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        boolean pristine = isPristine(ConnectionAttribute.READ_ONLY);
        enter();
        try {
            boolean value = super.isReadOnly();
            if (pristine) {
                owner.told(ConnectionAttribute.READ_ONLY, value);
            }
            return value;
        } finally {
            leave();
        }
    }

    @Override
    public String getCatalog() throws SQLException {
        boolean pristine = isPristine(ConnectionAttribute.CATALOG);
        enter();
        try {
            String value = super.getCatalog();
            if (pristine) {
                owner.told(ConnectionAttribute.CATALOG, value);
            }
            return value;
        } finally {
            leave();
        }
    }

    @Override
    public String getSchema() throws SQLException {
        enter();
        try {
            return super.getSchema();
        } finally {
            leave();
        }
    }

    @Override
    public String getClientInfo(String name) throws SQLException {
        enter();
        try {
            return super.getClientInfo(name);
        } finally {
            leave();
        }
    }

    @Override
    public Properties getClientInfo() throws SQLException {
        enter();
        try {
            return super.getClientInfo();
        } finally {
            leave();
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
        boolean ended = false;
        transactionEnds();
        try {
            super.commit();
            ended = true;
        } finally {
            if (!ended) {
                worked();
            }
        }
    }

    /** As {@link #commit}. */
    @Override
    public void rollback() throws SQLException {
        checkNoTransaction("rollback");
        boolean ended = false;
        transactionEnds();
        try {
            super.rollback();
            ended = true;
        } finally {
            if (!ended) {
                worked();
            }
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
        enter();
        try {
            return super.setSavepoint();
        } finally {
            leave();
        }
    }

    @Override
    public Savepoint setSavepoint(String name) throws SQLException {
        checkNoTransaction("setSavepoint");
        enter();
        try {
            return super.setSavepoint(name);
        } finally {
            leave();
        }
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
        return describe(driver());
    }
}
