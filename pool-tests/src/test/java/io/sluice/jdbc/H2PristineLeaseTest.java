package io.sluice.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;

/** Leases on H2. */
class H2PristineLeaseTest extends PristineLeaseContract {

    @Override
    RememberingDataSource source() throws SQLException {
        RememberingDataSource source =
                new RememberingDataSource(
                        "jdbc:h2:mem:pristine;DB_CLOSE_DELAY=-1;INIT=CREATE SCHEMA IF NOT EXISTS"
                                + " one\\;CREATE SCHEMA IF NOT EXISTS two\\;SET SCHEMA one",
                        "sa",
                        "");
        source.other().close();
        return source;
    }

    @Override
    String schema(String name) {
        return name.toUpperCase(Locale.ROOT);
    }

    @Override
    String resetSql() {
        return "SET LOCK_TIMEOUT 1000";
    }

    @Override
    String warn() {
        return "SELECT 1";
    }

    /** A transaction has a number as soon as it has written something. */
    @Override
    void describe(Connection physical, Map<String, Object> state) throws SQLException {
        try (Statement statement = physical.createStatement();
                ResultSet results = statement.executeQuery("CALL TRANSACTION_ID()")) {
            results.next();
            state.put("transaction", String.valueOf(results.getString(1)));
        }
    }

    @Override
    boolean queryTimeoutIsOfTheStatement() {
        return false;
    }
}
