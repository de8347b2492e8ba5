package io.sluice.perf.stub;

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
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;

/** A result set that refuses every call; what a stub can answer, it overrides. */
@NullUnmarked
abstract class RefusingResultSet implements ResultSet {

    @Override
    public boolean next() throws SQLException {
        throw refused("next");
    }

    @Override
    public void close() throws SQLException {
        throw refused("close");
    }

    @Override
    public boolean wasNull() throws SQLException {
        throw refused("wasNull");
    }

    @Override
    public String getString(int columnIndex) throws SQLException {
        throw refused("getString");
    }

    @Override
    public boolean getBoolean(int columnIndex) throws SQLException {
        throw refused("getBoolean");
    }

    @Override
    public byte getByte(int columnIndex) throws SQLException {
        throw refused("getByte");
    }

    @Override
    public short getShort(int columnIndex) throws SQLException {
        throw refused("getShort");
    }

    @Override
    public int getInt(int columnIndex) throws SQLException {
        throw refused("getInt");
    }

    @Override
    public long getLong(int columnIndex) throws SQLException {
        throw refused("getLong");
    }

    @Override
    public float getFloat(int columnIndex) throws SQLException {
        throw refused("getFloat");
    }

    @Override
    public double getDouble(int columnIndex) throws SQLException {
        throw refused("getDouble");
    }

    @Override
    @Deprecated
    public BigDecimal getBigDecimal(int columnIndex, int scale) throws SQLException {
        throw refused("getBigDecimal");
    }

    @Override
    public byte[] getBytes(int columnIndex) throws SQLException {
        throw refused("getBytes");
    }

    @Override
    public Date getDate(int columnIndex) throws SQLException {
        throw refused("getDate");
    }

    @Override
    public Time getTime(int columnIndex) throws SQLException {
        throw refused("getTime");
    }

    @Override
    public Timestamp getTimestamp(int columnIndex) throws SQLException {
        throw refused("getTimestamp");
    }

    @Override
    public InputStream getAsciiStream(int columnIndex) throws SQLException {
        throw refused("getAsciiStream");
    }

    @Override
    @Deprecated
    public InputStream getUnicodeStream(int columnIndex) throws SQLException {
        throw refused("getUnicodeStream");
    }

    @Override
    public InputStream getBinaryStream(int columnIndex) throws SQLException {
        throw refused("getBinaryStream");
    }

    @Override
    public String getString(String columnLabel) throws SQLException {
        throw refused("getString");
    }

    @Override
    public boolean getBoolean(String columnLabel) throws SQLException {
        throw refused("getBoolean");
    }

    @Override
    public byte getByte(String columnLabel) throws SQLException {
        throw refused("getByte");
    }

    @Override
    public short getShort(String columnLabel) throws SQLException {
        throw refused("getShort");
    }

    @Override
    public int getInt(String columnLabel) throws SQLException {
        throw refused("getInt");
    }

    @Override
    public long getLong(String columnLabel) throws SQLException {
        throw refused("getLong");
    }

    @Override
    public float getFloat(String columnLabel) throws SQLException {
        throw refused("getFloat");
    }

    @Override
    public double getDouble(String columnLabel) throws SQLException {
        throw refused("getDouble");
    }

    @Override
    @Deprecated
    public BigDecimal getBigDecimal(String columnLabel, int scale) throws SQLException {
        throw refused("getBigDecimal");
    }

    @Override
    public byte[] getBytes(String columnLabel) throws SQLException {
        throw refused("getBytes");
    }

    @Override
    public Date getDate(String columnLabel) throws SQLException {
        throw refused("getDate");
    }

    @Override
    public Time getTime(String columnLabel) throws SQLException {
        throw refused("getTime");
    }

    @Override
    public Timestamp getTimestamp(String columnLabel) throws SQLException {
        throw refused("getTimestamp");
    }

    @Override
    public InputStream getAsciiStream(String columnLabel) throws SQLException {
        throw refused("getAsciiStream");
    }

    @Override
    @Deprecated
    public InputStream getUnicodeStream(String columnLabel) throws SQLException {
        throw refused("getUnicodeStream");
    }

    @Override
    public InputStream getBinaryStream(String columnLabel) throws SQLException {
        throw refused("getBinaryStream");
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        throw refused("getWarnings");
    }

    @Override
    public void clearWarnings() throws SQLException {
        throw refused("clearWarnings");
    }

    @Override
    public String getCursorName() throws SQLException {
        throw refused("getCursorName");
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        throw refused("getMetaData");
    }

    @Override
    public Object getObject(int columnIndex) throws SQLException {
        throw refused("getObject");
    }

