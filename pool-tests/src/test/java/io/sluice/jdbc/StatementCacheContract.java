package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pool.fixture.Workers;
import io.sluice.pool.fixture.Workers.Worker;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a data source that keeps statements promises, whatever its database. */
@Timeout(120)
abstract class StatementCacheContract {

    private static final String BY_ID = "SELECT id, name FROM thing WHERE id >= ? ORDER BY id";
    private static final String INSERT = "INSERT INTO thing VALUES (?, ?)";

    @RegisterExtension final Workers workers = new Workers();

    private SluiceDataSource pool;

    /** Settings for a database with the schemas one and two, of which one is the present. */
    abstract JdbcPoolConfig.Builder settings() throws SQLException;

    /** How the database spells the name of a schema. */
    abstract String schema(String name);

    @BeforeEach
    void open() throws SQLException {
        pool =
                SluiceDataSource.create(
                        settings()
                                .schema(schema("one"))
                                .maxSize(1)
                                .statementCacheSize(2)
                                .validateAfterIdle(Duration.ofHours(1))
                                .build());
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String schema : List.of("one", "two")) {
                statement.execute("DROP TABLE IF EXISTS " + schema + ".thing");
                statement.execute(
                        "CREATE TABLE " + schema + ".thing (id int PRIMARY KEY, name varchar(50))");
                for (int id = 1; id <= 3; id++) {
                    statement.execute(
                            "INSERT INTO %s.thing VALUES (%d, '%s %d')"
                                    .formatted(schema, id, schema, id));
                }
            }
        }
    }

    @AfterEach
    void close() {
        assertThat(pool.snapshot().total()).as("the connection was never replaced").isEqualTo(1);
        pool.close(Duration.ZERO);
    }

    /** A handle shows class and identity of the driver's object, and nothing else of it. */
    private static String driverOf(Statement statement) {
        String text = statement.toString();
        return text.substring(text.indexOf("[open, "));
    }

    private static List<String> names(PreparedStatement statement, int from) throws SQLException {
        statement.setInt(1, from);
        List<String> names = new ArrayList<>();
        try (ResultSet results = statement.executeQuery()) {
            while (results.next()) {
                names.add(results.getString(2));
            }
        }
        return names;
    }

    private String driverAfter(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            return driverOf(statement);
        }
    }

    @Test
    void aStatementServesTheNextLeaseWithParametersOfItsOwn() throws SQLException {
        String first;
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(BY_ID)) {
            first = driverOf(statement);
            assertThat(names(statement, 2)).containsExactly("one 2", "one 3");
        }
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(BY_ID)) {
            assertThat(driverOf(statement)).isEqualTo(first);
            assertThat(names(statement, 3)).containsExactly("one 3");
        }
    }

    @Test
    void nothingOfAUseIsThereInTheNext() throws SQLException {
        String first;
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(INSERT)) {
            first = driverOf(statement);
            statement.setMaxRows(8);
            statement.setFetchSize(7);
            statement.setQueryTimeout(99);
            statement.setMaxFieldSize(10);
            statement.setInt(1, 50);
            statement.setString(2, "left in the batch");
            statement.addBatch();
            statement.setInt(1, 51);
            statement.setString(2, "left as parameters");
        }
        try (Connection connection = pool.getConnection();
                PreparedStatement fresh = connection.prepareStatement(INSERT + " ");
                PreparedStatement statement = connection.prepareStatement(INSERT)) {
            assertThat(driverOf(statement)).isEqualTo(first);
            assertThat(statement.getMaxRows()).isEqualTo(fresh.getMaxRows());
            assertThat(statement.getFetchSize()).isEqualTo(fresh.getFetchSize());
            assertThat(statement.getQueryTimeout()).isZero();
            assertThat(statement.getMaxFieldSize()).isEqualTo(fresh.getMaxFieldSize());
            assertThat(statement.isPoolable()).isEqualTo(fresh.isPoolable());
            assertThat(statement.executeBatch()).isEmpty();
            assertThatThrownBy(statement::executeUpdate).isInstanceOf(SQLException.class);
        }
        assertThat(count("one")).isEqualTo(3);
    }

    private int count(String schema) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet results =
                        statement.executeQuery("SELECT count(*) FROM " + schema + ".thing")) {
            results.next();
            return results.getInt(1);
        }
    }

    @Test
    void statementsLeftOpenWithTheirResultsServeAgain() throws SQLException {
        Connection connection = pool.getConnection();
        connection.setAutoCommit(false);
        PreparedStatement left = connection.prepareStatement(BY_ID);
        left.setFetchSize(1); // a cursor of the server's, where there is one
        left.setInt(1, 1);
        ResultSet results = left.executeQuery();
        assertThat(results.next()).isTrue();
        PreparedStatement unread = connection.prepareStatement(BY_ID + " ");
        unread.setInt(1, 1);
        assertThat(unread.execute()).isTrue();
        String driver = driverOf(left);
        String unreadDriver = driverOf(unread);
        connection.close();
        assertThat(results.isClosed()).isTrue();
        assertThatThrownBy(results::next).isInstanceOf(SQLException.class);
        assertThat(driverAfter(BY_ID)).isEqualTo(driver);
        assertThat(driverAfter(BY_ID + " ")).isEqualTo(unreadDriver);
        try (Connection next = pool.getConnection();
                PreparedStatement statement = next.prepareStatement(BY_ID)) {
            assertThat(names(statement, 1)).containsExactly("one 1", "one 2", "one 3");
        }
    }

    @Test
    void twoUsesAtATimeDoNotMeet() throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement first = connection.prepareStatement(BY_ID);
                PreparedStatement second = connection.prepareStatement(BY_ID)) {
            first.setInt(1, 1);
            second.setInt(1, 3);
            try (ResultSet a = first.executeQuery();
                    ResultSet b = second.executeQuery()) {
                assertThat(b.next()).isTrue();
                assertThat(a.next()).isTrue();
                assertThat(a.getInt(1)).isEqualTo(1);
                assertThat(b.getInt(1)).isEqualTo(3);
                assertThat(a.next()).isTrue();
                assertThat(b.next()).isFalse();
            }
        }
    }

    @Test
    void whatDoesNotFitIsClosedAndTheRestServes() throws SQLException {
        for (int round = 0; round < 3; round++) {
            Connection connection = pool.getConnection();
            for (int i = 0; i < 5; i++) {
                PreparedStatement statement = connection.prepareStatement(BY_ID + " ".repeat(i));
                statement.setInt(1, 1);
                assertThat(statement.executeQuery().next()).isTrue();
            }
            connection.close();
        }
    }

    @Test
    void theStatementUsedLongestAgoMakesRoom() throws SQLException {
        String a = driverAfter(BY_ID);
        String b = driverAfter(BY_ID + " ");
        assertThat(driverAfter(BY_ID)).isEqualTo(a);
        driverAfter(BY_ID + "  ");
        assertThat(driverAfter(BY_ID)).isEqualTo(a);
        assertThat(driverAfter(BY_ID + " ")).isNotEqualTo(b);
    }

    @Test
    void aStatementThatFailedIsNotUsedAgain() throws SQLException {
        String failed;
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(INSERT)) {
            failed = driverOf(statement);
            statement.setInt(1, 1);
            statement.setString(2, "there already");
            assertThatThrownBy(statement::executeUpdate).isInstanceOf(SQLException.class);
        }
        assertThat(driverAfter(INSERT)).isNotEqualTo(failed);
    }

    @Test
    void aStatementThatIsNotPoolableIsNotUsedAgain() throws SQLException {
        String first;
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(BY_ID)) {
            first = driverOf(statement);
            statement.setPoolable(false);
        }
        assertThat(driverAfter(BY_ID)).isNotEqualTo(first);
    }

    @Test
    void aStatementMeansTheTablesOfTheSchemaOfItsLease() throws SQLException {
        for (int round = 0; round < 2; round++) {
            for (String schema : List.of("one", "two")) {
                try (Connection connection = pool.getConnection()) {
                    if (schema.equals("two")) {
                        connection.setSchema(schema("two"));
                    }
                    try (PreparedStatement statement = connection.prepareStatement(BY_ID)) {
                        assertThat(names(statement, 3)).containsExactly(schema + " 3");
                    }
                }
            }
        }
    }

    @Test
    void generatedKeysComeFromStatementsThatAskForThemOnly() throws SQLException {
        for (int id = 10; id < 14; id += 2) {
            try (Connection connection = pool.getConnection();
                    PreparedStatement plain = connection.prepareStatement(INSERT);
                    PreparedStatement keys =
                            connection.prepareStatement(INSERT, new String[] {schema("id")})) {
                insert(plain, id);
                assertThat(plain.getGeneratedKeys().next()).isFalse();
                insert(keys, id + 1);
                try (ResultSet results = keys.getGeneratedKeys()) {
                    assertThat(results.next()).isTrue();
                    assertThat(results.getInt(1)).isEqualTo(id + 1);
                }
            }
        }
    }

    private static void insert(PreparedStatement statement, int id) throws SQLException {
        statement.setInt(1, id);
        statement.setString(2, "x");
        assertThat(statement.executeUpdate()).isEqualTo(1);
    }

    @Test
    void aCallGivesItsOwnResult() throws SQLException {
        for (int i = 1; i <= 3; i++) {
            try (Connection connection = pool.getConnection();
                    CallableStatement call = connection.prepareCall("{? = call abs(?)}")) {
                call.registerOutParameter(1, Types.INTEGER);
                call.setInt(2, -i);
                call.execute();
                assertThat(call.getInt(1)).isEqualTo(i);
            }
        }
    }

    @Test
    void threadsOnOneConnectionNeverShareAStatement() throws Exception {
        try (Connection connection = pool.getConnection()) {
            List<Worker<Integer>> all = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                int own = 1000 * (thread + 1);
                all.add(workers.start("user " + thread, () -> readBack(connection, own)));
            }
            for (Worker<Integer> each : all) {
                assertThat(each.result()).isEqualTo(200);
            }
        }
    }

    /** Asks 200 times for a number and counts how often it came back. */
    private static int readBack(Connection connection, int own) throws SQLException {
        int right = 0;
        for (int i = own; i < own + 200; i++) {
            String sql = "SELECT CAST(? AS int)" + " ".repeat(i % 3);
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setInt(1, i);
                try (ResultSet results = statement.executeQuery()) {
                    right += results.next() && results.getInt(1) == i ? 1 : 0;
                }
            }
        }
        return right;
    }
}
