package io.sluice.jdbc;

import io.sluice.pool.fault.MariaDbServer;
import io.sluice.pool.fault.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A database and its driver, a column of {@code docs/databases.md}. What else differs between them
 * is in the cells of that page.
 *
 * @param name as the page has it
 * @param url of a database that has another schema, or catalog, named other
 * @param slow a statement that runs for minutes; null where a call under way cannot be tried, since
 *     it holds the monitor of its connection
 * @param other how that name is spelt
 * @param server null where the database runs in this process
 */
record Database(
        String name,
        Supplier<String> url,
        String user,
        String password,
        @Nullable String slow,
        String other,
        @Nullable Server server) {

    /**
     * A server, which can lose sessions and run full.
     *
     * @param session asks for the id of the present session
     * @param kill ends the session with an id, by an administrator
     * @param few makes a user named few, with the password few, that may have two sessions
     * @param admin connects the administrator
     * @param restartable a server for one test only
     */
    record Server(
            String session, String kill, List<String> few, Admin admin, Restartable restartable) {}

    /** Connects an administrator. */
    interface Admin {
        Connection connect() throws SQLException;
    }

    /** A server that is started for one test. */
    interface Restartable {
        Running start();
    }

    /**
     * A server that a test may kill.
     *
     * @param url for the driver, with the user that the server has
     */
    record Running(
            String url, String user, String password, Runnable kill, Runnable start, Runnable end)
            implements AutoCloseable {
        @Override
        public void close() {
            end.run();
        }
    }

    private static final Server POSTGRES =
            new Server(
                    "SELECT pg_backend_pid()",
                    "SELECT pg_terminate_backend(%s, 60000)",
                    List.of(
                            "DROP ROLE IF EXISTS few",
                            "CREATE ROLE few LOGIN PASSWORD 'few' CONNECTION LIMIT 2"),
                    Postgres::direct,
                    () -> {
                        PostgresServer server = PostgresServer.start(Map.of());
                        return new Running(
                                server.url(),
                                PostgresServer.ADMIN,
                                "",
                                server::kill,
                                server::start,
                                server::close);
                    });

    static final List<Database> ALL =
            List.of(
                    new Database(
                            "PostgreSQL",
                            Database::postgres,
                            Postgres.USER,
                            Postgres.PASSWORD,
                            "SELECT pg_sleep(600)",
                            "other",
                            POSTGRES),
                    new Database(
                            "MariaDB",
                            () -> mariaDb(MariaDb.url()),
                            MariaDb.USER,
                            MariaDb.PASSWORD,
                            "SELECT SLEEP(600)",
                            "other",
                            mariaDbServer(server -> server.url("app"))),
                    new Database(
                            "MySQL driver",
                            () -> mariaDb(MariaDb.urlForMySql()),
                            MariaDb.USER,
                            MariaDb.PASSWORD,
                            "SELECT SLEEP(600)",
                            "other",
                            mariaDbServer(server -> server.urlForMySql("app"))),
                    new Database(
                            "H2",
                            () ->
                                    "jdbc:h2:mem:databases;DB_CLOSE_DELAY=-1"
                                            + ";INIT=CREATE SCHEMA IF NOT EXISTS other",
                            "sa",
                            "",
                            "SELECT COUNT(*) FROM SYSTEM_RANGE(1, 1000000) a,"
                                    + " SYSTEM_RANGE(1, 1000000) b",
                            "OTHER",
                            null),
                    new Database(
                            "HSQLDB",
                            () -> with("jdbc:hsqldb:mem:databases;hsqldb.tx=mvcc", "SA"),
                            "SA",
                            "",
                            null,
                            "OTHER",
                            null),
                    new Database(
                            "Derby",
                            () -> with("jdbc:derby:memory:databases;create=true", "app"),
                            "app",
                            "app",
                            null,
                            "OTHER",
                            null),
                    new Database(
                            "SQLite",
                            () -> "jdbc:sqlite:" + file("sqlite"),
                            "",
                            "",
                            null,
                            "other",
                            null),
                    new Database(
                            "DuckDB",
                            () -> with("jdbc:duckdb:" + file("duckdb"), ""),
                            "",
                            "",
                            "SELECT SUM(a.range % 7 * b.range % 5) FROM range(1000000) a,"
                                    + " range(10000000) b",
                            "other",
                            null));

    private static Server mariaDbServer(Function<MariaDbServer, String> url) {
        return new Server(
                "SELECT CONNECTION_ID()",
                "KILL %s",
                List.of(
                        "CREATE OR REPLACE USER few IDENTIFIED BY 'few'"
                                + " WITH MAX_USER_CONNECTIONS 2",
                        "GRANT ALL ON app.* TO few"),
                MariaDb::direct,
                () -> {
                    MariaDbServer server = MariaDbServer.create();
                    server.addDatabase("app", "app", "app");
                    return new Running(
                            url.apply(server),
                            "app",
                            "app",
                            server::kill,
                            server::start,
                            server::close);
                });
    }

    /** The server of this JVM, with the other schema. */
    static String postgres() {
        try (Connection admin = Postgres.direct()) {
            Postgres.run(admin, "CREATE SCHEMA IF NOT EXISTS other");
            Postgres.run(admin, "GRANT ALL ON SCHEMA other TO " + Postgres.USER);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return Postgres.url();
    }

    private static String mariaDb(String url) {
        MariaDb.server().run("CREATE DATABASE IF NOT EXISTS other");
        MariaDb.server().run("GRANT ALL ON other.* TO " + MariaDb.USER);
        return url;
    }

    /** With the other schema, which the first caller makes. */
    private static String with(String url, String user) {
        try (Connection connection =
                new RememberingDataSource(url, user, user.equals("app") ? "app" : "").other()) {
            if (!hasSchema(connection)) {
                PristineLeaseContract.run(connection, "CREATE SCHEMA other");
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return url;
    }

    private static boolean hasSchema(Connection connection) throws SQLException {
        try (var schemas = connection.getMetaData().getSchemas()) {
            while (schemas.next()) {
                if (schemas.getString("TABLE_SCHEM").toLowerCase(Locale.ROOT).equals("other")) {
                    return true;
                }
            }
            return false;
        }
    }

    private static Path file(String name) {
        try {
            Path folder = Files.createDirectories(Path.of("target", "databases"));
            return folder.resolve(name + "-" + ProcessHandle.current().pid() + ".db")
                    .toAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same with more at the end of its URL. */
    Database with(String settings) {
        return new Database(name, () -> url.get() + settings, user, password, slow, other, server);
    }

    RememberingDataSource source() {
        return new RememberingDataSource(url.get(), user, password);
    }

    @Override
    public String toString() {
        return name;
    }
}
