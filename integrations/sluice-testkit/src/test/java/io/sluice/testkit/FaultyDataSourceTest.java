package io.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.h2.jdbc.JdbcConnection;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FaultyDataSourceTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final JdbcDataSource h2 = new JdbcDataSource();
    private final FaultyDataSource database = new FaultyDataSource(h2);

    @BeforeEach
    void createTable() throws SQLException {
        h2.setURL("jdbc:h2:mem:faults;DB_CLOSE_DELAY=-1");
        try (Connection connection = h2.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS item");
            statement.execute("CREATE TABLE item (id INT)");
        }
    }

    @AfterEach
    void closeAll() {
        database.heal();
        database.killConnections();
        assertThat(database.openConnections()).isZero();
    }

    @Test
    void withoutAFaultEverythingWorks() throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO item VALUES (?)")) {
            for (int id = 1; id <= 2; id++) {
                insert.setInt(1, id);
                insert.addBatch();
            }
            assertThat(insert.executeBatch()).containsExactly(1, 1);
            assertThat(insert.getConnection()).isSameAs(connection);
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT id FROM item ORDER BY id")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(1);
                assertThat(rows.getStatement()).isSameAs(statement);
            }
            assertThat(connection.isValid(1)).isTrue();
            assertThat(connection.isClosed()).isFalse();
            assertThat(database.connects()).isEqualTo(1);
            assertThat(database.openConnections()).isEqualTo(1);
            assertThat(database.statements()).isEqualTo(2);
        }
        assertThat(database.openConnections()).isZero();
    }

    @Test
    void unwrapLeadsToTheDriver() throws SQLException {
        try (Connection connection = database.getConnection()) {
            assertThat(connection.unwrap(JdbcConnection.class)).isNotNull();
            assertThat(connection.unwrap(Connection.class)).isSameAs(connection);
            assertThat(connection.isWrapperFor(Connection.class)).isTrue();
            assertThat(connection).hasToString("faulty " + h2(connection));
        }
        assertThat(database.unwrap(FaultyDataSource.class)).isSameAs(database);
        assertThat(database.isWrapperFor(JdbcDataSource.class)).isTrue();
    }

    private static JdbcConnection h2(Connection connection) throws SQLException {
        return connection.unwrap(JdbcConnection.class);
    }

    @Test
    void connectsAreRefusedUntilHealed() throws SQLException {
        try (Connection old = database.getConnection()) {
            database.refuseConnects();
            failsWith("08001", database::getConnection);
            assertThat(old.isValid(1)).isTrue();
        }
        database.heal();
        database.getConnection().close();
        assertThat(database.connects()).isEqualTo(3);
    }

    @Test
    void aConnectTakesItsTime() throws Exception {
        database.delayConnects(Duration.ofMinutes(1));
        CompletableFuture<Connection> connect = aside(database::getConnection);
        database.awaitHanging(1);
        database.clock().advance(Duration.ofSeconds(30));
        assertThat(connect).isNotDone();
        database.clock().advance(Duration.ofSeconds(30));
        assertThat(connect).succeedsWithin(SOON);
    }

    @Test
    void healingEndsTheDelayOfAConnect() throws Exception {
        database.delayConnects(Duration.ofMinutes(1));
        CompletableFuture<Connection> connect = aside(database::getConnection);
        database.awaitHanging(1);
        database.heal();
        assertThat(connect).succeedsWithin(SOON);
    }

    @Test
    void aKillRollsBackAndIsNoticedByTheNextCall() throws SQLException {
        Connection connection = database.getConnection();
        connection.setAutoCommit(false);
        Statement statement = connection.createStatement();
        statement.execute("INSERT INTO item VALUES (1)");
        ResultSet rows = statement.executeQuery("SELECT * FROM item");

        assertThat(database.killConnections()).isEqualTo(1);

        assertThat(connection.isClosed()).isFalse();
        failsWith("08006", rows::next);
        failsWith("08006", () -> statement.execute("SELECT 1"));
        failsWith("08006", connection::commit);
        failsWith("08006", connection::getMetaData);
        assertThatThrownBy(() -> connection.setClientInfo(new Properties()))
                .isInstanceOf(SQLClientInfoException.class);
        assertThat(connection.isValid(1)).isFalse();
        assertThat(connection.isClosed()).isTrue();
        assertThat(statement.isClosed()).isTrue();
        rows.close();
        statement.close();
        connection.close();
        assertThat(count()).isZero();
    }

    @Test
    void aConnectionLivesForSomeStatements() throws SQLException {
        database.killAfterStatements(2);
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(connection.isValid(1)).isTrue();
            statement.execute("INSERT INTO item VALUES (1)");
            statement.execute("INSERT INTO item VALUES (2)");
            failsWith("08006", () -> statement.execute("INSERT INTO item VALUES (3)"));
        }
        assertThat(count()).isEqualTo(2);
        assertThat(database.statements()).isEqualTo(2);
    }

    @Test
    void aConnectionLivesForSomeTime() throws SQLException {
        database.killAfter(Duration.ofMinutes(10));
        try (Connection connection = database.getConnection()) {
            database.clock().advance(Duration.ofMinutes(9));
            assertThat(connection.isValid(1)).isTrue();
            database.clock().advance(Duration.ofMinutes(1));
            failsWith("08006", connection::createStatement);
        }
        assertThat(database.openConnections()).isZero();
    }

    @Test
    void aHangingStatementGoesOnWhenHealed() throws Exception {
        try (Statement statement = hanging()) {
            CompletableFuture<?> call = aside(() -> statement.execute("SELECT 1"));
            database.awaitHanging(1);
            assertThat(call).isNotDone();
            database.heal();
            assertThat(call).succeedsWithin(SOON);
        }
    }

    @Test
    void aHangingStatementEndsByItsTimeOut() throws Exception {
        try (Statement statement = hanging()) {
            statement.setQueryTimeout(60);
            CompletableFuture<?> call = aside(() -> statement.execute("SELECT 1"));
            database.awaitHanging(1);
            database.clock().advance(Duration.ofMinutes(1));
            endsWith("57014", call);
            assertThatThrownBy(call::join).hasCauseInstanceOf(SQLTimeoutException.class);
            database.heal();
            assertThat(statement.getConnection().isValid(1)).isTrue();
        }
    }

    @Test
    void aHangingStatementEndsByACancel() throws Exception {
        try (Statement statement = hanging()) {
            CompletableFuture<?> call = aside(() -> statement.execute("SELECT 1"));
            database.awaitHanging(1);
            statement.cancel();
            endsWith("57014", call);
            database.heal();
            assertThat(statement.execute("SELECT 1")).isTrue();
        }
    }

    @Test
    void theNetworkTimeOutCostsTheConnection() throws Exception {
        try (Statement statement = hanging()) {
            statement.getConnection().setNetworkTimeout(Runnable::run, 60_000);
            statement.setQueryTimeout(90);
            CompletableFuture<?> call = aside(() -> statement.execute("SELECT 1"));
            database.awaitHanging(1);
            database.clock().advance(Duration.ofMinutes(1));
            endsWith("08006", call);
            database.heal();
            failsWith("08006", () -> statement.execute("SELECT 1"));
        }
    }

    @Test
    void anAbortEndsAHangingStatement() throws Exception {
        try (Statement statement = hanging()) {
            CompletableFuture<?> call = aside(() -> statement.execute("SELECT 1"));
            database.awaitHanging(1);
            statement.getConnection().abort(Runnable::run);
            endsWith("08006", call);
        }
    }

    @Test
    void aHangingValidationFails() throws Exception {
        Connection connection = hanging().getConnection();
        CompletableFuture<Boolean> valid = aside(() -> connection.isValid(5));
        database.awaitHanging(1);
        database.clock().advance(Duration.ofSeconds(5));
        assertThat(valid).succeedsWithin(SOON).isEqualTo(false);
    }

    @Test
    void afterAFailoverOldConnectionsRefuseWrites() throws SQLException {
        try (Connection old = database.getConnection();
                Statement statement = old.createStatement();
                PreparedStatement insert = old.prepareStatement("insert into item values (1)")) {
            database.failOver();
            failsWith("25006", () -> statement.execute("/* a */ -- b\n UPDATE item SET id = 2"));
            failsWith("25006", insert::execute);
            insert.addBatch();
            failsWith("25006", insert::executeBatch);
            statement.addBatch("DELETE FROM item");
            failsWith("25006", statement::executeBatch);
            assertThat(statement.execute("SELECT id FROM item")).isTrue();
        }
        try (Connection fresh = database.getConnection();
                Statement statement = fresh.createStatement()) {
            statement.execute("INSERT INTO item VALUES (1)");
        }
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void theOutcomeOfACommitIsUnknown() throws SQLException {
        loseCommit(CommitOutcome.COMMITTED);
        assertThat(count()).isEqualTo(1);
        loseCommit(CommitOutcome.ROLLED_BACK);
        assertThat(count()).isEqualTo(1);
    }

    private void loseCommit(CommitOutcome outcome) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("INSERT INTO item VALUES (1)");
            database.loseNextCommit(outcome);
            failsWith("08007", connection::commit);
            failsWith("08006", connection::rollback);
        }
    }

    @Test
    void whatTheDriverThrowsIsPassedOn() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            failsWith("42S02", () -> statement.execute("SELECT * FROM nothing"));
        }
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> database.killAfterStatements(0))
                .hasMessage("count is 0; expected 1 or more");
        assertThatThrownBy(() -> database.killAfter(Duration.ZERO))
                .hasMessage("time is PT0S; expected more than nothing");
    }

    /** A statement of a new connection, which hangs when it is executed. */
    private Statement hanging() throws SQLException {
        Statement statement = database.getConnection().createStatement();
        database.hangStatements();
        return statement;
    }

    private int count() throws SQLException {
        try (Connection connection = h2.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM item")) {
            row.next();
            return row.getInt(1);
        }
    }

    private static <T> CompletableFuture<T> aside(Callable<T> call) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return call.call();
                    } catch (Exception e) {
                        throw new CompletionException(e);
                    }
                },
                task -> new Thread(task).start());
    }

    private static void failsWith(String state, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
    }

    private static void endsWith(String state, CompletableFuture<?> call) {
        assertThat(call)
                .failsWithin(SOON)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
    }
}
