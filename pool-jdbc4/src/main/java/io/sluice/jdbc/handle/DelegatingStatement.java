package io.sluice.jdbc.handle;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.NullUnmarked;

/**
 * Passes every method of {@link java.sql.Statement}, default methods included, unchanged to the
 * driver's object; no policy. The driver decides about nullness.
 */
@NullUnmarked
public abstract class DelegatingStatement extends ChildNode implements Statement {
    DelegatingStatement() {}

    /**
     * The driver's object, or the refusal when this handle is closed. What it throws does not pass
     * through {@link #failed}.
     *
     * @throws SQLException if this handle is closed
     */
    protected abstract Statement delegate() throws SQLException;

    /**
     * Sees every exception of the driver.
     *
     * @param failure what the driver threw
     * @return what the caller gets
     */
    protected abstract SQLException failed(SQLException failure);

    @Override
    public ResultSet executeQuery(String sql) throws SQLException {
        Statement s = delegate();
        try {
            return s.executeQuery(sql);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int executeUpdate(String sql) throws SQLException {
        Statement s = delegate();
        try {
            return s.executeUpdate(sql);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void close() throws SQLException {
        Statement s = delegate();
        try {
            s.close();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int getMaxFieldSize() throws SQLException {
        Statement s = delegate();
        try {
            return s.getMaxFieldSize();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setMaxFieldSize(int max) throws SQLException {
        Statement s = delegate();
        try {
            s.setMaxFieldSize(max);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int getMaxRows() throws SQLException {
        Statement s = delegate();
        try {
            return s.getMaxRows();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setMaxRows(int max) throws SQLException {
        Statement s = delegate();
        try {
            s.setMaxRows(max);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setEscapeProcessing(boolean enable) throws SQLException {
        Statement s = delegate();
        try {
            s.setEscapeProcessing(enable);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int getQueryTimeout() throws SQLException {
        Statement s = delegate();
        try {
            return s.getQueryTimeout();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setQueryTimeout(int seconds) throws SQLException {
        Statement s = delegate();
        try {
            s.setQueryTimeout(seconds);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void cancel() throws SQLException {
        Statement s = delegate();
        try {
            s.cancel();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        Statement s = delegate();
        try {
            return s.getWarnings();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void clearWarnings() throws SQLException {
        Statement s = delegate();
        try {
            s.clearWarnings();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setCursorName(String name) throws SQLException {
        Statement s = delegate();
        try {
            s.setCursorName(name);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean execute(String sql) throws SQLException {
        Statement s = delegate();
        try {
            return s.execute(sql);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public ResultSet getResultSet() throws SQLException {
        Statement s = delegate();
        try {
            return s.getResultSet();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int getUpdateCount() throws SQLException {
        Statement s = delegate();
        try {
            return s.getUpdateCount();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean getMoreResults() throws SQLException {
        Statement s = delegate();
        try {
            return s.getMoreResults();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        Statement s = delegate();
        try {
            s.setFetchDirection(direction);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int getFetchDirection() throws SQLException {
        Statement s = delegate();
        try {
            return s.getFetchDirection();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        Statement s = delegate();
        try {
            s.setFetchSize(rows);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int getFetchSize() throws SQLException {
        Statement s = delegate();
        try {
            return s.getFetchSize();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int getResultSetConcurrency() throws SQLException {
        Statement s = delegate();
        try {
            return s.getResultSetConcurrency();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int getResultSetType() throws SQLException {
        Statement s = delegate();
        try {
            return s.getResultSetType();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void addBatch(String sql) throws SQLException {
        Statement s = delegate();
        try {
            s.addBatch(sql);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void clearBatch() throws SQLException {
        Statement s = delegate();
        try {
            s.clearBatch();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int[] executeBatch() throws SQLException {
        Statement s = delegate();
        try {
            return s.executeBatch();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        Statement s = delegate();
        try {
            return s.getConnection();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean getMoreResults(int current) throws SQLException {
        Statement s = delegate();
        try {
            return s.getMoreResults(current);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public ResultSet getGeneratedKeys() throws SQLException {
        Statement s = delegate();
        try {
            return s.getGeneratedKeys();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int executeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
        Statement s = delegate();
        try {
            return s.executeUpdate(sql, autoGeneratedKeys);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int executeUpdate(String sql, int[] columnIndexes) throws SQLException {
        Statement s = delegate();
        try {
            return s.executeUpdate(sql, columnIndexes);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int executeUpdate(String sql, String[] columnNames) throws SQLException {
        Statement s = delegate();
        try {
            return s.executeUpdate(sql, columnNames);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean execute(String sql, int autoGeneratedKeys) throws SQLException {
        Statement s = delegate();
        try {
            return s.execute(sql, autoGeneratedKeys);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean execute(String sql, int[] columnIndexes) throws SQLException {
        Statement s = delegate();
        try {
            return s.execute(sql, columnIndexes);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean execute(String sql, String[] columnNames) throws SQLException {
        Statement s = delegate();
        try {
            return s.execute(sql, columnNames);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int getResultSetHoldability() throws SQLException {
        Statement s = delegate();
        try {
            return s.getResultSetHoldability();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean isClosed() throws SQLException {
        Statement s = delegate();
        try {
            return s.isClosed();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setPoolable(boolean poolable) throws SQLException {
        Statement s = delegate();
        try {
            s.setPoolable(poolable);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean isPoolable() throws SQLException {
        Statement s = delegate();
        try {
            return s.isPoolable();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void closeOnCompletion() throws SQLException {
        Statement s = delegate();
        try {
            s.closeOnCompletion();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean isCloseOnCompletion() throws SQLException {
        Statement s = delegate();
        try {
            return s.isCloseOnCompletion();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public long getLargeUpdateCount() throws SQLException {
        Statement s = delegate();
        try {
            return s.getLargeUpdateCount();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setLargeMaxRows(long max) throws SQLException {
        Statement s = delegate();
        try {
            s.setLargeMaxRows(max);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public long getLargeMaxRows() throws SQLException {
        Statement s = delegate();
        try {
            return s.getLargeMaxRows();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public long[] executeLargeBatch() throws SQLException {
        Statement s = delegate();
        try {
            return s.executeLargeBatch();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public long executeLargeUpdate(String sql) throws SQLException {
        Statement s = delegate();
        try {
            return s.executeLargeUpdate(sql);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public long executeLargeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
        Statement s = delegate();
        try {
            return s.executeLargeUpdate(sql, autoGeneratedKeys);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public long executeLargeUpdate(String sql, int[] columnIndexes) throws SQLException {
        Statement s = delegate();
        try {
            return s.executeLargeUpdate(sql, columnIndexes);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public long executeLargeUpdate(String sql, String[] columnNames) throws SQLException {
        Statement s = delegate();
        try {
            return s.executeLargeUpdate(sql, columnNames);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public String enquoteLiteral(String val) throws SQLException {
        Statement s = delegate();
        try {
            return s.enquoteLiteral(val);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public String enquoteIdentifier(String identifier, boolean alwaysQuote) throws SQLException {
        Statement s = delegate();
        try {
            return s.enquoteIdentifier(identifier, alwaysQuote);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean isSimpleIdentifier(String identifier) throws SQLException {
        Statement s = delegate();
        try {
            return s.isSimpleIdentifier(identifier);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public String enquoteNCharLiteral(String val) throws SQLException {
        Statement s = delegate();
        try {
            return s.enquoteNCharLiteral(val);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public <T> T unwrap(Class<T> iface) throws SQLException {
        Statement s = delegate();
        try {
            return s.unwrap(iface);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean isWrapperFor(Class<?> iface) throws SQLException {
        Statement s = delegate();
        try {
            return s.isWrapperFor(iface);
        } catch (SQLException e) {
            throw failed(e);
        }
    }
}
