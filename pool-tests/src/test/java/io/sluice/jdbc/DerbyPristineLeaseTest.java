package io.sluice.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;

/** Leases on Derby, which begins a transaction for nearly every question. */
class DerbyPristineLeaseTest extends PristineLeaseContract {

    @Override
    RememberingDataSource source() throws SQLException {
        // The schema of a user has the user's name.
        RememberingDataSource source =
                new RememberingDataSource("jdbc:derby:memory:pristine;create=true", "one", "one");
        try (Connection connection = source.other()) {
            for (String schema : new String[] {"one", "two"}) {
                try {
                    run(connection, "CREATE SCHEMA " + schema);
                } catch (SQLException e) {
                    // It is there.
                }
            }
        }
        return source;
    }

    @Override
    String schema(String name) {
        return name.toUpperCase(Locale.ROOT);
    }

    @Override
    String resetSql() {
        return "VALUES 1";
    }

    @Override
    String warn() {
        return "DELETE FROM thing WHERE id < 0";
    }

    @Override
    void describe(Connection physical, Map<String, Object> state) throws SQLException {
        state.put(
                "locks", // not those of Derby's daemon, which tidies up after a rollback
                Postgres.ask(
                        physical,
                        "SELECT COUNT(*) FROM SYSCS_DIAG.LOCK_TABLE L"
                                + " JOIN SYSCS_DIAG.TRANSACTION_TABLE T ON L.XID = T.XID"
                                + " WHERE L.TABLENAME = 'THING' AND T.TYPE = 'UserTransaction'"));
        state.put("sessionSchema", Postgres.ask(physical, "VALUES CURRENT SCHEMA"));
        state.put("sessionIsolation", Postgres.ask(physical, "VALUES CURRENT ISOLATION"));
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