    @Override
    public Object getObject(String columnLabel) throws SQLException {
        throw refused("getObject");
    }

    @Override
    public int findColumn(String columnLabel) throws SQLException {
        throw refused("findColumn");
    }

    @Override
    public Reader getCharacterStream(int columnIndex) throws SQLException {
        throw refused("getCharacterStream");
    }

    @Override
    public Reader getCharacterStream(String columnLabel) throws SQLException {
        throw refused("getCharacterStream");
    }

    @Override
    public BigDecimal getBigDecimal(int columnIndex) throws SQLException {
        throw refused("getBigDecimal");
    }

    @Override
    public BigDecimal getBigDecimal(String columnLabel) throws SQLException {
        throw refused("getBigDecimal");
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        throw refused("isBeforeFirst");
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        throw refused("isAfterLast");
    }

    @Override
    public boolean isFirst() throws SQLException {
        throw refused("isFirst");
    }

    @Override
    public boolean isLast() throws SQLException {
        throw refused("isLast");
    }

    @Override
    public void beforeFirst() throws SQLException {
        throw refused("beforeFirst");
    }

    @Override
    public void afterLast() throws SQLException {
        throw refused("afterLast");
    }

    @Override
    public boolean first() throws SQLException {
        throw refused("first");
    }

    @Override
    public boolean last() throws SQLException {
        throw refused("last");
    }

    @Override
    public int getRow() throws SQLException {
        throw refused("getRow");
    }

    @Override
    public boolean absolute(int row) throws SQLException {
        throw refused("absolute");
    }

    @Override
    public boolean relative(int rows) throws SQLException {
        throw refused("relative");
    }

    @Override
    public boolean previous() throws SQLException {
        throw refused("previous");
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        throw refused("setFetchDirection");
    }

    @Override
    public int getFetchDirection() throws SQLException {
        throw refused("getFetchDirection");
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        throw refused("setFetchSize");
    }

    @Override
    public int getFetchSize() throws SQLException {
        throw refused("getFetchSize");
    }

    @Override
    public int getType() throws SQLException {
        throw refused("getType");
    }

    @Override
    public int getConcurrency() throws SQLException {
        throw refused("getConcurrency");
    }

    @Override
    public boolean rowUpdated() throws SQLException {
        throw refused("rowUpdated");
    }

    @Override
    public boolean rowInserted() throws SQLException {
        throw refused("rowInserted");
    }

    @Override
    public boolean rowDeleted() throws SQLException {
        throw refused("rowDeleted");
    }

    @Override
    public void updateNull(int columnIndex) throws SQLException {
        throw refused("updateNull");
    }

    @Override
    public void updateBoolean(int columnIndex, boolean x) throws SQLException {
        throw refused("updateBoolean");
    }

    @Override
    public void updateByte(int columnIndex, byte x) throws SQLException {
        throw refused("updateByte");
    }

    @Override
    public void updateShort(int columnIndex, short x) throws SQLException {
        throw refused("updateShort");
    }

    @Override
    public void updateInt(int columnIndex, int x) throws SQLException {
        throw refused("updateInt");
    }

    @Override
    public void updateLong(int columnIndex, long x) throws SQLException {
        throw refused("updateLong");
    }

    @Override
    public void updateFloat(int columnIndex, float x) throws SQLException {
        throw refused("updateFloat");
    }

    @Override
    public void updateDouble(int columnIndex, double x) throws SQLException {
        throw refused("updateDouble");
    }

    @Override
    public void updateBigDecimal(int columnIndex, BigDecimal x) throws SQLException {
        throw refused("updateBigDecimal");
    }

    @Override
    public void updateString(int columnIndex, String x) throws SQLException {
        throw refused("updateString");
    }

    @Override
    public void updateBytes(int columnIndex, byte[] x) throws SQLException {
        throw refused("updateBytes");
    }

    @Override
    public void updateDate(int columnIndex, Date x) throws SQLException {
        throw refused("updateDate");
    }

    @Override
    public void updateTime(int columnIndex, Time x) throws SQLException {
        throw refused("updateTime");
    }

    @Override
    public void updateTimestamp(int columnIndex, Timestamp x) throws SQLException {
        throw refused("updateTimestamp");
    }

    @Override
    public void updateAsciiStream(int columnIndex, InputStream x, int length) throws SQLException {
        throw refused("updateAsciiStream");
    }

    @Override
    public void updateBinaryStream(int columnIndex, InputStream x, int length) throws SQLException {
        throw refused("updateBinaryStream");
    }

