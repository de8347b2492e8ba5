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
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import org.jspecify.annotations.NullUnmarked;

/**
 * The methods that {@link java.sql.PreparedStatement} adds to its parent interface, passed
 * unchanged to the driver's object; no policy. The methods of the parent interface are in {@link
 * StatementHandle}. The driver decides about nullness.
 */
@NullUnmarked
public abstract class DelegatingPreparedStatement extends StatementHandle
        implements PreparedStatement {
    /** The driver's object. */
    protected final PreparedStatement preparedStatement;

    DelegatingPreparedStatement(PreparedStatement delegate, ConnectionHandle connection) {
        super(connection);
        this.preparedStatement = delegate;
    }

    @Override
    final PreparedStatement statement() {
        return preparedStatement;
    }

    /**
     * The driver's object, or the refusal when this handle is closed. What it throws does not pass
     * through {@link #failed}.
     *
     * @throws SQLException if this handle is closed
     */
    protected abstract PreparedStatement preparedDelegate() throws SQLException;

    /**
     * The same for calls for which drivers ask the server at once: for a description, for a type,
     * to write a large object. {@link #returned} follows.
     *
     * @throws SQLException if this handle is closed
     */
    protected abstract PreparedStatement servedDelegate() throws SQLException;

    /** Called when the call after {@link #servedDelegate} has returned. */
    protected abstract void returned();

    @Override
    public ResultSet executeQuery() throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            return s.executeQuery();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public int executeUpdate() throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            return s.executeUpdate();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setNull(int parameterIndex, int sqlType) throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.setNull(parameterIndex, sqlType);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setBoolean(int parameterIndex, boolean x) throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.setBoolean(parameterIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setByte(int parameterIndex, byte x) throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.setByte(parameterIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setShort(int parameterIndex, short x) throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.setShort(parameterIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setInt(int parameterIndex, int x) throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.setInt(parameterIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setLong(int parameterIndex, long x) throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.setLong(parameterIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setFloat(int parameterIndex, float x) throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.setFloat(parameterIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setDouble(int parameterIndex, double x) throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.setDouble(parameterIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setBigDecimal(int parameterIndex, BigDecimal x) throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.setBigDecimal(parameterIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setString(int parameterIndex, String x) throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.setString(parameterIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setBytes(int parameterIndex, byte[] x) throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.setBytes(parameterIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setDate(int parameterIndex, Date x) throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.setDate(parameterIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setTime(int parameterIndex, Time x) throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.setTime(parameterIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setTimestamp(int parameterIndex, Timestamp x) throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.setTimestamp(parameterIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setAsciiStream(int parameterIndex, InputStream x, int length) throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setAsciiStream(parameterIndex, x, length);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    @Deprecated
    public void setUnicodeStream(int parameterIndex, InputStream x, int length)
            throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setUnicodeStream(parameterIndex, x, length);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setBinaryStream(int parameterIndex, InputStream x, int length) throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setBinaryStream(parameterIndex, x, length);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void clearParameters() throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.clearParameters();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setObject(int parameterIndex, Object x, int targetSqlType) throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setObject(parameterIndex, x, targetSqlType);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setObject(int parameterIndex, Object x) throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setObject(parameterIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean execute() throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            return s.execute();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void addBatch() throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.addBatch();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setCharacterStream(int parameterIndex, Reader reader, int length)
            throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setCharacterStream(parameterIndex, reader, length);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setRef(int parameterIndex, Ref x) throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setRef(parameterIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setBlob(int parameterIndex, Blob x) throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setBlob(parameterIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setClob(int parameterIndex, Clob x) throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setClob(parameterIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setArray(int parameterIndex, Array x) throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setArray(parameterIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            return s.getMetaData();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setDate(int parameterIndex, Date x, Calendar cal) throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.setDate(parameterIndex, x, cal);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setTime(int parameterIndex, Time x, Calendar cal) throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.setTime(parameterIndex, x, cal);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setTimestamp(int parameterIndex, Timestamp x, Calendar cal) throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.setTimestamp(parameterIndex, x, cal);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setNull(int parameterIndex, int sqlType, String typeName) throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.setNull(parameterIndex, sqlType, typeName);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setURL(int parameterIndex, URL x) throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.setURL(parameterIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public ParameterMetaData getParameterMetaData() throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            return s.getParameterMetaData();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setRowId(int parameterIndex, RowId x) throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.setRowId(parameterIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setNString(int parameterIndex, String value) throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            s.setNString(parameterIndex, value);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setNCharacterStream(int parameterIndex, Reader value, long length)
            throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setNCharacterStream(parameterIndex, value, length);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setNClob(int parameterIndex, NClob value) throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setNClob(parameterIndex, value);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setClob(int parameterIndex, Reader reader, long length) throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setClob(parameterIndex, reader, length);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setBlob(int parameterIndex, InputStream inputStream, long length)
            throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setBlob(parameterIndex, inputStream, length);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setNClob(int parameterIndex, Reader reader, long length) throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setNClob(parameterIndex, reader, length);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setSQLXML(int parameterIndex, SQLXML xmlObject) throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setSQLXML(parameterIndex, xmlObject);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setObject(int parameterIndex, Object x, int targetSqlType, int scaleOrLength)
            throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setObject(parameterIndex, x, targetSqlType, scaleOrLength);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setAsciiStream(int parameterIndex, InputStream x, long length) throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setAsciiStream(parameterIndex, x, length);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setBinaryStream(int parameterIndex, InputStream x, long length)
            throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setBinaryStream(parameterIndex, x, length);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setCharacterStream(int parameterIndex, Reader reader, long length)
            throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setCharacterStream(parameterIndex, reader, length);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setAsciiStream(int parameterIndex, InputStream x) throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setAsciiStream(parameterIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setBinaryStream(int parameterIndex, InputStream x) throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setBinaryStream(parameterIndex, x);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setCharacterStream(int parameterIndex, Reader reader) throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setCharacterStream(parameterIndex, reader);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setNCharacterStream(int parameterIndex, Reader value) throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setNCharacterStream(parameterIndex, value);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setClob(int parameterIndex, Reader reader) throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setClob(parameterIndex, reader);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setBlob(int parameterIndex, InputStream inputStream) throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setBlob(parameterIndex, inputStream);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setNClob(int parameterIndex, Reader reader) throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setNClob(parameterIndex, reader);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setObject(int parameterIndex, Object x, SQLType targetSqlType, int scaleOrLength)
            throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setObject(parameterIndex, x, targetSqlType, scaleOrLength);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public void setObject(int parameterIndex, Object x, SQLType targetSqlType) throws SQLException {
        PreparedStatement s = servedDelegate();
        try {
            s.setObject(parameterIndex, x, targetSqlType);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public long executeLargeUpdate() throws SQLException {
        PreparedStatement s = preparedDelegate();
        try {
            return s.executeLargeUpdate();
        } catch (SQLException e) {
            throw failed(e);
        }
    }
}
