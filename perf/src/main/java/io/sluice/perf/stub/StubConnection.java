package io.sluice.perf.stub;

import java.lang.invoke.MethodHandles;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
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
public abstract class StubConnection implements Connection {

    /** Makes others; a plain call, since statements and results are made in each cycle. */
    private static final StubConnection PROTOTYPE =
            Refusal.prototype(
                    MethodHandles.lookup(),
                    StubConnection.class,
                    AtomicInteger.class,
                    "stub connection");

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

    /** Returns a new one. */
    static StubConnection of(AtomicInteger open) {
        return PROTOTYPE.another(open);
    }

    /** Written by {@link Refusal}. */
    abstract StubConnection another(AtomicInteger open);

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
    public PreparedStatement prepareStatement(String sql) throws SQLException {
        if (closed) {
            throw new SQLException("the stub connection is closed");
        }
        return StubPreparedStatement.of(this);
    }
}
