package io.sluice.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/** Leases on SQLite, which has neither schemas nor catalogs. */
class SqlitePristineLeaseTest extends PristineLeaseContract {

    @TempDir private Path folder;

    @Override
    RememberingDataSource source() {
        return new RememberingDataSource("jdbc:sqlite:" + folder.resolve("pristine.db"), "", "");
    }

    @Override
    String schema(String name) {
        return name;
    }

    @Override
    String table() {
        return "thing";
    }

    @Override
    JdbcPoolConfig.Builder placed() {
        return JdbcPoolConfig.builder();
    }

    @Override
    @Nullable Isolation isolation() {
        return Isolation.SERIALIZABLE;
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
        state.put("readUncommitted", Postgres.ask(physical, "PRAGMA read_uncommitted"));
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
