package io.sluice.perf.wrappers;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Work with many JDBC calls: leases of ten queries, each read to its end. Not thread-safe. */
public final class StatementWork {

    /** How many statements are run between an acquire and the release. */
    static final int STATEMENTS_PER_LEASE = 10;

    /** How many rows a statement has. */
    static final int ROWS = 10;

    /** How many rows the table has. */
    static final int ACCOUNTS = 1000;

    /**
     * The calls that the application makes for one statement: it prepares, binds two parameters,
     * executes, moves through ten rows and once more, reads three columns of each, and closes
     * result set and statement.
     */
    static final int CALLS_PER_STATEMENT = 1 + 2 + 1 + (ROWS + 1) + 3 * ROWS + 2;

    private static final String SQL =
            "SELECT id, name, balance FROM account WHERE id BETWEEN ? AND ?";

    private final DataSource source;
    private int first = 1;

    /** Makes an H2 database in memory to work on, and returns its URL. */
    public static String prepareH2() throws SQLException {
        WrappersRow.H2.prepare();
        return WrappersRow.H2.url;
    }

    /**
     * Prepares the work.
     *
     * @param source the source of connections
     */
    public StatementWork(DataSource source) {
        this.source = source;
    }

    /**
     * Runs statements, in whole leases.
     *
     * @param statements how many at least
     * @return how many there were
     * @throws IllegalStateException if the database gave other rows than it has
     */
    public int run(int statements) throws SQLException {
        int done = 0;
        while (done < statements) {
            try (Connection connection = source.getConnection()) {
                for (int i = 0; i < STATEMENTS_PER_LEASE; i++) {
                    query(connection);
                    done++;
                }
            }
        }
        return done;
    }

    private void query(Connection connection) throws SQLException {
        int rows = 0;
        long length = 0;
        long total = 0;
        try (PreparedStatement statement = connection.prepareStatement(SQL)) {
            statement.setInt(1, first);
            statement.setInt(2, first + ROWS - 1);
            try (ResultSet results = statement.executeQuery()) {
                while (results.next()) {
                    rows++;
                    total += results.getInt(1) + results.getLong(3);
                    length += results.getString(2).length();
                }
            }
        }
        if (rows != ROWS || length < ROWS || total < ROWS) {
            throw new IllegalStateException(
                    "expected %s rows from account %s on but there were %s"
                            .formatted(ROWS, first, rows));
        }
        first = first + ROWS > ACCOUNTS ? 1 : first + ROWS;
    }
}
