package io.sluice.jdbc.handle;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;

/**
 * The methods that {@link java.sql.CallableStatement} adds to its parent interface, passed
 * unchanged to the driver's object; no policy. The methods of the parent interface are in {@link
 * PreparedStatementHandle}. The driver decides about nullness.
 */
@NullUnmarked
public abstract class DelegatingCallableStatement extends PreparedStatementHandle
        implements CallableStatement {
    /** The driver's object. */
    protected final CallableStatement callableStatement;

    DelegatingCallableStatement(CallableStatement delegate, ConnectionHandle connection) {
        super(delegate, connection);
        this.callableStatement = delegate;
    }

    /**
     * The driver's object, or the refusal when this handle is closed. What it throws does not pass
     * through {@link #failed}. {@link #returned} follows.
     *
     * @throws SQLException if this handle is closed
     */
    protected abstract CallableStatement callableDelegate() throws SQLException;

    @Override
    public void registerOutParameter(int parameterIndex, int sqlType) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.registerOutParameter(parameterIndex, sqlType);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void registerOutParameter(int parameterIndex, int sqlType, int scale)
            throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.registerOutParameter(parameterIndex, sqlType, scale);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean wasNull() throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.wasNull();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public String getString(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getString(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean getBoolean(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getBoolean(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public byte getByte(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getByte(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public short getShort(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getShort(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getInt(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getInt(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public long getLong(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getLong(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public float getFloat(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getFloat(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public double getDouble(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getDouble(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    @Deprecated
    public BigDecimal getBigDecimal(int parameterIndex, int scale) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getBigDecimal(parameterIndex, scale);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public byte[] getBytes(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getBytes(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Date getDate(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getDate(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Time getTime(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getTime(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Timestamp getTimestamp(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getTimestamp(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Object getObject(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getObject(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public BigDecimal getBigDecimal(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getBigDecimal(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Object getObject(int parameterIndex, Map<String, Class<?>> map) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getObject(parameterIndex, map);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Ref getRef(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getRef(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Blob getBlob(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getBlob(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Clob getClob(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getClob(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Array getArray(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getArray(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Date getDate(int parameterIndex, Calendar cal) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getDate(parameterIndex, cal);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Time getTime(int parameterIndex, Calendar cal) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getTime(parameterIndex, cal);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Timestamp getTimestamp(int parameterIndex, Calendar cal) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getTimestamp(parameterIndex, cal);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void registerOutParameter(int parameterIndex, int sqlType, String typeName)
            throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.registerOutParameter(parameterIndex, sqlType, typeName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void registerOutParameter(String parameterName, int sqlType) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.registerOutParameter(parameterName, sqlType);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void registerOutParameter(String parameterName, int sqlType, int scale)
            throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.registerOutParameter(parameterName, sqlType, scale);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void registerOutParameter(String parameterName, int sqlType, String typeName)
            throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.registerOutParameter(parameterName, sqlType, typeName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public URL getURL(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getURL(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setURL(String parameterName, URL val) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setURL(parameterName, val);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setNull(String parameterName, int sqlType) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setNull(parameterName, sqlType);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setBoolean(String parameterName, boolean x) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setBoolean(parameterName, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setByte(String parameterName, byte x) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setByte(parameterName, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setShort(String parameterName, short x) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setShort(parameterName, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setInt(String parameterName, int x) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setInt(parameterName, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setLong(String parameterName, long x) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setLong(parameterName, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setFloat(String parameterName, float x) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setFloat(parameterName, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setDouble(String parameterName, double x) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setDouble(parameterName, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setBigDecimal(String parameterName, BigDecimal x) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setBigDecimal(parameterName, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setString(String parameterName, String x) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setString(parameterName, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setBytes(String parameterName, byte[] x) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setBytes(parameterName, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setDate(String parameterName, Date x) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setDate(parameterName, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setTime(String parameterName, Time x) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setTime(parameterName, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setTimestamp(String parameterName, Timestamp x) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setTimestamp(parameterName, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setAsciiStream(String parameterName, InputStream x, int length)
            throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setAsciiStream(parameterName, x, length);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setBinaryStream(String parameterName, InputStream x, int length)
            throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setBinaryStream(parameterName, x, length);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setObject(String parameterName, Object x, int targetSqlType, int scale)
            throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setObject(parameterName, x, targetSqlType, scale);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setObject(String parameterName, Object x, int targetSqlType) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setObject(parameterName, x, targetSqlType);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setObject(String parameterName, Object x) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setObject(parameterName, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setCharacterStream(String parameterName, Reader reader, int length)
            throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setCharacterStream(parameterName, reader, length);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setDate(String parameterName, Date x, Calendar cal) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setDate(parameterName, x, cal);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setTime(String parameterName, Time x, Calendar cal) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setTime(parameterName, x, cal);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setTimestamp(String parameterName, Timestamp x, Calendar cal) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setTimestamp(parameterName, x, cal);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setNull(String parameterName, int sqlType, String typeName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setNull(parameterName, sqlType, typeName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public String getString(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getString(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean getBoolean(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getBoolean(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public byte getByte(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getByte(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public short getShort(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getShort(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getInt(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getInt(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public long getLong(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getLong(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public float getFloat(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getFloat(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public double getDouble(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getDouble(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public byte[] getBytes(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getBytes(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Date getDate(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getDate(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Time getTime(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getTime(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Timestamp getTimestamp(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getTimestamp(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Object getObject(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getObject(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public BigDecimal getBigDecimal(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getBigDecimal(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Object getObject(String parameterName, Map<String, Class<?>> map) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getObject(parameterName, map);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Ref getRef(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getRef(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Blob getBlob(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getBlob(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Clob getClob(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getClob(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Array getArray(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getArray(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Date getDate(String parameterName, Calendar cal) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getDate(parameterName, cal);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Time getTime(String parameterName, Calendar cal) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getTime(parameterName, cal);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Timestamp getTimestamp(String parameterName, Calendar cal) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getTimestamp(parameterName, cal);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public URL getURL(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getURL(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public RowId getRowId(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getRowId(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public RowId getRowId(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getRowId(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setRowId(String parameterName, RowId x) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setRowId(parameterName, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setNString(String parameterName, String value) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setNString(parameterName, value);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setNCharacterStream(String parameterName, Reader value, long length)
            throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setNCharacterStream(parameterName, value, length);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setNClob(String parameterName, NClob value) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setNClob(parameterName, value);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setClob(String parameterName, Reader reader, long length) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setClob(parameterName, reader, length);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setBlob(String parameterName, InputStream inputStream, long length)
            throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setBlob(parameterName, inputStream, length);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setNClob(String parameterName, Reader reader, long length) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setNClob(parameterName, reader, length);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public NClob getNClob(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getNClob(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public NClob getNClob(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getNClob(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setSQLXML(String parameterName, SQLXML xmlObject) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setSQLXML(parameterName, xmlObject);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public SQLXML getSQLXML(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getSQLXML(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public SQLXML getSQLXML(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getSQLXML(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public String getNString(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getNString(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public String getNString(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getNString(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Reader getNCharacterStream(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getNCharacterStream(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Reader getNCharacterStream(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getNCharacterStream(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Reader getCharacterStream(int parameterIndex) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getCharacterStream(parameterIndex);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Reader getCharacterStream(String parameterName) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getCharacterStream(parameterName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setBlob(String parameterName, Blob x) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setBlob(parameterName, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setClob(String parameterName, Clob x) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setClob(parameterName, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setAsciiStream(String parameterName, InputStream x, long length)
            throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setAsciiStream(parameterName, x, length);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setBinaryStream(String parameterName, InputStream x, long length)
            throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setBinaryStream(parameterName, x, length);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setCharacterStream(String parameterName, Reader reader, long length)
            throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setCharacterStream(parameterName, reader, length);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setAsciiStream(String parameterName, InputStream x) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setAsciiStream(parameterName, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setBinaryStream(String parameterName, InputStream x) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setBinaryStream(parameterName, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setCharacterStream(String parameterName, Reader reader) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setCharacterStream(parameterName, reader);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setNCharacterStream(String parameterName, Reader value) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setNCharacterStream(parameterName, value);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setClob(String parameterName, Reader reader) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setClob(parameterName, reader);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setBlob(String parameterName, InputStream inputStream) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setBlob(parameterName, inputStream);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setNClob(String parameterName, Reader reader) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setNClob(parameterName, reader);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public <T> T getObject(int parameterIndex, Class<T> type) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getObject(parameterIndex, type);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public <T> T getObject(String parameterName, Class<T> type) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            return s.getObject(parameterName, type);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setObject(String parameterName, Object x, SQLType targetSqlType, int scaleOrLength)
            throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setObject(parameterName, x, targetSqlType, scaleOrLength);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setObject(String parameterName, Object x, SQLType targetSqlType)
            throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.setObject(parameterName, x, targetSqlType);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void registerOutParameter(int parameterIndex, SQLType sqlType) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.registerOutParameter(parameterIndex, sqlType);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void registerOutParameter(int parameterIndex, SQLType sqlType, int scale)
            throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.registerOutParameter(parameterIndex, sqlType, scale);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void registerOutParameter(int parameterIndex, SQLType sqlType, String typeName)
            throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.registerOutParameter(parameterIndex, sqlType, typeName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void registerOutParameter(String parameterName, SQLType sqlType) throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.registerOutParameter(parameterName, sqlType);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void registerOutParameter(String parameterName, SQLType sqlType, int scale)
            throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.registerOutParameter(parameterName, sqlType, scale);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void registerOutParameter(String parameterName, SQLType sqlType, String typeName)
            throws SQLException {
        CallableStatement s = callableDelegate();
        try {
            s.registerOutParameter(parameterName, sqlType, typeName);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }
}
