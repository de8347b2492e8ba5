package io.sluice.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;

/** Leases on HSQLDB, whose driver resets the session at the end of a request. */
class HsqldbPristineLeaseTest extends PristineLeaseContract {

    @Override
    RememberingDataSource source() throws SQLException {
        // Under its default, LOCKS, a reader waits for every open transaction that has written.
        RememberingDataSource source =
                new RememberingDataSource("jdbc:hsqldb:mem:pristine;hsqldb.tx=mvcc", "SA", "");
        try (Connection connection = source.other()) {
            run(connection, "CREATE SCHEMA IF NOT EXISTS one");
            run(connection, "CREATE SCHEMA IF NOT EXISTS two");
            run(connection, "ALTER USER SA SET INITIAL SCHEMA one");
        }
        return source;
    }

    @Override
    String schema(String name) {
        return name.toUpperCase(Locale.ROOT);
    }

    @Override
    String resetSql() {
        return "SET SESSION RESULT MEMORY ROWS 0";
    }

    @Override
    String warn() {
        return "VALUES (1)";
    }

    @Override
    void describe(Connection physical, Map<String, Object> state) throws SQLException {
        try (Statement statement = physical.createStatement();
                ResultSet results =
                        statement.executeQuery(
                                "SELECT TRANSACTION_SIZE, READONLY, SCHEMA FROM"
                                        + " INFORMATION_SCHEMA.SYSTEM_SESSIONS WHERE SESSION_ID ="
                                        + " SESSION_ID()")) {
            results.next();
            state.put("transaction", results.getString(1));
            state.put("sessionReadOnly", results.getString(2));
            state.put("sessionSchema", results.getString(3));
        }
    }

    @Override
    boolean hasNetworkTimeout() {
        return false;
    }

    @Override
    boolean queryTimeoutIsOfTheStatement() {
        return true;
    }
}