    @Override
    public void updateCharacterStream(int columnIndex, Reader x, int length) throws SQLException {
        throw refused("updateCharacterStream");
    }

    @Override
    public void updateObject(int columnIndex, Object x, int scaleOrLength) throws SQLException {
        throw refused("updateObject");
    }

    @Override
    public void updateObject(int columnIndex, Object x) throws SQLException {
        throw refused("updateObject");
    }

    @Override
    public void updateNull(String columnLabel) throws SQLException {
        throw refused("updateNull");
    }

    @Override
    public void updateBoolean(String columnLabel, boolean x) throws SQLException {
        throw refused("updateBoolean");
    }

    @Override
    public void updateByte(String columnLabel, byte x) throws SQLException {
        throw refused("updateByte");
    }

    @Override
    public void updateShort(String columnLabel, short x) throws SQLException {
        throw refused("updateShort");
    }

    @Override
    public void updateInt(String columnLabel, int x) throws SQLException {
        throw refused("updateInt");
    }

    @Override
    public void updateLong(String columnLabel, long x) throws SQLException {
        throw refused("updateLong");
    }

    @Override
    public void updateFloat(String columnLabel, float x) throws SQLException {
        throw refused("updateFloat");
    }

    @Override
    public void updateDouble(String columnLabel, double x) throws SQLException {
        throw refused("updateDouble");
    }

    @Override
    public void updateBigDecimal(String columnLabel, BigDecimal x) throws SQLException {
        throw refused("updateBigDecimal");
    }

    @Override
    public void updateString(String columnLabel, String x) throws SQLException {
        throw refused("updateString");
    }

    @Override
    public void updateBytes(String columnLabel, byte[] x) throws SQLException {
        throw refused("updateBytes");
    }

    @Override
    public void updateDate(String columnLabel, Date x) throws SQLException {
        throw refused("updateDate");
    }

    @Override
    public void updateTime(String columnLabel, Time x) throws SQLException {
        throw refused("updateTime");
    }

    @Override
    public void updateTimestamp(String columnLabel, Timestamp x) throws SQLException {
        throw refused("updateTimestamp");
    }

    @Override
    public void updateAsciiStream(String columnLabel, InputStream x, int length)
            throws SQLException {
        throw refused("updateAsciiStream");
    }

    @Override
    public void updateBinaryStream(String columnLabel, InputStream x, int length)
            throws SQLException {
        throw refused("updateBinaryStream");
    }

    @Override
    public void updateCharacterStream(String columnLabel, Reader reader, int length)
            throws SQLException {
        throw refused("updateCharacterStream");
    }

    @Override
    public void updateObject(String columnLabel, Object x, int scaleOrLength) throws SQLException {
        throw refused("updateObject");
    }

    @Override
    public void updateObject(String columnLabel, Object x) throws SQLException {
        throw refused("updateObject");
    }

    @Override
    public void insertRow() throws SQLException {
        throw refused("insertRow");
    }

    @Override
    public void updateRow() throws SQLException {
        throw refused("updateRow");
    }

    @Override
    public void deleteRow() throws SQLException {
        throw refused("deleteRow");
    }

    @Override
    public void refreshRow() throws SQLException {
        throw refused("refreshRow");
    }

    @Override
    public void cancelRowUpdates() throws SQLException {
        throw refused("cancelRowUpdates");
    }

    @Override
    public void moveToInsertRow() throws SQLException {
        throw refused("moveToInsertRow");
    }

    @Override
    public void moveToCurrentRow() throws SQLException {
        throw refused("moveToCurrentRow");
    }

    @Override
    public Statement getStatement() throws SQLException {
        throw refused("getStatement");
    }

    @Override
    public Object getObject(int columnIndex, Map<String, Class<?>> map) throws SQLException {
        throw refused("getObject");
    }

    @Override
    public Ref getRef(int columnIndex) throws SQLException {
        throw refused("getRef");
    }

    @Override
    public Blob getBlob(int columnIndex) throws SQLException {
        throw refused("getBlob");
    }

    @Override
    public Clob getClob(int columnIndex) throws SQLException {
        throw refused("getClob");
    }

    @Override
    public Array getArray(int columnIndex) throws SQLException {
        throw refused("getArray");
    }

    @Override
    public Object getObject(String columnLabel, Map<String, Class<?>> map) throws SQLException {
        throw refused("getObject");
    }

    @Override
    public Ref getRef(String columnLabel) throws SQLException {
        throw refused("getRef");
    }

    @Override
    public Blob getBlob(String columnLabel) throws SQLException {
        throw refused("getBlob");
    }

