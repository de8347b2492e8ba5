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
 * The connection an application sees during one lease. Made per lease and never used again; once
 * closed it refuses every call and can touch nothing.
 *
 * <p>Making one and closing it again, with nothing in between, is all there is on the hot path of a
 * pool: a few fields, no list, no lock, no fence.
 *
 * <p>What its owner asks of it, what happened in the lease and what is left to clean up, is in
 * {@link LeaseHandle}.
 */
public final class ConnectionHandle extends LeaseHandle {
    /**
     * Wraps a connection for one lease.
     *
     * @param owner whom this handle talks back to, and whose connection it passes calls to
     * @param stamp what the owner knows the lease by
     */
    public ConnectionHandle(ConnectionOwner owner, long stamp) {
        super(owner, stamp);
    }

    // For the other handles

    /**
     * A value of a type that only the driver knows: a result set becomes a handle, an object that
     * can make the server work is noted. The first line is for speed, it has no interface to look
     * for.
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
     * The same for a value whose type the application has chosen; if that is one that no handle
     * has, it gets the driver's object.
     */
    <T> @Nullable T lendObject(@Nullable T value, Class<T> type) throws SQLException {
        Object seen = lendObject(value);
        if (value == null || seen == value) {
            return value;
        }
        return type.isInstance(seen) ? type.cast(seen) : lend(value);
    }

    /** A handle for a result set that belongs to no statement the application knows. */
    @Nullable ResultSet opened(@Nullable ResultSet results) throws SQLException {
        return results == null ? null : open(new ResultSetHandle(results, this));
    }

    /** Where to look for a statement before the driver is asked for one, or null. */
    private @Nullable StatementStore store() {
        StatementStore store = owner.statements();
        return store == null || preparesOtherwise() ? null : store;
    }

    // The end of a lease

    /**
     * Gives the connection back to its owner; later calls do nothing. Does not call the driver: two
     * threads may come here at once, and which of them ends the lease is known only when the owner
     * has compared stamps.
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
     * Answers false on a closed handle, as JDBC asks, without a look at the time-out. What the
     * driver answers false for is lost, unless the application has aborted it.
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
     * Passes the abort on and remembers it; does nothing on a closed handle, nor when the lease
     * ends before the owner was told. The handle still has to be closed, which is when the
     * connection leaves the pool. Within a global transaction that may be prepared the connection
     * stays, for its end may be the branch's; the handle is of no use any more all the same.
     */
    @Override
    public void abort(Executor executor) throws SQLException {
        if (isMarkedClosed()) {
            return;
        }
        noteAbort();
        // The lease, not the flag: it may end right here, and the next one has this connection.
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
        /** Returns whether the driver has taken the value. */
        boolean set() throws SQLException;
    }

    /**
     * Changes an attribute. The owner is asked, and the change is noted, before the driver is
     * called: a change that fails halfway, or is under way while another thread closes, may have
     * been made. All of it is inside the gate: who ends a branch works with the connection, and for
     * example its network time-out is none of the application's to change meanwhile.
     *
     * @param value what is set, or this handle if that cannot be compared
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
                workedOnAttribute(); // a commit on another thread may have taken the first note
                // down
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
                workedOnAttribute(); // by the failure, or by asking what has become of the value
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
            return; // it is off, and some drivers refuse even that
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

    // Drivers ask the server for these, some of them by a statement of their own.

    /** No work: whatever left a warning was. */
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
     * The flag goes down before the driver is called, so that what another thread begins meanwhile
     * puts it up again, and comes back up if the transaction may not have ended.
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

    /** As with {@link #commit}. */
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
