package io.sluice.jdbc;

import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** One real PostgreSQL for all tests of this JVM, with a user of its own for pools. */
public final class Postgres {

    public static final String USER = "app";
    public static final String PASSWORD = "secret of app";

    private static final EmbeddedPostgres SERVER = start();

    private Postgres() {}

    private static EmbeddedPostgres start() {
        try {
            // Its shutdown hook ends it with the JVM.
            EmbeddedPostgres server =
                    EmbeddedPostgres.builder()
                            .setServerConfig("max_prepared_transactions", "20")
                            .setPGStartupWait(Duration.ofMinutes(1))
                            .start();
            try (Connection connection = server.getPostgresDatabase().getConnection();
                    Statement statement = connection.createStatement()) {
                checkVersion(connection);
                statement.execute("CREATE ROLE " + USER + " LOGIN PASSWORD '" + PASSWORD + "'");
                statement.execute("GRANT CREATE ON SCHEMA public TO " + USER);
                demandPassword(Path.of(ask(connection, "SHOW hba_file")));
                statement.execute("SELECT pg_reload_conf()");
            }
            await("the server has read its rules again")
                    .until(() -> demandsPassword(server.getPort()));
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The build runs some tests with two versions of the server: this is the one it means. */
    private static void checkVersion(Connection connection) throws SQLException {
        String wanted = System.getProperty("sluice.postgres", "");
        String found = connection.getMetaData().getDatabaseProductVersion();
        if (!found.startsWith(wanted)) {
            throw new IllegalStateException(
                    "PostgreSQL is " + found + ", the build wants " + wanted);
        }
    }

    /** The server trusts every user by default, but not ours. */
    private static void demandPassword(Path rules) throws IOException {
        String rest = Files.readString(rules);
        Files.writeString(rules, "host all " + USER + " all scram-sha-256\n" + rest);
    }

    private static boolean demandsPassword(int port) throws SQLException {
        try {
            DriverManager.getConnection(url(port), USER, "wrong").close();
            return false;
        } catch (SQLException e) {
            if ("28P01".equals(e.getSQLState())) {
                return true;
            }
            throw e;
        }
    }

    public static String url() {
        return url(port());
    }

    public static int port() {
        return SERVER.getPort();
    }

    private static String url(int port) {
        return "jdbc:postgresql://localhost:" + port + "/postgres";
    }

    /** A connection outside all pools, as an administrator. */
    public static Connection direct() throws SQLException {
        return DriverManager.getConnection(url(), "postgres", "postgres");
    }

    public static String ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }

    public static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