    @Override
    public Clob getClob(String columnLabel) throws SQLException {
        throw refused("getClob");
    }

    @Override
    public Array getArray(String columnLabel) throws SQLException {
        throw refused("getArray");
    }

    @Override
    public Date getDate(int columnIndex, Calendar cal) throws SQLException {
        throw refused("getDate");
    }

    @Override
    public Date getDate(String columnLabel, Calendar cal) throws SQLException {
        throw refused("getDate");
    }

    @Override
    public Time getTime(int columnIndex, Calendar cal) throws SQLException {
        throw refused("getTime");
    }

    @Override
    public Time getTime(String columnLabel, Calendar cal) throws SQLException {
        throw refused("getTime");
    }

    @Override
    public Timestamp getTimestamp(int columnIndex, Calendar cal) throws SQLException {
        throw refused("getTimestamp");
    }

    @Override
    public Timestamp getTimestamp(String columnLabel, Calendar cal) throws SQLException {
        throw refused("getTimestamp");
    }

    @Override
    public URL getURL(int columnIndex) throws SQLException {
        throw refused("getURL");
    }

    @Override
    public URL getURL(String columnLabel) throws SQLException {
        throw refused("getURL");
    }

    @Override
    public void updateRef(int columnIndex, Ref x) throws SQLException {
        throw refused("updateRef");
    }

    @Override
    public void updateRef(String columnLabel, Ref x) throws SQLException {
        throw refused("updateRef");
    }

    @Override
    public void updateBlob(int columnIndex, Blob x) throws SQLException {
        throw refused("updateBlob");
    }

    @Override
    public void updateBlob(String columnLabel, Blob x) throws SQLException {
        throw refused("updateBlob");
    }

    @Override
    public void updateClob(int columnIndex, Clob x) throws SQLException {
        throw refused("updateClob");
    }

    @Override
    public void updateClob(String columnLabel, Clob x) throws SQLException {
        throw refused("updateClob");
    }

    @Override
    public void updateArray(int columnIndex, Array x) throws SQLException {
        throw refused("updateArray");
    }

    @Override
    public void updateArray(String columnLabel, Array x) throws SQLException {
        throw refused("updateArray");
    }

    @Override
    public RowId getRowId(int columnIndex) throws SQLException {
        throw refused("getRowId");
    }

    @Override
    public RowId getRowId(String columnLabel) throws SQLException {
        throw refused("getRowId");
    }

    @Override
    public void updateRowId(int columnIndex, RowId x) throws SQLException {
        throw refused("updateRowId");
    }

    @Override
    public void updateRowId(String columnLabel, RowId x) throws SQLException {
        throw refused("updateRowId");
    }

    @Override
    public int getHoldability() throws SQLException {
        throw refused("getHoldability");
    }

    @Override
    public boolean isClosed() throws SQLException {
        throw refused("isClosed");
    }

    @Override
    public void updateNString(int columnIndex, String nString) throws SQLException {
        throw refused("updateNString");
    }

    @Override
    public void updateNString(String columnLabel, String nString) throws SQLException {
        throw refused("updateNString");
    }

    @Override
    public void updateNClob(int columnIndex, NClob nClob) throws SQLException {
        throw refused("updateNClob");
    }

    @Override
    public void updateNClob(String columnLabel, NClob nClob) throws SQLException {
        throw refused("updateNClob");
    }

    @Override
    public NClob getNClob(int columnIndex) throws SQLException {
        throw refused("getNClob");
    }

    @Override
    public NClob getNClob(String columnLabel) throws SQLException {
        throw refused("getNClob");
    }

    @Override
    public SQLXML getSQLXML(int columnIndex) throws SQLException {
        throw refused("getSQLXML");
    }

    @Override
    public SQLXML getSQLXML(String columnLabel) throws SQLException {
        throw refused("getSQLXML");
    }

    @Override
    public void updateSQLXML(int columnIndex, SQLXML xmlObject) throws SQLException {
        throw refused("updateSQLXML");
    }

    @Override
    public void updateSQLXML(String columnLabel, SQLXML xmlObject) throws SQLException {
        throw refused("updateSQLXML");
    }

    @Override
    public String getNString(int columnIndex) throws SQLException {
        throw refused("getNString");
    }

    @Override
    public String getNString(String columnLabel) throws SQLException {
        throw refused("getNString");
    }

    @Override
    public Reader getNCharacterStream(int columnIndex) throws SQLException {
        throw refused("getNCharacterStream");
    }

    @Override
    public Reader getNCharacterStream(String columnLabel) throws SQLException {
        throw refused("getNCharacterStream");
    }

