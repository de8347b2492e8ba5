package io.sluice.jdbc.handle;

import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
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
import org.jspecify.annotations.NullUnmarked;

/**
 * Passes every method of {@link java.sql.Connection}, default methods included, unchanged to the
 * driver's object; no policy. The driver decides about nullness.
 */
@NullUnmarked
public abstract class DelegatingConnection extends HandleNode implements Connection {

    /** For subclasses. */
    protected DelegatingConnection() {}

    /**
     * The driver's object, or the refusal when this handle is closed. What it throws does not pass
     * through {@link #failed}.
     *
     * @throws SQLException if this handle is closed
     */
    protected abstract Connection delegate() throws SQLException;

    /**
     * Sees every exception of the driver.
     *
     * @param failure what the driver threw
     * @return what the caller gets
     */
    protected abstract SQLException failed(SQLException failure);

    @Override
    public Statement createStatement() throws SQLException {
        Connection c = delegate();
        try {
            return c.createStatement();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public PreparedStatement prepareStatement(String sql) throws SQLException {
        Connection c = delegate();
        try {
            return c.prepareStatement(sql);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public CallableStatement prepareCall(String sql) throws SQLException {
        Connection c = delegate();
        try {
            return c.prepareCall(sql);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public String nativeSQL(String sql) throws SQLException {
        Connection c = delegate();
        try {
            return c.nativeSQL(sql);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setAutoCommit(boolean autoCommit) throws SQLException {
        Connection c = delegate();
        try {
            c.setAutoCommit(autoCommit);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean getAutoCommit() throws SQLException {
        Connection c = delegate();
        try {
            return c.getAutoCommit();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void commit() throws SQLException {
        Connection c = delegate();
        try {
            c.commit();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void rollback() throws SQLException {
        Connection c = delegate();
        try {
            c.rollback();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void close() throws SQLException {
        Connection c = delegate();
        try {
            c.close();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean isClosed() throws SQLException {
        Connection c = delegate();
        try {
            return c.isClosed();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public DatabaseMetaData getMetaData() throws SQLException {
        Connection c = delegate();
        try {
            return c.getMetaData();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setReadOnly(boolean readOnly) throws SQLException {
        Connection c = delegate();
        try {
            c.setReadOnly(readOnly);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        Connection c = delegate();
        try {
            return c.isReadOnly();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setCatalog(String catalog) throws SQLException {
        Connection c = delegate();
        try {
            c.setCatalog(catalog);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public String getCatalog() throws SQLException {
        Connection c = delegate();
        try {
            return c.getCatalog();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setTransactionIsolation(int level) throws SQLException {
        Connection c = delegate();
        try {
            c.setTransactionIsolation(level);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int getTransactionIsolation() throws SQLException {
        Connection c = delegate();
        try {
            return c.getTransactionIsolation();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        Connection c = delegate();
        try {
            return c.getWarnings();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void clearWarnings() throws SQLException {
        Connection c = delegate();
        try {
            c.clearWarnings();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Statement createStatement(int resultSetType, int resultSetConcurrency)
            throws SQLException {
        Connection c = delegate();
        try {
            return c.createStatement(resultSetType, resultSetConcurrency);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public PreparedStatement prepareStatement(
            String sql, int resultSetType, int resultSetConcurrency) throws SQLException {
        Connection c = delegate();
        try {
            return c.prepareStatement(sql, resultSetType, resultSetConcurrency);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public CallableStatement prepareCall(String sql, int resultSetType, int resultSetConcurrency)
            throws SQLException {
        Connection c = delegate();
        try {
            return c.prepareCall(sql, resultSetType, resultSetConcurrency);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Map<String, Class<?>> getTypeMap() throws SQLException {
        Connection c = delegate();
        try {
            return c.getTypeMap();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
        Connection c = delegate();
        try {
            c.setTypeMap(map);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setHoldability(int holdability) throws SQLException {
        Connection c = delegate();
        try {
            c.setHoldability(holdability);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int getHoldability() throws SQLException {
        Connection c = delegate();
        try {
            return c.getHoldability();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Savepoint setSavepoint() throws SQLException {
        Connection c = delegate();
        try {
            return c.setSavepoint();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Savepoint setSavepoint(String name) throws SQLException {
        Connection c = delegate();
        try {
            return c.setSavepoint(name);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void rollback(Savepoint savepoint) throws SQLException {
        Connection c = delegate();
        try {
            c.rollback(savepoint);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void releaseSavepoint(Savepoint savepoint) throws SQLException {
        Connection c = delegate();
        try {
            c.releaseSavepoint(savepoint);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Statement createStatement(
            int resultSetType, int resultSetConcurrency, int resultSetHoldability)
            throws SQLException {
        Connection c = delegate();
        try {
            return c.createStatement(resultSetType, resultSetConcurrency, resultSetHoldability);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public PreparedStatement prepareStatement(
            String sql, int resultSetType, int resultSetConcurrency, int resultSetHoldability)
            throws SQLException {
        Connection c = delegate();
        try {
            return c.prepareStatement(
                    sql, resultSetType, resultSetConcurrency, resultSetHoldability);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public CallableStatement prepareCall(
            String sql, int resultSetType, int resultSetConcurrency, int resultSetHoldability)
            throws SQLException {
        Connection c = delegate();
        try {
            return c.prepareCall(sql, resultSetType, resultSetConcurrency, resultSetHoldability);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys)
            throws SQLException {
        Connection c = delegate();
        try {
            return c.prepareStatement(sql, autoGeneratedKeys);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int[] columnIndexes) throws SQLException {
        Connection c = delegate();
        try {
            return c.prepareStatement(sql, columnIndexes);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public PreparedStatement prepareStatement(String sql, String[] columnNames)
            throws SQLException {
        Connection c = delegate();
        try {
            return c.prepareStatement(sql, columnNames);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Clob createClob() throws SQLException {
        Connection c = delegate();
        try {
            return c.createClob();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Blob createBlob() throws SQLException {
        Connection c = delegate();
        try {
            return c.createBlob();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public NClob createNClob() throws SQLException {
        Connection c = delegate();
        try {
            return c.createNClob();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public SQLXML createSQLXML() throws SQLException {
        Connection c = delegate();
        try {
            return c.createSQLXML();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean isValid(int timeout) throws SQLException {
        Connection c = delegate();
        try {
            return c.isValid(timeout);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setClientInfo(String name, String value) throws SQLClientInfoException {
        Connection c;
        try {
            c = delegate();
        } catch (SQLException e) {
            throw ClientInfoFailure.of(e, name);
        }
        try {
            c.setClientInfo(name, value);
        } catch (SQLClientInfoException e) {
            throw ClientInfoFailure.of(failed(e), name);
        }
    }

    @Override
    public void setClientInfo(Properties properties) throws SQLClientInfoException {
        Connection c;
        try {
            c = delegate();
        } catch (SQLException e) {
            throw ClientInfoFailure.of(e, properties);
        }
        try {
            c.setClientInfo(properties);
        } catch (SQLClientInfoException e) {
            throw ClientInfoFailure.of(failed(e), properties);
        }
    }

    @Override
    public String getClientInfo(String name) throws SQLException {
        Connection c = delegate();
        try {
            return c.getClientInfo(name);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Properties getClientInfo() throws SQLException {
        Connection c = delegate();
        try {
            return c.getClientInfo();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Array createArrayOf(String typeName, Object[] elements) throws SQLException {
        Connection c = delegate();
        try {
            return c.createArrayOf(typeName, elements);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Struct createStruct(String typeName, Object[] attributes) throws SQLException {
        Connection c = delegate();
        try {
            return c.createStruct(typeName, attributes);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setSchema(String schema) throws SQLException {
        Connection c = delegate();
        try {
            c.setSchema(schema);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public String getSchema() throws SQLException {
        Connection c = delegate();
        try {
            return c.getSchema();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void abort(Executor executor) throws SQLException {
        Connection c = delegate();
        try {
            c.abort(executor);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setNetworkTimeout(Executor executor, int milliseconds) throws SQLException {
        Connection c = delegate();
        try {
            c.setNetworkTimeout(executor, milliseconds);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int getNetworkTimeout() throws SQLException {
        Connection c = delegate();
        try {
            return c.getNetworkTimeout();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void beginRequest() throws SQLException {
        Connection c = delegate();
        try {
            c.beginRequest();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void endRequest() throws SQLException {
        Connection c = delegate();
        try {
            c.endRequest();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean setShardingKeyIfValid(
            ShardingKey shardingKey, ShardingKey superShardingKey, int timeout)
            throws SQLException {
        Connection c = delegate();
        try {
            return c.setShardingKeyIfValid(shardingKey, superShardingKey, timeout);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean setShardingKeyIfValid(ShardingKey shardingKey, int timeout) throws SQLException {
        Connection c = delegate();
        try {
            return c.setShardingKeyIfValid(shardingKey, timeout);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setShardingKey(ShardingKey shardingKey, ShardingKey superShardingKey)
            throws SQLException {
        Connection c = delegate();
        try {
            c.setShardingKey(shardingKey, superShardingKey);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setShardingKey(ShardingKey shardingKey) throws SQLException {
        Connection c = delegate();
        try {
            c.setShardingKey(shardingKey);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public <T> T unwrap(Class<T> iface) throws SQLException {
        Connection c = delegate();
        try {
            return c.unwrap(iface);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean isWrapperFor(Class<?> iface) throws SQLException {
        Connection c = delegate();
        try {
            return c.isWrapperFor(iface);
        } catch (SQLException e) {
            throw failed(e);
        }
    }
}
