package io.sluice.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Keeping statements on PostgreSQL, prepared on the server from the first execution on. */
class PostgresStatementCacheIT extends StatementCacheContract {

    @Override
    JdbcPoolConfig.Builder settings() throws SQLException {
        try (Connection admin = Postgres.direct()) {
            for (String schema : new String[] {"one", "two"}) {
                Postgres.run(admin, "CREATE SCHEMA IF NOT EXISTS " + schema);
                Postgres.run(admin, "GRANT ALL ON SCHEMA " + schema + " TO " + Postgres.USER);
            }
        }
        return JdbcPoolConfig.builder()
                .url(Postgres.url())
                .dataSourceProperty("prepareThreshold", "1")
                .username(Postgres.USER)
                .password(Postgres.PASSWORD);
    }

    @Override
    String schema(String name) {
        return name;
    }
}
