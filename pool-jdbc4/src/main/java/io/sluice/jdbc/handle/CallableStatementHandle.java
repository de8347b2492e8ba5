package io.sluice.jdbc.handle;

import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A callable statement of a {@link ConnectionHandle}. A result set that it returns as a parameter
 * (a reference cursor) stays open when the statement is closed or executed again; it is closed by
 * the application or with the connection.
 */
public class CallableStatementHandle extends DelegatingCallableStatement {
    CallableStatementHandle(CallableStatement delegate, ConnectionHandle connection) {
        super(delegate, connection);
    }

    /**
     * Every call counts as work: a driver may ask the server for any of them, if only to look up a
     * parameter by name.
     */
    @Override
    protected final CallableStatement callableDelegate() throws SQLException {
        checkOpen();
        connection.enter();
        return callableStatement;
    }

    @Override
    public @Nullable Object getObject(int parameterIndex) throws SQLException {
        return connection.lendObject(super.getObject(parameterIndex));
    }

    @Override
    public @Nullable Object getObject(int parameterIndex, Map<String, Class<?>> map)
            throws SQLException {
        return connection.lendObject(super.getObject(parameterIndex, map));
    }

    @Override
    public @Nullable Ref getRef(int parameterIndex) throws SQLException {
        return connection.lend(super.getRef(parameterIndex));
    }

    @Override
    public @Nullable Blob getBlob(int parameterIndex) throws SQLException {
        return connection.lend(super.getBlob(parameterIndex));
    }

    @Override
    public @Nullable Clob getClob(int parameterIndex) throws SQLException {
        return connection.lend(super.getClob(parameterIndex));
    }

    @Override
    public @Nullable Array getArray(int parameterIndex) throws SQLException {
        return connection.lend(super.getArray(parameterIndex));
    }

    @Override
    public @Nullable Object getObject(String parameterName) throws SQLException {
        return connection.lendObject(super.getObject(parameterName));
    }

    @Override
    public @Nullable Object getObject(String parameterName, Map<String, Class<?>> map)
            throws SQLException {
        return connection.lendObject(super.getObject(parameterName, map));
    }

    @Override
    public @Nullable Ref getRef(String parameterName) throws SQLException {
        return connection.lend(super.getRef(parameterName));
    }

    @Override
    public @Nullable Blob getBlob(String parameterName) throws SQLException {
        return connection.lend(super.getBlob(parameterName));
    }

    @Override
    public @Nullable Clob getClob(String parameterName) throws SQLException {
        return connection.lend(super.getClob(parameterName));
    }

    @Override
    public @Nullable Array getArray(String parameterName) throws SQLException {
        return connection.lend(super.getArray(parameterName));
    }

    @Override
    public @Nullable NClob getNClob(int parameterIndex) throws SQLException {
        return connection.lend(super.getNClob(parameterIndex));
    }

    @Override
    public @Nullable NClob getNClob(String parameterName) throws SQLException {
        return connection.lend(super.getNClob(parameterName));
    }

    @Override
    public @Nullable SQLXML getSQLXML(int parameterIndex) throws SQLException {
        return connection.lend(super.getSQLXML(parameterIndex));
    }

    @Override
    public @Nullable SQLXML getSQLXML(String parameterName) throws SQLException {
        return connection.lend(super.getSQLXML(parameterName));
    }

    @Override
    public <T> @Nullable T getObject(int parameterIndex, Class<T> type) throws SQLException {
        return connection.lendObject(super.getObject(parameterIndex, type), type);
    }

    @Override
    public <T> @Nullable T getObject(String parameterName, Class<T> type) throws SQLException {
        return connection.lendObject(super.getObject(parameterName, type), type);
    }

    // Registering parameters, which JDBC cannot undo

    @Override
    public void registerOutParameter(int parameterIndex, int sqlType) throws SQLException {
        note(StatementTrace.LASTING);
        super.registerOutParameter(parameterIndex, sqlType);
    }

    @Override
    public void registerOutParameter(int parameterIndex, int sqlType, int scale)
            throws SQLException {
        note(StatementTrace.LASTING);
        super.registerOutParameter(parameterIndex, sqlType, scale);
    }

    @Override
    public void registerOutParameter(int parameterIndex, int sqlType, @Nullable String typeName)
            throws SQLException {
        note(StatementTrace.LASTING);
        super.registerOutParameter(parameterIndex, sqlType, typeName);
    }

    @Override
    public void registerOutParameter(String parameterName, int sqlType) throws SQLException {
        note(StatementTrace.LASTING);
        super.registerOutParameter(parameterName, sqlType);
    }

    @Override
    public void registerOutParameter(String parameterName, int sqlType, int scale)
            throws SQLException {
        note(StatementTrace.LASTING);
        super.registerOutParameter(parameterName, sqlType, scale);
    }

    @Override
    public void registerOutParameter(String parameterName, int sqlType, @Nullable String typeName)
            throws SQLException {
        note(StatementTrace.LASTING);
        super.registerOutParameter(parameterName, sqlType, typeName);
    }

    @Override
    public void registerOutParameter(int parameterIndex, SQLType sqlType) throws SQLException {
        note(StatementTrace.LASTING);
        super.registerOutParameter(parameterIndex, sqlType);
    }

    @Override
    public void registerOutParameter(int parameterIndex, SQLType sqlType, int scale)
            throws SQLException {
        note(StatementTrace.LASTING);
        super.registerOutParameter(parameterIndex, sqlType, scale);
    }

    @Override
    public void registerOutParameter(int parameterIndex, SQLType sqlType, @Nullable String typeName)
            throws SQLException {
        note(StatementTrace.LASTING);
        super.registerOutParameter(parameterIndex, sqlType, typeName);
    }

    @Override
    public void registerOutParameter(String parameterName, SQLType sqlType) throws SQLException {
        note(StatementTrace.LASTING);
        super.registerOutParameter(parameterName, sqlType);
    }

    @Override
    public void registerOutParameter(String parameterName, SQLType sqlType, int scale)
            throws SQLException {
        note(StatementTrace.LASTING);
        super.registerOutParameter(parameterName, sqlType, scale);
    }

    @Override
    public void registerOutParameter(
            String parameterName, SQLType sqlType, @Nullable String typeName) throws SQLException {
        note(StatementTrace.LASTING);
        super.registerOutParameter(parameterName, sqlType, typeName);
    }
}
