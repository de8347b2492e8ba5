package io.sluice.jdbc;

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
import java.sql.Statement;
import java.sql.Struct;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;

/**
 * A connection that passes on what has to be implemented and has none of the default methods of its
 * own, as the class of an older driver. A proxy class has them all.
 */
public class BareConnection implements Connection {

    private final Connection target;

    BareConnection(Connection target) {
        this.target = target;
    }

    @Override
    public void abort(Executor a0) throws SQLException {
        target.abort(a0);
    }

    @Override
    public void clearWarnings() throws SQLException {
        target.clearWarnings();
    }

    @Override
    public void close() throws SQLException {
        target.close();
    }

    @Override
    public void commit() throws SQLException {
        target.commit();
    }

    @Override
    public Array createArrayOf(String a0, Object[] a1) throws SQLException {
        return target.createArrayOf(a0, a1);
    }

    @Override
    public Blob createBlob() throws SQLException {
        return target.createBlob();
    }

    @Override
    public Clob createClob() throws SQLException {
        return target.createClob();
    }

    @Override
    public NClob createNClob() throws SQLException {
        return target.createNClob();
    }

    @Override
    public SQLXML createSQLXML() throws SQLException {
        return target.createSQLXML();
    }

    @Override
    public Statement createStatement() throws SQLException {
        return target.createStatement();
    }

    @Override
    public Statement createStatement(int a0, int a1) throws SQLException {
        return target.createStatement(a0, a1);
    }

    @Override
    public Statement createStatement(int a0, int a1, int a2) throws SQLException {
        return target.createStatement(a0, a1, a2);
    }

    @Override
    public Struct createStruct(String a0, Object[] a1) throws SQLException {
        return target.createStruct(a0, a1);
    }

    @Override
    public boolean getAutoCommit() throws SQLException {
        return target.getAutoCommit();
    }

    @Override
    public String getCatalog() throws SQLException {
        return target.getCatalog();
    }

    @Override
    public Properties getClientInfo() throws SQLException {
        return target.getClientInfo();
    }

    @Override
    public String getClientInfo(String a0) throws SQLException {
        return target.getClientInfo(a0);
    }

    @Override
    public int getHoldability() throws SQLException {
        return target.getHoldability();
    }

    @Override
    public DatabaseMetaData getMetaData() throws SQLException {
        return target.getMetaData();
    }

    @Override
    public int getNetworkTimeout() throws SQLException {
        return target.getNetworkTimeout();
    }

    @Override
    public String getSchema() throws SQLException {
        return target.getSchema();
    }

    @Override
    public int getTransactionIsolation() throws SQLException {
        return target.getTransactionIsolation();
    }

    @Override
    public Map<String, Class<?>> getTypeMap() throws SQLException {
        return target.getTypeMap();
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        return target.getWarnings();
    }

    @Override
    public boolean isClosed() throws SQLException {
        return target.isClosed();
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        return target.isReadOnly();
    }

    @Override
    public boolean isValid(int a0) throws SQLException {
        return target.isValid(a0);
    }

    @Override
    public boolean isWrapperFor(Class<?> a0) throws SQLException {
        return target.isWrapperFor(a0);
    }

    @Override
    public String nativeSQL(String a0) throws SQLException {
        return target.nativeSQL(a0);
    }

    @Override
    public CallableStatement prepareCall(String a0) throws SQLException {
        return target.prepareCall(a0);
    }

    @Override
    public CallableStatement prepareCall(String a0, int a1, int a2) throws SQLException {
        return target.prepareCall(a0, a1, a2);
    }

    @Override
    public CallableStatement prepareCall(String a0, int a1, int a2, int a3) throws SQLException {
        return target.prepareCall(a0, a1, a2, a3);
    }

    @Override
    public PreparedStatement prepareStatement(String a0) throws SQLException {
        return target.prepareStatement(a0);
    }

    @Override
    public PreparedStatement prepareStatement(String a0, int a1) throws SQLException {
        return target.prepareStatement(a0, a1);
    }

    @Override
    public PreparedStatement prepareStatement(String a0, int[] a1) throws SQLException {
        return target.prepareStatement(a0, a1);
    }

    @Override
    public PreparedStatement prepareStatement(String a0, String[] a1) throws SQLException {
        return target.prepareStatement(a0, a1);
    }

    @Override
    public PreparedStatement prepareStatement(String a0, int a1, int a2) throws SQLException {
        return target.prepareStatement(a0, a1, a2);
    }

    @Override
    public PreparedStatement prepareStatement(String a0, int a1, int a2, int a3)
            throws SQLException {
        return target.prepareStatement(a0, a1, a2, a3);
    }

    @Override
    public void releaseSavepoint(Savepoint a0) throws SQLException {
        target.releaseSavepoint(a0);
    }

    @Override
    public void rollback() throws SQLException {
        target.rollback();
    }

    @Override
    public void rollback(Savepoint a0) throws SQLException {
        target.rollback(a0);
    }

    @Override
    public void setAutoCommit(boolean a0) throws SQLException {
        target.setAutoCommit(a0);
    }

    @Override
    public void setCatalog(String a0) throws SQLException {
        target.setCatalog(a0);
    }

    @Override
    public void setClientInfo(Properties a0) throws SQLClientInfoException {
        target.setClientInfo(a0);
    }

    @Override
    public void setClientInfo(String a0, String a1) throws SQLClientInfoException {
        target.setClientInfo(a0, a1);
    }

    @Override
    public void setHoldability(int a0) throws SQLException {
        target.setHoldability(a0);
    }

    @Override
    public void setNetworkTimeout(Executor a0, int a1) throws SQLException {
        target.setNetworkTimeout(a0, a1);
    }

    @Override
    public void setReadOnly(boolean a0) throws SQLException {
        target.setReadOnly(a0);
    }

    @Override
    public Savepoint setSavepoint() throws SQLException {
        return target.setSavepoint();
    }

    @Override
    public Savepoint setSavepoint(String a0) throws SQLException {
        return target.setSavepoint(a0);
    }

    @Override
    public void setSchema(String a0) throws SQLException {
        target.setSchema(a0);
    }

    @Override
    public void setTransactionIsolation(int a0) throws SQLException {
        target.setTransactionIsolation(a0);
    }

    @Override
    public void setTypeMap(Map<String, Class<?>> a0) throws SQLException {
        target.setTypeMap(a0);
    }

    @Override
    public <T> T unwrap(Class<T> a0) throws SQLException {
        return target.unwrap(a0);
    }
}
