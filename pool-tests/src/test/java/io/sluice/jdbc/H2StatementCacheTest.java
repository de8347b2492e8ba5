package io.sluice.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/** Keeping statements on H2, which binds a statement to its tables when it is prepared. */
class H2StatementCacheTest extends StatementCacheContract {

    private static final String URL = "jdbc:h2:mem:statements;DB_CLOSE_DELAY=-1";

    @Override
    JdbcPoolConfig.Builder settings() throws SQLException {
        try (Connection connection = DriverManager.getConnection(URL, "sa", "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA IF NOT EXISTS one");
            statement.execute("CREATE SCHEMA IF NOT EXISTS two");
        }
        return JdbcPoolConfig.builder().url(URL).username("sa").password("");
    }

    @Override
    String schema(String name) {
        return name.toUpperCase(Locale.ROOT);
    }
}
