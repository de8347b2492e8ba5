package io.sluice.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.postgresql.core.BaseConnection;

/** Leases on PostgreSQL. */
@Tag("once")
@Tag("postgres-14")
class PostgresPristineLeaseIT extends PristineLeaseContract {

    @Override
    RememberingDataSource source() throws SQLException {
        try (Connection admin = Postgres.direct()) {
            for (String schema : new String[] {"one", "two"}) {
                Postgres.run(admin, "CREATE SCHEMA IF NOT EXISTS " + schema);
                Postgres.run(admin, "GRANT ALL ON SCHEMA " + schema + " TO " + Postgres.USER);
            }
        }
        // More than one schema, unknown to setSchema and getSchema; and the
        // application's
        // name as part of the session from the start, or DISCARD ALL takes it.
        String url =
                Postgres.url() + "?options=-c%20search_path=one,pg_temp&assumeMinServerVersion=9.4";
        return new RememberingDataSource(url, Postgres.USER, Postgres.PASSWORD);
    }

    @Override
    String schema(String name) {
        return name;
    }

    @Override
    String resetSql() {
        return "DISCARD ALL";
    }

    @Override
    String warn() {
        return "DO $$ BEGIN RAISE WARNING 'watch out'; END $$";
    }

    @Override
    void describe(Connection physical, Map<String, Object> state) throws SQLException {
        BaseConnection postgres = physical.unwrap(BaseConnection.class);
        state.put("transaction", postgres.getTransactionState());
        for (String setting :
                new String[] {
                    "search_path",
                    "default_transaction_isolation",
                    "default_transaction_read_only",
                    "application_name"
                }) {
            state.put(setting, Postgres.ask(physical, "SHOW " + setting));
        }
    }

    @Override
    boolean queryTimeoutIsOfTheStatement() {
        return true;
    }
}
