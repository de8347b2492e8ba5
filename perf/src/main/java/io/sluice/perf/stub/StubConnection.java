package io.sluice.perf.stub;

import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Struct;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A connection to nothing. It keeps the state that pools read and reset, and answers that it is
 * valid. It prepares statements with ten rows. Plain statements only close; it makes them because
 * one of the pools wants one with each connection. It refuses everything else that would need a
 * server. Not thread-safe, as a lease is one thread's.
 */
public final class StubConnection implements Connection {

    private final AtomicInteger open;
    private boolean closed;
    private boolean autoCommit = true;
    private boolean readOnly;
    private int isolation = TRANSACTION_READ_COMMITTED;
    private int holdability = ResultSet.CLOSE_CURSORS_AT_COMMIT;
    private int networkTimeout;
    private @Nullable String catalog;
    private @Nullable String schema;
    private Map<String, Class<?>> typeMap = Map.of();
    private Properties clientInfo = new Properties();

    /**
     * Makes a connection.
     *
     * @param open counts the open connections; this one is included already
     */
    StubConnection(AtomicInteger open) {
        this.open = open;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            open.decrementAndGet();
        }
    }

    @Override
    public void abort(Executor executor) {
        close();
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public boolean isValid(int timeout) {
        return !closed;
    }

    @Override
    public void commit() {}

    @Override
    public void rollback() {}

    @Override
    public @Nullable SQLWarning getWarnings() {
        return null;
    }

    @Override
    public void clearWarnings() {}

    @Override
    public String nativeSQL(String sql) {
        return sql;
    }

    @Override
    public boolean getAutoCommit() {
        return autoCommit;
    }

    @Override
    public void setAutoCommit(boolean value) {
        autoCommit = value;
    }

    @Override
    public boolean isReadOnly() {
        return readOnly;
    }

    @Override
    public void setReadOnly(boolean value) {
        readOnly = value;
    }

    @Override
    public int getTransactionIsolation() {
        return isolation;
    }

    @Override
    public void setTransactionIsolation(int value) {
        isolation = value;
    }

    @Override
    public int getHoldability() {
        return holdability;
    }

    @Override
    public void setHoldability(int value) {
        holdability = value;
    }

    @Override
    public @Nullable String getCatalog() {
        return catalog;
    }

    @Override
    public void setCatalog(@Nullable String value) {
        catalog = value;
    }

    @Override
    public @Nullable String getSchema() {
        return schema;
    }

    @Override
    public void setSchema(@Nullable String value) {
        schema = value;
    }

    @Override
    public Map<String, Class<?>> getTypeMap() {
        return typeMap;
    }

    @Override
    public void setTypeMap(Map<String, Class<?>> value) {
        typeMap = value;
    }

    @Override
    public int getNetworkTimeout() {
        return networkTimeout;
    }

    @Override
    public void setNetworkTimeout(Executor executor, int milliseconds) {
        networkTimeout = milliseconds;
    }

    @Override
    public Properties getClientInfo() {
        return (Properties) clientInfo.clone();
    }

    @Override
    public @Nullable String getClientInfo(String name) {
        return clientInfo.getProperty(name);
    }

    @Override
    public void setClientInfo(Properties properties) {
        clientInfo = (Properties) properties.clone();
    }

    @Override
    public void setClientInfo(String name, @Nullable String value) {
        if (value == null) {
            clientInfo.remove(name);
        } else {
            clientInfo.setProperty(name, value);
        }
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (!type.isInstance(this)) {
            throw new SQLException("the stub connection is no " + type.getName());
        }
        return type.cast(this);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }

    @Override
    public Statement createStatement() throws SQLException {
        return prepareStatement("");
    }

    @Override
    public Statement createStatement(int resultSetType, int resultSetConcurrency)
            throws SQLException {
        throw refused("createStatement");
    }

    @Override
    public Statement createStatement(int resultSetType, int resultSetConcurrency, int holdability)
            throws SQLException {
        throw refused("createStatement");
    }

    @Override
    public PreparedStatement prepareStatement(String sql) throws SQLException {
        if (closed) {
            throw new SQLException("the stub connection is closed");
        }
        return new StubPreparedStatement(this);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys)
            throws SQLException {
        throw refused("prepareStatement");
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int[] columnIndexes) throws SQLException {
        throw refused("prepareStatement");
    }

    @Override
    public PreparedStatement prepareStatement(String sql, String[] columnNames)
            throws SQLException {
        throw refused("prepareStatement");
    }

    @Override
    public PreparedStatement prepareStatement(
            String sql, int resultSetType, int resultSetConcurrency) throws SQLException {
        throw refused("prepareStatement");
    }

    @Override
    public PreparedStatement prepareStatement(
            String sql, int resultSetType, int resultSetConcurrency, int holdability)
            throws SQLException {
        throw refused("prepareStatement");
    }

    @Override
    public CallableStatement prepareCall(String sql) throws SQLException {
        throw refused("prepareCall");
    }

    @Override
    public CallableStatement prepareCall(String sql, int resultSetType, int resultSetConcurrency)
            throws SQLException {
        throw refused("prepareCall");
    }

    @Override
    public CallableStatement prepareCall(
            String sql, int resultSetType, int resultSetConcurrency, int holdability)
            throws SQLException {
        throw refused("prepareCall");
    }

    @Override
    public DatabaseMetaData getMetaData() throws SQLException {
        throw refused("getMetaData");
    }

    @Override
    public Savepoint setSavepoint() throws SQLException {
        throw refused("setSavepoint");
    }

    @Override
    public Savepoint setSavepoint(String name) throws SQLException {
        throw refused("setSavepoint");
    }

    @Override
    public void rollback(Savepoint savepoint) throws SQLException {
        throw refused("rollback");
    }

    @Override
    public void releaseSavepoint(Savepoint savepoint) throws SQLException {
        throw refused("releaseSavepoint");
    }

    @Override
    public Clob createClob() throws SQLException {
        throw refused("createClob");
    }

    @Override
    public Blob createBlob() throws SQLException {
        throw refused("createBlob");
    }

    @Override
    public NClob createNClob() throws SQLException {
        throw refused("createNClob");
    }

    @Override
    public SQLXML createSQLXML() throws SQLException {
        throw refused("createSQLXML");
    }

    @Override
    public Array createArrayOf(String typeName, Object[] elements) throws SQLException {
        throw refused("createArrayOf");
    }

    @Override
    public Struct createStruct(String typeName, Object[] attributes) throws SQLException {
        throw refused("createStruct");
    }

    private static SQLException refused(String what) {
        return new SQLFeatureNotSupportedException(what + ": the stub connection has no server");
    }
}
