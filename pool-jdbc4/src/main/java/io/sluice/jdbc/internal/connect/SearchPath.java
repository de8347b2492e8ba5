package io.sluice.jdbc.internal.connect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * The schema search path of PostgreSQL. Its driver's {@code getSchema} returns only the first
 * schema, and {@code setSchema} would leave just that one.
 *
 * @param text the whole path
 * @param first the first schema that exists, if any
 */
record SearchPath(String text, @Nullable String first) {

    static boolean isKnownTo(Connection connection) throws SQLException {
        return Vendor.of(connection) == Vendor.POSTGRESQL;
    }

    static SearchPath read(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result =
                        statement.executeQuery(
                                "SELECT current_setting('search_path'), current_schema()")) {
            result.next();
            return new SearchPath(result.getString(1), result.getString(2));
        }
    }

    /** Restores the path; returns the first schema of it that exists now. */
    @Nullable String restore(Connection connection) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(
                        "SELECT set_config('search_path', ?, false), current_schema()")) {
            statement.setString(1, text);
            try (ResultSet result = statement.executeQuery()) {
                result.next();
                return result.getString(2);
            }
        }
    }
}
