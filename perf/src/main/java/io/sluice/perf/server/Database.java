package io.sluice.perf.server;

import io.sluice.perf.command.UsageException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL to measure on.
 *
 * @param url its JDBC URL
 * @param user the user, or null to leave it to the URL
 * @param password the password, or null
 * @param ours whether we started it, and it ends with us
 */
public record Database(String url, @Nullable String user, @Nullable String password, boolean ours) {

    private static final String POSTGRESQL = "jdbc:postgresql:";

    /**
     * Returns the database that the user named.
     *
     * @throws UsageException if it is no PostgreSQL
     */
    public static Database named(String url, @Nullable String user, @Nullable String password) {
        if (!url.startsWith(POSTGRESQL)) {
            throw new UsageException(
                    "--url=%s; expected a PostgreSQL, %s//host:port/database"
                            .formatted(url, POSTGRESQL));
        }
        return new Database(url, user, password, false);
    }

    /** Opens a connection outside every pool, in auto-commit. */
    public Connection connect() throws SQLException {
        return user == null
                ? DriverManager.getConnection(url)
                : DriverManager.getConnection(url, user, password);
    }

    @Override
    public String toString() {
        return "Database[as " + user + "]";
    }
}
