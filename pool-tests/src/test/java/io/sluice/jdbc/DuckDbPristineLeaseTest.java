package io.sluice.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/** Leases on DuckDB, whose only isolation level is its own. Its first schema is main. */
class DuckDbPristineLeaseTest extends PristineLeaseContract {

    @TempDir private Path folder;

    @Override
    RememberingDataSource source() throws SQLException {
        RememberingDataSource source =
                new RememberingDataSource("jdbc:duckdb:" + folder.resolve("pristine.db"), "", "");
        try (Connection connection = source.other()) {
            run(connection, "CREATE SCHEMA IF NOT EXISTS two");
        }
        return source;
    }

    @Override
    String schema(String name) {
        return name.equals("one") ? "main" : name;
    }

    @Override
    String table() {
        return "main.thing";
    }

    @Override
    @Nullable Isolation isolation() {
        return null;
    }

    @Override
    String resetSql() {
        return "SELECT 1";
    }

    @Override
    String warn() {
        return "SELECT 1";
    }

    @Override
    void describe(Connection physical, Map<String, Object> state) throws SQLException {
        state.put("sessionSchema", Postgres.ask(physical, "SELECT current_schema()"));
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