    @Override
    public void updateNCharacterStream(int columnIndex, Reader x, long length) throws SQLException {
        throw refused("updateNCharacterStream");
    }

    @Override
    public void updateNCharacterStream(String columnLabel, Reader reader, long length)
            throws SQLException {
        throw refused("updateNCharacterStream");
    }

    @Override
    public void updateAsciiStream(int columnIndex, InputStream x, long length) throws SQLException {
        throw refused("updateAsciiStream");
    }

    @Override
    public void updateBinaryStream(int columnIndex, InputStream x, long length)
            throws SQLException {
        throw refused("updateBinaryStream");
    }

    @Override
    public void updateCharacterStream(int columnIndex, Reader x, long length) throws SQLException {
        throw refused("updateCharacterStream");
    }

    @Override
    public void updateAsciiStream(String columnLabel, InputStream x, long length)
            throws SQLException {
        throw refused("updateAsciiStream");
    }

    @Override
    public void updateBinaryStream(String columnLabel, InputStream x, long length)
            throws SQLException {
        throw refused("updateBinaryStream");
    }

    @Override
    public void updateCharacterStream(String columnLabel, Reader reader, long length)
            throws SQLException {
        throw refused("updateCharacterStream");
    }

    @Override
    public void updateBlob(int columnIndex, InputStream inputStream, long length)
            throws SQLException {
        throw refused("updateBlob");
    }

    @Override
    public void updateBlob(String columnLabel, InputStream inputStream, long length)
            throws SQLException {
        throw refused("updateBlob");
    }

    @Override
    public void updateClob(int columnIndex, Reader reader, long length) throws SQLException {
        throw refused("updateClob");
    }

    @Override
    public void updateClob(String columnLabel, Reader reader, long length) throws SQLException {
        throw refused("updateClob");
    }

    @Override
    public void updateNClob(int columnIndex, Reader reader, long length) throws SQLException {
        throw refused("updateNClob");
    }

    @Override
    public void updateNClob(String columnLabel, Reader reader, long length) throws SQLException {
        throw refused("updateNClob");
    }

    @Override
    public void updateNCharacterStream(int columnIndex, Reader x) throws SQLException {
        throw refused("updateNCharacterStream");
    }

    @Override
    public void updateNCharacterStream(String columnLabel, Reader reader) throws SQLException {
        throw refused("updateNCharacterStream");
    }

    @Override
    public void updateAsciiStream(int columnIndex, InputStream x) throws SQLException {
        throw refused("updateAsciiStream");
    }

    @Override
    public void updateBinaryStream(int columnIndex, InputStream x) throws SQLException {
        throw refused("updateBinaryStream");
    }

    @Override
    public void updateCharacterStream(int columnIndex, Reader x) throws SQLException {
        throw refused("updateCharacterStream");
    }

    @Override
    public void updateAsciiStream(String columnLabel, InputStream x) throws SQLException {
        throw refused("updateAsciiStream");
    }

    @Override
    public void updateBinaryStream(String columnLabel, InputStream x) throws SQLException {
        throw refused("updateBinaryStream");
    }

    @Override
    public void updateCharacterStream(String columnLabel, Reader reader) throws SQLException {
        throw refused("updateCharacterStream");
    }

    @Override
    public void updateBlob(int columnIndex, InputStream inputStream) throws SQLException {
        throw refused("updateBlob");
    }

    @Override
    public void updateBlob(String columnLabel, InputStream inputStream) throws SQLException {
        throw refused("updateBlob");
    }

    @Override
    public void updateClob(int columnIndex, Reader reader) throws SQLException {
        throw refused("updateClob");
    }

    @Override
    public void updateClob(String columnLabel, Reader reader) throws SQLException {
        throw refused("updateClob");
    }

    @Override
    public void updateNClob(int columnIndex, Reader reader) throws SQLException {
        throw refused("updateNClob");
    }

    @Override
    public void updateNClob(String columnLabel, Reader reader) throws SQLException {
        throw refused("updateNClob");
    }

    @Override
    public <T> T getObject(int columnIndex, Class<T> type) throws SQLException {
        throw refused("getObject");
    }

    @Override
    public <T> T getObject(String columnLabel, Class<T> type) throws SQLException {
        throw refused("getObject");
    }

    @Override
    public <T> T unwrap(Class<T> iface) throws SQLException {
        throw refused("unwrap");
    }

    @Override
    public boolean isWrapperFor(Class<?> iface) throws SQLException {
        throw refused("isWrapperFor");
    }

    private static SQLException refused(String what) {
        return new SQLFeatureNotSupportedException(what + ": the stub result set has no server");
    }
}
