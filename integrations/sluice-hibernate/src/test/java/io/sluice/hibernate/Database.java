package io.sluice.hibernate;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** The PostgreSQL of all tests; it ends with the JVM. */
final class Database {

    /** A database that the user app owns. */
    static final String ADDRESS;

    private static final EmbeddedPostgres POSTGRES;

    static {
        try {
            POSTGRES =
                    EmbeddedPostgres.builder()
                            .setServerConfig("max_prepared_transactions", "20")
                            .setPGStartupWait(Duration.ofMinutes(1))
                            .start();
            execute("CREATE ROLE app LOGIN PASSWORD 'secret'");
            execute("GRANT ALL ON SCHEMA public TO app");
            execute("SET ROLE app; CREATE TABLE item (id int PRIMARY KEY)");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        ADDRESS = "jdbc:postgresql://localhost:" + POSTGRES.getPort() + "/postgres";
    }

    private Database() {}

    static void execute(String sql) throws SQLException {
        try (Connection connection = POSTGRES.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Counts rows, of a table and perhaps with a condition. */
    static int count(String from) throws SQLException {
        try (Connection connection = POSTGRES.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM " + from)) {
            row.next();
            return row.getInt(1);
        }
    }
}
