package io.sluice.perf.load;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.server.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * The four tables of the TPC-B-like load, in a schema of our own whose name is new every time. Not
 * thread-safe.
 */
final class TpcbTables implements AutoCloseable {

    static final int ACCOUNTS_PER_SCALE = 100_000;
    static final int TELLERS_PER_SCALE = 10;

    private final Database database;
    private final String schema;
    private final int scale;
    private final Thread atExit = new Thread(this::dropQuietly, "sluice-perf-drop-tables");

    TpcbTables(Database database, String schema, int scale) {
        this.database = database;
        this.schema = schema;
        this.scale = scale;
    }

    /**
     * Creates and fills the tables.
     *
     * @param database the database; a server of our own needs no clean-up, since it goes as a whole
     * @param scale how many branches; each has 10 tellers and 100,000 accounts
     */
    static TpcbTables create(Database database, int scale) throws SQLException {
        String schema = "sluice_perf_" + UUID.randomUUID().toString().substring(0, 8);
        TpcbTables tables = new TpcbTables(database, schema, scale);
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            tables.createEmpty(statement);
            connection.commit();
            try {
                if (!database.ours()) {
                    // After an interrupt the user expects to find the database as it was.
                    Runtime.getRuntime().addShutdownHook(tables.atExit);
                }
                connection.setAutoCommit(true);
                tables.fill(statement);
            } catch (SQLException | RuntimeException e) {
                try {
                    tables.close();
                } catch (SQLException another) {
                    e.addSuppressed(another);
                }
                throw e;
            }
        }
        return tables;
    }

    private void createEmpty(Statement statement) throws SQLException {
        execute(
                statement,
                """
                CREATE SCHEMA %1$s;
                CREATE TABLE %1$s.branches (
                  bid int PRIMARY KEY, bbalance int NOT NULL, filler char(88));
                CREATE TABLE %1$s.tellers (
                  tid int PRIMARY KEY, bid int NOT NULL, tbalance int NOT NULL, filler char(84));
                CREATE TABLE %1$s.accounts (
                  aid int PRIMARY KEY, bid int NOT NULL, abalance int NOT NULL, filler char(84));
                CREATE TABLE %1$s.history (
                  tid int NOT NULL, bid int NOT NULL, aid int NOT NULL, delta int NOT NULL,
                  mtime timestamp NOT NULL, filler char(22))""");
    }

    private void fill(Statement statement) throws SQLException {
        execute(
                statement,
                """
                INSERT INTO %1$s.branches SELECT n, 0, '' FROM generate_series(1, %2$d) n;
                INSERT INTO %1$s.tellers
                  SELECT n, (n - 1) / %3$d + 1, 0, '' FROM generate_series(1, %2$d * %3$d) n;
                INSERT INTO %1$s.accounts
                  SELECT n, (n - 1) / %4$d + 1, 0, '' FROM generate_series(1, %2$d * %4$d) n""");
        for (String table : new String[] {"branches", "tellers", "accounts", "history"}) {
            execute(statement, "VACUUM ANALYZE %1$s." + table);
        }
    }

    /** Executes what is written for any schema and scale. */
    private void execute(Statement statement, String sql) throws SQLException {
        statement.execute(
                String.format(
                        Locale.ROOT, sql, schema, scale, TELLERS_PER_SCALE, ACCOUNTS_PER_SCALE));
    }

    String schema() {
        return schema;
    }

    int branches() {
        return scale;
    }

    int tellers() {
        return scale * TELLERS_PER_SCALE;
    }

    int accounts() {
        return scale * ACCOUNTS_PER_SCALE;
    }

    /**
     * Removes the dead rows of the small tables, so that no contestant inherits those of the one
     * before.
     */
    void tidy() throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            execute(statement, "VACUUM %1$s.branches");
            execute(statement, "VACUUM %1$s.tellers");
        }
    }

    /**
     * Checks that accounts, tellers and branches agree with the history: every transaction was done
     * wholly or not at all.
     */
    void checkBooks(Peer pool) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            List<Long> sums =
                    List.of(
                            sum(statement, "abalance", "accounts"),
                            sum(statement, "tbalance", "tellers"),
                            sum(statement, "bbalance", "branches"),
                            sum(statement, "delta", "history"));
            if (sums.stream().distinct().count() > 1) {
                throw new MeasurementException(
                        ("after %s the books do not balance: accounts, tellers, branches and"
                                        + " history have %s; a transaction was torn apart")
                                .formatted(pool, sums));
            }
        }
    }

    private long sum(Statement statement, String column, String table) throws SQLException {
        String sql = "SELECT coalesce(sum(" + column + "), 0) FROM " + schema + "." + table;
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Drops the schema, which only we can have made. */
    @Override
    public void close() throws SQLException {
        if (database.ours()) {
            return;
        }
        drop();
        Runtime.getRuntime().removeShutdownHook(atExit);
    }

    private void drop() throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            // In the order of the transaction, which may still run after an interrupt: otherwise
            // the two would deadlock.
            execute(
                    statement,
                    "LOCK TABLE %1$s.accounts, %1$s.tellers, %1$s.branches, %1$s.history");
            execute(statement, "DROP SCHEMA %1$s CASCADE");
            connection.commit();
        }
    }

    private void dropQuietly() {
        try {
            drop();
        } catch (SQLException e) {
            System.err.println(
                    "schema " + schema + " is left behind; drop it by hand: " + e.getMessage());
        }
    }
}
