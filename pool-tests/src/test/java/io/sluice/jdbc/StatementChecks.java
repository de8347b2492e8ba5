package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.DatabaseChecks.Check;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What a kept statement shows its next user on each database, by the rows of a table in {@code
 * docs/databases.md}. Each check uses a statement twice, in one lease and then in two.
 */
final class StatementChecks {

    private static final String QUERY = "SELECT id FROM thing WHERE id >= ? ORDER BY id";
    private static final String INSERT = "INSERT INTO thing VALUES (?)";
    private static final String ALL_COLUMNS = "SELECT * FROM thing";

    /** Statements that some of the databases warn of. */
    private static final List<String> WARNED =
            List.of(
                    "DROP TABLE IF EXISTS no_such_table",
                    "SELECT CAST('watch out' AS INT)",
                    "DELETE FROM thing WHERE id < 0");

    /** Executions after which drivers that prepare on the server have done so. */
    private static final int WARM = 7;

    /** What is done with a statement. */
    private interface Use {
        void on(PreparedStatement statement) throws SQLException;
    }

    /** What is seen of a statement, or of its driver. */
    private interface Look {
        String at(PreparedStatement statement) throws SQLException;
    }

    /** A change of the table. */
    private interface Change {
        void by(Connection connection) throws SQLException;
    }

    /** Whether a use finds the table as it is by then. */
    private interface Finding {
        boolean by(PreparedStatement statement) throws SQLException;
    }

    /** By the first column of the page, in its order. */
    static final Map<String, Check> ALL = new LinkedHashMap<>();

    static {
        ALL.put("parameters", StatementChecks::parameters);
        ALL.put(
                "fetch size",
                d -> setting(d, s -> s.setFetchSize(7), s -> String.valueOf(s.getFetchSize())));
        ALL.put(
                "maximum of rows",
                d -> setting(d, s -> s.setMaxRows(8), s -> String.valueOf(s.getMaxRows())));
        ALL.put(
                "maximum of a field",
                d ->
                        setting(
                                d,
                                s -> s.setMaxFieldSize(9),
                                s -> String.valueOf(s.getMaxFieldSize())));
        ALL.put(
                "query time-out",
                d ->
                        setting(
                                d,
                                s -> s.setQueryTimeout(99),
                                s -> String.valueOf(s.getQueryTimeout())));
        ALL.put("batch", StatementChecks::batch);
        ALL.put("warnings", StatementChecks::warnings);
        ALL.put("result", StatementChecks::result);
        ALL.put("a failure", d -> failure(d, StatementChecks::insertAgain));
        ALL.put("a failure of a batch", d -> failure(d, StatementChecks::insertAgainInBatch));
        ALL.put(
                "a column is added",
                d ->
                        changed(
                                d,
                                c -> run(c, "ALTER TABLE thing ADD COLUMN name VARCHAR(20)"),
                                s -> columns(s) == 2));
        ALL.put(
                "the table is made anew",
                d ->
                        changed(
                                d,
                                c -> {
                                    run(c, "DROP TABLE thing");
                                    run(c, "CREATE TABLE thing (id VARCHAR(20))");
                                    run(c, "INSERT INTO thing VALUES ('text')");
                                },
                                s -> first(s).equals("text")));
    }

    private StatementChecks() {}

    private static SluiceDataSource open(RememberingDataSource source) throws SQLException {
        return DatabaseChecks.open(
                JdbcPoolConfig.builder().dataSource(source).statementCacheSize(5));
    }

    private static void run(Connection connection, String sql) throws SQLException {
        DatabaseChecks.run(connection, sql);
    }

    /** A handle shows class and identity of the driver's object, and nothing else of it. */
    private static String driverOf(Statement statement) {
        String text = statement.toString();
        return text.substring(text.indexOf("[open, "));
    }

    /**
     * Uses a statement and looks at what the next user of the same lease gets, and then at what the
     * next lease gets; both have to agree.
     *
     * @param kept what is to be said if the statement has served again
     */
    private static String next(
            Database database, String sql, Use use, Look look, String kept, String replaced)
            throws SQLException {
        RememberingDataSource source = database.source();
        try (SluiceDataSource pool = open(source)) {
            String seen;
            try (Connection connection = pool.getConnection()) {
                DatabaseChecks.newTable(connection);
                String former = used(connection, sql, use);
                try (PreparedStatement again = connection.prepareStatement(sql)) {
                    seen = driverOf(again).equals(former) ? kept : replaced;
                    assertThat(look.at(again)).as("in the same lease").isEmpty();
                }
            }
            try (Connection connection = pool.getConnection()) {
                used(connection, sql, use);
            }
            try (Connection connection = pool.getConnection();
                    PreparedStatement again = connection.prepareStatement(sql)) {
                assertThat(look.at(again)).as("in the next lease").isEmpty();
            }
            assertThat(source.connections()).hasSize(1);
            return seen;
        }
    }

