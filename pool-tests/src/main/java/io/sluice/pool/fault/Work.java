package io.sluice.pool.fault;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The small work of a caller: a query and an update whose replies say what they are replies to. */
final class Work {

    private static final String QUERY = "SELECT id, ?::bigint FROM work WHERE id = ?";
    private static final String UPDATE =
            "UPDATE work SET token = ? WHERE id = ? RETURNING id, token";

    private Work() {}

    /** Makes the table with a row for each caller, for everybody to use. */
    static void prepare(Connection admin, int callers) throws SQLException {
        try (Statement statement = admin.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS work");
            statement.execute("CREATE TABLE work (id int PRIMARY KEY, token bigint NOT NULL)");
            statement.execute(
                    "INSERT INTO work SELECT id, 0 FROM generate_series(0, "
                            + (callers - 1)
                            + ") id");
            statement.execute("GRANT SELECT, UPDATE ON work TO PUBLIC");
        }
    }

    /**
     * Asks something.
     *
     * @param token a number that this caller has not used before
     * @return whether the reply was meant for it
     */
    static boolean asks(Connection connection, int caller, long token) throws SQLException {
        return replied(connection, QUERY, caller, token);
    }

    /** Changes something, likewise. */
    static boolean changes(Connection connection, int caller, long token) throws SQLException {
        return replied(connection, UPDATE, caller, token);
    }

    private static boolean replied(Connection connection, String sql, int caller, long token)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, token);
            statement.setInt(2, caller);
            try (ResultSet reply = statement.executeQuery()) {
                return reply.next() && reply.getInt(1) == caller && reply.getLong(2) == token;
            }
        }
    }
}
