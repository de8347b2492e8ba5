package io.sluice.jdbc.handle;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Wrapper;

/** The wrapped interfaces, each with a way to an open handle. */
enum Subject {
    CONNECTION(Connection.class, DelegatingConnection.class, ConnectionHandle.class),
    STATEMENT(Statement.class, DelegatingStatement.class, PlainStatementHandle.class),
    PREPARED_STATEMENT(
            PreparedStatement.class,
            DelegatingPreparedStatement.class,
            PreparedStatementHandle.class),
    CALLABLE_STATEMENT(
            CallableStatement.class,
            DelegatingCallableStatement.class,
            CallableStatementHandle.class),
    RESULT_SET(ResultSet.class, DelegatingResultSet.class, ResultSetHandle.class),
    META_DATA(
            DatabaseMetaData.class, DelegatingDatabaseMetaData.class, DatabaseMetaDataHandle.class);

    final Class<? extends Wrapper> type;
    final Class<?> delegating;
    final Class<?> handle;

    Subject(Class<? extends Wrapper> type, Class<?> delegating, Class<?> handle) {
        this.type = type;
        this.delegating = delegating;
        this.handle = handle;
    }

    /** A handle with the driver's object under it, and what it was opened from. */
    static final class Opened {
        final FakeDriver driver = new FakeDriver();
        final FakeOwner owner;
        final ConnectionHandle connection;
        Statement statement;
        Wrapper handle;

        private Opened(FakeOwner owner) {
            this.owner = owner;
            connection = new ConnectionHandle(owner.over(driver.connection()), STAMP);
        }
    }

    /** The stamp of the handles' lease. */
    static final long STAMP = 7;

    Opened open() throws SQLException {
        return open(new FakeOwner());
    }

    Opened open(FakeOwner owner) throws SQLException {
        Opened opened = new Opened(owner);
        switch (this) {
            case CONNECTION -> opened.handle = opened.connection;
            case STATEMENT -> opened.handle = opened.connection.createStatement();
            case PREPARED_STATEMENT -> opened.handle = opened.connection.prepareStatement("sql");
            case CALLABLE_STATEMENT -> opened.handle = opened.connection.prepareCall("sql");
            case RESULT_SET -> {
                opened.statement = opened.connection.createStatement();
                opened.handle = opened.statement.executeQuery("sql");
            }
            case META_DATA -> opened.handle = opened.connection.getMetaData();
        }
        opened.driver.calls.clear();
        return opened;
    }

    /** What the refusal of a closed handle says is closed. */
    String closedName() {
        return switch (this) {
            case CONNECTION, META_DATA -> "Connection";
            case STATEMENT, PREPARED_STATEMENT, CALLABLE_STATEMENT -> "Statement";
            case RESULT_SET -> "ResultSet";
        };
    }

    static void close(Opened opened) throws Exception {
        if (opened.handle instanceof AutoCloseable closeable) {
            closeable.close();
        } else {
            opened.connection.close();
        }
    }

    /** The driver's object under a handle. */
    static Object delegateOf(Object handle) {
        if (handle instanceof ConnectionHandle c) {
            return c.driver();
        } else if (handle instanceof StatementHandle s) {
            return s.statement();
        } else if (handle instanceof DelegatingResultSet r) {
            return r.resultSet;
        } else if (handle instanceof DelegatingDatabaseMetaData m) {
            return m.metaData;
        }
        throw new IllegalArgumentException("not a handle: " + handle);
    }
}
