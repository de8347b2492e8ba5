package io.sluice.jdbc.handle;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;

/**
 * Passes every method of {@link java.sql.ResultSet}, default methods included, unchanged to the
 * driver's object; no policy. The driver decides about nullness.
 */
@NullUnmarked
public abstract class DelegatingResultSet extends ChildNode implements ResultSet {
    /** The driver's object. */
    protected final ResultSet resultSet;

    /**
     * @param delegate the driver's object
     */
    protected DelegatingResultSet(ResultSet delegate) {
        this.resultSet = delegate;
    }

    /**
     * The driver's object, or the refusal when this handle is closed. What it throws does not pass
     * through {@link #failed}.
     *
     * @throws SQLException if this handle is closed
     */
    protected abstract ResultSet delegate() throws SQLException;

    /**
     * Sees every exception of the driver.
     *
     * @param failure what the driver threw
     * @return what the caller gets
     */
    protected abstract SQLException failed(SQLException failure);

    @Override
    public boolean next() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.next();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void close() throws SQLException {
        ResultSet r = delegate();
        try {
            r.close();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean wasNull() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.wasNull();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public String getString(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getString(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean getBoolean(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getBoolean(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public byte getByte(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getByte(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public short getShort(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getShort(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int getInt(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getInt(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public long getLong(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getLong(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public float getFloat(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getFloat(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public double getDouble(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getDouble(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    @Deprecated
    public BigDecimal getBigDecimal(int columnIndex, int scale) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getBigDecimal(columnIndex, scale);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public byte[] getBytes(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getBytes(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Date getDate(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getDate(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Time getTime(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getTime(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Timestamp getTimestamp(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getTimestamp(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public InputStream getAsciiStream(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getAsciiStream(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    @Deprecated
    public InputStream getUnicodeStream(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getUnicodeStream(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public InputStream getBinaryStream(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getBinaryStream(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public String getString(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getString(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean getBoolean(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getBoolean(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public byte getByte(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getByte(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public short getShort(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getShort(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int getInt(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getInt(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public long getLong(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getLong(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public float getFloat(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getFloat(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public double getDouble(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getDouble(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    @Deprecated
    public BigDecimal getBigDecimal(String columnLabel, int scale) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getBigDecimal(columnLabel, scale);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public byte[] getBytes(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getBytes(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Date getDate(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getDate(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Time getTime(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getTime(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Timestamp getTimestamp(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getTimestamp(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public InputStream getAsciiStream(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getAsciiStream(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    @Deprecated
    public InputStream getUnicodeStream(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getUnicodeStream(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public InputStream getBinaryStream(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getBinaryStream(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getWarnings();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void clearWarnings() throws SQLException {
        ResultSet r = delegate();
        try {
            r.clearWarnings();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public String getCursorName() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getCursorName();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getMetaData();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Object getObject(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getObject(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Object getObject(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getObject(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int findColumn(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.findColumn(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Reader getCharacterStream(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getCharacterStream(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Reader getCharacterStream(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getCharacterStream(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public BigDecimal getBigDecimal(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getBigDecimal(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public BigDecimal getBigDecimal(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getBigDecimal(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.isBeforeFirst();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.isAfterLast();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean isFirst() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.isFirst();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean isLast() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.isLast();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void beforeFirst() throws SQLException {
        ResultSet r = delegate();
        try {
            r.beforeFirst();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void afterLast() throws SQLException {
        ResultSet r = delegate();
        try {
            r.afterLast();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean first() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.first();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean last() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.last();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int getRow() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getRow();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean absolute(int row) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.absolute(row);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean relative(int rows) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.relative(rows);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean previous() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.previous();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        ResultSet r = delegate();
        try {
            r.setFetchDirection(direction);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int getFetchDirection() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getFetchDirection();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        ResultSet r = delegate();
        try {
            r.setFetchSize(rows);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int getFetchSize() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getFetchSize();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int getType() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getType();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int getConcurrency() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getConcurrency();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean rowUpdated() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.rowUpdated();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean rowInserted() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.rowInserted();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean rowDeleted() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.rowDeleted();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateNull(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateNull(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateBoolean(int columnIndex, boolean x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateBoolean(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateByte(int columnIndex, byte x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateByte(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateShort(int columnIndex, short x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateShort(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateInt(int columnIndex, int x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateInt(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateLong(int columnIndex, long x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateLong(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateFloat(int columnIndex, float x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateFloat(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateDouble(int columnIndex, double x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateDouble(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateBigDecimal(int columnIndex, BigDecimal x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateBigDecimal(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateString(int columnIndex, String x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateString(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateBytes(int columnIndex, byte[] x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateBytes(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateDate(int columnIndex, Date x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateDate(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateTime(int columnIndex, Time x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateTime(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateTimestamp(int columnIndex, Timestamp x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateTimestamp(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateAsciiStream(int columnIndex, InputStream x, int length) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateAsciiStream(columnIndex, x, length);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateBinaryStream(int columnIndex, InputStream x, int length) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateBinaryStream(columnIndex, x, length);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateCharacterStream(int columnIndex, Reader x, int length) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateCharacterStream(columnIndex, x, length);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateObject(int columnIndex, Object x, int scaleOrLength) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateObject(columnIndex, x, scaleOrLength);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateObject(int columnIndex, Object x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateObject(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateNull(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateNull(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateBoolean(String columnLabel, boolean x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateBoolean(columnLabel, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateByte(String columnLabel, byte x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateByte(columnLabel, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateShort(String columnLabel, short x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateShort(columnLabel, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateInt(String columnLabel, int x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateInt(columnLabel, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateLong(String columnLabel, long x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateLong(columnLabel, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateFloat(String columnLabel, float x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateFloat(columnLabel, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateDouble(String columnLabel, double x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateDouble(columnLabel, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateBigDecimal(String columnLabel, BigDecimal x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateBigDecimal(columnLabel, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateString(String columnLabel, String x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateString(columnLabel, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateBytes(String columnLabel, byte[] x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateBytes(columnLabel, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateDate(String columnLabel, Date x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateDate(columnLabel, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateTime(String columnLabel, Time x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateTime(columnLabel, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateTimestamp(String columnLabel, Timestamp x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateTimestamp(columnLabel, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateAsciiStream(String columnLabel, InputStream x, int length)
            throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateAsciiStream(columnLabel, x, length);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateBinaryStream(String columnLabel, InputStream x, int length)
            throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateBinaryStream(columnLabel, x, length);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateCharacterStream(String columnLabel, Reader reader, int length)
            throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateCharacterStream(columnLabel, reader, length);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateObject(String columnLabel, Object x, int scaleOrLength) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateObject(columnLabel, x, scaleOrLength);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateObject(String columnLabel, Object x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateObject(columnLabel, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void insertRow() throws SQLException {
        ResultSet r = delegate();
        try {
            r.insertRow();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateRow() throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateRow();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void deleteRow() throws SQLException {
        ResultSet r = delegate();
        try {
            r.deleteRow();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void refreshRow() throws SQLException {
        ResultSet r = delegate();
        try {
            r.refreshRow();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void cancelRowUpdates() throws SQLException {
        ResultSet r = delegate();
        try {
            r.cancelRowUpdates();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void moveToInsertRow() throws SQLException {
        ResultSet r = delegate();
        try {
            r.moveToInsertRow();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void moveToCurrentRow() throws SQLException {
        ResultSet r = delegate();
        try {
            r.moveToCurrentRow();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Statement getStatement() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getStatement();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Object getObject(int columnIndex, Map<String, Class<?>> map) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getObject(columnIndex, map);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Ref getRef(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getRef(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Blob getBlob(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getBlob(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Clob getClob(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getClob(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Array getArray(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getArray(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Object getObject(String columnLabel, Map<String, Class<?>> map) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getObject(columnLabel, map);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Ref getRef(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getRef(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Blob getBlob(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getBlob(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Clob getClob(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getClob(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Array getArray(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getArray(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Date getDate(int columnIndex, Calendar cal) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getDate(columnIndex, cal);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Date getDate(String columnLabel, Calendar cal) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getDate(columnLabel, cal);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Time getTime(int columnIndex, Calendar cal) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getTime(columnIndex, cal);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Time getTime(String columnLabel, Calendar cal) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getTime(columnLabel, cal);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Timestamp getTimestamp(int columnIndex, Calendar cal) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getTimestamp(columnIndex, cal);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Timestamp getTimestamp(String columnLabel, Calendar cal) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getTimestamp(columnLabel, cal);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public URL getURL(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getURL(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public URL getURL(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getURL(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateRef(int columnIndex, Ref x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateRef(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateRef(String columnLabel, Ref x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateRef(columnLabel, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateBlob(int columnIndex, Blob x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateBlob(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateBlob(String columnLabel, Blob x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateBlob(columnLabel, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateClob(int columnIndex, Clob x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateClob(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateClob(String columnLabel, Clob x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateClob(columnLabel, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateArray(int columnIndex, Array x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateArray(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateArray(String columnLabel, Array x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateArray(columnLabel, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public RowId getRowId(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getRowId(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public RowId getRowId(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getRowId(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateRowId(int columnIndex, RowId x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateRowId(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateRowId(String columnLabel, RowId x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateRowId(columnLabel, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int getHoldability() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getHoldability();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean isClosed() throws SQLException {
        ResultSet r = delegate();
        try {
            return r.isClosed();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateNString(int columnIndex, String nString) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateNString(columnIndex, nString);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateNString(String columnLabel, String nString) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateNString(columnLabel, nString);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateNClob(int columnIndex, NClob nClob) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateNClob(columnIndex, nClob);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateNClob(String columnLabel, NClob nClob) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateNClob(columnLabel, nClob);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public NClob getNClob(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getNClob(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public NClob getNClob(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getNClob(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public SQLXML getSQLXML(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getSQLXML(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public SQLXML getSQLXML(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getSQLXML(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateSQLXML(int columnIndex, SQLXML xmlObject) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateSQLXML(columnIndex, xmlObject);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateSQLXML(String columnLabel, SQLXML xmlObject) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateSQLXML(columnLabel, xmlObject);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public String getNString(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getNString(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public String getNString(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getNString(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Reader getNCharacterStream(int columnIndex) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getNCharacterStream(columnIndex);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Reader getNCharacterStream(String columnLabel) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getNCharacterStream(columnLabel);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateNCharacterStream(int columnIndex, Reader x, long length) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateNCharacterStream(columnIndex, x, length);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateNCharacterStream(String columnLabel, Reader reader, long length)
            throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateNCharacterStream(columnLabel, reader, length);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateAsciiStream(int columnIndex, InputStream x, long length) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateAsciiStream(columnIndex, x, length);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateBinaryStream(int columnIndex, InputStream x, long length)
            throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateBinaryStream(columnIndex, x, length);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateCharacterStream(int columnIndex, Reader x, long length) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateCharacterStream(columnIndex, x, length);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateAsciiStream(String columnLabel, InputStream x, long length)
            throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateAsciiStream(columnLabel, x, length);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateBinaryStream(String columnLabel, InputStream x, long length)
            throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateBinaryStream(columnLabel, x, length);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateCharacterStream(String columnLabel, Reader reader, long length)
            throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateCharacterStream(columnLabel, reader, length);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateBlob(int columnIndex, InputStream inputStream, long length)
            throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateBlob(columnIndex, inputStream, length);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateBlob(String columnLabel, InputStream inputStream, long length)
            throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateBlob(columnLabel, inputStream, length);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateClob(int columnIndex, Reader reader, long length) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateClob(columnIndex, reader, length);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateClob(String columnLabel, Reader reader, long length) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateClob(columnLabel, reader, length);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateNClob(int columnIndex, Reader reader, long length) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateNClob(columnIndex, reader, length);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateNClob(String columnLabel, Reader reader, long length) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateNClob(columnLabel, reader, length);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateNCharacterStream(int columnIndex, Reader x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateNCharacterStream(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateNCharacterStream(String columnLabel, Reader reader) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateNCharacterStream(columnLabel, reader);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateAsciiStream(int columnIndex, InputStream x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateAsciiStream(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateBinaryStream(int columnIndex, InputStream x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateBinaryStream(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateCharacterStream(int columnIndex, Reader x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateCharacterStream(columnIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateAsciiStream(String columnLabel, InputStream x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateAsciiStream(columnLabel, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateBinaryStream(String columnLabel, InputStream x) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateBinaryStream(columnLabel, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateCharacterStream(String columnLabel, Reader reader) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateCharacterStream(columnLabel, reader);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateBlob(int columnIndex, InputStream inputStream) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateBlob(columnIndex, inputStream);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateBlob(String columnLabel, InputStream inputStream) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateBlob(columnLabel, inputStream);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateClob(int columnIndex, Reader reader) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateClob(columnIndex, reader);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateClob(String columnLabel, Reader reader) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateClob(columnLabel, reader);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateNClob(int columnIndex, Reader reader) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateNClob(columnIndex, reader);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateNClob(String columnLabel, Reader reader) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateNClob(columnLabel, reader);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public <T> T getObject(int columnIndex, Class<T> type) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getObject(columnIndex, type);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public <T> T getObject(String columnLabel, Class<T> type) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.getObject(columnLabel, type);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateObject(int columnIndex, Object x, SQLType targetSqlType, int scaleOrLength)
            throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateObject(columnIndex, x, targetSqlType, scaleOrLength);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateObject(String columnLabel, Object x, SQLType targetSqlType, int scaleOrLength)
            throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateObject(columnLabel, x, targetSqlType, scaleOrLength);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateObject(int columnIndex, Object x, SQLType targetSqlType) throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateObject(columnIndex, x, targetSqlType);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void updateObject(String columnLabel, Object x, SQLType targetSqlType)
            throws SQLException {
        ResultSet r = delegate();
        try {
            r.updateObject(columnLabel, x, targetSqlType);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public <T> T unwrap(Class<T> iface) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.unwrap(iface);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean isWrapperFor(Class<?> iface) throws SQLException {
        ResultSet r = delegate();
        try {
            return r.isWrapperFor(iface);
        } catch (SQLException e) {
            throw failed(e);
        }
    }
}
