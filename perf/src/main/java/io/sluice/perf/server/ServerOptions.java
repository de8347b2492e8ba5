package io.sluice.perf.server;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.command.UsageException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name a PostgreSQL to measure on. */
public final class ServerOptions {

    /** What decides how much the server does for a commit, and how many clients it takes. */
    private static final List<String> TELLING =
            List.of(
                    "server_version",
                    "fsync",
                    "synchronous_commit",
                    "full_page_writes",
                    "shared_buffers",
                    "max_connections");

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "Use this PostgreSQL: jdbc:postgresql://host:port/database.")
    private @Nullable String url;

    @Option(names = "--user", paramLabel = "NAME", description = "The user to connect as.")
    private @Nullable String user;

    @Option(
            names = "--password",
            paramLabel = "PASSWORD",
            arity = "0..1",
            interactive = true,
            description = "The password; without a value it is asked for.")
    private @Nullable String password;

    /** Returns the database that was named, or null when none was. */
    public @Nullable Database database() {
        if (url == null && (user != null || password != null)) {
            throw new UsageException(
                    "--user and --password need --url; our own PostgreSQL has a user of its own");
        }
        return url == null ? null : Database.named(url, user, password);
    }

    /** Returns version and settings of a database in words; fails if it cannot be used at all. */
    public static String facts(Database database) {
        List<String> facts = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String setting : TELLING) {
                try (ResultSet row = statement.executeQuery("SHOW " + setting)) {
                    row.next();
                    facts.add(setting + " " + row.getString(1));
                }
            }
            return String.join(", ", facts);
        } catch (SQLException e) {
            String url = database.url();
            throw new MeasurementException(
                    "cannot use the database at " + url + "; check --url, --user and --password",
                    e);
        }
    }
}