    private static String used(Connection connection, String sql, Use use) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            use.on(statement);
            return driverOf(statement);
        }
    }

    /** A driver refuses to execute without parameters, or takes them for null. */
    private static String parameters(Database database) throws SQLException {
        return next(
                database,
                QUERY,
                s -> {
                    run(s.getConnection(), "DELETE FROM thing");
                    run(s.getConnection(), "INSERT INTO thing VALUES (7)");
                    s.setInt(1, 5);
                    assertThat(s.executeQuery().next()).isTrue();
                },
                s -> {
                    try {
                        return first(s).isEmpty() ? "" : "the parameter of the former user";
                    } catch (SQLException e) {
                        return "";
                    }
                },
                "gone",
                "closed");
    }

    /** A driver may refuse or ignore it; else the next user finds that of a new statement. */
    private static String setting(Database database, Use use, Look look) throws SQLException {
        AtomicReference<@Nullable String> answer = new AtomicReference<>();
        String seen =
                next(
                        database,
                        QUERY,
                        s -> {
                            String before = look.at(s);
                            try {
                                use.on(s);
                                answer.set(look.at(s).equals(before) ? "ignored" : null);
                            } catch (SQLException e) {
                                answer.set("refused");
                            }
                        },
                        s -> {
                            try (PreparedStatement fresh =
                                    s.getConnection().prepareStatement(QUERY + " ")) {
                                String usual = look.at(fresh);
                                String found = look.at(s);
                                return found.equals(usual) ? "" : found + " and not " + usual;
                            }
                        },
                        "reset",
                        "closed");
        return answer.get() == null ? seen : answer.get();
    }

    private static String batch(Database database) throws SQLException {
        return next(
                database,
                INSERT,
                s -> {
                    s.setInt(1, 1);
                    s.addBatch();
                    s.setInt(1, 2);
                    s.addBatch();
                },
                s -> {
                    try {
                        assertThat(s.executeBatch()).isEmpty();
                    } catch (SQLException e) {
                        // Some refuse an empty one.
                    }
                    return DatabaseChecks.ask(s.getConnection(), "SELECT MAX(id) FROM thing")
                                    == null
                            ? ""
                            : "it was executed";
                },
                "gone",
                "closed");
    }

    private static String warnings(Database database) throws SQLException {
        String seen = "none";
        for (String sql : WARNED) {
            if (warns(database, sql)) {
                seen =
                        next(
                                database,
                                sql,
                                PreparedStatement::execute,
                                s -> s.getWarnings() == null ? "" : s.getWarnings().toString(),
                                "gone",
                                "closed");
            }
        }
        return seen;
    }

    private static boolean warns(Database database, String sql) throws SQLException {
        try (Connection connection = database.source().other()) {
            DatabaseChecks.newTable(connection);
            return DatabaseChecks.warnsOfStatement(connection, sql);
        }
    }

    private static String result(Database database) throws SQLException {
        return next(
                database,
                "SELECT id FROM thing",
                s -> {
                    run(s.getConnection(), "DELETE FROM thing");
                    for (int id = 1; id <= 3; id++) {
                        run(s.getConnection(), "INSERT INTO thing VALUES (" + id + ")");
                    }
                    assertThat(s.executeQuery().next()).isTrue();
                },
                s -> {
                    String found = hasRow(s) ? "the result of the former user" : "";
                    return found + (first(s).equals("1") ? "" : "not its own result");
                },
                "gone",
                "closed");
    }

    /** A driver may refuse to give a result before an execution, or give one without rows. */
    private static boolean hasRow(PreparedStatement statement) {
        try (ResultSet results = statement.getResultSet()) {
            return results != null && !results.isClosed() && results.next();
        } catch (SQLException e) {
            return false;
        }
    }

    private static void insertAgain(PreparedStatement statement) throws SQLException {
        statement.setInt(1, 1);
        statement.executeUpdate();
    }

    private static void insertAgainInBatch(PreparedStatement statement) throws SQLException {
        statement.setInt(1, 7);
        statement.addBatch();
        statement.setInt(1, 1);
        statement.addBatch();
        statement.executeBatch();
    }

    private static String failure(Database database, Use failing) throws SQLException {
        return next(
                database,
                INSERT,
                s -> {
                    run(s.getConnection(), "DELETE FROM thing");
                    run(s.getConnection(), "INSERT INTO thing VALUES (1)");
                    assertThatThrownBy(() -> failing.on(s)).isInstanceOf(SQLException.class);
                },
                s -> {
                    s.setInt(1, 2);
                    return s.executeUpdate() == 1 ? "" : "it inserts nothing";
                },
                "kept",
                "closed");
    }

    /**
     * The table changes between two uses of a statement: by the lease, and then by somebody else. A
     * use may fail once, and the next one may not.
     */
    private static String changed(Database database, Change change, Finding asItIs)
            throws SQLException {
        String own = changed(database, change, asItIs, false);
        assertThat(changed(database, change, asItIs, true)).as("by somebody else").isEqualTo(own);
        return own;
    }

    private static String changed(
            Database database, Change change, Finding asItIs, boolean bySomebodyElse)
            throws SQLException {
        RememberingDataSource source = database.source();
        try (SluiceDataSource pool = open(source)) {
            try (Connection connection = pool.getConnection()) {
                DatabaseChecks.newTable(connection);
                run(connection, "INSERT INTO thing VALUES (1)");
                for (int i = 0; i < WARM; i++) {
                    used(connection, ALL_COLUMNS, s -> first(s));
                }
                if (!bySomebodyElse) {
                    change.by(connection);
                }
            }
            if (bySomebodyElse) {
                try (Connection other = source.other()) {
                    change.by(other);
                }
            }
            String first = seen(pool, asItIs);
            assertThat(seen(pool, asItIs)).as("in the use after that").isEqualTo("seen");
            assertThat(source.connections()).hasSize(1);
            return first;
        }
    }

    private static String seen(SluiceDataSource pool, Finding asItIs) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(ALL_COLUMNS)) {
            return asItIs.by(statement) ? "seen" : "not seen";
        } catch (SQLException e) {
            return "fails once";
        }
    }

    private static int columns(PreparedStatement statement) throws SQLException {
        try (ResultSet results = statement.executeQuery()) {
            return results.getMetaData().getColumnCount();
        }
    }

    private static String first(PreparedStatement statement) throws SQLException {
        try (ResultSet results = statement.executeQuery()) {
            return results.next() ? String.valueOf(results.getString(1)) : "";
        }
    }
}
