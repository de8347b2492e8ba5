package io.sluice.jdbc.handle;

import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Savepoint;
import java.sql.ShardingKey;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link ConnectionHandle} that sets and reads attributes. Each change is told to the
 * owner, which restores the attribute when the lease ends.
 */
public abstract class AttributesHandle extends LeaseHandle {

    AttributesHandle(ConnectionOwner owner, long stamp) {
        super(owner, stamp);
    }

    // Setting

    /** A setter of the driver. */
    private interface Setter {
        void set() throws SQLException;
    }

    /** A setter of the driver that may refuse the value without an exception. */
    private interface CheckedSetter {
        /** Returns whether the driver has accepted the value. */
        boolean set() throws SQLException;
    }

    /** As {@link #changeIfValid}, for a driver that always accepts. */
    private void change(ConnectionAttribute attribute, @Nullable Object value, Setter setter)
            throws SQLException {
        boolean ignored =
                changeIfValid(
                        attribute,
                        value,
                        () -> {
                            setter.set();
                            return true;
                        });
    }

    /**
     * Changes an attribute. The owner is asked, and the change is recorded, before the driver is
     * called. A change that fails halfway, or runs while another thread closes, may have been made.
     *
     * <p>All of it is inside the gate. The thread that ends a branch uses the connection, and the
     * application must not change its network time-out, for example, meanwhile.
     *
     * @param value the new value, or this handle if that cannot be compared
     * @return whether the driver has accepted the value
     */
    private boolean changeIfValid(
            ConnectionAttribute attribute, @Nullable Object value, CheckedSetter setter)
            throws SQLException {
        checkOpen();
        enterUnnoted();
        try {
            boolean work = owner.mayBeginTransaction(attribute);
            if (work) {
                workedOnAttribute();
            }
            owner.changing(self(), attribute);
            if (work) {
                workedOnAttribute(); // a concurrent commit may have cleared the first record
            }
            boolean first = beginChange(attribute);
            try {
                boolean back = !first && owner.setsBack(attribute, value);
                boolean accepted = back || setter.set();
                if (accepted) {
                    changed(attribute, first, back || owner.isAtRest(attribute, value));
                } else {
                    changeFailed(attribute, first, /* unchanged= */ true);
                }
                return accepted;
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
                });
    }

    /**
     * Sets a savepoint. JDBC has drivers refuse that in auto-commit mode; some leave that mode
     * instead, which is a change of it like any other.
     */
    final Savepoint beginSavepoint(Getter<Savepoint> call) throws SQLException {
        if (!autoCommit(owner.restsInAutoCommit())) {
            enter();
            try {
                return call.get();
            } finally {
                leave();
            }
        }
        Savepoint[] made = new Savepoint[1];
        change(
                ConnectionAttribute.AUTO_COMMIT,
                this,
                () -> {
                    noteAutoCommit(false);
                    workedOnAttribute();
                    made[0] = call.get();
                    if (super.getAutoCommit()) {
                        noteAutoCommit(true);
                    }
                });
        return made[0];
    }

    @Override
    public void setTransactionIsolation(int level) throws SQLException {
        change(ConnectionAttribute.ISOLATION, level, () -> super.setTransactionIsolation(level));
    }

    @Override
    public void setReadOnly(boolean readOnly) throws SQLException {
        checkNoTransaction("setReadOnly");
        change(ConnectionAttribute.READ_ONLY, readOnly, () -> super.setReadOnly(readOnly));
    }

    @Override
    public void setCatalog(@Nullable String catalog) throws SQLException {
        change(ConnectionAttribute.CATALOG, catalog, () -> super.setCatalog(catalog));
    }

    @Override
    public void setSchema(@Nullable String schema) throws SQLException {
        change(ConnectionAttribute.SCHEMA, schema, () -> super.setSchema(schema));
    }

    @Override
    public void setShardingKey(ShardingKey key) throws SQLException {
        change(ConnectionAttribute.SHARDING_KEY, this, () -> super.setShardingKey(key));
    }

    @Override
    public void setShardingKey(ShardingKey key, ShardingKey superKey) throws SQLException {
        change(ConnectionAttribute.SHARDING_KEY, this, () -> super.setShardingKey(key, superKey));
    }

    @Override
    public boolean setShardingKeyIfValid(ShardingKey key, int timeout) throws SQLException {
        return changeIfValid(
                ConnectionAttribute.SHARDING_KEY,
                this,
                () -> super.setShardingKeyIfValid(key, timeout));
    }

    @Override
    public boolean setShardingKeyIfValid(ShardingKey key, ShardingKey superKey, int timeout)
            throws SQLException {
        return changeIfValid(
                ConnectionAttribute.SHARDING_KEY,
                this,
                () -> super.setShardingKeyIfValid(key, superKey, timeout));
    }

    @Override
    public void setHoldability(int holdability) throws SQLException {
        change(
                ConnectionAttribute.HOLDABILITY,
                holdability,
                () -> super.setHoldability(holdability));
    }

    @Override
    public void setNetworkTimeout(Executor executor, int milliseconds) throws SQLException {
        change(
                ConnectionAttribute.NETWORK_TIMEOUT,
                milliseconds,
                () -> super.setNetworkTimeout(executor, milliseconds));
    }

    @Override
    public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
        change(ConnectionAttribute.TYPE_MAP, this, () -> super.setTypeMap(map));
    }

    @Override
    public void setClientInfo(String name, @Nullable String value) throws SQLClientInfoException {
        try {
            change(ConnectionAttribute.CLIENT_INFO, this, () -> super.setClientInfo(name, value));
        } catch (SQLException e) {
            throw ClientInfoFailure.of(e, name);
        }
    }

    @Override
    public void setClientInfo(Properties properties) throws SQLClientInfoException {
        try {
            change(ConnectionAttribute.CLIENT_INFO, this, () -> super.setClientInfo(properties));
        } catch (SQLException e) {
            throw ClientInfoFailure.of(e, properties);
        }
    }

    // Reading: some drivers ask the server, with a statement of their own.

    /** A getter of the driver. */
    interface Getter<T> {
        T get() throws SQLException;
    }

    /** Reads an attribute whose value at rest the owner wants to learn. */
    private <T> T learn(ConnectionAttribute attribute, Getter<T> getter) throws SQLException {
        boolean pristine = isPristine(attribute);
        enter();
        try {
            T value = getter.get();
            if (pristine) {
                owner.told(attribute, value);
            }
            return value;
        } finally {
            leave();
        }
    }

    @Override
    public int getTransactionIsolation() throws SQLException {
        return learn(ConnectionAttribute.ISOLATION, super::getTransactionIsolation);
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        return learn(ConnectionAttribute.READ_ONLY, super::isReadOnly);
    }

    @Override
    public String getCatalog() throws SQLException {
        return learn(ConnectionAttribute.CATALOG, super::getCatalog);
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
}
