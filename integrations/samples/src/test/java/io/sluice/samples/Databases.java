package io.sluice.samples;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Databases of a PostgreSQL that ends with the process. */
final class Databases {

    static final String USER = "app";
    static final String PASSWORD = "secret";

    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final EmbeddedPostgres SERVER = start();

    private Databases() {}

    private static EmbeddedPostgres start() {
        try {
            EmbeddedPostgres server =
                    EmbeddedPostgres.builder().setPGStartupWait(Duration.ofMinutes(1)).start();
            execute(server, "CREATE ROLE app LOGIN SUPERUSER PASSWORD 'secret'");
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the URL of a new database. */
    static String create() {
        String name = "samples" + NUMBERS.incrementAndGet();
        execute(SERVER, "CREATE DATABASE " + name);
        return "jdbc:postgresql://localhost:" + SERVER.getPort() + "/" + name;
    }

    private static void execute(EmbeddedPostgres server, String sql) {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
